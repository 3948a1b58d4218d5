/** Sentences for the reasons, blockers, races and unknowns of a cascade. */
import { explain } from '../../controllers/owner/explain.js'
import type { Target } from '../../apiserver/object.js'
import type { CascadeReason, End, Blocker, Race, RacingEnd, Undeletable, Unknown } from './reason.js'

/**
 * One line for why an object goes, is marked or changed, why it is held, what may come otherwise, or what is not shown.
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
      return 'it is gone without a request'
    case 'UnblockedInCycle':
      return 'it and a dependent of its own wait for each other, so that it blocks its owners no longer'
    case 'ByController':
      return said.why
    case 'PodEnded':
      return `${kubelet(said.node)} has stopped it`
    case 'NamespaceDeleted':
      return `the namespace ${said.namespace} is being deleted`
    case 'NamespaceEmpty':
      return 'nothing is left in it'
    case 'Finalizer':
    case 'Kubelet':
    case 'SelfBlock':
    case 'BlockingDependents':
    case 'UndeletableDependent':
    case 'NotExamined':
    case 'NamespaceContent':
    case 'NotFinalized':
    case 'ContentNotCovered':
      return explainBlocker(said)
    case 'WorkerOrder':
    case 'Restart':
    case 'LateOrphans':
    case 'OwnerFirst':
    case 'EndedPods':
      return explainRace(said)
    case 'PodsNotShown':
      return `${count(said.pods, 'pod')} without a specification, ${named(said.first)} first: whether a kubelet has to stop them is unknown`
    case 'DependentsNotCovered':
      return 'owners' in said ? notCovered(said) : explain(said)
    default:
      return explain(said)
  }
}

type OwnBlocker = Exclude<
  Blocker,
  Undeletable | { readonly _tag: 'DependentNotServed' | 'OwnerNotCovered' | 'DependentsNotCovered' }
>

const explainBlocker = (blocker: OwnBlocker): string => {
  switch (blocker._tag) {
    case 'Finalizer':
      return blocker.domain === undefined
        ? `the finalizer ${blocker.finalizer} holds it until whoever set it takes it off`
        : `the finalizer ${blocker.finalizer} holds it until the controller of ${blocker.domain} takes it off`
    case 'Kubelet':
      return `${kubelet(blocker.node)} has ${blocker.seconds} s to stop it, and has not confirmed that it is stopped`
    case 'SelfBlock':
      return 'it waits for its dependents and is one of them itself; nothing but an edit lets it go'
    case 'BlockingDependents':
      return `it waits for ${count(blocker.dependents, 'dependent')}, ${named(blocker.first)} first`
    case 'UndeletableDependent':
      return `it waits for its dependent ${named(blocker.dependent)}, which never goes: ${explain(blocker.because)}`
    case 'NotExamined':
      return `it carries ${blocker.finalizer}, and nothing makes the collector look at it before it starts again`
    case 'NamespaceContent':
      return `it holds ${count(blocker.objects, 'object')}, ${named(blocker.first)} first`
    case 'NotFinalized':
      return 'nothing is left in it, and the namespace controller has not removed its finalizer yet'
    case 'ContentNotCovered':
      return `it may hold objects of ${count(blocker.kinds, 'kind')} that the snapshot does not cover (${blocker.kind} of ${blocker.apiVersion} first)`
  }
}

const explainRace = (race: Race): string => {
  switch (race._tag) {
    case 'WorkerOrder':
      return `by the order in which workers take them, ${racing(race.ends)}`
    case 'Restart':
      return `when the collector starts again, ${racing(race.ends)}`
    case 'LateOrphans':
      return `dependents of ${named(race.owner)} that the collector has not seen by then are deleted, not left behind`
    case 'OwnerFirst':
      return `${named(race.owner)} may be gone before ${count(race.dependents, 'dependent')} that ${race.dependents === 1 ? 'does' : 'do'} not block it`
    case 'EndedPods':
      return `${count(race.pods.length, 'pod')} that ${race.pods.length === 1 ? 'has' : 'have'} ended may be deleted by the collector of pods first; the call is then answered 404`
  }
}

const racing = (ends: ReadonlyArray<RacingEnd>): string => {
  const [first, ...others] = ends
  if (first === undefined) return 'nothing ends otherwise'
  const more = others.length === 0 ? '' : `, and ${count(others.length, 'other')} end otherwise too`
  return `${named(first.target)} ${endOf(first.otherwise[0]?.end ?? first.planned)} instead of ${endOf(first.planned)}${more}`
}

const ends: Readonly<Record<End, string>> = {
  gone: 'is gone',
  terminating: 'is being deleted forever',
  stays: 'stays',
}

const endOf = (end: End): string => ends[end]

const notCovered = (unknown: Extract<Unknown, { readonly _tag: 'DependentsNotCovered' }>): string =>
  `${count(unknown.owners, 'object')} ${unknown.namespace === undefined ? 'of the cluster' : `in namespace ${unknown.namespace}`} (${named(unknown.first)} first) may have dependents of ${count(unknown.kinds, 'kind')} that the snapshot does not cover (${unknown.kind} of ${unknown.apiVersion} first)`

const kubelet = (node: string | undefined): string => (node === undefined ? 'a kubelet' : `the kubelet of ${node}`)

const named = ({ kind, namespace, name }: Target): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`
