/** Sends requests patiently: asks again where the server wants that, and tells apart what it refuses. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import type { Clock, Signal } from '../../execute/index.js'
import { millis } from '../../core/index.js'
import { accepted, classify } from './classify.js'
import { sleepUnless, systemClock } from '../clock.js'
import type { ApiCall, CallError, Send } from './request.js'

/** How patient to be. */
export interface Asking {
  /** Ends all that is under way. */
  readonly signal?: Signal | undefined
  /** Default: that of the machine. */
  readonly clock?: Clock | undefined
  /** How often a request is sent that fails for a while. Default 5. */
  readonly attempts?: number | undefined
}

/** The longest wait between two attempts, whatever the server asks for. */
const longestWait = 30_000

/** Sends a request that changes nothing, again and again while that may help. */
export const ask =
  (send: Send, { signal, clock = systemClock, attempts = 5 }: Asking) =>
  (call: ApiCall): TE.TaskEither<CallError, unknown> => {
    const once = sent(send, signal === undefined ? call : { ...call, signal })
    const from = (attempt: number): TE.TaskEither<CallError, unknown> =>
      F.pipe(
        once,
        TE.orElse((error) => {
          const isPassing = classify(error) === 'retryable' || error._tag === 'Cut'
          if (attempt >= attempts || !isPassing || signal?.aborted === true) return TE.left(error)
          const asked = error._tag === 'Refused' ? error.retryAfter : undefined
          const wait = asked === undefined ? 100 * 2 ** (attempt - 1) : asked * 1000
          return F.pipe(
            TE.fromTask(() => sleepUnless(clock, millis(Math.min(longestWait, wait)), signal)),
            TE.chain(() => from(attempt + 1)),
          )
        }),
      )
    return from(1)
  }

/**
 * Sends a request once: the body of its answer, or why there is none.
 *
 * Fails: `Refused` for every status but 200 to 299.
 */
export const sent =
  (send: Send, call: ApiCall): TE.TaskEither<CallError, unknown> =>
  () =>
    F.pipe(send(call), TE.chainEitherKW(accepted))()

/** Runs a task on each, so many at once, in order of the list. The first refusal ends it. */
export const eachOf =
  <A, Err, B>(
    list: ReadonlyArray<A>,
    atOnce: number,
    task: (item: A) => TE.TaskEither<Err, B>,
  ): TE.TaskEither<Err, ReadonlyArray<B>> =>
  async () => {
    const results: B[] = []
    let next = 0
    let failure: E.Left<Err> | undefined
    const worker = async (): Promise<void> => {
      while (failure === undefined) {
        const place = next++
        const item = list[place]
        if (item === undefined) return
        const result = await task(item)()
        if (E.isLeft(result)) failure ??= result
        else results[place] = result.right
      }
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker))
    return failure ?? E.right(results)
  }
