/** The plan of a cascade: waves of changes with reasons, the outcome for each object, and what is stuck. */
import type { Answer } from '../../apiserver/answer.js'
import type { Condition } from '../../apiserver/definition.js'
import type { WholeObject, Target } from '../../apiserver/object.js'
import type { DeleteOptions, ApiRequest } from '../../apiserver/request.js'
import type { DefinitionWhy } from '../../controllers/crd/controller.js'
import type { CronWhy } from '../../controllers/cronjob/controller.js'
import type { DaemonWhy } from '../../controllers/daemonset/reason.js'
import type { DeploymentWhy } from '../../controllers/deployment/reason.js'
import type { GroupProtectionWhy } from '../../controllers/podgroup-protection/controller.js'
import type { RangeWhy } from '../../controllers/service-cidr/controller.js'
import type { ClassProtectionWhy } from '../../controllers/vac-protection/controller.js'
import type { EndpointsWhy } from '../../controllers/endpoints/controller.js'
import type { MirrorWhy } from '../../controllers/endpointslice-mirroring/controller.js'
import type { SliceWhy } from '../../controllers/endpointslice/controller.js'
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
import type { ComesBack } from '../consequence/comes-back.js'
import type { DataVerdict } from '../consequence/data.js'
import type { OutsideWait } from '../consequence/holder.js'
import type { NeverEnds } from './edit.js'
import type { ReplicasWhy } from '../../controllers/replicaset/reason.js'
import type { ResourceClaimWhy } from '../../controllers/resource-claim/controller.js'
import type { TokenWhy } from '../../controllers/serviceaccount-token/controller.js'
import type { CertificateWhy } from '../../controllers/root-ca-publisher/controller.js'
import type { AccountWhy } from '../../controllers/serviceaccount/controller.js'
import type { PodEnded } from '../kubelet/controller.js'
import type { Unknown } from './unknown.js'

/** A request; objects are named by uid. */
export type CascadeRequest =
  /** A request to delete, e.g. with `kubectlOptions('foreground')`. Without options, the kind's default applies. */
  | { readonly _tag: 'Delete'; readonly target: string; readonly options: DeleteOptions }
  /** A namespace by name, with everything in it, even if the snapshot lacks the Namespace. */
  | { readonly _tag: 'DeleteNamespace'; readonly namespace: string; readonly options: DeleteOptions }
  /** The object disappears without a request, whatever its finalizers. */
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
  | ClassProtectionWhy
  | RangeWhy
  | GroupProtectionWhy
  | SetWhy
  | JobWhy
  | DeploymentWhy
  | DaemonWhy
  | CronWhy
  | ReplicasWhy
  | EndpointsWhy
  | SliceWhy
  | MirrorWhy
  | TokenWhy
  | ResourceClaimWhy
  | AccountWhy
  | CertificateWhy
  | PodEnded
  /** By one of your own controllers. */
  | { readonly _tag: 'ByController'; readonly controller: string; readonly why: string }

/** Why a controller sends a request; a caller's own controller gives the reason as text. */
export type Why = CascadeReason | string

/** What happens to one object at once. */
export interface CascadeChange {
  /**
   * `Removed`: it is gone. `Marked`: it gets a deletion timestamp, or another deletion policy. `Patched`: changed.
   * `Created`: new. `Asked`: unchanged.
   */
  readonly _tag: 'Removed' | 'Marked' | 'Patched' | 'Created' | 'Asked'
  readonly target: Target
  /** The first one decides; the others also apply. */
  readonly reasons: readonly [CascadeReason, ...CascadeReason[]]
  /** The requests sent. */
  readonly calls: ReadonlyArray<CascadeCall>
}

/** Changes that happen before any controller reacts to one of them. */
export interface Wave {
  /** `requests`, `collector`, `kubelets`, `namespace-controller`, or the name of another controller. */
  readonly by: string
  /** The earliest time at which it can be. */
  readonly at: Date
  readonly changes: ReadonlyArray<CascadeChange>
}

/** What holds an object that is being deleted, or would be. */
export type Blocker =
  /** Its controller removes it, named by the part before the slash, or a party that a row about holders names. */
  | { readonly _tag: 'Finalizer'; readonly finalizer: string; readonly domain?: string; readonly party?: string }
  /** A pod that a kubelet has to stop. */
  | {
      readonly _tag: 'Kubelet'
      readonly node?: string
      readonly seconds: number
      /** The node has stopped reporting, or is not there. */
      readonly isSilent?: true
    }
  /** It waits for its dependents and is its own dependent. */
  | { readonly _tag: 'SelfBlock' }
  /** It waits for dependents that block it: their number, and the first. */
  | { readonly _tag: 'BlockingDependents'; readonly dependents: number; readonly first: Target }
  /** It waits for a dependent that the collector can never delete. */
  | { readonly _tag: 'UndeletableDependent'; readonly dependent: Target; readonly because: Undeletable }
  /** It has a finalizer of the collector, which will not examine it before a restart. */
  | { readonly _tag: 'NotExamined'; readonly finalizer: string }
  /** A claim that a pod uses, whatever the pod's phase; absent where the pod is not shown. `hasEnded`: it has finished. */
  | { readonly _tag: 'ClaimInUse'; readonly pod?: Target; readonly hasEnded?: true }
  /** A volume that a claim is bound to; absent where the claim is not shown. */
  | { readonly _tag: 'VolumeInUse'; readonly claim?: Target }
  /** A definition with so many instances left. */
  | { readonly _tag: 'InstancesLeft'; readonly objects: number; readonly first: Target }
  /** A namespace that still has objects: how many. */
  | { readonly _tag: 'NamespaceContent'; readonly objects: number; readonly first: Target }
  /** An empty namespace whose controller has not removed the finalizer yet. */
  | { readonly _tag: 'NotFinalized' }
  /** No server answers for a group, so that no namespace ends; with the error that was reported. */
  | {
      readonly _tag: 'GroupNotListed'
      readonly groupVersion: string
      readonly service: string
      readonly error?: string
    }
  /** An entry in the specification of a namespace that somebody else removes. */
  | { readonly _tag: 'NamespaceFinalizer'; readonly finalizer: string; readonly domain?: string }
  /** A namespace whose last sweep reported an error about its content, e.g. of admission or of a conversion webhook. */
  | { readonly _tag: 'SweepFailed'; readonly message: string }
  /** A namespace that may hold objects of uncovered kinds, e.g. this one. */
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

/** An object that should be deleted but is not. */
export interface Stuck {
  readonly target: Target
  readonly blockers: readonly [Blocker, ...Blocker[]]
}

/**
 * What may end differently, found by rules of thumb. They find less than half of it, so even without a race there
 * may be several ends. `exploreOutcomes` of `gcplan/simulate/outcomes` finds all.
 */
export type Race =
  /** These depend on the order in which workers take items, as two other orders show. */
  | { readonly _tag: 'WorkerOrder'; readonly ends: ReadonlyArray<RacingEnd> }
  /** These end otherwise if the collector restarts. */
  | { readonly _tag: 'Restart'; readonly ends: ReadonlyArray<RacingEnd> }
  /** Dependents of this owner that the collector has not seen yet are deleted instead of orphaned. */
  | { readonly _tag: 'LateOrphans'; readonly owner: Target }
  /** This owner may be gone before non-blocking or later dependents: how many. */
  | { readonly _tag: 'OwnerFirst'; readonly owner: Target; readonly dependents: number }
  /** Ended pods: pod GC may delete them first; the call then gets 404. */
  | { readonly _tag: 'EndedPods'; readonly pods: ReadonlyArray<Target> }

/** How one object may end. */
export interface RacingEnd {
  readonly target: Target
  readonly planned: End
  readonly otherwise: ReadonlyArray<{ readonly when: WorkerOrder | 'restarted'; readonly end: End }>
}

/** How an object ends. */
export type End = 'gone' | 'terminating' | 'stays'

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
  /** The server's answers, one per request. */
  readonly answers: ReadonlyArray<Answer>
  /** When the requests come: the times of waves are reckoned from here. */
  readonly askedAt: Date
  /** What the collector does without any request; it comes first. */
  readonly pending: ReadonlyArray<Wave>
  readonly waves: ReadonlyArray<Wave>
  readonly stages: {
    /** Just after the requests. */
    readonly requested: Stage
    /** Only kubelets still have pods to stop. */
    readonly waitingForPods: Stage
    readonly final: Stage
  }
  readonly outcomes: Outcomes
  /** Objects that lost an owner and stay, with their remaining owners. */
  readonly survivors: ReadonlyArray<{ readonly target: Target; readonly owners: readonly [Owner, ...Owner[]] }>
  /** Orphaned objects, and their former owners. */
  readonly orphaned: ReadonlyArray<{ readonly target: Target; readonly by: Target }>
  readonly stuck: ReadonlyArray<Stuck>
  /** What of it never goes by itself, with the edit that ends it. */
  readonly never: ReadonlyArray<NeverEnds>
  /** What is left of namespaces that are being deleted: it goes once their pods are gone, and nobody has asked for it yet. */
  readonly later: ReadonlyArray<Target>
  /** Finalizers for which objects wait that Kubernetes itself does not remove, and who does. */
  readonly waits: ReadonlyArray<OutsideWait>
  /** What happens to the data of claims, volumes and volume snapshots that go or are being deleted. */
  readonly data: ReadonlyArray<DataVerdict>
  /** Groups whose server goes, so that no namespace ends from then on, also none that is deleted later. */
  readonly lostGroups: ReadonlyArray<Extract<Blocker, { readonly _tag: 'GroupNotListed' }>>
  /** What somebody makes again once it is gone. */
  readonly comesBack: ReadonlyArray<ComesBack>
  /** The conditions that terminating namespaces end with. */
  readonly conditions: ReadonlyArray<{ readonly target: Target; readonly conditions: ReadonlyArray<Condition> }>
  /** Cycles of owner references that the cascade touches. */
  readonly cycles: ReadonlyArray<ReadonlyArray<Target>>
  /** Some of what may end otherwise, by rules of thumb; if there is none, things may end otherwise all the same. */
  readonly races: ReadonlyArray<Race>
  readonly unknown: ReadonlyArray<Unknown>
  /** What the collector records. */
  readonly warnings: ReadonlyArray<Event>
  /** False if the limit of attempts was reached. */
  readonly isQuiet: boolean
}
