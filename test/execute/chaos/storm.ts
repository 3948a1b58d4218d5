/**
 * Answers what one run in chaos did that it may not do: calls go wrong, the world moves, the run is called off, and what is
 * removed is held against the plan, the protection, the approval, and what was there at the moment of the call.
 */
import { either as E } from 'fp-ts'
import type { readonlyNonEmptyArray as RNEA, taskEither as TE } from 'fp-ts'

import type { Admit, Proposal } from '../../../src/core/admission.js'
import { type Family, type Pass, type Plan, type Removal, amendmentsOf } from '../../../src/core/plan.js'
import type { Report } from '../../../src/core/report.js'
import { targetKey } from '../../../src/core/target.js'
import { millis } from '../../../src/core/time.js'
import type { GuardRefusal, Options, Recall } from '../../../src/execute/index.js'
import { cancellation } from '../../../src/execute/clock.js'
import { executeWith, run } from '../../../src/execute/index.js'
import { admitApproved, guards, protectWhere } from '../../../src/guard/index.js'
import { virtualClock } from '../../../src/testing/virtual-clock.js'
import { approving } from '../../guard/build.js'
import type { Chaos, Mishap } from './mishap.js'
import type { Called } from './sound.js'
import { flawsIn } from './sound.js'
import type { Things, World, Wrong } from './world.js'
import { wrong } from './world.js'

/** What is carried out, and what it was decided on. */
interface Decided<F extends Family> {
  readonly target: F['Target']
  readonly removal: Removal<F> | undefined
  readonly kept: ReadonlySet<string>
  readonly seen: Things
}

/** What a run is given beside its world and its chaos. */
export interface Course<F extends Family, Snapshot, Memory> {
  /** The plan of the beginning, and approvals of parts of it. */
  readonly planned: Plan<F>
  readonly approvals: (leavesOut: number) => Approved
  readonly decide: (snapshot: Snapshot) => E.Either<unknown, Plan<F>>
  readonly recall: Recall<F, Snapshot, Memory, null> | undefined
}

/** What came of a run in chaos. */
export interface Aftermath {
  /** What it did that it may not do; empty when it is sound. */
  readonly flaws: ReadonlyArray<string>
  readonly calls: number
  readonly removed: number
}

const deadline = millis(1000)
/** Nobody computes for longer. */
const turns = 40
const done = E.right(undefined)

/** What is approved of a plan. */
interface Approved {
  readonly approved: ReadonlySet<string>
  readonly admits: Admit<Family>
}

/** Approvals of a plan without one target in so many; each is made once. */
export const approvalsOf = <F extends Family>(plan: Plan<F>): ((leavesOut: number) => Approved) => {
  const whole = approving(plan, 'with-reserve')
  const everybody = [...new Set(whole.approved.map(({ target }) => targetKey(target)))]
  const made = new Map<number, Approved>()
  return (leavesOut) => {
    const before = made.get(leavesOut)
    if (before !== undefined) return before
    const leftOut = new Set(everybody.filter((_, place) => place % leavesOut === 1))
    const kept = whole.approved.filter(({ target }) => !leftOut.has(targetKey(target)))
    const approved = new Set(kept.map(({ target }) => targetKey(target)))
    const now = { approved, admits: admitApproved({ ...whole, approved: kept }) }
    made.set(leavesOut, now)
    return now
  }
}

/** One run in chaos. */
export const storm = async <F extends Family, Snapshot, Memory>(
  { planned, approvals, decide, recall }: Course<F, Snapshot, Memory>,
  world: World<F, Snapshot>,
  given: Chaos,
): Promise<Aftermath> => {
  const flaws: string[] = []
  const called = new Map<F['Action'], Called>()
  const decided = new Map<F['Action'], Decided<F>>()
  const ended = new Set<string>()
  const clock = virtualClock(world.now, world.moveTo, turns)
  const { signal, cancel } = cancellation()
  let events = 0
  let rolls = 0
  let removed = 0
  let someTimeLater = false
  const next = (): Mishap => given.mishaps[events++] ?? 'none'
  const meddle = (key?: string): void => {
    world.meddle(given.rolls[rolls++ % given.rolls.length] ?? 0, key)
  }
  const abortSoon = (): void => {
    someTimeLater = true
    void clock
      .sleep(millis(5))()
      .then(() => {
        cancel()
      })
  }

  // What is decided: protected targets are held back, by place in the first plan.
  const line = keysOf(planned)
  const protectedOnes = new Set(line.filter((_, place) => place % given.protects === 1))
  const guard = guards(protectWhere('chaos')((target) => protectedOnes.has(targetKey(target))))
  const plans: Plan<F>[] = []
  /** Passes as they were when they were begun: of the last look. */
  const begun: (Pass<F> | undefined)[] = []
  const guarding = (unguarded: Plan<F>): E.Either<RNEA.ReadonlyNonEmptyArray<GuardRefusal>, Plan<F>> => {
    const guarded = guard(unguarded as unknown as Plan<Family>)
    if (E.isLeft(guarded)) return guarded
    const plan = guarded.right as unknown as Plan<F>
    const seen = world.things()
    for (const pass of plan.passes) {
      const kept = new Set(pass.kept.map(({ target }) => targetKey(target)))
      for (const removal of [...pass.removals, ...pass.reserve])
        for (const action of removal.actions) decided.set(action, { target: removal.target, removal, kept, seen })
      for (const { target, actions } of amendmentsOf(pass))
        for (const action of actions) decided.set(action, { target, removal: undefined, kept, seen })
    }
    plans.push(plan)
    return E.right(plan)
  }
  const planOf = (snapshot: Snapshot): E.Either<unknown, Plan<F>> => {
    const decision = decide(snapshot)
    return E.isLeft(decision) ? decision : guarding(decision.right)
  }
  if (E.isLeft(guarding(planned))) flaws.push('the guard refuses')

  const { approved, admits } = approvals(given.leavesOut)
  const admitted = new Set<unknown>()
  const admit = (proposal: Proposal<F>): E.Either<{ readonly _tag: string }, unknown> => {
    const decision = proposal._tag === 'Remove' ? proposal.removal : proposal.amendment
    const mishap = next()
    if (mishap === 'moved' || mishap === 'busy, and moved') meddle(world.keyOf(decision.target))
    if (mishap === 'throws') throw new Error('nobody can tell')
    for (const other of decision.requires)
      if (!ended.has(targetKey(other))) flaws.push(`${targetKey(decision.target)} does not wait for what it requires`)
    const verdict = admits(proposal)
    if (E.isLeft(verdict)) return verdict
    const objection = given.watches && proposal._tag === 'Remove' ? world.objection(proposal.removal.target) : undefined
    if (objection !== undefined) return E.left({ _tag: 'Objected' })
    for (const action of decision.actions) admitted.add(action)
    return done
  }

  /** What a call does, as soon as it is begun; what it removes is held against all that is known. */
  const effect = <A>(action: F['Action'], call: TE.TaskEither<Wrong, A>, inFlight: boolean) => {
    const { target, removal, kept, seen } = decided.get(action) ?? { kept: none, seen: new Map<string, unknown>() }
    const before = world.things()
    const objection = given.watches && !inFlight && removal !== undefined ? world.objection(removal.target) : undefined
    const answer = call()
    const after = world.things()
    for (const [key, thing] of before) {
      if (world.isGoing(thing)) continue
      if (after.has(key) && !world.isGoing(after.get(key))) continue
      removed++
      const say = (what: string): void => {
        flaws.push(`${key} ${what} (${JSON.stringify(action)})`)
      }
      if (target === undefined || removal === undefined) {
        say('was removed by a call that removes nothing')
        continue
      }
      const aim = targetKey(target)
      if (protectedOnes.has(aim)) say('is protected')
      if (!approved.has(aim)) say('is not approved')
      if (kept.has(aim)) say('is kept')
      if (objection !== undefined) say(`may not go: ${objection}`)
      const breach = world.breach(action, target, { key, before: thing, seen: seen.get(key) })
      if (breach !== undefined) say(breach)
    }
    return answer
  }

  /** Stands before each call of an action on the port. Nobody is asked in between when an action takes several. */
  const through = (action: F['Action']) => {
    let isLater = false
    return <A>(call: TE.TaskEither<Wrong, A>): TE.TaskEither<Wrong, A> =>
      async () => {
        const inFlight = isLater
        isLater = true
        const { target } = decided.get(action) ?? {}
        const key = target === undefined ? undefined : world.keyOf(target)
        switch (next()) {
          case 'none':
            return await effect(action, call, inFlight)
          case 'denied':
            return E.left(wrong('fatal', 'denied'))
          case 'busy, and moved':
            meddle(key)
            return E.left(wrong('retryable', 'busy'))
          case 'busy':
            return E.left(wrong('retryable', 'busy'))
          case 'late':
            someTimeLater = true
            void clock
              .sleep(millis(deadline * 2))()
              .then(() => effect(action, call, true))
            return await new Promise<never>(() => undefined)
          case 'hangs':
            return await new Promise<never>(() => undefined)
          case 'slow, and moved':
            await clock.sleep(millis(deadline / 2))()
            meddle(key)
            return await effect(action, call, true)
          case 'lost':
            await effect(action, call, inFlight)
            return E.left(wrong('retryable', 'the answer was lost'))
          case 'lost for good':
            await effect(action, call, inFlight)
            return E.left(wrong('fatal', 'the answer was lost'))
          case 'twice': {
            const first = effect(action, call, inFlight)
            const second = effect(action, call, inFlight)
            await first
            return await second
          }
          case 'moved':
            meddle(key)
            return await effect(action, call, true)
          case 'moved after': {
            const answer = effect(action, call, inFlight)
            meddle(key)
            return await answer
          }
          case 'throws':
            throw new Error('boom')
          case 'abort': {
            const answer = effect(action, call, inFlight)
            cancel()
            return await answer
          }
          case 'abort soon':
            abortSoon()
            return await effect(action, call, inFlight)
        }
      }
  }

  const perform: Options<F, Wrong>['perform'] = (action) => async () => {
    const decision = decided.get(action)
    if (decision === undefined) flaws.push(`${JSON.stringify(action)} was never decided`)
    if (!admitted.has(action)) flaws.push(`${JSON.stringify(action)} was never admitted`)
    if (signal.aborted) flaws.push('a call after the run was called off')
    const times = (called.get(action)?.times ?? 0) + 1
    if (times > given.attempts) flaws.push('more calls than attempts')
    const now: Called = { times }
    called.set(action, now)
    const answer = await world.perform(through(action))(action)()
    if (called.get(action) === now) called.set(action, { times, answer: E.isRight(answer) ? 'done' : answer.left })
    const isLast = decision?.removal?.actions.at(-1) === action
    if (decision !== undefined && isLast && E.isRight(answer)) {
      const key = world.keyOf(decision.target)
      const things = world.things()
      if (things.has(key) && !world.isGoing(things.get(key))) flaws.push(`${key} is there still`)
    }
    return answer
  }

  const look = <A>(show: () => A): TE.TaskEither<Wrong, A> => {
    return async () => {
      switch (next()) {
        case 'denied':
        case 'lost for good':
          return E.left(wrong('fatal', 'denied'))
        case 'busy':
        case 'lost':
          return E.left(wrong('retryable', 'busy'))
        case 'hangs':
        case 'late':
          return await new Promise<never>(() => undefined)
        case 'throws':
          throw new Error('boom')
        case 'abort': {
          const shown = show()
          cancel()
          return await Promise.resolve(E.right(shown))
        }
        case 'moved':
        case 'moved after': {
          const shown = show()
          meddle()
          return E.right(shown)
        }
        default:
          return E.right(show())
      }
    }
  }

  const options: Options<F, Wrong> = {
    perform,
    clock,
    signal,
    deadline,
    admit,
    concurrency: given.lanes,
    retry: { attempts: given.attempts, wait: () => millis(10), afterDeadline: true },
    classify: ({ means }) => means,
    onProgress: (progress) => {
      if (progress._tag === 'PassBegun') begun.push(plans.at(-1)?.passes.find(({ name }) => name === progress.pass))
      if (progress._tag === 'RemovalEnded' && progress.outcome._tag === 'Removed')
        ended.add(targetKey(progress.outcome.removal.target))
      if (progress._tag === 'AmendmentEnded' && progress.outcome._tag === 'Amended')
        ended.add(targetKey(progress.outcome.amendment.target))
    },
  }
  const judge = (report: Report<F, unknown>, of: Plan<F>): void => {
    const ran = new Map(
      report.passes.flatMap(({ name, state }) => (state._tag === 'Ran' ? [[name, begun.shift()]] : [])),
    )
    const passes = of.passes.map((pass) => (pass.observesAgain ? (ran.get(pass.name) ?? pass) : pass))
    const calledOf = (action: F['Action']): Called | undefined => called.get(action)
    flaws.push(...flawsIn(report, { passes, calledOf, aborted: signal.aborted }))
  }
  const [plan] = plans as [Plan<F>]
  if (given.mode === 'execute') {
    for (let times = 0; times < given.movedBefore; times++) meddle(aimAt(world, plan, times))
    const report = await clock.until(
      executeWith<F, Wrong>({
        ...options,
        look: () => async () => {
          const seen = await look(world.look)()
          if (E.isLeft(seen)) return seen
          const again = planOf(seen.right)
          return E.isLeft(again) ? E.left(wrong('fatal', 'no plan')) : again
        },
      })(plan),
    )
    judge(report, plan)
  } else {
    const ran = await clock.until(
      run<F, Snapshot, Memory, null, unknown, Wrong>({
        ...options,
        rounds: 2,
        observe: () => look(world.look),
        plan: () => decide,
        guard: guarding,
        ...(recall === undefined ? {} : { recall }),
      })(null),
    )
    const { rounds } = E.isRight(ran) ? ran.right : ran.left
    for (const round of rounds) judge(round.report, round.plan)
    if (signal.aborted && E.isRight(ran) && rounds.length < 2 && ran.right.ended === 'bound')
      flaws.push('a run that was called off went on')
  }
  if (someTimeLater) await clock.advance(millis(10_000))
  let calls = 0
  for (const { times } of called.values()) calls += times
  return { flaws, calls, removed }
}

const none: ReadonlySet<string> = new Set()

const keysOf = <F extends Family>({ passes }: Plan<F>): ReadonlyArray<string> => [
  ...new Set(passes.flatMap((pass) => [...pass.removals, ...pass.reserve].map(({ target }) => targetKey(target)))),
]

/** Somebody whom a plan wants. */
const aimAt = <F extends Family, S>(world: World<F, S>, { passes }: Plan<F>, nth: number): string | undefined => {
  const removals = passes.flatMap((pass) => pass.removals)
  const aim = removals[nth % Math.max(1, removals.length)]
  return aim === undefined ? undefined : world.keyOf(aim.target)
}
