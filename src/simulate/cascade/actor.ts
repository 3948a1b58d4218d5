/** Who must act next before an object is deleted or released: the collector, a finalizer's controller, a kubelet. */
import type { Target } from '../../apiserver/object.js'
import type { Blocker } from './reason.js'

/** Who must act next before an object is deleted or released. */
export type Actor =
  /** The collector, and what it does next. */
  | { readonly _tag: 'Collector' }
  /** The collector, but only after a restart. */
  | { readonly _tag: 'CollectorRestart' }
  /** The finalizer's controller: a known party, else by convention that of its domain. */
  | {
      readonly _tag: 'FinalizerController'
      readonly finalizer: string
      readonly domain?: string
      readonly party?: string
    }
  /** The kubelet of a node. */
  | { readonly _tag: 'Kubelet'; readonly node?: string }
  /** The namespace controller. */
  | { readonly _tag: 'NamespaceController' }
  /** The server behind an APIService, or whoever deletes the APIService. */
  | { readonly _tag: 'ApiServer'; readonly service: string }
  /** Whoever mends what made the last sweep of a namespace fail, e.g. an admission policy or a webhook. */
  | { readonly _tag: 'Mender'; readonly message: string }
  /** Whoever deletes the object that uses it. */
  | { readonly _tag: 'DeleteFirst'; readonly target: Target }
  /** A controller of yours, and what it does next. */
  | { readonly _tag: 'Controller'; readonly name: string }
  /** The collector deletes it or gives up for ever, by what it learns of first; an edit of this object decides it. */
  | { readonly _tag: 'Undecided'; readonly edit: Target }
  /** No component will ever act: edit this object by hand. */
  | { readonly _tag: 'Nobody'; readonly edit: Target }
  /** Nothing to do: its deletion was not requested. */
  | { readonly _tag: 'NotNeeded' }
  /** It depends on what the snapshot does not cover. */
  | { readonly _tag: 'Unknown' }

export const collector: Actor = { _tag: 'Collector' }
const notNeeded: Actor = { _tag: 'NotNeeded' }

/** Who has to act before the collector deletes an object that it keeps. */
export const keeper = (target: Target, reasons: ReadonlyArray<{ readonly _tag: string }>): Actor => {
  switch (reasons[0]?._tag) {
    case 'NamespacedOwnerOfClusterScopedObject':
      return { _tag: 'Undecided', edit: target }
    case 'OwnerKindNotServed':
    case 'KindNotServed':
    case 'NamespaceMissing':
      return { _tag: 'Nobody', edit: target }
    case 'NeverExamined':
      return { _tag: 'CollectorRestart' }
    case 'OwnersStillWaiting':
      return collector
    case 'OwnerNotCovered':
      return { _tag: 'Unknown' }
    default:
      return notNeeded
  }
}

/** Who has to act before a blocker is gone; nobody if it only waits for other objects. */
export const actorOf = (blocker: Blocker, target: Target, acts: boolean): Actor | null => {
  switch (blocker._tag) {
    case 'GroupNotListed':
      return { _tag: 'ApiServer', service: blocker.service }
    case 'SweepFailed':
      return { _tag: 'Mender', message: blocker.message }
    case 'Finalizer':
    case 'NamespaceFinalizer':
      return blocker.domain === undefined
        ? { _tag: 'FinalizerController', finalizer: blocker.finalizer }
        : { _tag: 'FinalizerController', finalizer: blocker.finalizer, domain: blocker.domain }
    case 'Kubelet':
      return blocker.node === undefined ? { _tag: 'Kubelet' } : { _tag: 'Kubelet', node: blocker.node }
    case 'NotExamined':
      return acts ? null : { _tag: 'CollectorRestart' }
    case 'UndeletableDependent':
      return blocker.because._tag === 'NamespacedOwnerOfClusterScopedObject'
        ? { _tag: 'Undecided', edit: blocker.dependent }
        : { _tag: 'Nobody', edit: blocker.dependent }
    case 'DependentNotServed':
      return { _tag: 'Nobody', edit: blocker.dependent }
    case 'ContentNotCovered':
    case 'OwnerNotCovered':
    case 'DependentsNotCovered':
      return { _tag: 'Unknown' }
    case 'NamespaceContent':
    case 'NotFinalized':
      return { _tag: 'NamespaceController' }
    // Who lets the others go.
    case 'BlockingDependents':
    case 'ClaimInUse':
    case 'VolumeInUse':
    case 'InstancesLeft':
      return null
    case 'NamespacedOwnerOfClusterScopedObject':
      return { _tag: 'Undecided', edit: target }
    case 'SelfBlock':
    case 'OwnerKindNotServed':
    case 'KindNotServed':
    case 'NamespaceMissing':
      return { _tag: 'Nobody', edit: target }
  }
}
