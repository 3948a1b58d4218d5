/**
 * What its dependents call an owner that is looked for: which of them name it by an identity, and which identity is looked
 * up next. Asked again about the same list, it answers from an index: n dependents may know one uid by n names, and each
 * of these is looked up.
 */
import { type Identity, type Node, identityNamed, identityText, isSameIdentity } from './node.js'
import { addTo } from '../../../internal/lists.js'
import { alternateOwnerIdentity, compareIdentity, partitionDependents, referencesTo, seenFrom } from './match.js'

/** Answers about the dependents of one owner, each of which has a reference to it. */
export interface OwnerNames {
  /** Dependents that name the owner by an identity, in their order. */
  readonly matching: (owner: Identity) => ReadonlyArray<Node>
  /** The identity after an absent one; `undefined` where every dependent names the owner by that one alone. */
  readonly next: (absent: Identity) => Identity | undefined
}

/** Names of the owner of these dependents, in a list that nobody changes. */
export const ownerNames = (dependents: ReadonlyArray<Node>, uid: string): OwnerNames => {
  const before = known.get(dependents)
  const names = before === undefined ? scanned(dependents) : before === 'scanned' ? indexed(dependents, uid) : before
  known.set(dependents, before === undefined ? 'scanned' : names)
  return names
}

const known = new WeakMap<ReadonlyArray<Node>, OwnerNames | 'scanned'>()

const scanned = (dependents: ReadonlyArray<Node>): OwnerNames => ({
  matching: (owner) => partitionDependents(dependents, owner).matching,
  next: (absent) => alternateOwnerIdentity(dependents, absent),
})

const indexed = (dependents: ReadonlyArray<Node>, uid: string): OwnerNames => {
  const named = new Map<string, Node[]>()
  for (const dependent of dependents) {
    const { namespace } = dependent.identity
    for (const reference of referencesTo(dependent.owners, uid))
      for (const place of namespace === undefined ? [undefined] : [undefined, namespace]) {
        const name = identityText(identityNamed(reference, place))
        if (named.get(name)?.at(-1) !== dependent) addTo(named, name, dependent)
      }
  }
  const orders = new Map<string, ReadonlyArray<Identity>>()
  return {
    matching: (owner) => named.get(identityText(owner)) ?? [],
    next: (absent) => {
      const kind = absent.namespace === undefined ? JSON.stringify([absent.kind, absent.apiVersion]) : ''
      const order = orders.get(kind) ?? orderOf(dependents, absent)
      orders.set(kind, order)
      return after(order, absent)
    },
  }
}

/** All identities in the order in which they are looked up, as seen where one is absent. */
const orderOf = (dependents: ReadonlyArray<Node>, absent: Identity): ReadonlyArray<Identity> => {
  const identities = dependents.flatMap(({ identity, owners }) =>
    referencesTo(owners, absent.uid).map((reference) => seenFrom(absent, reference, identity.namespace)),
  )
  identities.sort(compareIdentity)
  return identities.filter((identity, at) => at === 0 || !isSameIdentity(identity, identities[at - 1] ?? identity))
}

const after = (order: ReadonlyArray<Identity>, absent: Identity): Identity | undefined => {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = order[middle]
    if (at !== undefined && compareIdentity(at, absent) <= 0) low = middle + 1
    else high = middle
  }
  const [first] = order
  return order[low] ?? (first !== undefined && isSameIdentity(first, absent) ? undefined : first)
}
