/** The plan of a cascade: waves of changes with reasons, the outcome for each object, and what is stuck. */
import type { Answer } from '../../apiserver/answer.js'
import type { WholeObject, Target } from '../../apiserver/object.js'
import type { DeleteOptions, ApiRequest } from '../../apiserver/request.js'
import type { DefinitionWhy } from '../../controllers/crd/controller.js'
import type { JobWhy } from '../../controllers/job/reason.js'
import type { NamespaceWhy } from '../../controllers/namespace/controller.js'
import type { WorkerOrder } from '../../controllers/owner/controller.js'
import type { Event, KeepReason, Owner } from '../../controllers/owner/reason.js'
import type { OwnerWhy } from '../../controllers/owner/why.js'
import type { PodGcWhy } from '../../controllers/pod/controller.js'
import type { BinderWhy } from '../../controllers/pv-binder/reason.js'
import type { VolumeProtectionWhy } from '../../controllers/pv-protection/controller.js'
import type { ClaimProtectionWhy } from '../../controllers/pvc-protection/controller.js'
import type { SetWhy } from '../../controllers/statefulset/reason.js'
import type { ReplicasWhy } from '../../controllers/replicaset/reason.js'
import type { PodEnded } from '../kubelet/controller.js'

/** What is asked for; objects are named by their uid. */
export type CascadeRequest =
  /** A request to delete, e.g. with `kubectlOptions('foreground')`. Without options the default of the kind counts. */
  | { readonly _tag: 'Delete'; readonly target: string; readonly options: DeleteOptions }
  /** A namespace by its name, whether the snapshot holds the object or not, and everything in it. */
  | { readonly _tag: 'DeleteNamespace'; readonly namespace: string; readonly options: DeleteOptions }
  /** The object is gone all of a sudden, without a request and whatever its finalizers. */
  | { readonly _tag: 'Vanish'; readonly target: string }

/** One call on the API server. */
export type CascadeCall = Exclude<ApiRequest, { readonly _tag: 'FinalizeNamespace' }>

/** Why an object is created, removed, marked or changed. */
export type CascadeReason =
  | { readonly _tag: 'Requested' }
  | { readonly _tag: 'Vanished' }
  | OwnerWhy
  | NamespaceWhy
  | DefinitionWhy
  | BinderWhy
  | PodGcWhy
  | ClaimProtectionWhy
  | VolumeProtectionWhy
  | SetWhy
  | JobWhy
  | ReplicasWhy
  | PodEnded
  /** A controller of the caller's own says so. */
  | { readonly _tag: 'ByController'; readonly controller: string; readonly why: string }

/** Why a controller sends a request; a caller's own controller gives the reason as text. */
export type Why = CascadeReason | string

/** What happens to one object at once. */
export interface CascadeChange {
  /**
   * `Removed`: it is gone. `Marked`: its deletion begins, or goes on otherwise. `Patched`: it is changed. `Created`: it is
   * new. `Asked`: nothing.
   */
  readonly _tag: 'Removed' | 'Marked' | 'Patched' | 'Created' | 'Asked'
  readonly target: Target
  /** The first one acts; the rest hold as well. */
  readonly reasons: readonly [CascadeReason, ...CascadeReason[]]
  /** As sent; none where nobody asks. */
  readonly calls: ReadonlyArray<CascadeCall>
}

/** What happens side by side. */
export interface Wave {
  /** `requests`, `collector`, `kubelets`, `namespace-controller`, or the name of another controller. */
  readonly by: string
  /** The earliest time at which it can be. */
  readonly at: Date
  readonly changes: ReadonlyArray<CascadeChange>
}

/** What holds an object that is being deleted, or would be. */
export type Blocker =
  /** Its controller removes it, named by the part before the slash. */
  | { readonly _tag: 'Finalizer'; readonly finalizer: string; readonly domain?: string }
  /** A pod that a kubelet has to stop. */
  | { readonly _tag: 'Kubelet'; readonly node?: string; readonly seconds: number }
  /** It waits for its dependents, and is one of them itself. */
  | { readonly _tag: 'SelfBlock' }
  /** It waits for dependents that block it, so many; the first one is named. */
  | { readonly _tag: 'BlockingDependents'; readonly dependents: number; readonly first: Target }
  /** It waits for a dependent that the collector can never delete. */
  | { readonly _tag: 'UndeletableDependent'; readonly dependent: Target; readonly because: Undeletable }
  /** It carries a finalizer of the collector, and nothing makes the collector look at it before it starts again. */
  | { readonly _tag: 'NotExamined'; readonly finalizer: string }
  /** A namespace with so many objects in it. */
  | { readonly _tag: 'NamespaceContent'; readonly objects: number; readonly first: Target }
  /** A namespace in which nothing is left; its controller has not removed its finalizer yet. */
  | { readonly _tag: 'NotFinalized' }
  /** A namespace that may hold objects of kinds that the snapshot does not cover; one is named. */
  | { readonly _tag: 'ContentNotCovered'; readonly apiVersion: string; readonly kind: string; readonly kinds: number }
  | Extract<KeepReason, { readonly _tag: 'DependentNotServed' | 'OwnerNotCovered' | 'DependentsNotCovered' }>
  | Undeletable

/** Why the collector can do nothing with an object. */
export type Undeletable = Extract<
  KeepReason,
  {
    readonly _tag: 'OwnerKindNotServed' | 'NamespacedOwnerOfClusterScopedObject' | 'KindNotServed' | 'NamespaceMissing'
  }
>

/** An object that would go and does not. */
export interface Stuck {
  readonly target: Target
  readonly blockers: readonly [Blocker, ...Blocker[]]
}

/** Where it is not fixed what the real components do first. */
export type Race =
  /** These end one way or another by the order in which workers take what waits. */
  | { readonly _tag: 'WorkerOrder'; readonly ends: ReadonlyArray<RacingEnd> }
  /** These end otherwise when the collector starts again. */
  | { readonly _tag: 'Restart'; readonly ends: ReadonlyArray<RacingEnd> }
  /** Dependents of this owner that the collector has not seen by then are not left behind, but deleted. */
  | { readonly _tag: 'LateOrphans'; readonly owner: Target }
  /** This owner may be gone before so many dependents that do not block it, and before ones that come later. */
  | { readonly _tag: 'OwnerFirst'; readonly owner: Target; readonly dependents: number }
  /** Pods that have ended: the collector of pods may be first to delete them; the call is then answered 404. */
  | { readonly _tag: 'EndedPods'; readonly pods: ReadonlyArray<Target> }

/** How one object ends, by the order of workers, or as planned and after a restart. */
export interface RacingEnd {
  readonly target: Target
  readonly planned: End
  readonly otherwise: ReadonlyArray<{ readonly when: WorkerOrder | 'restarted'; readonly end: End }>
}

/** How an object ends. */
export type End = 'gone' | 'terminating' | 'stays'

/** What the snapshot does not show. It was played as if it were not there. */
export type Unknown =
  /** Kinds that may hold dependents, or content, of so many objects of a namespace that go; absent for the cluster. */
  | {
      readonly _tag: 'DependentsNotCovered'
      readonly namespace?: string
      readonly apiVersion: string
      readonly kind: string
      readonly kinds: number
      readonly owners: number
      readonly first: Target
    }
  /** Pods that show nothing of their specification: whether a kubelet has to stop them is unknown. */
  | { readonly _tag: 'PodsNotShown'; readonly pods: number; readonly first: Target }

/** Objects at one moment, in the order of the snapshot. */
export type Stage = ReadonlyArray<WholeObject>

/** Every object of the snapshot is in one of these, in the order of the snapshot. */
export interface Outcomes {
  readonly gone: ReadonlyArray<Target>
  readonly terminating: ReadonlyArray<Target>
  readonly changed: ReadonlyArray<Target>
  readonly untouched: ReadonlyArray<Target>
}

/** What follows from requests. */
export interface CascadePlan {
  /** What the server says, one for each request; a namespace by name is answered as its object would be. */
  readonly answers: ReadonlyArray<Answer>
  /** What the collector does without any request; it comes before everything else. */
  readonly pending: ReadonlyArray<Wave>
  readonly waves: ReadonlyArray<Wave>
  readonly stages: {
    /** Just after the requests. */
    readonly requested: Stage
    /** All is quiet, but kubelets still stop pods. */
    readonly waitingForPods: Stage
    readonly final: Stage
  }
  readonly outcomes: Outcomes
  /** Objects that lost an owner and stay, with the owners that they have left. */
  readonly survivors: ReadonlyArray<{ readonly target: Target; readonly owners: readonly [Owner, ...Owner[]] }>
  /** Objects that were left behind, and by whom. */
  readonly orphaned: ReadonlyArray<{ readonly target: Target; readonly by: Target }>
  readonly stuck: ReadonlyArray<Stuck>
  /** Circles of owner references among what the cascade touches. */
  readonly cycles: ReadonlyArray<ReadonlyArray<Target>>
  readonly races: ReadonlyArray<Race>
  readonly unknown: ReadonlyArray<Unknown>
  /** What the collector records. */
  readonly warnings: ReadonlyArray<Event>
  /** False when the collector had not come to an end after very many attempts. */
  readonly isQuiet: boolean
}
