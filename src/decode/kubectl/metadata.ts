/**
 * Decoder of object metadata. Times are RFC 3339 text in tool output and Dates in client libraries; absent fields may
 * be left out, undefined or null. Fields that no collector reads, such as managedFields, are ignored.
 */
import { option as O } from 'fp-ts'

import type { ObjectMeta, OwnerReference } from '../../apiserver/object.js'
import { instant, isInstant } from '../../core/time.js'
import { type Decoder, fields, holding, items, mapped, reading, remembering, withDefault } from '../codec.js'
import { parseRfc3339 } from '../instant.js'
import { flag, name, text } from '../leaf.js'
import { isRecord } from '../../internal/lists.js'

/** What may be absent, null or undefined. */
export const maybe = <A>(reader: Decoder<A>): Decoder<A | undefined> => withDefault<A | undefined>(reader, undefined)

/** A time as tools write it, or as client libraries hold it. */
export const time: Decoder<Date> = reading('RFC 3339 text such as "2026-01-01T12:00:00Z", or a valid Date', (value) =>
  typeof value === 'string' ? parseRfc3339(value) : isInstant(value) ? O.some(instant(value.getTime())) : O.none,
)

/** A number of things. */
export const count: Decoder<number> = holding(
  'an integer from 0 to 2^53 - 1',
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
)

/** By reference: keys such as `__proto__` stay what they are. */
export const texts: Decoder<Readonly<Record<string, string>>> = holding(
  'an object of strings',
  (value): value is Readonly<Record<string, string>> =>
    isRecord(value) && Object.keys(value).every((key) => typeof value[key] === 'string'),
)

/** Of an object of the cluster the namespace is absent; some libraries write it as empty text. */
const namespace: Decoder<string | undefined> = mapped(maybe(text), (value) => (value === '' ? undefined : value))

const ownerReference: Decoder<OwnerReference> = fields({
  apiVersion: name,
  kind: name,
  name,
  uid: name,
  controller: maybe(flag),
  blockOwnerDeletion: maybe(flag),
})

/** How the parts of metadata are read that many objects have in common. */
interface CommonParts {
  readonly time: Decoder<Date>
  readonly ownerReferences: Decoder<ReadonlyArray<OwnerReference>>
}

const metadataOf = (common: CommonParts): Decoder<ObjectMeta> =>
  mapped(
    fields({
      namespace,
      name,
      uid: name,
      resourceVersion: maybe(text),
      generation: maybe(count),
      creationTimestamp: maybe(common.time),
      deletionTimestamp: maybe(common.time),
      deletionGracePeriodSeconds: maybe(count),
      finalizers: maybe(items(text)),
      ownerReferences: maybe(common.ownerReferences),
      labels: maybe(texts),
      annotations: maybe(texts),
    }),
    // Written out, as an object that grows field by field takes more room.
    (read) => ({
      namespace: read.namespace,
      name: read.name,
      uid: read.uid,
      resourceVersion: read.resourceVersion,
      generation: read.generation,
      creationTimestamp: read.creationTimestamp,
      deletionTimestamp: read.deletionTimestamp,
      deletionGracePeriodSeconds: read.deletionGracePeriodSeconds,
      finalizers: read.finalizers,
      ownerReferences: read.ownerReferences,
      labels: read.labels,
      annotations: read.annotations,
    }),
  )

const ownerReferences = items(ownerReference)

/** Metadata of one object. */
export const objectMeta: Decoder<ObjectMeta> = metadataOf({ time, ownerReferences })

/**
 * A reader of the metadata of objects that nobody changes while they are read: what an object has in common with the one before
 * it is made once.
 */
export const metadataInCommon = (): Decoder<ObjectMeta> =>
  metadataOf({ time: remembering(time), ownerReferences: remembering(ownerReferences) })
