/** Clusters of every kind that some controller of a cascade looks after, with two or three of each, and links drawn by lot. */
import fc from 'fast-check'

import type { OwnerReference, WholeObject } from '../../../src/apiserver/index.js'
import { noon } from '../../controllers/owner/build.js'

type Draw = (below: number) => number

/** What one object is like, by its number and by lot. */
type Make = (
  number: number,
  draw: Draw,
) => Pick<WholeObject, 'apiVersion' | 'kind' | 'spec' | 'status'> & {
  readonly isOfCluster?: boolean
  readonly name?: string
  readonly namespace?: string
  readonly finalizers?: ReadonlyArray<string>
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly type?: string
}

const places = ['one', 'two']
const placeOf = (draw: Draw): string => places[draw(2)] ?? 'one'
const isRare = (draw: Draw, among = 4): boolean => draw(among) === 0

const makes: ReadonlyArray<Make> = [
  (number) => ({
    ...{ apiVersion: 'v1', kind: 'Namespace', isOfCluster: true, name: places[number % 2] ?? 'one' },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  }),
  (number, draw) => ({
    ...{ apiVersion: 'v1', kind: 'Node', isOfCluster: true, name: `node-${number}` },
    status: { conditions: isRare(draw) ? [{ type: 'Ready', status: 'Unknown' }] : [] },
  }),
  (number, draw) => ({
    ...{
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      name: `data-set-${number}`,
      finalizers: ['kubernetes.io/pvc-protection'],
    },
    spec: {
      ...(isRare(draw) ? {} : { volumeName: `volume-${draw(3)}` }),
      ...(isRare(draw) ? { volumeAttributesClassName: 'class-0' } : {}),
    },
    status: { phase: 'Bound' },
  }),
  (number, draw) => ({
    ...{
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      isOfCluster: true,
      name: `volume-${number}`,
      finalizers: ['kubernetes.io/pv-protection'],
    },
    spec: {
      persistentVolumeReclaimPolicy: isRare(draw, 2) ? 'Delete' : 'Retain',
      ...(isRare(draw, 2) ? { hostPath: { path: '/tmp/x' } } : { csi: { driver: 'ebs' } }),
      ...(isRare(draw)
        ? {}
        : {
            claimRef: {
              namespace: placeOf(draw),
              name: `data-set-${draw(3)}`,
              uid: `PersistentVolumeClaim-${draw(3)}`,
            },
          }),
      ...(isRare(draw) ? { volumeAttributesClassName: 'class-0' } : {}),
    },
    status: { phase: isRare(draw) ? 'Released' : 'Bound' },
  }),
  (number) => ({
    ...{ apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttributesClass', isOfCluster: true, name: `class-${number}` },
    finalizers: ['kubernetes.io/vac-protection'],
  }),
  (_, draw) => ({
    ...{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'set' },
    spec: {
      replicas: 2,
      volumeClaimTemplates: [{ metadata: { name: 'data' } }],
      template: { metadata: { labels: { app: `app-${draw(2)}` } } },
    },
  }),
  (_, draw) => ({
    ...{
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: isRare(draw, 2) ? 'rook-ceph-operator' : 'kustomize-controller',
    },
    spec: { replicas: 1, template: { metadata: { labels: { app: `app-${draw(2)}` } } } },
  }),
  (_, draw) => ({ apiVersion: 'apps/v1', kind: 'ControllerRevision', revision: draw(4) }),
  ...[0, 1].map((): Make => (_, draw) => ({
    ...{ apiVersion: 'v1', kind: 'Pod', labels: { app: `app-${draw(2)}` } },
    ...(isRare(draw, 3) ? { finalizers: ['batch.kubernetes.io/job-tracking'] } : {}),
    ...(isRare(draw, 8)
      ? {}
      : {
          spec: {
            ...(isRare(draw) ? {} : { nodeName: `node-${draw(3)}` }),
            terminationGracePeriodSeconds: draw(2) * 30,
            volumes: isRare(draw, 2)
              ? [{ name: 'v', persistentVolumeClaim: { claimName: `data-set-${draw(3)}` } }]
              : [],
            ...(isRare(draw) ? { schedulingGroup: { podGroupName: `podgroup-${draw(2)}` } } : {}),
            ...(isRare(draw) ? { resourceClaims: [{ name: 'gpu', resourceClaimName: 'x' }] } : {}),
          },
          status: { phase: isRare(draw) ? 'Succeeded' : 'Running' },
        }),
  })),
  (_, draw) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    spec: { selector: { matchLabels: { app: `app-${draw(2)}` } } },
  }),
  (number) => ({
    ...{ apiVersion: 'scheduling.k8s.io/v1alpha2', kind: 'PodGroup', name: `podgroup-${number}` },
    finalizers: ['scheduling.k8s.io/podgroup-protection'],
  }),
  (number, draw) => ({
    apiVersion: 'v1',
    kind: 'Service',
    name: `web-${number % 2}`,
    spec: isRare(draw, 2) ? { selector: { app: `app-${draw(2)}` } } : {},
  }),
  (number) => ({
    apiVersion: 'v1',
    kind: 'Endpoints',
    name: `web-${number % 2}`,
    subsets: [{ addresses: [{ ip: '10.0.0.1' }] }],
  }),
  (_, draw) => ({
    ...{ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice' },
    labels: {
      'kubernetes.io/service-name': `web-${draw(2)}`,
      'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
    },
  }),
  (number) => ({ apiVersion: 'v1', kind: 'ServiceAccount', name: number === 0 ? 'default' : `account-${number}` }),
  (_, draw) => ({
    ...{ apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/service-account-token' },
    annotations: { 'kubernetes.io/service-account.name': draw(2) === 0 ? 'default' : 'account-1' },
  }),
  (_, draw) => ({
    ...{
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
      finalizers: ['resource.kubernetes.io/delete-protection'],
    },
    status: { allocation: {}, reservedFor: [{ resource: 'pods', name: 'x', uid: `Pod-${draw(4)}` }] },
  }),
  (_, draw) => ({
    ...{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', isOfCluster: true },
    spec: { group: 'metrics', version: 'v1', service: { namespace: placeOf(draw), name: `web-${draw(2)}` } },
    status: { conditions: [{ type: 'Available', status: 'True' }] },
  }),
  (number) => ({
    ...{
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      isOfCluster: true,
      name: `gadgets${number}.example.com`,
    },
    finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: `Gadget${number}`, plural: `gadgets${number}` },
      versions: [{ name: 'v1', served: true, storage: true }],
    },
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  }),
  (number) => ({ apiVersion: 'example.com/v1', kind: `Gadget${number}` }),
  (_, draw) => ({
    ...{
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      finalizers: ['finalizers.fluxcd.io'],
      spec: { prune: true },
    },
    status: { inventory: { entries: [{ id: `${placeOf(draw)}_data-set-${draw(3)}__PersistentVolumeClaim` }] } },
  }),
  (number) => ({
    ...{
      apiVersion: 'networking.k8s.io/v1',
      kind: 'ServiceCIDR',
      isOfCluster: true,
      finalizers: ['networking.k8s.io/service-cidr-finalizer'],
    },
    spec: { cidrs: [`10.${number}.0.0/16`] },
  }),
  (_, draw) => ({
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'IPAddress', isOfCluster: true, name: `10.${draw(3)}.0.1` },
    labels: { 'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io' },
  }),
  () => ({ apiVersion: 'v1', kind: 'ConfigMap' }),
]

/** Numbers by lot, always the same for a seed. */
const lotsFrom = (seed: number): Draw => {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below
  }
}

/** The cluster of a number. */
const mixedWorld = (seed: number): ReadonlyArray<WholeObject> => {
  const draw = lotsFrom(seed)
  const objects: WholeObject[] = []
  const density = 2 + draw(6)
  const counts = new Map<string, number>()
  for (const round of [0, 1, 2])
    for (const make of makes) {
      if (draw(density) !== 0) continue
      const made = make(round, draw)
      const number = counts.get(made.kind) ?? 0
      counts.set(made.kind, number + 1)
      objects.push(objectOf(make(number, draw), number, draw, objects))
    }
  const seen = new Set<string>()
  return objects.filter(({ kind, metadata: { namespace, name, uid } }) => {
    const key = `${kind} ${namespace} ${name}`
    return !seen.has(key) && !seen.has(uid) && seen.add(key).add(uid).size > 0
  })
}

const objectOf = (
  { isOfCluster = false, name, finalizers = [], labels, annotations, ...rest }: ReturnType<Make>,
  number: number,
  draw: Draw,
  before: ReadonlyArray<WholeObject>,
): WholeObject => {
  const namespace = isOfCluster ? undefined : placeOf(draw)
  const held = [
    ...finalizers,
    ...(isRare(draw, 6)
      ? [['example.com/x', 'foregroundDeletion', 'orphan', 'longhorn.io', 'cephcluster.ceph.rook.io'][draw(5)] ?? '']
      : []),
  ]
  const going = held.length > 0 && isRare(draw, 5) ? { deletionTimestamp: noon, deletionGracePeriodSeconds: 0 } : {}
  const owners = before.filter((object) => isRare(draw, 12) && (object.metadata.namespace ?? namespace) === namespace)
  const metadata = {
    ...(namespace === undefined ? {} : { namespace }),
    name: name ?? `${rest.kind.toLowerCase()}-${number}`,
    uid: `${rest.kind}-${number}`,
    resourceVersion: '1',
    ...(held.length === 0 ? {} : { finalizers: held }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(owners.length === 0 ? {} : { ownerReferences: owners.slice(0, 2).map(referenceBy(draw)) }),
    ...going,
  }
  return { ...rest, metadata }
}

const referenceBy =
  (draw: Draw) =>
  ({ apiVersion, kind, metadata: { name, uid } }: WholeObject, place: number): OwnerReference => ({
    ...{ apiVersion, kind, name: isRare(draw, 15) ? 'other' : name, uid: isRare(draw, 15) ? 'nobody' : uid },
    ...(place === 0 && isRare(draw, 2) ? { controller: true } : {}),
    ...(isRare(draw, 2) ? { blockOwnerDeletion: true } : {}),
  })

/** A cluster, and the uid or namespace that is asked for. */
export const mixedWorlds: fc.Arbitrary<{ readonly objects: ReadonlyArray<WholeObject>; readonly which: number }> = fc
  .record({ seed: fc.nat(), which: fc.nat(99) })
  .map(({ seed, which }) => ({ objects: mixedWorld(seed), which }))
