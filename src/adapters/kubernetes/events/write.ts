/** Writes one series of events, patiently. */
import { function as F, taskEither as TE } from 'fp-ts'

import { millis } from '../../../core/index.js'
import type { Clock, Signal } from '../../../execute/index.js'
import { sent } from '../ask.js'
import { classify, isConflict, isNotFound } from '../classify.js'
import { sleepUnless } from '../../clock.js'
import { collectionPath, objectPath } from '../paths.js'
import { type CallError, type Send, sayCallError } from '../request.js'
import { type Series, seriesPatch } from './series.js'

/** With what to write. */
export interface Writing {
  readonly send: Send
  readonly clock: Clock
  readonly signal: Signal | undefined
}

/** @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/events/event_broadcaster.go maxTriesPerEvent */
const mostTries = 12

/** @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/events/event_broadcaster.go defaultSleepDuration */
const betweenTries = millis(10_000)

const kind = { apiVersion: 'events.k8s.io/v1', resource: 'events' }

/**
 * Creates an event, or writes the count of one that is there; why not, if it could not.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/events/event_broadcaster.go attemptRecording
 */
export const writeSeries = async (writing: Writing, series: Series): Promise<string | undefined> => {
  const { clock, signal } = writing
  let mayBeThere = series.written > 0
  for (let tries = 1; ; tries++) {
    const failure = await once(writing, series, mayBeThere)
    if (failure === undefined) return undefined
    const isPassing = classify(failure) === 'retryable' || failure._tag === 'Cut'
    if (!isPassing || tries >= mostTries || signal?.aborted === true) return sayCallError(failure)
    // The answer was lost: the next attempt may find what this one made.
    mayBeThere ||= failure._tag === 'Cut'
    await sleepUnless(clock, betweenTries, signal)
    if (isEnded(writing)) return 'ended'
  }
}

const isEnded = ({ signal }: Writing): boolean => signal?.aborted === true

/** @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/events/event_broadcaster.go recordEvent */
const once = ({ send, signal }: Writing, series: Series, mayBeThere: boolean): Promise<CallError | undefined> => {
  const { namespace, name, body, count } = series
  const patch = seriesPatch(series)
  const ended = signal === undefined ? {} : { signal }
  const create = sent(send, {
    ...{ method: 'POST', path: collectionPath({ ...kind, namespace }), ...ended },
    body: count > 1 ? { ...body, ...patch } : body,
  })
  const update = sent(send, {
    ...{ method: 'PATCH', path: objectPath({ ...kind, namespace, name }), ...ended },
    ...{ contentType: 'application/merge-patch+json', body: patch },
  })
  const written =
    count > 1 && series.written > 0
      ? F.pipe(
          update,
          // Events are forgotten after an hour.
          TE.orElse((error) => (isNotFound(error) ? create : TE.left(error))),
        )
      : F.pipe(
          create,
          TE.orElse((error) => (mayBeThere && isConflict(error) ? TE.right(undefined) : TE.left(error))),
        )
  return F.pipe(
    written,
    TE.match(
      (error): CallError | undefined => error,
      () => undefined,
    ),
  )()
}
