/** Objects for worlds in which several controllers have something to do with each other. */
import type { OwnerReference, WholeObject } from '../../../src/apiserver/index.js'

const namespace = 'shop'

/** Who owns an object, and what holds it. */
export interface Held {
  readonly owners?: ReadonlyArray<WholeObject>
  readonly finalizers?: ReadonlyArray<string>
  /** Its owners wait for it in the foreground. */
  readonly blocks?: boolean
}

const metadata = (name: string, { owners = [], finalizers = [], blocks = false }: Held): WholeObject['metadata'] => ({
  namespace,
  name,
  uid: name,
  ...(finalizers.length === 0 ? {} : { finalizers }),
  ...(owners.length === 0 ? {} : { ownerReferences: owners.map((owner) => referenceTo(owner, blocks)) }),
})

/** A reference to an owner; a Job controls its pods. */
const referenceTo = ({ apiVersion, kind, metadata: { name, uid } }: WholeObject, blocks: boolean): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid,
  ...(blocks ? { blockOwnerDeletion: true } : {}),
  ...(kind === 'Job' ? { controller: true } : {}),
})

/** Something that only owns and is owned. */
export const plain = (name: string, held: Held = {}): WholeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: metadata(name, held),
})

/** A pod on a node, which uses a claim; `grace` in seconds. */
export const pod = (name: string, grace: number, claim: string | undefined, held: Held = {}): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: metadata(name, held),
  spec: {
    nodeName: 'n1',
    terminationGracePeriodSeconds: grace,
    containers: [],
    ...(claim === undefined ? {} : { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: claim } }] }),
  },
  status: { phase: 'Running' },
})

/** A claim, bound to a volume. */
export const claim = (name: string, volumeName: string | undefined, held: Held = {}): WholeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {
    ...metadata(name, { ...held, finalizers: ['kubernetes.io/pvc-protection', ...(held.finalizers ?? [])] }),
    ...(volumeName === undefined ? {} : { annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } }),
  },
  spec: volumeName === undefined ? {} : { volumeName },
  status: { phase: volumeName === undefined ? 'Pending' : 'Bound' },
})

/** A volume of a claim. */
export const volume = (name: string, claimName: string, policy: string): WholeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name, uid: name, finalizers: ['kubernetes.io/pv-protection'] },
  spec: {
    persistentVolumeReclaimPolicy: policy,
    hostPath: { path: '/tmp/data' },
    claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name: claimName, uid: claimName },
  },
  status: { phase: 'Bound' },
})

/** An account. */
export const account = (name: string, held: Held = {}): WholeObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: metadata(name, held),
})

/** A token of an account. */
export const token = (name: string, of: string, held: Held = {}): WholeObject =>
  ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      ...metadata(name, held),
      annotations: { 'kubernetes.io/service-account.name': of, 'kubernetes.io/service-account.uid': of },
    },
    type: 'kubernetes.io/service-account-token',
  }) as WholeObject

/** A Service without a selector. */
export const service = (name: string, held: Held = {}): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata(name, held),
  spec: {},
})

/** The Endpoints of a Service have its name. */
export const endpoints = (name: string, held: Held = {}): WholeObject =>
  ({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { ...metadata(name, held), uid: `${name}-endpoints` },
    subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }],
  }) as WholeObject

/** A mirror of Endpoints. */
export const slice = (name: string, of: string, held: Held = {}): WholeObject => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: {
    ...metadata(name, held),
    labels: {
      'kubernetes.io/service-name': of,
      'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
    },
  },
})

/** A Job that is suspended, so that nothing is to be made. */
export const job = (name: string, held: Held = {}): WholeObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: metadata(name, held),
  spec: { parallelism: 1 },
})

/** What pods of Jobs are held by. */
export const tracking = 'batch.kubernetes.io/job-tracking'

/** Devices for pods, used by one. */
export const devices = (name: string, user: string, held: Held = {}): WholeObject => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  metadata: metadata(name, { ...held, finalizers: ['resource.kubernetes.io/delete-protection'] }),
  status: { allocation: {}, reservedFor: [{ resource: 'pods', name: user, uid: user }] },
})

/** A pod that uses devices. */
export const deviceUser = (name: string, grace: number, of: string, held: Held = {}): WholeObject => {
  const plainPod = pod(name, grace, undefined, held)
  return {
    ...plainPod,
    spec: { ...(plainPod.spec as object), resourceClaims: [{ name: 'gpu', resourceClaimName: of }] },
  }
}

/** The namespace of all of them. */
export const shop: WholeObject = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: namespace, uid: namespace },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
}

/** The definition of Gadgets, whose instances go first. */
export const definition: WholeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'gadgets.example.com',
    uid: 'gadgets',
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

/** An instance of the definition. */
export const gadget = (name: string, held: Held = {}): WholeObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  metadata: metadata(name, held),
})
