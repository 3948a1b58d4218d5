/**
 * Answers what the growth is measured on of what is asked of a plan or a snapshot beside planning: differences, metrics, digests,
 * trees, what keeps what, and the same plan under two releases.
 */
import { retained, whatIf } from '../src/containerd/analysis/index.js'
import * as Containerd from '../src/containerd/index.js'
import { diff, planMetrics, printMetrics } from '../src/document/index.js'
import { digest } from '../src/guard/index.js'
import { renderTree } from '../src/render/index.js'
import { databaseOf, graphOf } from './containerd.input.js'
import type { Growing } from './growing.js'
import { planned } from './growth-renderings.js'

const work = <A>(name: string, inputOf: (size: number) => A, run: (input: A) => unknown): Growing => ({
  name,
  prepare: (size) => {
    const input = inputOf(size)
    return () => run(input)
  },
})

const leaves = (size: number) => [
  { text: 'root', twigs: Array.from({ length: size }, (_, index) => ({ text: `twig ${index}`, twigs: [] })) },
]

const database = (size: number): Containerd.Snapshot => databaseOf(graphOf(size))

export const answers: ReadonlyArray<Growing> = [
  work('render tree, a star', leaves, renderTree),
  work('metrics of a plan', planned, (plan) => printMetrics(planMetrics({ collector: 'image' })(plan))),
  work('diff of a plan with its reverse', planned, (plan) =>
    diff({ reasons: 'facts' })(plan)({
      ...plan,
      passes: [{ ...plan.passes[0], removals: plan.passes[0].removals.toReversed() }, ...plan.passes.slice(1)],
    }),
  ),
  work('digest of a plan', planned, digest),
  work('retained containerd', database, retained(Containerd.defaultPolicy)),
  work('what-if containerd, nothing changes', database, whatIf(Containerd.defaultPolicy)([])),
  work('explore containerd', database, Containerd.explore(Containerd.defaultPolicy)),
]
