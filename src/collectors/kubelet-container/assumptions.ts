/**
 * Answers which decisions rest on a pod state that nobody observed and somebody stated.
 */
import type { Assumption, Pass } from '../../core/plan.js'
import { groupBy } from '../../internal/group.js'
import type { Policy } from './policy.js'
import type { Family, KeepReason, Reason } from './reason.js'
import type { Snapshot } from './snapshot.js'

const ruledByPod: ReadonlySet<(Reason | KeepReason)['_tag']> = new Set<(Reason | KeepReason)['_tag']>([
  'PodContentShouldBeRemoved',
  'PodRuntimeShouldBeRemoved',
  'PodNotRemoved',
  'InactiveSandboxOfRemovedPod',
  'NewestSandboxOfPod',
  'LogDirectoryOfRemovedPod',
])

/** The stated pod states that decide something, in the order of the snapshot, with the targets they decide. */
export const assumptionsOf = (
  policy: Policy,
  snapshot: Snapshot,
  passes: ReadonlyArray<Pass<Family>>,
): ReadonlyArray<Assumption> => {
  const stated = snapshot.pods.filter(
    ({ contentRemoved, runtimeRemoved }) => contentRemoved._tag === 'Assumed' || runtimeRemoved._tag === 'Assumed',
  )
  if (stated.length === 0) return []
  const ruled = groupBy(({ podUid }) => podUid, passes.flatMap(ruledTargets))
  return stated.flatMap(({ uid, contentRemoved, runtimeRemoved }) => {
    const targets = (ruled.get(uid) ?? []).map(({ id }) => id)
    if (targets.length === 0) return []
    const facts = policy.evictNonDeletedPods
      ? ([
          ['contentRemoved', contentRemoved],
          ['runtimeRemoved', runtimeRemoved],
        ] as const)
      : ([['contentRemoved', contentRemoved]] as const)
    return facts.flatMap(([name, fact]) =>
      fact._tag === 'Assumed'
        ? [
            {
              about: `pods[${JSON.stringify(uid)}].${name}`,
              assumed: String(fact.value),
              because: fact.because,
              targets,
            },
          ]
        : [],
    )
  })
}

const ruledTargets = (pass: Pass<Family>): ReadonlyArray<{ readonly podUid: string; readonly id: string }> =>
  [...pass.removals, ...pass.kept].flatMap(({ target, reasons }) =>
    target._tag !== 'LogLink' && reasons.some((reason) => ruledByPod.has(reason._tag))
      ? [{ podUid: target.podUid, id: target.id }]
      : [],
  )
