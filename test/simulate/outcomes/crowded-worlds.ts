/** Worlds of three to five objects in which three controllers or more have work, made by lot. */
import type { WholeObject } from '../../../src/apiserver/index.js'
import type { ExploredRequest } from '../../../src/simulate/outcomes/index.js'
import { type Lots, lotsOf } from './lots.js'
import * as part from './parts.js'
import type { SmallWorld } from './worlds.js'

/** Objects, of which the first is asked to be deleted; the user may have other wishes about some. */
interface Tale {
  readonly objects: readonly [WholeObject, ...ReadonlyArray<WholeObject>]
  readonly others: readonly [WholeObject, ...ReadonlyArray<WholeObject>]
}

type Tell = (lots: Lots) => Tale

/** Who blocks an owner, and what holds it, by lot. */
export const heldBy = ({ once }: Lots): part.Held => ({
  blocks: once(3),
  ...(once(8) ? { finalizers: ['orphan'] } : once(8) ? { finalizers: ['example.com/hold'] } : {}),
})

/** A claim lets go of its volume, and takes along what it owns. */
const storage: Tell = (lots) => {
  const claim = part.claim('claim', 'volume')
  const volume = part.volume('volume', 'claim', lots.pick(['Delete', 'Retain', 'Retain', 'Recycle']))
  const leaf = part.plain('leaf', { owners: [claim], ...heldBy(lots) })
  const other = part.plain('other', { owners: [leaf] })
  return { objects: lots.once(10) ? [claim, volume, leaf, other] : [claim, volume, leaf], others: [leaf, leaf, claim] }
}

/** A pod takes its claim along. */
const claims: Tell = (lots) => {
  const pod = part.pod('pod', 30, lots.once(2) ? 'claim' : undefined)
  const claim = part.claim('claim', undefined, { owners: [pod], ...heldBy(lots) })
  const keeper = part.plain('keeper')
  const leaf = part.plain('leaf', { owners: [claim, keeper] })
  return { objects: lots.once(8) ? [pod, claim, keeper, leaf] : [pod, claim, keeper], others: [claim, claim, pod] }
}

/** A pod or a claim takes along an account, and that its token. */
const chains: Tell = (lots) => {
  const { pick, once } = lots
  const head = pick([part.pod('head', 30, undefined), part.claim('head', undefined)])
  const keeper = part.plain('keeper')
  const owners = once(6) ? [head, keeper] : [head]
  const account = part.account('account', { owners, ...heldBy(lots) })
  const token = part.token('token', 'account', once(4) ? { owners: [pick([head, keeper])] } : {})
  return { objects: [head, account, token, keeper], others: [account, account, account, token] }
}

/** An account takes its token along, and that a pod which the token owns. */
const accounts: Tell = (lots) => {
  const { pick, once } = lots
  const account = part.account('account')
  const token = part.token('token', 'account', once(5) ? { finalizers: ['example.com/hold'] } : {})
  const keeper = part.plain('keeper')
  const owners = pick([[token], [token], [token], [token, account], [token, keeper]])
  const leaf = part.pod('leaf', 30, undefined, { owners, ...heldBy(lots) })
  return {
    objects: owners.includes(keeper) || once(3) ? [account, token, leaf, keeper] : [account, token, leaf],
    others: [leaf, leaf, leaf, token],
  }
}

/** A Service takes its Endpoints along, and they a pod. */
const endpoints: Tell = (lots) => {
  const { pick, once } = lots
  const service = part.service('web')
  const own = part.endpoints('web', once(5) ? { finalizers: ['example.com/hold'] } : {})
  const keeper = part.plain('keeper')
  const owners = pick([[own], [own], [own], [service, own], [own, keeper]])
  const leaf = part.pod('leaf', 30, undefined, { owners, ...heldBy(lots) })
  return {
    objects: owners.includes(keeper) || once(3) ? [service, own, leaf, keeper] : [service, own, leaf],
    others: [leaf, leaf, leaf, own],
  }
}

/** A Service takes its Endpoints along, they their mirror, and that what it owns. */
const services: Tell = (lots) => {
  const { pick, once } = lots
  const service = part.service('web')
  const endpoints = part.endpoints('web', once(5) ? { finalizers: ['example.com/hold'] } : {})
  const slice = part.slice('slice', 'web', once(4) ? { owners: [endpoints] } : {})
  const owners = pick([[slice], [slice], [endpoints], [service, slice], [endpoints, slice]])
  const leaf = part.plain('leaf', { owners, ...heldBy(lots) })
  const other = part.plain('other', { owners: [leaf] })
  return {
    objects: once(4) ? [service, endpoints, slice, leaf, other] : [service, endpoints, slice, leaf],
    others: [leaf, leaf, slice],
  }
}

/** A Job takes its pod along. */
const jobs: Tell = (lots) => {
  const { pick, once } = lots
  const job = part.job('job')
  const keeper = part.plain('keeper')
  const owners = pick([[job], [job], [job, keeper]])
  const held = heldBy(lots)
  const pod = part.pod('pod', 30, undefined, {
    ...held,
    owners,
    finalizers: [part.tracking, ...(held.finalizers ?? [])],
  })
  const leaf = part.plain('leaf', { owners: [pod, keeper] })
  return { objects: once(5) ? [job, pod, keeper, leaf] : [job, pod, keeper], others: [pod] }
}

/** A pod lets go of its devices. */
const devices: Tell = (lots) => {
  const pod = part.deviceUser('pod', 30, 'devices')
  const gpu = part.devices('devices', 'pod', { owners: [pod], ...heldBy(lots) })
  const keeper = part.plain('keeper')
  const leaf = part.plain('leaf', { owners: [gpu, keeper] })
  return { objects: lots.once(5) ? [pod, gpu, keeper, leaf] : [pod, gpu, keeper], others: [gpu, gpu, pod] }
}

/** A namespace takes everything along. */
const namespaces: Tell = (lots) => {
  const root = part.claim('root', undefined)
  const leaf = part.plain('leaf', { owners: [root], ...heldBy(lots) })
  return { objects: [part.shop, root, leaf], others: [root, leaf] }
}

/** A definition takes its instances along, and they what they own. */
const definitions: Tell = (lots) => {
  const gadget = part.gadget('gadget')
  const leaf = part.pod('leaf', 30, undefined, { owners: [gadget], ...heldBy(lots) })
  return { objects: [part.definition, gadget, leaf], others: [leaf, leaf, gadget] }
}

const tales: readonly [Tell, ...ReadonlyArray<Tell>] = [
  ...([chains, chains, chains, chains, chains, chains, chains, chains, chains, chains, chains, chains] as const),
  ...([claims, claims, claims, claims, claims, claims, accounts, accounts, accounts, accounts] as const),
  ...([storage, endpoints, services, jobs, devices, definitions, namespaces] as const),
]

/** The world of a number. */
export const crowdedWorld = (seed: number): SmallWorld => {
  const lots = lotsOf(seed)
  const { pick, once } = lots
  const { objects, others } = pick(tales)(lots)
  const { uid } = objects[0].metadata
  const propagationPolicy = pick(['Background', 'Background', 'Background', 'Background', 'Foreground', 'Orphan'])
  const first: ExploredRequest = { _tag: 'Delete', uid, options: { propagationPolicy } }
  const second = wishes(lots, pick(others))
  return { objects, requests: once(16) ? [...second, first] : [first, ...second] }
}

/** What the user asks for besides. */
export const wishes = ({ pick, draw }: Lots, { metadata: { uid } }: WholeObject): ReadonlyArray<ExploredRequest> => {
  switch (draw(10)) {
    case 0:
      return []
    case 1: {
      const propagationPolicy = pick(['Background', 'Foreground', 'Orphan'])
      return [{ _tag: 'Delete', uid, options: { propagationPolicy } }]
    }
    case 2:
      return [{ _tag: 'Vanish', uid }]
    default:
      return [{ _tag: 'SetOwners', uid, ownerReferences: [] }]
  }
}

/** Worlds of more moments than this are left out: to follow all courses one by one takes too long. */
export const largest = 700

/** So many controllers have work at least. */
export const leastActors = 3
