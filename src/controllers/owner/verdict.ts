/**
 * Answers what the collector does with one object, looked at or not:
 *
 * 1. one that is being deleted is left alone, unless it waits for its dependents: then its finalizer goes when none
 *    blocks it;
 * 2. one without owners is left alone;
 * 3. otherwise the owners are looked up and the references classified, and if it was to be looked at, that decides.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
 */

import * as either from '../../core/either.js'
import type { KubeObject } from '../../apiserver/object.js'
import { foregroundFinalizer } from '../../apiserver/object.js'
import type { Action } from './action.js'
import { deleteObject, removeOwnerReferences, unblockOwnerReferences } from './action.js'
import type { Classification } from './classify.js'
import { classify } from './classify.js'
import type { DependentsInGraph } from './decide.js'
import { decide } from './decide.js'
import { absentOwner, factOf, unclassified } from './facts.js'
import { hasMarks, marks } from './mark.js'
import type { Address } from '../../apiserver/address.js'
import { isUnsearchable, namespaceOf, ownersOf, whereToLook } from '../../apiserver/address.js'
import type { Amendment, KeepReason, Removal } from './reason.js'
import type { Target } from '../../apiserver/target.js'
import { beingDeleted, release } from './release.js'
import { ownerOf } from './target.js'
import { targetOf } from '../../apiserver/target.js'
import type { PassInput } from './pass-input.js'

/** What becomes of one object. */
export type Verdict =
  | { readonly _tag: 'Removed'; readonly removal: Removal }
  | { readonly _tag: 'Kept'; readonly reason: KeepReason; readonly amendment: Amendment | null }

const kept = (reason: KeepReason): Verdict => ({ _tag: 'Kept', reason, amendment: null })

/** Decides one object by all the rules. */
export const verdict = (input: PassInput, node: number): Verdict => {
  const { graph, objects } = input
  const object = objects[node] as KubeObject
  const isWaiting = hasMarks(graph.marks, node, marks.foreground | marks.examined)
  if (hasMarks(graph.marks, node, marks.deleting) && !isWaiting) return kept(beingDeleted(object))
  if (!isWaiting && ownersOf(object).length === 0) return kept({ _tag: 'NoOwners' })
  const address = addressIn(input, object)
  if ('_tag' in address) return kept(address)
  const target = targetOf(object)
  if (isWaiting) return waitingOwner(input, node, address, target)
  const classified = classify(input.scopes, input.lookUp)(object)
  if (either.isLeft(classified)) return kept(unclassified(classified.left))
  return hasMarks(graph.marks, node, marks.examined)
    ? dependent(input, node, address, target, classified.right)
    : kept(unexamined(input, target.namespace, classified.right))
}

/** Where requests about an object itself go. */
export const addressIn = ({ scopes }: PassInput, object: KubeObject): Address | KeepReason => {
  const { apiVersion, kind, metadata } = object
  const address = whereToLook(scopes, namespaceOf(object))({ apiVersion, kind, name: metadata.name })
  if (!isUnsearchable(address)) return address
  return { _tag: address._tag === 'RestMappingError' ? 'KindNotServed' : 'NamespaceMissing' }
}

const waitingOwner = (input: PassInput, node: number, address: Address, target: Target): Verdict => {
  const object = input.objects[node] as KubeObject
  let count = 0
  let blocking = 0
  let first: number | undefined
  input.graph.dependents?.each(node, (other, blocks) => {
    count++
    if (!blocks) return
    blocking++
    first ??= other
  })
  if (first !== undefined)
    return kept({
      _tag: 'WaitsForBlockingDependents',
      dependents: blocking,
      first: targetOf(input.objects[first] as KubeObject),
    })
  const unseen = input.unseen(target.namespace)
  if (unseen !== null) return kept({ _tag: 'DependentsNotCovered', ...unseen })
  const released = release(foregroundFinalizer)(
    target,
    address,
    object,
    { _tag: 'NoBlockingDependents', dependents: count },
    [],
  )
  return released._tag === 'Removed' ? released : { ...released, _tag: 'Kept' }
}

const dependent = (
  input: PassInput,
  node: number,
  address: Address,
  target: Target,
  classification: Classification,
): Verdict => {
  const object = input.objects[node] as KubeObject
  const decision = decide(() => dependentsInGraph(input, node))(classification)(object)
  const { solid, dangling, waiting } = classification
  if (decision._tag === 'Delete') {
    const deletion = deleteObject(input.policy.deletePreconditions)(decision.propagationPolicy)(address, object)
    const actions: readonly [Action, ...Action[]] = decision.unblockFirst
      ? [unblockOwnerReferences(address, object), deletion]
      : [deletion]
    const absent = factOf('OwnersAbsent', dangling, absentOwner(input, target.namespace))
    const busy = factOf('OwnersWaiting', waiting, ownerOf)
    // The owner that waits is why it goes in the foreground; else what does not exist is why it goes at all.
    const [reason, ...others] =
      decision.propagationPolicy === 'Foreground' ? [...busy, ...absent] : [...absent, ...busy]
    if (reason !== undefined)
      return { _tag: 'Removed', removal: { target, actions, reasons: [reason, ...others], requires: [], frees: 0 } }
  }
  const [reason] = factOf('SolidOwner', solid, ownerOf)
  const amendment =
    decision._tag === 'RemoveReferences'
      ? amendmentOf(input, target, removeOwnerReferences(decision.uids)(address, object), classification)
      : null
  return { _tag: 'Kept', reason: reason ?? { _tag: 'NoOwners' }, amendment }
}

const amendmentOf = (
  input: PassInput,
  target: Target,
  action: Action,
  { dangling, waiting }: Classification,
): Amendment | null => {
  const [reason, ...others] = [
    ...factOf('DanglingReferences', dangling, absentOwner(input, target.namespace)),
    ...factOf('WaitingReferences', waiting, ownerOf),
  ]
  return reason === undefined ? null : { target, actions: [action], reasons: [reason, ...others], requires: [] }
}

const dependentsInGraph = ({ graph }: PassInput, node: number): DependentsInGraph => {
  let any = false
  let anyDeletingDependents = false
  graph.dependents?.each(node, (other) => {
    any = true
    anyDeletingDependents = anyDeletingDependents || hasMarks(graph.marks, other, marks.foreground)
  })
  return { any, anyDeletingDependents }
}

/** Why an object stays that the collector does not look at. */
const unexamined = (
  input: PassInput,
  namespace: string | undefined,
  { solid, dangling, waiting }: Classification,
): KeepReason =>
  [
    ...factOf('SolidOwner', solid, ownerOf),
    ...factOf('OwnersStillWaiting', waiting, ownerOf),
    ...factOf('NeverExamined', dangling, absentOwner(input, namespace)),
  ][0] ?? { _tag: 'NoOwners' }
