/**
 * Lint of the references of one object, one by one.
 */
import { elementAt } from '../../internal/lists.js'
import {
  type KubeObject,
  type OwnerReference,
  groupOf,
  isDeletingDependents,
  namespaceOf,
  targetOf,
  isBlocking,
  namesExactly,
  ownersOf,
} from '../../apiserver/object.js'
import { isUnsearchable, whereToLook } from '../../apiserver/scope.js'
import { ownerOf } from '../../controllers/owner/pass-input.js'
import type { OwnerFact } from './finding.js'
import { type LintInput, type Say, nodeOf } from './lint-input.js'

/** Reports the findings on each reference of a node. */
export const sayOfReferences = (ground: LintInput, node: number, say: Say): void => {
  const object = elementAt(ground.objects, node)
  const references = ownersOf(object)
  const stuck = references.length === 0 ? undefined : whyStuck(ground, object)
  const unserved = new Set<string>()
  for (const reference of references) {
    const owner = nodeOf(ground, reference)
    sayOfLookup(ground, node, reference, owner, unserved, say)
    if (owner === node) {
      const blocks = isBlocking(reference)
      say(node, blocks ? 'problem' : 'note', { _tag: 'SelfReference', reference: ownerOf(reference), blocks })
    } else if (stuck !== undefined && owner !== undefined && isBlocking(reference))
      sayOfBlocked(node, elementAt(ground.objects, owner), stuck, say)
  }
}

type Stuck = Extract<OwnerFact, { readonly _tag: 'BlocksOwnerForEver' }>['because']

/** Why the collector can never act on an object; undefined where it can. */
const whyStuck = ({ scopes }: LintInput, object: KubeObject): Stuck | undefined => {
  const { apiVersion, kind } = object
  if (scopes.find(apiVersion, kind) === undefined) return 'own-kind-not-served'
  const look = whereToLook(scopes, namespaceOf(object))
  for (const reference of ownersOf(object)) {
    const address = look(reference)
    if (isUnsearchable(address))
      return address._tag === 'RestMappingError' ? 'owner-kind-not-served' : 'namespaced-owner'
  }
  return undefined
}

const sayOfBlocked = (node: number, owner: KubeObject, because: Stuck, say: Say): void => {
  const waits = isDeletingDependents(owner)
  say(node, waits ? 'problem' : 'advice', { _tag: 'BlocksOwnerForEver', owner: targetOf(owner), because, waits })
}

const sayOfLookup = (
  ground: LintInput,
  node: number,
  reference: OwnerReference,
  ownerNode: number | undefined,
  unserved: Set<string>,
  say: Say,
): void => {
  const object = elementAt(ground.objects, node)
  const address = whereToLook(ground.scopes, namespaceOf(object))(reference)
  if (isUnsearchable(address)) {
    if (address._tag === 'NamespacedOwnerOfClusterScopedObject')
      say(node, 'problem', { _tag: 'NamespacedOwnerOfClusterScopedObject', reference: ownerOf(reference) })
    else if (!unserved.has(`${reference.kind} ${reference.apiVersion}`)) {
      unserved.add(`${reference.kind} ${reference.apiVersion}`)
      say(node, 'problem', { _tag: 'OwnerKindNotServed', reference: ownerOf(reference) })
    }
    return
  }
  if (ownerNode === undefined) return
  const owner = elementAt(ground.objects, ownerNode)
  if (ground.lookUp(address, reference.uid)._tag === 'Found') {
    if (!namesExactly(reference)(owner))
      say(node, 'note', { _tag: 'OwnerInOtherVersion', reference: ownerOf(reference), owner: targetOf(owner) })
    sayOfAge(node, object, reference, owner, say)
    return
  }
  const isElsewhere = namespaceOf(owner) !== address.namespace
  const wrong = wrongIn(reference, owner, isElsewhere)
  if (wrong.length > 0)
    say(node, 'problem', { _tag: 'OwnerMisnamed', reference: ownerOf(reference), owner: targetOf(owner), wrong })
  if (isElsewhere)
    say(node, 'problem', { _tag: 'OwnerInOtherNamespace', reference: ownerOf(reference), owner: targetOf(owner) })
}

/** A version alone is wrong only where nothing else is: the one that the owner was listed in is not served. */
const wrongIn = (
  { apiVersion, kind, name }: OwnerReference,
  owner: KubeObject,
  isElsewhere: boolean,
): Misnamed['wrong'] => {
  const wrong: Misnamed['wrong'][number][] = []
  if (groupOf(apiVersion) !== groupOf(owner.apiVersion)) wrong.push('group')
  if (kind !== owner.kind) wrong.push('kind')
  if (name !== owner.metadata.name) wrong.push('name')
  if (wrong.length === 0 && !isElsewhere) wrong.push('version')
  return wrong
}

type Misnamed = Extract<OwnerFact, { readonly _tag: 'OwnerMisnamed' }>

const sayOfAge = (node: number, object: KubeObject, reference: OwnerReference, owner: KubeObject, say: Say): void => {
  const createdAt = object.metadata.creationTimestamp
  const ownerCreatedAt = owner.metadata.creationTimestamp
  if (createdAt !== undefined && ownerCreatedAt !== undefined && ownerCreatedAt.getTime() > createdAt.getTime())
    say(node, 'note', { _tag: 'OwnerCreatedLater', reference: ownerOf(reference), createdAt, ownerCreatedAt })
}
