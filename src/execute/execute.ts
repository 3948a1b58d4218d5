/**
 * Executes a plan. It has no policy of its own: order, reserve, goal, requirements and failure handling come from the
 * plan.
 */
import { type option as O, type task as T, function as F, taskEither as TE } from 'fp-ts'

import type { Family, Pass, Plan } from '../core/plan.js'
import type { Report } from '../core/report.js'
import { type Context, contextOf, plainContext } from './context.js'
import type { CallFault } from './fault.js'
import { lookWith } from './call.js'
import type { Look, Options, Perform } from './options.js'
import { type PassNow, executePasses, passOf } from './passes.js'

/**
 * Carries out a plan as it stands; failed removals are outcomes, the task itself never rejects because of them. If a
 * port throws, against its type, the outcome holds what it threw in place of an error.
 */
export const execute =
  <A, Err>(perform: Perform<A, Err>) =>
  <F extends Family & { readonly Action: A }>(plan: Plan<F>): T.Task<Report<F, Err>> =>
  () =>
    executePasses(plainContext<F, Err>(perform), undefined, plan)

/**
 * Carries out a plan and looks again where the real component does: the pass is then taken from the new plan. A failed
 * look leaves its pass unobserved and the run goes on.
 */
export const executeLooking =
  <A, Err, F extends Family & { readonly Action: A }>(perform: Perform<A, Err>, look: Look<F, Err>) =>
  (plan: Plan<F>): T.Task<Report<F, Err>> =>
  () => {
    const context = plainContext<F, Err>(perform)
    return executePasses(context, byLooking(context, look), plan)
  }

/**
 * Executes a plan with deadlines, retries, limited concurrency, an abort signal, and an admission check.
 *
 * Shape: every removal of every pass has an outcome, however the run ends, but those that a goal did not need and those of a
 * pass that could not be looked at. An error of class `gone` is a success; one of
 * class `conflict` is a failure that says so. After an abort no call is begun, and a call in flight counts as failed. Never rejects.
 * Order: outcomes are in the order of the plan, whatever is under way at once.
 * Fails: a call without answer fails with a {@link CallFault}.
 *
 * @example
 * ```ts
 * import { either as E, option as O, taskEither as TE } from 'fp-ts'
 * import { known, unknown } from 'gcplan'
 * import { executeWith } from 'gcplan/execute'
 * import { assumeRecords, defaultPolicy, perform, plan } from 'gcplan/kubelet/image'
 * import type { Family } from 'gcplan/kubelet/image'
 *
 * const at = new Date('2026-01-01T12:00:00Z')
 * const image = { id: 'sha256:a', runtimeHandler: '', size: 60, pinned: false, tags: [] }
 * const snapshot = {
 *   at,
 *   beganGC: unknown,
 *   images: [image],
 *   containers: [],
 *   imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(140) }),
 *   memory: assumeRecords({ firstDetected: O.none, lastUsed: O.none, because: 'long before' })([image]),
 * }
 * const carryOut = executeWith<Family, string>({
 *   perform: perform({ removeImage: () => TE.left('not found') }),
 *   clock: { now: () => at, sleep: () => () => Promise.resolve() },
 *   classify: (error) => (error === 'not found' ? 'gone' : 'fatal'),
 * })
 * const planned = plan(defaultPolicy)(snapshot)
 * if (E.isRight(planned))
 *   void carryOut(planned.right)().then(({ passes }) => {
 *     for (const { outcomes } of passes) for (const { _tag } of outcomes) console.log(_tag) // Removed
 *   })
 * ```
 */
export const executeWith =
  <F extends Family, Err>(options: Options<F, Err>) =>
  (plan: Plan<F>): T.Task<Report<F, Err | CallFault>> =>
  () => {
    const context = contextOf(options)
    return executePasses(context, byLooking(context, options.look), plan)
  }

const byLooking = <F extends Family, Err, E>(
  { caller }: Context<F, Err, E>,
  look: Look<F, Err> | undefined,
): PassNow<F, E> | undefined =>
  look === undefined
    ? undefined
    : (pass) => () =>
        lookWith<O.Option<Pass<F>>, Err, E>(caller, () =>
          F.pipe(
            look(pass),
            TE.map((plan) => passOf(plan, pass)),
          ),
        )
