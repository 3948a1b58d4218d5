/**
 * Decisions that depend on a pod state that was stated, not observed.
 */
import type { Assumption, Pass } from '../../core/plan.js'
import { groupBy, compareText } from '../../internal/lists.js'
import type { PodVerdict, PodVerdicts, PodFact } from './pod-state.js'
import type { Family, KeepReason, Reason, Target } from './reason.js'
import type { PodState, Snapshot } from './snapshot.js'

/** Reasons that say what became of a pod. */
const ruledByPod: ReadonlySet<(Reason | KeepReason)['_tag']> = new Set<(Reason | KeepReason)['_tag']>([
  'PodContentShouldBeRemoved',
  'PodRuntimeShouldBeRemoved',
  'PodNotRemoved',
  'InactiveSandboxOfRemovedPod',
  'NewestSandboxOfPod',
  'LogDirectoryOfRemovedPod',
])

/** Reasons that count what all pods together leave. */
const ruledByAllPods: ReadonlySet<Reason['_tag']> = new Set<Reason['_tag']>([
  'OverFairShareOfMaxContainers',
  'OverMaxContainers',
])

type Owned = Exclude<Target, { readonly _tag: 'LogLink' }>

/**
 * The stated facts that decide something, by pod uid, each with the targets of its pod that it decides. A limit of the
 * whole node counts every pod, so its removals depend on all stated pods together: one more assumption, at the end.
 */
export const assumptionsOf = (
  snapshot: Snapshot,
  fates: PodVerdicts,
  passes: ReadonlyArray<Pass<Family>>,
): ReadonlyArray<Assumption> => {
  const stated = snapshot.pods
    .filter(
      ({ contentRemoved, runtimeRemoved }) => contentRemoved._tag === 'Assumed' || runtimeRemoved._tag === 'Assumed',
    )
    .sort((a, b) => compareText(a.uid, b.uid))
  if (stated.length === 0) return []
  const ruled = groupBy(({ podUid }) => podUid, passes.flatMap(ruledTargets))
  return [
    ...stated.flatMap((pod) => factsOf(pod, fates, ruled.get(pod.uid) ?? [])),
    ...together(stated, snapshot, fates, passes),
  ]
}

const factsOf = (pod: PodState, fates: PodVerdicts, ruled: ReadonlyArray<Owned>): ReadonlyArray<Assumption> => {
  const ofPod = restsOn(pod, fates.ofPod(pod.uid))
  const ofContent = restsOn(pod, fates.ofContent(pod.uid))
  return facts.flatMap((name) => {
    const targets = ruled
      .filter(({ _tag }) => (_tag === 'LogDirectory' ? ofContent : ofPod).includes(name))
      .map(({ id }) => id)
    const fact = pod[name]
    return fact._tag !== 'Assumed' || targets.length === 0
      ? []
      : [
          {
            about: `pods[${JSON.stringify(pod.uid)}].${name}`,
            assumed: String(fact.value),
            because: fact.because,
            targets,
          },
        ]
  })
}

const facts: ReadonlyArray<PodFact> = ['contentRemoved', 'runtimeRemoved']

/** The facts behind a fate; none when an observed one says alone that the pod is gone. */
const restsOn = (pod: PodState, { verdict, by }: PodVerdict): ReadonlyArray<PodFact> =>
  verdict === 'gone' && by.some((name) => pod[name]._tag === 'Known') ? [] : by

const together = (
  stated: ReadonlyArray<PodState>,
  snapshot: Snapshot,
  fates: PodVerdicts,
  passes: ReadonlyArray<Pass<Family>>,
): ReadonlyArray<Assumption> => {
  const targets = passes
    .flatMap((pass) => pass.removals)
    .flatMap(({ target, reasons }) => (ruledByAllPods.has(reasons[0]._tag) ? [target.id] : []))
  if (targets.length === 0 || !snapshot.allSourcesReady) return []
  const owners = new Set(snapshot.containers.map(({ podUid }) => podUid))
  const grounds = stated
    .filter(({ uid }) => owners.has(uid))
    .flatMap((pod) => restsOn(pod, fates.ofPod(pod.uid)).map((name) => pod[name]))
    .flatMap((fact) => (fact._tag === 'Assumed' ? [fact.because] : []))
  return grounds.length === 0
    ? []
    : [{ about: 'pods', assumed: 'as stated', because: [...new Set(grounds)].join('; '), targets }]
}

const ruledTargets = (pass: Pass<Family>): ReadonlyArray<Owned> =>
  [...pass.removals, ...pass.kept].flatMap(({ target, reasons }) =>
    target._tag !== 'LogLink' && reasons.some(({ _tag }) => ruledByPod.has(_tag)) ? [target] : [],
  )
