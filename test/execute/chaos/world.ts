/**
 * Answers how a world goes wrong while a plan is carried out: calls fail, hang, lose their answer or are made twice, somebody
 * else changes things, the run is called off. All of it follows from a list of mishaps, so that a run can be repeated.
 */
import fc from 'fast-check'
import { either as E } from 'fp-ts'
import type { taskEither as TE } from 'fp-ts'

import { amendmentsOf } from '../../../src/core/amendment.js'
import type { Family, Plan } from '../../../src/core/plan.js'
import type { Report } from '../../../src/core/report.js'
import { targetKey } from '../../../src/core/target.js'
import { instant, millis } from '../../../src/core/time.js'
import type { Signal } from '../../../src/execute/index.js'
import { executeWith } from '../../../src/execute/index.js'
import { admitApproved, approve, guards, protectWhere } from '../../../src/guard/index.js'
import { virtualClock } from '../../../src/testing/virtual-clock.js'

/** What happens to one call. */
export type Mishap = 'none' | 'refused' | 'gone' | 'conflict' | 'retry' | 'hangs' | 'lost' | 'twice' | 'moved' | 'abort'

const mishaps: fc.Arbitrary<ReadonlyArray<Mishap>> = fc.array(
  fc.constantFrom<Mishap>(
    'none',
    'none',
    'none',
    'refused',
    'gone',
    'conflict',
    'retry',
    'hangs',
    'lost',
    'twice',
    'moved',
    'abort',
  ),
  { maxLength: 12 },
)

/** What one run is given beside its plan. */
export interface Chaos {
  readonly mishaps: ReadonlyArray<Mishap>
  readonly lanes: number
  readonly attempts: number
  /** Which targets are protected, and which are not approved: one in so many, by place. */
  readonly protects: number
  readonly leavesOut: number
}

/** Chaos of every kind. */
export const chaos: fc.Arbitrary<Chaos> = fc.record({
  mishaps,
  lanes: fc.integer({ min: 1, max: 3 }),
  attempts: fc.integer({ min: 1, max: 3 }),
  protects: fc.integer({ min: 2, max: 6 }),
  leavesOut: fc.integer({ min: 2, max: 6 }),
})

/** A signal that a test aborts. */
const signalOf = (): Signal & { readonly abort: () => void } => {
  const listeners = new Set<() => void>()
  const state = { aborted: false }
  return {
    get aborted() {
      return state.aborted
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
    abort: () => {
      state.aborted = true
      for (const listener of [...listeners]) listener()
    },
  }
}

/** What one execution left behind. */
export interface Aftermath<F extends Family> {
  /** The plan that was carried out: guarded. */
  readonly plan: Plan<F>
  readonly report: Report<F, unknown>
  /** Targets whose actions were all carried out by the world, whatever it answered. */
  readonly done: ReadonlySet<string>
  /** Targets for which a call was made, in order. */
  readonly called: ReadonlyArray<string>
  readonly protectedOnes: ReadonlySet<string>
  readonly approved: ReadonlySet<string>
  readonly kept: ReadonlySet<string>
  /** Targets that somebody else changed before the call, so that its precondition did not hold. */
  readonly moved: ReadonlySet<string>
  readonly aborted: boolean
}

/** Carries out a plan in a world that goes wrong, guarded and under an approval. */
export const survive = async <F extends Family>(planned: Plan<F>, given: Chaos): Promise<Aftermath<F>> => {
  const keys = [
    ...new Set(
      planned.passes.flatMap((pass) => [...pass.removals, ...pass.reserve].map(({ target }) => targetKey(target))),
    ),
  ]
  const protectedOnes = new Set(keys.filter((_, place) => place % given.protects === 1))
  const guarded = guards(protectWhere('chaos')((target) => protectedOnes.has(targetKey(target))))(
    planned as Plan<Family>,
  )
  if (E.isLeft(guarded)) throw new Error(JSON.stringify(guarded.left))
  const plan = guarded.right as unknown as Plan<F>
  const whole = approve(plan, 'with-reserve')
  // By target: one that several passes remove is agreed to everywhere or nowhere.
  const everybody = [...new Set(whole.approved.map(({ target }) => targetKey(target)))]
  const leftOut = new Set(everybody.filter((_, place) => place % given.leavesOut === 1))
  const approval = { ...whole, approved: whole.approved.filter(({ target }) => !leftOut.has(targetKey(target))) }
  const approved = new Set(approval.approved.map(({ target }) => targetKey(target)))

  const state = { now: instant(0) }
  const clock = virtualClock(
    () => state.now,
    (at) => {
      state.now = at
    },
  )
  const signal = signalOf()
  const called: string[] = []
  const moved = new Set<string>()
  const effects = new Set<unknown>()
  let calls = 0
  /** By identity: an action belongs to one removal or amendment. */
  const owners = new Map<unknown, string>()
  for (const pass of plan.passes)
    for (const { target, actions } of [...amendmentsOf(pass), ...pass.removals, ...pass.reserve])
      for (const action of actions) owners.set(action, targetKey(target))

  const perform =
    (action: F['Action']): TE.TaskEither<string, unknown> =>
    async () => {
      const key = owners.get(action) ?? 'nobody'
      called.push(key)
      const mishap = given.mishaps[calls++] ?? 'none'
      switch (mishap) {
        case 'hangs':
          return await new Promise<never>(() => undefined)
        case 'moved':
          moved.add(key)
          return E.left('conflict')
        case 'refused':
        case 'conflict':
        case 'retry':
          return E.left(mishap)
        case 'gone':
          effects.add(action)
          return E.left('gone')
        case 'lost':
          effects.add(action)
          return E.left('retry')
        case 'abort':
          signal.abort()
          return E.left('refused')
        case 'twice':
        case 'none':
          if (moved.has(key)) return E.left('conflict')
          effects.add(action)
          return E.right(undefined)
      }
    }
  const report = await clock.until(
    executeWith<F, string>({
      perform,
      clock,
      signal,
      deadline: millis(1000),
      concurrency: given.lanes,
      retry: { attempts: given.attempts, wait: () => millis(10), afterDeadline: true },
      classify: (error) =>
        error === 'retry' ? 'retryable' : error === 'gone' ? 'gone' : error === 'conflict' ? 'conflict' : 'fatal',
      admit: admitApproved(approval),
    })(plan),
  )
  const done = new Set<string>()
  for (const pass of plan.passes)
    for (const { target, actions } of [...pass.removals, ...pass.reserve])
      if (actions.every((action: unknown) => effects.has(action))) done.add(targetKey(target))
  const goes = new Set(keys)
  const kept = new Set(
    planned.passes.flatMap((pass) => pass.kept.map(({ target }) => targetKey(target))).filter((key) => !goes.has(key)),
  )
  return { plan, report, done, called, protectedOnes, approved, kept, moved, aborted: signal.aborted }
}

/** What a run did that it may not do; empty when it is sound. */
export const wrongIn = <F extends Family>(after: Aftermath<F>): ReadonlyArray<string> => {
  const { plan, report, called, protectedOnes, approved, kept, moved, done, aborted } = after
  const wrong: string[] = []
  const amended = new Set(plan.passes.flatMap((pass) => amendmentsOf(pass).map(({ target }) => targetKey(target))))
  for (const key of called) {
    if (protectedOnes.has(key) && !amended.has(key)) wrong.push(`${key} is protected`)
    if (!approved.has(key)) wrong.push(`${key} is not approved`)
    if (kept.has(key) && !amended.has(key)) wrong.push(`${key} is kept`)
  }
  for (const key of moved)
    if (done.has(key) && called.filter((each) => each === key).length === 1) wrong.push(`${key} had moved`)
  if (report.passes.length !== plan.passes.length) wrong.push('a pass has no report')
  plan.passes.forEach((pass, place) => {
    const said = report.passes[place]
    if (said === undefined || said.state._tag !== 'Ran') return
    const told = said.outcomes.map(({ removal }) => targetKey(removal.target))
    const counts = new Map<string, number>()
    for (const key of told) counts.set(key, (counts.get(key) ?? 0) + 1)
    const decided = [...pass.removals, ...pass.reserve].map(({ target }) => targetKey(target))
    for (const key of told) if (!decided.includes(key)) wrong.push(`${key} was never decided`)
    if (pass.goal._tag === 'RemoveAll') {
      const missing = pass.removals.map(({ target }) => targetKey(target)).filter((key) => !counts.has(key))
      if (missing.length > 0) wrong.push(`no outcome of ${missing.join(', ')}`)
    }
    for (const outcome of said.outcomes) {
      const key = targetKey(outcome.removal.target)
      if (outcome._tag === 'Removed' && outcome.found === undefined && !done.has(key))
        wrong.push(`${key} is there still`)
      if (outcome._tag === 'Refused' && called.includes(key) && !amended.has(key))
        wrong.push(`${key} was refused and called`)
      if (outcome._tag === 'Skipped' && outcome.because === 'aborted' && !aborted)
        wrong.push(`${key}: nobody called it off`)
    }
  })
  return wrong
}
