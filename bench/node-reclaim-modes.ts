/**
 * Prints what the three modes of a reclaim come to on a hundred made-up nodes: `node scripts/run-ts.mjs
 * bench/node-reclaim-modes.ts`. The nodes are those of `node-reclaim.input.ts`, seeds 1 to 100.
 */
import { either as E } from 'fp-ts'

import { compareModes } from '../src/reclaim/compare.js'
import type { ModeReport } from '../src/reclaim/compare.js'
import { reclaimPolicy, reclaimSnapshot, usualNode } from './node-reclaim.input.js'

const seeds = Array.from({ length: 100 }, (_, index) => index + 1)

const reports = seeds.flatMap((seed): ReadonlyArray<ReadonlyArray<ModeReport>> => {
  const compared = compareModes(reclaimPolicy)(reclaimSnapshot(usualNode)(seed))
  return E.isRight(compared) ? [compared.right] : []
})

const sorted = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => [...numbers].sort((a, b) => a - b)
const median = (numbers: ReadonlyArray<number>): number => sorted(numbers)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** One number of one mode on every node. */
const summed = (mode: number, of: (report: ModeReport) => number): ReadonlyArray<number> =>
  reports.flatMap((modes) => {
    const report = modes[mode]
    return report === undefined ? [] : [of(report)]
  })

console.log('| mode | images | low yield | freed over wanted | runs, median | runs, most | cost, GB | goal met |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const [mode, { mode: name }] of (reports[0] ?? []).entries()) {
  const cells = [
    name,
    median(summed(mode, ({ images }) => images)),
    median(summed(mode, ({ lowYield }) => lowYield)),
    median(summed(mode, ({ freed, bytesToFree }) => Number(freed) / Number(bytesToFree))).toFixed(3),
    median(summed(mode, ({ runs }) => runs)),
    Math.max(...summed(mode, ({ runs }) => runs)),
    (median(summed(mode, ({ cost }) => cost)) / 1e9).toFixed(3),
    summed(mode, ({ goalMet }) => (goalMet ? 1 : 0)).filter((one) => one === 1).length,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
const worse = reports.filter(([, inOrder, cheapest]) => (cheapest?.cost ?? 0) > (inOrder?.cost ?? 0))
const saved = reports.map(([, inOrder, cheapest]) => 1 - (cheapest?.cost ?? 0) / (inOrder?.cost ?? 1))
console.log(`\nleast cost loses more than strict order on ${worse.length} of ${reports.length} nodes`)
console.log(`it loses ${(median(saved) * 100).toFixed(0)} % less in the median`)
