/**
 * Answers how recordings of a live control plane are played on a fake cluster.
 */
import { optionsOf, seen } from '../../../conformance/shapes/kubernetes-apiserver-delete.js'
import { stateOf } from '../../../conformance/shapes/kubernetes-cascade-live.js'
import type { DeleteOptions, WholeObject } from '../../../src/apiserver/index.js'
import type { OwnerReference } from '../../../src/apiserver/object.js'
import type { Scope } from '../../../src/apiserver/scope.js'
import { defaultPolicy as podPolicy } from '../../../src/controllers/pod/index.js'
import type { ApiAnswer, FakeCluster } from '../../../src/testing/index.js'
import { fakeCluster } from '../../../src/testing/index.js'

/** A cluster as the recordings had it: nothing but an API server and an owner collector, and no kubelets. */
const emptyCluster = (): FakeCluster =>
  fakeCluster([], {
    kubelets: 'never',
    controllerSet: 'none',
    policies: { pod: { ...podPolicy, controller: 'off' }, ttl: { controller: 'off' } },
    scopes: custom,
  })

const custom: ReadonlyArray<Scope> = [
  { kind: 'Widget', resource: 'widgets', namespaced: true },
  { kind: 'ClusterWidget', resource: 'clusterwidgets', namespaced: false },
].map((scope) => ({ ...scope, apiVersion: 'example.com/v1', strategicMergePatch: false }))

type Operation =
  | { readonly op: 'delete'; readonly uid: string; readonly policy: string | null }
  | { readonly op: 'removeFinalizer'; readonly uid: string; readonly finalizer: string }
  | { readonly op: 'dropOwners'; readonly uid: string }
  | { readonly op: 'create'; readonly object: WholeObject }

/** A recorded cascade. */
export interface Cascade {
  readonly mode: 'warm' | 'cold'
  readonly objects: ReadonlyArray<WholeObject>
  readonly phases: ReadonlyArray<ReadonlyArray<Operation>>
}

/** What a recording shows of a cascade. */
export const playCascade = ({ mode, objects, phases }: Cascade): unknown => {
  const cluster = emptyCluster()
  const uids = new Set(objects.map(({ metadata }) => metadata.uid))
  const snapshots: unknown[] = []
  const shoot = (at: string): void => {
    for (const { metadata } of cluster.objects()) uids.add(metadata.uid)
    const shown = [...uids].map((uid) => [uid, stateOf(cluster.objects((object) => object.metadata.uid === uid)[0])])
    snapshots.push({ at, objects: Object.fromEntries(shown) as unknown })
  }
  createAll(cluster, objects)
  const statusCodes: ReadonlyArray<number>[] = []
  const ask = (operations: ReadonlyArray<Operation>): void => {
    statusCodes.push(operations.map((operation) => send(cluster, operation).code))
  }
  if (mode === 'warm') {
    cluster.settle()
    shoot('settled')
    for (const [index, operations] of phases.entries()) {
      ask(operations)
      cluster.settle()
      shoot(`phase${index}`)
    }
    cluster.restart()
    cluster.settle()
    shoot('afterCollectorRestart')
  } else
    for (const [index, operations] of phases.entries()) {
      ask(operations)
      if (index === 0) {
        shoot('beforeCollector')
        cluster.restart()
      }
      cluster.settle()
      shoot(`phase${index}`)
    }
  const warned = cluster.warnings().map(({ involvedObject }) => involvedObject.id)
  return { statusCodes, snapshots, ownerRefInvalidNamespaceWarnings: [...new Set(warned)] }
}

/** Objects are created one by one; then those name their owners whose owners came later. */
const createAll = (cluster: FakeCluster, objects: ReadonlyArray<WholeObject>): void => {
  const isLater = (index: number, { uid }: OwnerReference): boolean =>
    objects.findIndex(({ metadata }) => metadata.uid === uid) >= index
  for (const [index, object] of objects.entries()) {
    const ownerReferences = ownersOf(object).filter((reference) => !isLater(index, reference))
    cluster.create({ ...object, metadata: { ...object.metadata, ownerReferences } })
  }
  for (const [index, object] of objects.entries())
    if (ownersOf(object).some((reference) => isLater(index, reference)))
      setOwners(cluster, object.metadata.uid, ownersOf(object))
}

const ownersOf = ({ metadata }: WholeObject): ReadonlyArray<OwnerReference> => metadata.ownerReferences ?? []

const setOwners = (cluster: FakeCluster, uid: string, ownerReferences: ReadonlyArray<OwnerReference>): ApiAnswer => {
  const found = cluster.objects(({ metadata }) => metadata.uid === uid)[0]
  return found === undefined
    ? absent
    : cluster.api.update({ ...found, metadata: { ...found.metadata, ownerReferences } })
}

const absent: ApiAnswer = { _tag: 'Refused', code: 404, reason: 'NotFound', message: 'it is gone' }

const send = (cluster: FakeCluster, operation: Operation): ApiAnswer => {
  if (operation.op === 'create') return cluster.api.create(operation.object)
  const found = cluster.objects(({ metadata }) => metadata.uid === operation.uid)[0]
  if (found === undefined) return absent
  switch (operation.op) {
    case 'delete':
      return cluster.api.delete(found, operation.policy === null ? {} : { propagationPolicy: operation.policy })
    case 'removeFinalizer':
      return takeFinalizer(cluster, found, operation.finalizer)
    case 'dropOwners':
      return setOwners(cluster, operation.uid, [])
  }
}

const takeFinalizer = (cluster: FakeCluster, object: WholeObject, finalizer: string): ApiAnswer => {
  const finalizers = (object.metadata.finalizers ?? []).filter((other) => other !== finalizer)
  return cluster.api.update({ ...object, metadata: { ...object.metadata, finalizers } })
}

type Step =
  | { readonly op: 'delete'; readonly options: DeleteOptions }
  | { readonly op: 'removeFinalizer' | 'addFinalizer'; readonly finalizer: string }

/** Recorded requests to one object. */
export interface Requests {
  readonly object: WholeObject
  readonly steps: ReadonlyArray<Step>
}

/** What a recording shows of requests to one object. */
export const playRequests = ({ object, steps }: Requests): unknown => {
  const cluster = fakeCluster([object], { scopes: custom, kubelets: 'never' })
  const [{ metadata }] = cluster.objects() as readonly [WholeObject]
  const now = (): WholeObject | undefined => cluster.objects(({ metadata: { uid } }) => uid === metadata.uid)[0]
  return {
    steps: steps.map((step) => {
      const answer = request(cluster, now(), step)
      const left = now()
      return {
        code: answer.code,
        ...(answer._tag === 'Refused' ? { reason: answer.reason } : {}),
        object: left === undefined ? null : seen(left),
      }
    }),
  }
}

const request = (cluster: FakeCluster, object: WholeObject | undefined, step: Step): ApiAnswer => {
  if (step.op === 'delete')
    return object === undefined
      ? cluster.api.delete('ConfigMap/absent', step.options)
      : cluster.api.delete(object, optionsOf(step.options, object))
  if (object === undefined) return absent
  if (step.op === 'removeFinalizer') return takeFinalizer(cluster, object, step.finalizer)
  const { metadata } = object
  return cluster.api.update({
    ...object,
    metadata: { ...metadata, finalizers: [...(metadata.finalizers ?? []), step.finalizer] },
  })
}
