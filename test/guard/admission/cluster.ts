/** A cluster with something of everything that a gate has rules for, and reviews of deletions in it. */
import { either as E } from 'fp-ts'

import { scopes_1_36 } from '../../../src/apiserver/index.js'
import type { WholeObject } from '../../../src/apiserver/object.js'
import type { Snapshot } from '../../../src/controllers/owner/index.js'
import {
  type AdmissionPolicy,
  type AdmissionVerdict,
  admissionReview,
  defaultAdmissionPolicy,
} from '../../../src/guard/admission/index.js'

const noon = new Date('2026-01-01T12:00:00Z')

const owned = (apiVersion: string, kind: string, name: string, uid: string) => ({
  ownerReferences: [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }],
})
const shop = (apiVersion: string, kind: string, name: string, rest: object = {}, more: object = {}): WholeObject => ({
  apiVersion,
  kind,
  metadata: { namespace: 'shop', name, uid: `${kind}/${name}`, ...more },
  ...rest,
})

export const namespace: WholeObject = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'shop', uid: 'Namespace/shop' },
  spec: { finalizers: ['kubernetes'] },
}
const node: WholeObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a', uid: 'Node/node-a' } }
export const deployment: WholeObject = shop('apps/v1', 'Deployment', 'web')
const replicaSet = shop('apps/v1', 'ReplicaSet', 'web-1', {}, owned('apps/v1', 'Deployment', 'web', 'Deployment/web'))
const pod = (name: string): WholeObject =>
  shop(
    'v1',
    'Pod',
    name,
    { spec: { nodeName: 'node-a' }, status: { phase: 'Running' } },
    owned('apps/v1', 'ReplicaSet', 'web-1', 'ReplicaSet/web-1'),
  )
export const claim: WholeObject = shop('v1', 'PersistentVolumeClaim', 'data', {
  spec: { volumeName: 'vol' },
  status: { phase: 'Bound' },
})
const volume: WholeObject = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'vol', uid: 'PersistentVolume/vol' },
  spec: {
    persistentVolumeReclaimPolicy: 'Delete',
    hostPath: { path: '/tmp/x' },
    claimRef: { namespace: 'shop', name: 'data', uid: 'PersistentVolumeClaim/data' },
  },
  status: { phase: 'Bound' },
}
export const definition: WholeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'gadgets.example.com',
    uid: 'definition',
    finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
  },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Gadget', plural: 'gadgets' },
    versions: [{ name: 'v1', served: true, storage: true }],
  },
  status: { conditions: [{ type: 'Established', status: 'True' }] },
}
export const gadgets = {
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  resource: 'gadgets',
  namespaced: true,
  strategicMergePatch: false,
}
const gadget: WholeObject = {
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  metadata: { namespace: 'other', name: 'g', uid: 'g' },
}

export const settings: WholeObject = shop('v1', 'ConfigMap', 'settings')
export const objects: ReadonlyArray<WholeObject> = [
  ...[
    namespace,
    node,
    deployment,
    replicaSet,
    pod('web-1-a'),
    pod('web-1-b'),
    claim,
    volume,
    definition,
    gadget,
    settings,
  ],
]

export const snapshotOf = (all: ReadonlyArray<WholeObject>, more: Partial<Snapshot> = {}): Snapshot => ({
  at: noon,
  objects: all,
  scopes: [...scopes_1_36.scopes, gadgets],
  coverage: { _tag: 'Everything' },
  ...more,
})

/** A review as the API server sends it. */
export const reviewOf = (object: WholeObject, more: object = {}): object => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: 'r-1',
    operation: 'DELETE',
    kind: {
      group: object.apiVersion.includes('/') ? object.apiVersion.split('/')[0] : '',
      version: object.apiVersion.split('/').at(-1),
      kind: object.kind,
    },
    resource: { group: '', version: 'v1', resource: 'x' },
    name: object.metadata.name,
    ...(object.metadata.namespace === undefined ? {} : { namespace: object.metadata.namespace }),
    userInfo: { username: 'ann', groups: ['system:authenticated'] },
    object: null,
    oldObject: JSON.parse(JSON.stringify(object)) as unknown,
    options: { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', propagationPolicy: 'Background' },
    dryRun: false,
    ...more,
  },
})

export const annotated = (object: WholeObject, annotations: Readonly<Record<string, string>>): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, annotations },
})

export const verdictOn = (
  review: unknown,
  policy: Partial<AdmissionPolicy> = {},
  snapshot: Snapshot = snapshotOf(objects),
): AdmissionVerdict => {
  const verdict = admissionReview({ ...defaultAdmissionPolicy, ...policy })(snapshot)(review)
  if (E.isLeft(verdict)) throw new Error(JSON.stringify(verdict.left))
  return verdict.right
}

export const messageOf = ({ answer }: AdmissionVerdict): string => answer.response.status?.message ?? ''
