/**
 * Whether a request left an object unchanged; if so, its resource version stays.
 */
import { isSameReference } from './address.js'
import type { ObjectMeta } from './object.js'
import type { WholeObject } from './pod.js'

/** True when status, specification and the metadata that requests change are as before. */
export const isSame = (before: WholeObject, after: WholeObject): boolean =>
  before === after ||
  (before.status === after.status &&
    before.spec === after.spec &&
    (before.metadata === after.metadata || isSameMeta(before.metadata, after.metadata)))

/** The fields that requests change. */
const isSameMeta = (a: ObjectMeta, b: ObjectMeta): boolean =>
  a.deletionTimestamp?.getTime() === b.deletionTimestamp?.getTime() &&
  a.deletionGracePeriodSeconds === b.deletionGracePeriodSeconds &&
  a.generation === b.generation &&
  areSame(a.finalizers, b.finalizers, (one, other) => one === other) &&
  areSame(a.ownerReferences, b.ownerReferences, isSameReference)

const areSame = <A>(
  a: ReadonlyArray<A> | undefined,
  b: ReadonlyArray<A> | undefined,
  same: (one: A, other: A) => boolean,
): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index]
      return other !== undefined && same(one, other)
    }))
