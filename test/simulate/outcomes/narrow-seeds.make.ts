/**
 * Finds the narrow worlds of the comparison with brute force: those with a namespace, a definition or a Job in which three
 * controllers or more have work, or two where only two take part, and whose courses can be followed one by one.
 * Run by `node scripts/run-ts.mjs test/simulate/outcomes/narrow-seeds.make.ts`, which writes the list.
 */
import { writeFileSync } from 'node:fs'

import { enumerated } from './compare.js'
import { type Head, largestNarrow, leastNarrow, narrowWorld } from './narrow-worlds.js'

const wanted: Readonly<Record<Head, number>> = { namespace: 12, definition: 40, job: 40, 'owning namespace': 200 }

const found = (['namespace', 'definition', 'job', 'owning namespace'] as const).map((head) => {
  const seeds: number[] = []
  for (let seed = 1; seeds.length < wanted[head]; seed++) {
    const world = narrowWorld(head, seed)
    const all = enumerated(world, largestNarrow[head], world.controllers)
    if (all !== undefined && all.atWork.size >= leastNarrow[head]) seeds.push(seed)
  }
  return [head, seeds] as const
})
writeFileSync('test/simulate/outcomes/narrow-seeds.json', `${JSON.stringify(Object.fromEntries(found))}\n`)
