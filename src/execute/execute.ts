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

/** Executes a plan. Never rejects: failures are outcomes, and so is whatever a port throws. */
export const execute =
  <A, Err>(perform: Perform<A, Err>) =>
  <F extends Family & { readonly Action: A }>(plan: Plan<F>): T.Task<Report<F, Err>> =>
  () =>
    executePasses(plainContext<F, Err>(perform), undefined, plan)

/**
 * Executes a plan, and looks and plans again before each pass with `observesAgain`. If the look fails, that pass is
 * `Unobserved` and the run goes on.
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
 * Shape: every removal that was reached has an outcome. `gone` is a success, `conflict` a failure. After an abort no
 * call starts, and a call in progress counts as failed. Never rejects.
 * Order: outcomes are in plan order, whatever the concurrency.
 * Fails: calls without a response fail with a {@link CallFault}.
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
