/** What changed in a fake cluster, as a server tells watches, and the lists of every version that is still kept. */
import type { WholeObject } from '../../../src/apiserver/index.js'

/** One event of a watch. */
export interface LoggedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: WholeObject
}

/** The events of a cluster. */
export interface EventLog {
  /** Compares the cluster with what it was, and logs what is different. */
  readonly catchUp: () => void
  readonly from: (place: number) => ReadonlyArray<LoggedEvent>
  readonly length: () => number
  /** The place behind a version; undefined for one that is forgotten. */
  readonly placeOf: (version: string) => number | undefined
  /** Where a page begins, and of which version it is. */
  readonly pageOf: (token: string | undefined) => { readonly offset: number | undefined; readonly version: string }
  readonly tokenFor: (version: string, offset: number) => string
  /** The objects of a version that pages were given of. */
  readonly at: (version: string) => ReadonlyArray<WholeObject>
  /** Forgets all versions but the newest. */
  readonly compact: () => void
}

/** A log of the objects that a function gives. */
export const eventLog = (objects: () => ReadonlyArray<WholeObject>): EventLog => {
  let known = new Map<string, WholeObject>()
  const events: LoggedEvent[] = []
  let forgotten = 0
  let places = new Map<string, number>()
  const kept = new Map<string, ReadonlyArray<WholeObject>>()
  let newest = 1000
  const name = (): string => String(newest)
  const put = (type: LoggedEvent['type'], object: WholeObject): void => {
    const number = Number(object.metadata.resourceVersion)
    newest = Math.max(newest + 1, type !== 'DELETED' && Number.isSafeInteger(number) ? number : 0)
    const version = type === 'DELETED' ? name() : (object.metadata.resourceVersion ?? name())
    events.push({ type, object: { ...object, metadata: { ...object.metadata, resourceVersion: version } } })
    places.set(version, events.length)
    places.set(name(), events.length)
  }
  const catchUp = (): void => {
    const now = new Map(objects().map((object) => [object.metadata.uid, object]))
    for (const [uid, object] of known) if (!now.has(uid)) put('DELETED', object)
    for (const [uid, object] of now) {
      const before = known.get(uid)
      if (before === undefined) put('ADDED', object)
      else if (before !== object) put('MODIFIED', object)
    }
    known = now
    places.set(name(), events.length)
  }
  catchUp()
  return {
    catchUp,
    from: (place) => events.slice(place),
    length: () => events.length,
    placeOf: (version) => {
      const place = places.get(version)
      return place === undefined || place < forgotten ? undefined : place
    },
    pageOf: (token) => {
      if (token === undefined) {
        kept.set(name(), [...known.values()])
        return { offset: 0, version: name() }
      }
      const [version = '', offset] = token.split('@')
      return { offset: kept.has(version) ? Number(offset) : undefined, version }
    },
    tokenFor: (version, offset) => `${version}@${offset}`,
    at: (version) => kept.get(version) ?? [],
    compact: () => {
      kept.clear()
      forgotten = events.length
      places = new Map([[name(), events.length]])
    },
  }
}
