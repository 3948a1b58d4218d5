/** Makes one call on a port, with retries and a deadline. */
import { type either, type taskEither as TE, either as E } from 'fp-ts'

import type { AdmissionRefusal, ErrorClass } from '../core/report.js'
import type { Millis } from '../core/time.js'
import type { Clock, Signal } from './clock.js'
import type { CallFault } from './fault.js'
import type { Perform, Retry } from './options.js'
import { withDeadline, pause } from './wait.js'

/** How calls are made; `E` is what a failed one leaves behind. */
export interface Caller<A, Err, E> {
  readonly perform: Perform<A, Err>
  readonly clock?: Clock | undefined
  readonly classify?: ((error: Err) => ErrorClass) | undefined
  readonly retry?: Retry | undefined
  readonly deadline?: Millis | undefined
  readonly signal?: Signal | undefined
  /** The report entry for an error, or for a call without a response. */
  readonly errorOf: (failure: CallFailure<Err>) => E
}

/** Why a call failed. */
export type CallFailure<Err> =
  | { readonly _tag: 'Answered'; readonly error: Err }
  | { readonly _tag: 'Unanswered'; readonly fault: CallFault }

/** The error of the port, or the fault in its place. */
export const errorOrFault = <Err>(failure: CallFailure<Err>): Err | CallFault =>
  failure._tag === 'Answered' ? failure.error : failure.fault

/** The result of an action. */
export type Called<E> = 'done' | 'gone' | { readonly error: E; readonly as?: 'conflict' }

type OnRetry<E> = (error: E, attempt: number, wait: Millis) => void

/** Asks for admission again before a retry. */
export type StillAdmitted = () => AdmissionRefusal | null

/** The report entry for a call that was no longer admitted. */
export const notAdmitted = <Err, E>({ errorOf }: Caller<never, Err, E>, refusal: AdmissionRefusal): E =>
  errorOf(unanswered({ _tag: 'NotAdmitted', refusal }))

/** Carries out one action; never rejects. Before it is called again it has to be admitted again. */
export const call = async <A, Err, E>(
  caller: Caller<A, Err, E>,
  action: A,
  onRetry: OnRetry<E>,
  stillAdmitted?: StillAdmitted,
): Promise<Called<E>> => {
  for (let failures = 1; ; failures++) {
    const failure = await callOnce(caller, action)
    if (failure === null) return 'done'
    const meaning = classOf(caller, failure)
    if (meaning === 'gone') return 'gone'
    const error = caller.errorOf(failure)
    const wait = meaning === 'retryable' ? waitAfter(caller, failures) : null
    if (wait === null) return meaning === 'conflict' ? { error, as: 'conflict' } : { error }
    onRetry(error, failures, wait.span)
    if (!(await pause(wait.clock, wait.span, caller.signal))) return { error }
    const refusal = stillAdmitted === undefined ? null : stillAdmitted()
    if (refusal !== null) return { error: notAdmitted(caller, refusal) }
  }
}

/** Without a deadline or a signal the call is awaited directly: with many calls every extra promise counts. */
const callOnce = async <A, Err, E>(caller: Caller<A, Err, E>, action: A): Promise<CallFailure<Err> | null> => {
  const { perform, deadline, signal } = caller
  if (deadline === undefined && signal === undefined)
    try {
      return failureIn(await perform(action)())
    } catch (thrown) {
      return unanswered({ _tag: 'PortThrew', thrown })
    }
  const answered = await withDeadline(() => perform(action)(), caller)
  return answered._tag === 'Gave up' ? unanswered(answered.fault) : failureIn(answered.value)
}

/** The failure that a response means; a value that is not a response counts as thrown. */
const failureIn = <Err>(answer: either.Either<Err, unknown> | null | undefined): CallFailure<Err> | null => {
  switch (answer?._tag) {
    case 'Right':
      return null
    case 'Left':
      return { _tag: 'Answered', error: answer.left }
    default:
      return unanswered({ _tag: 'PortThrew', thrown: answer })
  }
}

const unanswered = (fault: CallFault): CallFailure<never> => ({ _tag: 'Unanswered', fault })

const classOf = <Err, E>({ classify, retry }: Caller<never, Err, E>, failure: CallFailure<Err>): ErrorClass => {
  if (failure._tag === 'Unanswered')
    return failure.fault._tag === 'DeadlineExceeded' && retry?.afterDeadline === true ? 'retryable' : 'fatal'
  try {
    return classify?.(failure.error) ?? 'fatal'
  } catch {
    return 'fatal'
  }
}

const waitAfter = <Err, E>(
  { clock, retry, signal }: Caller<never, Err, E>,
  failures: number,
): { readonly clock: Clock; readonly span: Millis } | null => {
  if (clock === undefined || retry === undefined || signal?.aborted === true) return null
  if (!Number.isFinite(retry.attempts) || failures >= retry.attempts) return null
  try {
    return { clock, span: retry.wait(failures) }
  } catch {
    return null
  }
}

/** Observes; never rejects. Finding nothing counts as a failed look. */
export const lookWith = async <A, Err, Fail>(
  caller: Caller<never, Err, Fail>,
  look: () => TE.TaskEither<Err, A>,
): Promise<E.Either<Fail, A>> => {
  const { classify } = caller
  const seen: A[] = []
  const looked = await call<null, Err, Fail>(
    {
      ...caller,
      perform: () => async () => {
        const answer = await look()()
        if (E.isRight(answer)) seen.push(answer.right)
        return answer
      },
      classify:
        classify === undefined ? undefined : (error) => (classify(error) === 'retryable' ? 'retryable' : 'fatal'),
    },
    null,
    () => undefined,
  )
  const [last] = seen.slice(-1)
  if (typeof looked === 'object') return E.left(looked.error)
  return E.right(last as A)
}
