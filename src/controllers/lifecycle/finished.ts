/**
 * Whether an object has finished, and when, by the observer of its kind.
 */
import type { either as E } from 'fp-ts'

import { match, pipe } from '../../core/fp.js'
import { instant, isInstant, epochOfRfc3339, zeroTimeEpoch } from '../../core/time.js'
import { ownField } from '../../internal/lists.js'
import type { WholeObject } from '../../apiserver/index.js'
import type { GroupKind } from './rules.js'
import { pathOf } from './usage/reader.js'

/** What an observer saw; `at` is absent if the object has no time. */
export interface Finish {
  readonly finished: boolean
  readonly at?: Date | undefined
}

/** How to tell that objects of a kind have finished. */
export type FinishObserver = GroupKind &
  (
    | {
        /**
         * A condition of one of these types is `True`; the first one gives the time.
         * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go getFinishAndExpireTime
         */
        readonly _tag: 'ByCondition'
        readonly types: ReadonlyArray<string>
      }
    | {
        /** The text at a path is one of these; the time is at another path. */
        readonly _tag: 'ByPhase'
        readonly path: string
        readonly finishedValues: ReadonlyArray<string>
        readonly finishTimePath?: string | undefined
      }
    /** A pod: its phase, and the last of its containers to end. */
    | { readonly _tag: 'PodTermination' }
    /** An Event, finished since its last write. */
    | { readonly _tag: 'LastWrite' }
    /** Your function; a throw counts as a failure. */
    | {
        readonly _tag: 'Custom'
        /** What it sees of an object, or why it fails. */
        readonly observe: (object: WholeObject) => E.Either<string, Finish>
      }
  )

/** Jobs. */
export const jobObserver: FinishObserver = {
  _tag: 'ByCondition',
  group: 'batch',
  kind: 'Job',
  types: ['Complete', 'Failed'],
}

/** Pods. */
export const podObserver: FinishObserver = { _tag: 'PodTermination', group: '', kind: 'Pod' }

/**
 * Claims that say since when no pod has used them.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC
 */
export const unusedClaimObserver: FinishObserver = {
  _tag: 'ByCondition',
  group: '',
  kind: 'PersistentVolumeClaim',
  types: ['Unused'],
}

/** Events of both groups; not among the defaults. */
export const eventObservers: ReadonlyArray<FinishObserver> = [
  { _tag: 'LastWrite', group: '', kind: 'Event' },
  { _tag: 'LastWrite', group: 'events.k8s.io', kind: 'Event' },
]

/** What was seen of one object, or why it failed. */
export type Sighting = Finish | { readonly failed: string }

/** Looks at an object with an observer. */
export const observeFinish = (observer: FinishObserver): ((object: WholeObject) => Sighting) => {
  switch (observer._tag) {
    case 'ByCondition':
      return ({ status }) => byCondition(status, observer.types)
    case 'ByPhase':
      return byPhase(observer.path, observer.finishedValues, observer.finishTimePath)
    case 'PodTermination':
      return podFinish
    case 'LastWrite':
      return lastWrite
    case 'Custom':
      return (object) => customFinish(observer.observe, object)
  }
}

const running: Finish = { finished: false }

const finishedAt = (at: Date | undefined): Finish => (at === undefined ? { finished: true } : { finished: true, at })

/** The instant that a value names: text with an offset or `Z`, or a `Date`; nothing for anything else, Go's zero time too. */
const instantOf = (value: unknown): Date | undefined => {
  if (isInstant(value)) return value
  const epoch = typeof value === 'string' ? epochOfRfc3339(value) : null
  return epoch === null || epoch === zeroTimeEpoch ? undefined : instant(epoch)
}

const listAt = (value: unknown, name: string): ReadonlyArray<unknown> | string => {
  const list = ownField(value, name)
  return list === undefined || list === null ? [] : Array.isArray(list) ? (list as unknown[]) : `${name} is no list`
}

const byCondition = (status: unknown, types: ReadonlyArray<string>): Sighting => {
  const conditions = listAt(status, 'conditions')
  if (typeof conditions === 'string') return { failed: conditions }
  for (const condition of conditions) {
    const type = ownField(condition, 'type')
    if (typeof type === 'string' && types.includes(type) && ownField(condition, 'status') === 'True')
      return finishedAt(instantOf(ownField(condition, 'lastTransitionTime')))
  }
  return running
}

const valueAt = (root: unknown, path: string): unknown =>
  pathOf(path).reduce<unknown>((held, name) => (name === null ? undefined : ownField(held, name)), root)

const byPhase =
  (path: string, finishedValues: ReadonlyArray<string>, timePath: string | undefined) =>
  (object: WholeObject): Sighting => {
    const phase = valueAt(object, path)
    if (phase === undefined || phase === null) return running
    if (typeof phase !== 'string') return { failed: `${path} is no text` }
    if (!finishedValues.includes(phase)) return running
    return finishedAt(timePath === undefined ? undefined : instantOf(valueAt(object, timePath)))
  }

const podFinish = ({ status }: WholeObject): Sighting => {
  const phase = ownField(status, 'phase')
  if (phase !== undefined && phase !== null && typeof phase !== 'string') return { failed: 'phase is no text' }
  if (phase !== 'Succeeded' && phase !== 'Failed') return running
  const ends: Date[] = []
  for (const name of ['initContainerStatuses', 'containerStatuses']) {
    const statuses = listAt(status, name)
    if (typeof statuses === 'string') return { failed: statuses }
    for (const container of statuses) {
      const end = instantOf(ownField(ownField(ownField(container, 'state'), 'terminated'), 'finishedAt'))
      if (end !== undefined) ends.push(end)
    }
  }
  return finishedAt(latest(ends) ?? unreadySince(status))
}

const unreadySince = (status: unknown): Date | undefined => {
  const conditions = listAt(status, 'conditions')
  if (typeof conditions === 'string') return undefined
  const unready = conditions.find(
    (condition) => ownField(condition, 'type') === 'Ready' && ownField(condition, 'status') === 'False',
  )
  return instantOf(ownField(unready, 'lastTransitionTime'))
}

const lastWrite = (event: WholeObject): Sighting => {
  const times = [
    event.metadata.creationTimestamp,
    ...['firstTimestamp', 'lastTimestamp', 'eventTime'].map((name) => ownField(event, name)),
    ...['deprecatedFirstTimestamp', 'deprecatedLastTimestamp'].map((name) => ownField(event, name)),
    ownField(ownField(event, 'series'), 'lastObservedTime'),
  ]
  return finishedAt(latest(times.flatMap((time) => instantOf(time) ?? [])))
}

const latest = (dates: ReadonlyArray<Date>): Date | undefined =>
  dates.reduce<Date | undefined>((last, date) => (last === undefined || date > last ? date : last), undefined)

const customFinish = (observe: (object: WholeObject) => E.Either<string, Finish>, object: WholeObject): Sighting => {
  try {
    return pipe(
      observe(object),
      match(
        (failed): Sighting => ({ failed }),
        ({ finished, at }) => (finished ? finishedAt(isInstant(at) ? at : undefined) : running),
      ),
    )
  } catch {
    return { failed: 'the observer failed' }
  }
}
