/** What decides about an object that takes part in a cascade, and about one that is only read. */
import { type WholeObject, isFinished, namespaceOf, ownersOf } from '../../../apiserver/object.js'
import { usersOf } from '../../../controllers/resource-claim/users.js'
import { isClaim } from '../../../controllers/volumes.js'
import { isOf } from '../../../controllers/workload/pods.js'
import { type Holder, holderIn, isOfOutside, meetsNeed } from '../../consequence/holder.js'
import { facet, isResourceClaim } from './facets.js'
import { boundTo, partners, surroundings, usersAmong, waiters } from './relations.js'
import { type Steps, lookAtFirst } from './steps.js'
import type { ObjectStore } from './store.js'
import { alongWith } from './touched.js'

/** Goes on from an object; each is asked about once. */
export interface Around {
  readonly ofReached: (uid: string) => void
  readonly ofSeen: (uid: string) => void
}

/** The ways on from the objects of a store. */
export const around = (store: ObjectStore, steps: Steps, holders: ReadonlyArray<Holder>): Around => {
  const { find, members } = store
  const each = (keys: ReadonlyArray<string>, visit: (uid: string) => void): void => {
    for (const key of keys) for (const uid of members(key)) visit(uid)
  }
  const reachEnding = (uid: string): void => {
    if (find(uid) !== undefined && steps.mayEnd(uid)) steps.reach(uid)
  }
  const lookAtOwners = (object: WholeObject): void => {
    for (const { uid } of ownersOf(object)) steps.look(uid)
    each(surroundings(object), steps.look)
  }
  const known = new Set<Holder>()
  const lookAtHolders = (object: WholeObject): void => {
    for (const finalizer of (object.metadata.finalizers ?? []).filter(isOfOutside)) {
      const holder = holderIn(holders, object, finalizer)
      if (holder === undefined || known.has(holder)) continue
      known.add(holder)
      for (const need of holder.needs) {
        const kinds = [need.kind, need.orKind].flatMap((kind) => (kind === undefined ? [] : [facet.kind(kind)]))
        lookAtFirst(store, steps, kinds, meetsNeed(need))
      }
    }
  }
  return {
    ofReached: once((uid) => {
      each([facet.owner(uid)], steps.reach)
      const object = find(uid)
      if (object === undefined) return
      for (const uids of alongWith(store, object)) for (const one of uids) steps.reach(one)
      each(partners(object), steps.reach)
      for (const one of boundTo(object)) steps.reach(one)
      each(waiters(object), reachEnding)
      lookAtOwners(object)
      lookAtHolders(object)
      const users = usersAmong(object)
      if (users.length > 0) lookAtFirst(store, steps, users, (user) => !isFinished(user))
      if (isResourceClaim(object)) for (const { uid: user } of usersOf(object)) if (user !== undefined) steps.look(user)
      if (isClaim(object)) lookAtSets(store, steps, object)
      if (isRevision(object)) for (const owner of ownersOf(object)) lookAtRevisions(store, steps, owner.uid)
    }),
    ofSeen: once((uid) => {
      const object = find(uid)
      if (object !== undefined) lookAtOwners(object)
    }),
  }
}

const once = (visit: (uid: string) => void): ((uid: string) => void) => {
  const done = new Set<string>()
  return (uid) => {
    if (done.has(uid)) return
    done.add(uid)
    visit(uid)
  }
}

/** The sets whose claims may have the name of a claim. */
const lookAtSets = ({ find, members }: ObjectStore, { look }: Steps, claim: WholeObject): void => {
  for (const uid of members(facet.kindIn('StatefulSet', namespaceOf(claim) ?? ''))) {
    const set = find(uid)
    if (set !== undefined && claim.metadata.name.includes(`-${set.metadata.name}-`)) look(uid)
  }
}

const isRevision = isOf('apps', 'ControllerRevision')

/** The newest of them is what its owner makes again. */
const lookAtRevisions = ({ find, members }: ObjectStore, { look }: Steps, owner: string): void => {
  for (const uid of members(facet.owner(owner))) {
    const other = find(uid)
    if (other !== undefined && isRevision(other)) look(uid)
  }
}
