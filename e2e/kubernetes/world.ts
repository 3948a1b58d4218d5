/** Random worlds of a control plane: objects with owners in a namespace of their own, and one request. */
import type { ObjectPort } from '../../src/adapters/kubernetes/index.js'
import type { DeleteOptions, WholeObject } from '../../src/apiserver/index.js'

/** A random number below a limit. */
export type Dice = (limit: number) => number

/** Numbers that a seed decides. */
const diceOf = (seed: number): Dice => {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}

/** A world on a server. */
export interface World {
  readonly seed: number
  readonly namespace: string
  /** How many objects, and references to owners of each sort. */
  readonly counts: Readonly<Record<'objects' | 'owned' | 'absent' | 'blocking' | 'several' | 'held', number>>
  readonly request: Request
}

/** What is asked of the server. */
export interface Request {
  /** The uid of an object; none: the namespace. */
  readonly uid: string | undefined
  readonly options: DeleteOptions
}

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', body: {} }

/** Kinds that no other controller touches here. */
const kinds: ReadonlyArray<{
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly body: object
}> = [
  configMap,
  { apiVersion: 'v1', kind: 'Secret', resource: 'secrets', body: {} },
  { apiVersion: 'v1', kind: 'ServiceAccount', resource: 'serviceaccounts', body: {} },
  { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', resource: 'leases', body: {} },
  {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    resource: 'replicasets',
    body: { spec: { replicas: 0, selector: { matchLabels: { a: 'b' } }, template: templateOf() } },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    resource: 'jobs',
    body: { spec: { parallelism: 0, template: { spec: { ...templateOf().spec, restartPolicy: 'Never' } } } },
  },
  { apiVersion: 'v1', kind: 'Pod', resource: 'pods', body: { spec: templateOf().spec } },
]

function templateOf() {
  return { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
}

const policies = ['Background', 'Foreground', 'Orphan', undefined] as const

/** Makes a world: objects one after the other, each with owners among those before it, or absent ones. */
export const makeWorld = async (objects: ObjectPort, seed: number): Promise<World> => {
  const dice = diceOf(seed)
  const namespace = `world-${seed}`
  const created = async (place: Parameters<ObjectPort['create']>[0], body: object): Promise<WholeObject> => {
    const answer = await objects.create(place, body)()
    if (answer._tag === 'Left') throw new Error(JSON.stringify(answer.left))
    return answer.right as WholeObject
  }
  await created(
    { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: namespace },
    { metadata: { name: namespace } },
  )
  const made: WholeObject[] = []
  const counts = { objects: 0, owned: 0, absent: 0, blocking: 0, several: 0, held: 0 }
  const size = 6 + dice(9)
  for (let index = 0; index < size; index++) {
    const { apiVersion, kind, resource, body } = kinds[dice(kinds.length)] ?? configMap
    const owners = new Map<string, object>()
    for (let more = index === 0 ? 0 : ([0, 1, 1, 1, 2, 2, 3][dice(7)] ?? 0); more > 0; more--) {
      const owner = made[dice(made.length)]
      // The controllers of Jobs and ReplicaSets, which a cascade knows and which do not run here, would let go of such a pod.
      if (owner === undefined || (kind === 'Pod' && ['Job', 'ReplicaSet'].includes(owner.kind))) continue
      const isAbsent = dice(12) === 0
      const uid = isAbsent
        ? `00000000-0000-4000-8000-${String(seed * 1000 + index * 10 + more).padStart(12, '0')}`
        : owner.metadata.uid
      const name = isAbsent && dice(2) === 0 ? `gone-${index}` : owner.metadata.name
      const blockOwnerDeletion = dice(3) > 0
      owners.set(uid, {
        apiVersion: owner.apiVersion,
        kind: owner.kind,
        name,
        uid,
        blockOwnerDeletion,
        controller: owners.size === 0 && dice(2) === 0,
      })
      if (isAbsent) counts.absent++
      if (blockOwnerDeletion) counts.blocking++
    }
    const isHeld = dice(10) === 0
    if (owners.size > 0) counts.owned++
    if (owners.size > 1) counts.several++
    if (isHeld) counts.held++
    counts.objects++
    const metadata = {
      name: `o-${index}`,
      namespace,
      ...(owners.size === 0 ? {} : { ownerReferences: [...owners.values()] }),
      ...(isHeld ? { finalizers: ['example.com/hold'] } : {}),
    }
    made.push(
      await created({ apiVersion, kind, resource, namespace, name: '' }, { apiVersion, kind, ...body, metadata }),
    )
  }
  const policy = policies[dice(policies.length)]
  const target = made[dice(Math.min(3, made.length))]
  const uid = dice(5) === 0 ? undefined : target?.metadata.uid
  const options = policy === undefined || uid === undefined ? {} : { propagationPolicy: policy }
  return { seed, namespace, counts, request: { uid, options } }
}
