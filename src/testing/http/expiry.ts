/** Events go without a request: etcd expires them an hour after their last write, as `--event-ttl` says by default. */
import { epochOfRfc3339, instant } from '../../core/time.js'
import { isRecord, ownField } from '../../internal/lists.js'
import { namespaceOf } from '../../apiserver/object.js'
import type { Server } from '../../apiserver/server.js'
import { type EventTimes, defaultEventTtl, eventFate, lastWriteOf } from '../../controllers/ttl/event.js'
import type { Fields } from './body.js'
import { prefixOf } from './state.js'
import { type Cell, entriesUnder } from './store.js'

const versions = ['v1', 'events.k8s.io/v1']

/**
 * Removes Events that have expired. One that does not say when it was written stays.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/event/storage/storage.go NewREST
 */
export const expireEvents = (cell: Cell, server: Pick<Server, 'vanish'>): void => {
  const fateAt = eventFate(defaultEventTtl)(cell.state.at)
  for (const apiVersion of versions)
    for (const { object, body } of entriesUnder(cell.state, prefixOf(apiVersion, 'Event'))) {
      const written = lastWriteOf(timesIn(object.metadata.creationTimestamp, body))
      if (written === undefined || fateAt(written) !== 'Gone') continue
      const namespace = namespaceOf(object)
      const { name } = object.metadata
      server.vanish({
        apiVersion,
        kind: 'Event',
        resource: 'events',
        name,
        ...(namespace === undefined ? {} : { namespace }),
      })
    }
}

const timesIn = (creationTimestamp: Date | undefined, body: Fields): EventTimes => {
  const series = ownField(body, 'series')
  return {
    metadata: { creationTimestamp },
    eventTime: timeOf(ownField(body, 'eventTime')),
    firstTimestamp: timeOf(ownField(body, 'firstTimestamp')),
    lastTimestamp: timeOf(ownField(body, 'lastTimestamp')),
    series: { lastObservedTime: isRecord(series) ? timeOf(ownField(series, 'lastObservedTime')) : undefined },
  }
}

const timeOf = (value: unknown): Date | undefined => {
  const time = typeof value === 'string' ? epochOfRfc3339(value) : null
  return time === null ? undefined : instant(time)
}
