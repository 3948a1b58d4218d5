/**
 * Answers how a cluster with owners is written down in a test: letters for objects, a reference by the letter of its owner.
 */
import type { KubeObject, ObjectMeta, OwnerReference } from '../../../src/apiserver/object.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import type { Snapshot } from '../../../src/controllers/owner/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { explainOwnerFinding } from '../../../src/lint/owners/explain.js'
import type { OwnerFinding } from '../../../src/lint/owners/finding.js'
import { lintOwners } from '../../../src/lint/owners/lint.js'
import { right } from '../../decode/reading.js'

/** A reference to the ConfigMap of that name, changed. */
export const to = (name: string, changes: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid: `u-${name}`,
  ...changes,
})

/** A ConfigMap in the namespace shop, with its owners. */
export const object = (
  name: string,
  ownerReferences: ReadonlyArray<OwnerReference> = [],
  meta: Partial<ObjectMeta> = {},
  type: { readonly apiVersion?: string; readonly kind?: string } = {},
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  ...type,
  metadata: { namespace: 'shop', name, uid: `u-${name}`, ownerReferences, ...meta },
})

/** A ClusterRole, with its owners. */
export const clusterRole = (name: string, ownerReferences: ReadonlyArray<OwnerReference>): KubeObject =>
  object(
    name,
    ownerReferences,
    { namespace: undefined },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' },
  )

export const snapshot = (...objects: ReadonlyArray<KubeObject>): Snapshot => ({
  at: new Date('2026-11-21T03:01:10Z'),
  objects,
  scopes: scopes_1_36.scopes,
  coverage: { _tag: 'Everything' },
})

export const lint = (...objects: ReadonlyArray<KubeObject>): ReadonlyArray<OwnerFinding> =>
  right(lintOwners(defaultPolicy)(snapshot(...objects)))

/** Levels and sentences, without the words of the plan. */
export const said = (...objects: ReadonlyArray<KubeObject>): ReadonlyArray<string> =>
  lint(...objects).map(
    (finding) =>
      `${finding.level}: ${explainOwnerFinding(finding).replace(/(; the collector (deletes|changes|keeps) it): .*$/, '$1')}`,
  )

/** A time on that day. */
export const time = (clock: string): Date => new Date(`2026-11-21T${clock}Z`)
