/** Sentences for the reasons, blockers, races and unknowns of a cascade. */
import { named } from '../../apiserver/object.js'
import { explain } from '../../controllers/owner/explain.js'
import type { CascadeReason, End, Blocker, Race, RacingEnd, Undeletable } from './reason.js'
import type { Unknown } from './unknown.js'
import type { Actor } from './actor.js'
import { explainReason } from './explain-reason.js'

/**
 * One line for a reason, a blocker, a race or an unknown.
 *
 * @example
 * ```ts
 * import { explainCascade } from 'gcplan/simulate/cascade'
 *
 * console.log(explainCascade({ _tag: 'PodEnded', node: 'worker-1' })) // the kubelet of worker-1 has stopped it
 * ```
 */
export const explainCascade = (said: CascadeReason | Blocker | Race | Unknown): string => {
  switch (said._tag) {
    case 'Requested':
      return 'its deletion was requested'
    case 'Vanished':
      return 'it is gone without a delete request'
    case 'UnblockedInCycle':
      return 'it and one of its dependents wait for each other, so it no longer blocks its owners'
    case 'ByController':
      return said.why
    case 'PodEnded':
      return `${kubelet(said.node)} has stopped it`
    case 'Finalizer':
    case 'Kubelet':
    case 'SelfBlock':
    case 'BlockingDependents':
    case 'UndeletableDependent':
    case 'NotExamined':
    case 'NamespaceContent':
    case 'NotFinalized':
    case 'ContentNotCovered':
    case 'ClaimInUse':
    case 'VolumeInUse':
    case 'InstancesLeft':
    case 'GroupNotListed':
    case 'NamespaceFinalizer':
    case 'SweepFailed':
      return explainBlocker(said)
    case 'WorkerOrder':
    case 'Restart':
    case 'LateOrphans':
    case 'OwnerFirst':
    case 'EndedPods':
      return explainRace(said)
    case 'PodsNotShown':
      return `${count(said.pods, 'pod')} without spec${including(said.pods)} ${named(said.first)}; unknown whether a kubelet has to stop ${said.pods === 1 ? 'it' : 'them'}`
    case 'ClaimsNotCovered':
      return `whether data is lost is unknown: the PersistentVolumeClaims of ${said.namespaces.length === 1 ? 'namespace' : 'namespaces'} ${said.namespaces.join(', ')} were not listed`
    case 'BackendNotCovered':
      return `whether namespaces can still end is unknown: APIService ${said.service} is served from namespace ${said.namespace}, whose Services were not listed`
    case 'KindWithoutScope':
      return `how ${said.kind} of ${said.apiVersion} is served is not in the snapshot, so what becomes of ${said.objects === 0 ? `the objects that ${named(said.first)} defines` : `${count(said.objects, 'object')} of it${including(said.objects)} ${named(said.first)}`} is unknown`
    case 'GroupsNotDiscovered':
      return `the API server does not tell the kinds of ${said.groups.length === 1 ? 'group' : 'groups'} ${said.groups.join(', ')}; whether objects of them go too is unknown`
    case 'DependentsNotCovered':
      return 'owners' in said ? notCovered(said) : explain(said)
    default:
      return explainReason(said)
  }
}

type OwnBlocker = Exclude<
  Blocker,
  Undeletable | { readonly _tag: 'DependentNotServed' | 'OwnerNotCovered' | 'DependentsNotCovered' }
>

const explainBlocker = (blocker: OwnBlocker): string => {
  switch (blocker._tag) {
    case 'Finalizer':
      return `the finalizer ${blocker.finalizer} holds it until ${blocker.party ?? (blocker.domain === undefined ? 'whoever set it' : `the controller of ${blocker.domain}`)} removes it`
    case 'Kubelet':
      if (blocker.isSilent === true)
        return `${kubelet(blocker.node)} no longer reports, so nobody confirms that it is stopped: the node has to come back, be deleted, or get the taint node.kubernetes.io/out-of-service`
      return `${kubelet(blocker.node)} has ${blocker.seconds} s to stop it, and has not confirmed that it is stopped`
    case 'SelfBlock':
      return 'it waits for its dependents and is itself one of them; only an edit can release it'
    case 'BlockingDependents':
      return `it waits for ${count(blocker.dependents, 'dependent')}${including(blocker.dependents)} ${named(blocker.first)}`
    case 'UndeletableDependent':
      return `it waits for its dependent ${named(blocker.dependent)}, which ${blocker.because._tag === 'NamespacedOwnerOfClusterScopedObject' ? 'may never be' : 'is never'} deleted: ${explain(blocker.because)}`
    case 'NotExamined':
      return `it has the finalizer ${blocker.finalizer}, and the garbage collector examines it only after a restart`
    case 'ClaimInUse':
      return blocker.pod === undefined
        ? 'a pod may use it, and the pods of its namespace are not listed'
        : `${named(blocker.pod)} uses it${blocker.hasEnded === true ? ', although it has ended: only its deletion releases the claim' : ''}`
    case 'VolumeInUse':
      return `${blocker.claim === undefined ? 'a claim' : named(blocker.claim)} is bound to it`
    case 'InstancesLeft':
      return `it waits for ${count(blocker.objects, 'instance')}${including(blocker.objects)} ${named(blocker.first)}`
    case 'NamespaceContent':
      return `it contains ${count(blocker.objects, 'object')}${including(blocker.objects)} ${named(blocker.first)}`
    case 'NotFinalized':
      return 'it is empty, but the namespace controller has not removed its finalizer yet'
    case 'GroupNotListed':
      return `no server answers for ${blocker.groupVersion}: no namespace can finish terminating until APIService ${blocker.service} is available again or deleted${blocker.error === undefined ? '' : ` (${blocker.error})`}`
    case 'NamespaceFinalizer':
      return `the entry ${blocker.finalizer} of its spec.finalizers holds it until ${blocker.domain === undefined ? 'whoever set it' : `the controller of ${blocker.domain}`} takes it off`
    case 'SweepFailed':
      return `its content cannot be deleted: ${blocker.message}`
    case 'ContentNotCovered':
      return `it may contain objects of ${count(blocker.kinds, 'kind')} that the snapshot does not cover (${example(blocker)}); whether it ends is unknown`
  }
}

const explainRace = (race: Race): string => {
  switch (race._tag) {
    case 'WorkerOrder':
      return `depending on the order in which workers take them, ${racing(race.ends)}`
    case 'Restart':
      return `if the garbage collector restarts, ${racing(race.ends)}`
    case 'LateOrphans':
      return `dependents of ${named(race.owner)} that the garbage collector has not seen by then are deleted, not orphaned`
    case 'OwnerFirst':
      return `${named(race.owner)} may be gone before ${count(race.dependents, 'dependent')} that ${race.dependents === 1 ? 'does' : 'do'} not block it`
    case 'EndedPods':
      return `${count(race.pods.length, 'pod')} that ${race.pods.length === 1 ? 'has' : 'have'} ended may be deleted by pod GC first; the delete request then gets 404`
  }
}

const racing = (ends: ReadonlyArray<RacingEnd>): string => {
  const [first, ...others] = ends
  if (first === undefined) return 'nothing ends differently'
  const more = others.length === 0 ? '' : `, and ${count(others.length, 'other')} may end differently too`
  return `${named(first.target)} may end up ${endOf(first.otherwise[0]?.end ?? first.planned)} instead of ${endOf(first.planned)}${more}`
}

const ends: Readonly<Record<End, string>> = {
  gone: 'gone',
  terminating: 'stuck terminating',
  stays: 'kept',
}

const endOf = (end: End): string => ends[end]

const notCovered = (unknown: Extract<Unknown, { readonly _tag: 'DependentsNotCovered' }>): string =>
  `${count(unknown.owners, 'object')} ${unknown.namespace === undefined ? 'of the cluster' : `in namespace ${unknown.namespace}`} (${unknown.owners === 1 ? '' : 'e.g. '}${named(unknown.first)}) may have dependents of ${count(unknown.kinds, 'kind')} that the snapshot does not cover (${example(unknown)}); their end is unknown`

const including = (number: number): string => (number === 1 ? ':' : ', including')

const example = ({
  kinds,
  apiVersion,
  kind,
}: {
  readonly kinds: number
  readonly apiVersion: string
  readonly kind: string
}): string => `${kinds === 1 ? '' : 'e.g. '}${apiVersion} ${kind}`

const kubelet = (node: string | undefined): string => (node === undefined ? 'a kubelet' : `the kubelet of ${node}`)

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`

/**
 * One line for who has to act.
 *
 * @example
 * ```ts
 * import { explainActor } from 'gcplan/simulate/cascade'
 *
 * console.log(explainActor({ _tag: 'Kubelet', node: 'worker-1' })) // the kubelet of worker-1 must confirm that the pod stopped
 * ```
 */
export const explainActor = (actor: Actor): string => {
  switch (actor._tag) {
    case 'Collector':
      return 'the garbage collector acts next'
    case 'CollectorRestart':
      return 'the garbage collector acts only after a restart'
    case 'FinalizerController':
      if (actor.party !== undefined) return `${actor.party} has to remove the finalizer ${actor.finalizer}`
      return actor.domain === undefined
        ? `whoever set the finalizer ${actor.finalizer} has to remove it`
        : `the controller of ${actor.domain} has to remove the finalizer ${actor.finalizer}`
    case 'Kubelet':
      return `the kubelet${actor.node === undefined ? '' : ` of ${actor.node}`} must confirm that the pod stopped`
    case 'ApiServer':
      return `the server behind APIService ${actor.service} has to answer again, or somebody has to delete the APIService`
    case 'Mender':
      return `somebody has to fix what makes the deletion of its content fail: ${actor.message}`
    case 'DeleteFirst':
      return `somebody has to delete ${named(actor.target)} first`
    case 'NamespaceController':
      return 'the namespace controller has to find the namespace empty'
    case 'Controller':
      return `the controller ${actor.name} acts next`
    case 'Undecided':
      return `the garbage collector may delete ${named(actor.edit)} or give up forever; edit it to decide`
    case 'Nobody':
      return `no component will ever act: somebody has to edit ${named(actor.edit)}`
    case 'NotNeeded':
      return 'nobody has to act: it is not being deleted'
    case 'Unknown':
      return 'unknown: it depends on what the snapshot does not cover'
  }
}
