/**
 * Prints what the repeated runs of the benchmarks do not show, one line per size: the first plan of a fresh process, the
 * memory it takes beyond its input, and the longest of a hundred answers to why something is alive.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { either as E } from 'fp-ts'

import { defaultPolicy, explore } from '../src/containerd/index.js'
import { databaseOf, graphOf } from './containerd.input.js'

const size = Number(process.argv[2] ?? 1_000_000)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const used = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

const snapshot = databaseOf(graphOf(size))
collectGarbage()
const before = used()
const start = performance.now()
const explored = explore(defaultPolicy)(snapshot)
const first = performance.now() - start
const peak = used() - before
collectGarbage()
const held = used() - before
if (E.isLeft(explored)) throw new Error('refused')
const { kept } = explored.right.plan.passes[0]
let longest = 0
for (let index = 0; index < 100; index++) {
  const target = kept[Math.floor((index * kept.length) / 100)]?.target
  if (target === undefined) continue
  const asked = performance.now()
  explored.right.whyAlive(target)
  longest = Math.max(longest, performance.now() - asked)
}
process.stdout.write(
  `${size} nodes: first plan ${first.toFixed(0)} ms, ${peak.toFixed(0)} MiB right after it, ${held.toFixed(0)} MiB held; why alive at most ${longest.toFixed(3)} ms\n`,
)
