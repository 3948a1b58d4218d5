/**
 * Answers what is compared of the objects with which a recorded minute ended: what collectors read and change of them.
 */
import type { KubeObject } from '../../src/apiserver/object.js'

/** One text for each object, sorted. */
export const traits = (objects: ReadonlyArray<KubeObject>): ReadonlyArray<string> =>
  objects
    .map(({ kind, metadata: { namespace = '', name, uid, ownerReferences = [], finalizers = [], ...rest } }) =>
      JSON.stringify([
        kind,
        namespace,
        name,
        uid,
        ownerReferences,
        finalizers,
        rest.deletionTimestamp,
        rest.deletionGracePeriodSeconds,
      ]),
    )
    .sort()
