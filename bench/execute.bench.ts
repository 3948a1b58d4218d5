/**
 * Answers what carrying out a plan costs beyond the calls of the port: removals whose calls do nothing, beside a bare loop
 * over the same calls.
 */
import { either as E, option as O } from 'fp-ts'

import type { Plan, Removal } from '../src/core/plan.js'
import { instant, millis } from '../src/core/time.js'
import type { Action, Family } from '../src/kubelet/image/index.js'
import { execute, executeWith } from '../src/execute/index.js'
import type { TimedBench } from './timed.js'

const perform = (action: Action) => () => Promise.resolve(E.right(action))

/** Time that never passes: no deadline is ever exceeded. */
const clock = { now: () => instant(0), sleep: () => () => new Promise<void>(() => undefined) }

const removalsOf = (count: number): ReadonlyArray<Removal<Family>> =>
  Array.from({ length: count }, (_, index) => {
    const id = `sha256:${index}`
    return {
      target: { _tag: 'Image', id, imageId: id, runtimeHandler: '', size: 1, tags: [] },
      actions: [{ _tag: 'RemoveImage', id }],
      reasons: [{ _tag: 'UnusedImage' }],
      requires: [],
      frees: 1,
    } as unknown as Removal<Family>
  })

const planOf = (removals: ReadonlyArray<Removal<Family>>): Plan<Family> => ({
  at: instant(0),
  passes: [
    {
      name: 'space',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      removals,
      reserve: [],
      kept: [],
      events: [],
      refusal: O.none,
    },
  ],
  wakeAt: O.none,
  assumptions: [],
})

const bareLoop = async (removals: ReadonlyArray<Removal<Family>>): Promise<void> => {
  for (const { actions } of removals) for (const action of actions) await perform(action)()
}

const bench = (name: string, about: string, work: (plan: Plan<Family>) => Promise<unknown>): TimedBench => ({
  name,
  about,
  sizes: [10_000, 100_000],
  prepare: (size) => {
    const removals = removalsOf(size)
    const plan = planOf(removals)
    return { items: size, work: () => work(plan), yardstick: () => bareLoop(removals) }
  },
})

export const executions: ReadonlyArray<TimedBench> = [
  bench('execute', 'n removals whose calls do nothing, beside a bare loop over the calls', (plan) =>
    execute(perform)<Family>(plan)(),
  ),
  bench('execute-with', 'the same with admission, a class for errors and 8 removals under way at once', (plan) =>
    executeWith<Family, never>({ perform, clock, classify: () => 'fatal', admit: E.right, concurrency: 8 })(plan)(),
  ),
  bench('execute-bounded', 'the same one by one, each call with a deadline and under an AbortSignal', (plan) =>
    executeWith<Family, never>({
      ...{ perform, clock, classify: () => 'fatal', admit: E.right },
      ...{ deadline: millis(60_000), signal: new AbortController().signal },
    })(plan)(),
  ),
]
