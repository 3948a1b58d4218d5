/**
 * Decoder of object metadata. Times are RFC 3339 text in tool output and Dates in client libraries; absent fields may
 * be left out, undefined or null. Fields that no collector reads, such as managedFields, are ignored.
 */
import { either as E, option as O } from 'fp-ts'

import type { ObjectMeta, OwnerReference } from '../../apiserver/object.js'
import { instant, isInstant } from '../../core/time.js'
import { type Decoder, decoder, fields, holding, items, mapped, reading, refuse, withDefault } from '../codec.js'
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
export const texts: Decoder<Readonly<Record<string, string>>> = decoder('an object of strings', (value, context) => {
  if (!isRecord(value)) return refuse(value, context)
  for (const key of Object.keys(value)) if (typeof value[key] !== 'string') return refuse(value, context)
  return E.right(value as Readonly<Record<string, string>>)
})

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

/** Metadata of one object. */
export const objectMeta: Decoder<ObjectMeta> = fields({
  namespace,
  name,
  uid: name,
  resourceVersion: maybe(text),
  generation: maybe(count),
  creationTimestamp: maybe(time),
  deletionTimestamp: maybe(time),
  deletionGracePeriodSeconds: maybe(count),
  finalizers: maybe(items(text)),
  ownerReferences: maybe(items(ownerReference)),
  labels: maybe(texts),
  annotations: maybe(texts),
})
