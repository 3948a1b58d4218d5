/**
 * Answers how a cluster is written down in a test: letters for objects, most of them config maps of one namespace.
 */
import { either as E } from 'fp-ts'

import type { Coverage } from '../../../src/apiserver/scope.js'
import type { KubeObject, ObjectMeta, OwnerReference } from '../../../src/apiserver/object.js'
import type { Plan, Policy, Snapshot } from '../../../src/controllers/owner/index.js'
import { defaultPolicy, plan } from '../../../src/controllers/owner/index.js'
import { everything, scopes } from '../../../src/testing/arbitrary/owner.js'

export const noon = new Date('2026-01-01T12:00:00Z')

export { everything, scopes }

/** A reference to a config map of that name and uid. */
export const to = (uid: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: uid,
  uid,
  ...more,
})

/** A config map in the namespace `ns`, with these owners. */
export const object = (
  uid: string,
  owners: ReadonlyArray<OwnerReference> = [],
  more: Partial<ObjectMeta> = {},
  kind = 'ConfigMap',
  apiVersion = 'v1',
): KubeObject => ({
  apiVersion,
  kind,
  metadata: {
    namespace: 'ns',
    name: uid,
    uid,
    resourceVersion: '7',
    ...(owners.length === 0 ? {} : { ownerReferences: owners }),
    ...more,
  },
})

/** Metadata of what is being deleted and held by finalizers. */
export const deleted = (...finalizers: ReadonlyArray<string>): Partial<ObjectMeta> => ({
  deletionTimestamp: noon,
  deletionGracePeriodSeconds: 0,
  finalizers,
})

export const clusterOf = (objects: ReadonlyArray<KubeObject>, coverage: Coverage = everything): Snapshot => ({
  at: noon,
  objects,
  scopes,
  coverage,
})

/** The plan of a sound snapshot. */
export const planOf = (snapshot: Snapshot, policy: Policy = defaultPolicy): Plan => {
  const planned = plan(policy)(snapshot)
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}
