/**
 * Prints how long the cheapest set of images takes to find in odd stores, and how far from the least it can be: `node
 * scripts/run-ts.mjs bench/node-reclaim-shapes.ts [SIZE or WORD...]`. Milliseconds of processor time for a whole plan, the
 * least of several.
 */
import { either as E } from 'fp-ts'

import { plan } from '../src/reclaim/plan.js'
import { layouts, numbers, shapePolicy, shapeSnapshot } from './node-reclaim-shapes.input.js'

const words = process.argv.slice(2).filter((word) => !(Number(word) > 0))
const asked = process.argv.slice(2).flatMap((word) => (Number(word) > 0 ? [Number(word)] : []))
const sizes = asked.length === 0 ? [1_000, 10_000] : asked
const repeats = 7

/** The share by which the cost may lie above the least, and the milliseconds of the fastest of several plans. */
const measured = (decide: () => ReturnType<ReturnType<typeof plan>>): readonly [above: number, least: number] => {
  let [above, least] = [Number.NaN, Infinity]
  for (let repeat = 0; repeat < repeats; repeat++) {
    const before = process.cpuUsage()
    const planned = decide()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
    const found = E.isRight(planned) ? planned.right.passes[0].measured : undefined
    if (found?.reached === true && found.leastCost !== null) above = found.cost / found.leastCost - 1
  }
  return [above, least]
}

console.log(`| layout | numbers | ${sizes.map((size) => `${size} images, ms | above the least`).join(' | ')} |`)
console.log(`| --- | --- | ${sizes.map(() => '--- | ---').join(' | ')} |`)
for (const [layout, below] of Object.entries(layouts))
  for (const [kind, ofNumbers] of Object.entries(numbers)) {
    if (!words.every((word) => word === layout || word === kind)) continue
    const cells = sizes.flatMap((size) => {
      const snapshot = shapeSnapshot(below, ofNumbers, size, 1)
      const decide = plan(shapePolicy(snapshot))
      const [above, least] = measured(() => decide(snapshot))
      return [least.toFixed(0), `${(above * 100).toFixed(3)} %`]
    })
    console.log(`| ${[layout, kind, ...cells].join(' | ')} |`)
  }
