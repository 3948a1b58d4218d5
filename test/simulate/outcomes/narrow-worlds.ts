/**
 * Worlds with a namespace, a definition or a Job, made by lot: two to four objects, and only those controllers which have to do
 * with them, since few of these worlds could be followed course by course if bystanders took part.
 */
import type { WholeObject } from '../../../src/apiserver/index.js'
import type { ExploredRequest } from '../../../src/simulate/outcomes/index.js'
import { heldBy, leastActors, wishes } from './crowded-worlds.js'
import { type Lots, lotsOf } from './lots.js'
import * as part from './parts.js'
import type { SmallWorld } from './worlds.js'

/** A world, and who takes part beside the owner collector. */
export interface NarrowWorld extends SmallWorld {
  readonly controllers: ReadonlyArray<string>
}

/** What takes others along. */
export type Head = 'namespace' | 'definition' | 'job' | 'owning namespace'

interface Tale {
  readonly objects: readonly [WholeObject, ...ReadonlyArray<WholeObject>]
  readonly controllers: ReadonlyArray<string>
  /** The user may have other wishes about one of these. */
  readonly others: readonly [WholeObject, ...ReadonlyArray<WholeObject>]
}

const claims = 'persistentvolumeclaim-protection-controller'
const tokens = 'serviceaccount-token-controller'
const kubelet = 'kubelet'

/** One or two objects that somebody else than the head and the owner collector has to do with, the last one owned. */
const content = (lots: Lots, owners: ReadonlyArray<WholeObject>): Omit<Tale, 'others'> => {
  const { pick, once } = lots
  const held = { owners, ...heldBy(lots) }
  const kind = pick(['pod', 'pod', 'claim', 'claim', 'token'])
  if (kind === 'claim') return { objects: [part.claim('leaf', undefined, held)], controllers: [claims] }
  if (kind === 'pod') return { objects: [part.pod('leaf', 30, undefined, held)], controllers: [kubelet] }
  const account = part.account('leaf', held)
  return {
    objects: [part.token('token', 'leaf', once(2) ? { owners: [account] } : {}), account],
    controllers: [tokens],
  }
}

/** An object, another one that goes with it, and who lets go of one or takes the other along. */
const pairs: readonly [Pair, ...ReadonlyArray<Pair>] = [
  (lots) => {
    const claim = part.claim('claim', undefined)
    return [claim, part.plain('leaf', { owners: [claim], ...heldBy(lots) }), claims]
  },
  (lots) => {
    const devices = part.devices('devices', 'nobody')
    return [devices, part.plain('leaf', { owners: [devices], ...heldBy(lots) }), 'resource-claim-controller']
  },
  (lots) => {
    const account = part.account('account')
    return [account, part.token('token', 'account', { owners: [account], ...heldBy(lots) }), tokens]
  },
  (lots) => {
    const service = part.service('web')
    return [service, part.endpoints('web', { owners: [service], ...heldBy(lots) }), 'endpoints-controller']
  },
]

type Pair = (lots: Lots) => readonly [WholeObject, WholeObject, string]

const tales: Readonly<Record<Head, (lots: Lots) => Tale>> = {
  namespace: (lots) => {
    const [head, leaf, controller] = lots.pick(pairs)(lots)
    return {
      objects: [part.shop, head, leaf],
      controllers: ['namespace-controller', controller],
      others: [leaf, leaf, head],
    }
  },
  definition: (lots) => {
    const gadget = part.gadget(
      'gadget',
      lots.once(6) ? { finalizers: [lots.pick(['orphan', 'example.com/hold'])] } : {},
    )
    const keeper = part.plain('keeper')
    const { objects, controllers } = content(lots, lots.once(4) ? [gadget, keeper] : [gadget])
    return {
      objects: lots.once(2) ? [part.definition, gadget, keeper, ...objects] : [part.definition, gadget, ...objects],
      controllers: ['crd-finalizer', ...controllers],
      others: [gadget, ...objects],
    }
  },
  'owning namespace': (lots) => {
    const { once, pick } = lots
    const inner = part.plain('inner', once(3) ? { finalizers: ['example.com/hold'] } : {})
    const leaf = part.plain('leaf', { owners: [pick([part.shop, part.shop, inner])], ...heldBy(lots) })
    // In another namespace it goes as a dependent alone.
    const far: WholeObject = { ...leaf, metadata: { ...leaf.metadata, namespace: 'other' } }
    const isInside = leaf.metadata.ownerReferences?.[0]?.uid === inner.metadata.uid
    return {
      objects: isInside ? [part.shop, inner, leaf] : once(3) ? [part.shop, inner, far] : [part.shop, far],
      controllers: ['namespace-controller'],
      others: [leaf],
    }
  },
  job: (lots) => {
    const { once } = lots
    const job = part.job('job')
    const keeper = part.plain('keeper')
    const held = heldBy(lots)
    const finalizers = [part.tracking, ...(held.finalizers ?? [])]
    const pod = part.pod('pod', 30, undefined, { ...held, owners: once(4) ? [job, keeper] : [job], finalizers })
    const leaf = once(2)
      ? part.plain('leaf', { owners: [pod], ...heldBy(lots) })
      : part.claim('leaf', undefined, { owners: [pod] })
    return {
      objects: once(2) ? [job, pod, keeper] : [job, pod, keeper, leaf],
      controllers: ['job-controller', kubelet, claims],
      others: [pod, pod, job],
    }
  },
}

/** The world of a number. */
export const narrowWorld = (head: Head, seed: number): NarrowWorld => {
  const lots = lotsOf(seed)
  const { objects, controllers, others } = tales[head](lots)
  const { uid } = objects[0].metadata
  const propagationPolicy = lots.pick(['Background', 'Background', 'Background', 'Foreground', 'Orphan'])
  const first: ExploredRequest = { _tag: 'Delete', uid, options: { propagationPolicy } }
  const second = lots.once(2) ? wishes(lots, lots.pick(others)) : []
  return { objects, controllers, requests: lots.once(8) ? [...second, first] : [first, ...second] }
}

/** Worlds of more moments than these are left out; few worlds with a namespace are smaller. */
export const largestNarrow: Readonly<Record<Head, number>> = {
  namespace: 10_000,
  definition: 1500,
  job: 1500,
  'owning namespace': 1500,
}

/** So many controllers have work at least: where only two take part, both. */
export const leastNarrow: Readonly<Record<Head, number>> = {
  namespace: leastActors,
  definition: leastActors,
  job: leastActors,
  'owning namespace': 2,
}
