/**
 * Answers what a snapshot does not show that a cascade may meet: kinds that may hold dependents or content, and pods
 * without their specification.
 */
import type { WholeObject } from '../api/pod.js'
import { isPod } from '../api/pod.js'
import { namespaceOf } from '../owner/reference.js'
import { targetOf } from '../owner/target.js'
import type { Unseen } from '../owner/unseen.js'
import type { Effect } from './effect.js'
import type { Unknown } from './reason.js'

/** By namespace, the cluster first; then pods. */
export const unknownsOf = (
  effects: ReadonlyArray<Effect<unknown>>,
  unseenDependents: (namespace: string | undefined) => Unseen | null,
): ReadonlyArray<Unknown> => {
  const owners = new Map<string, Map<string, WholeObject>>()
  const pods = new Map<string, WholeObject>()
  for (const { before, after } of effects) {
    if (after === before) continue
    const { uid } = before.metadata
    if (isPod(before) && before.spec === undefined) pods.set(uid, before)
    const namespace = namespaceOf(before)
    if (unseenDependents(namespace) === null) continue
    const all = owners.get(namespace ?? '') ?? new Map<string, WholeObject>()
    if (all.size === 0) owners.set(namespace ?? '', all)
    if (!all.has(uid)) all.set(uid, before)
  }
  const [firstPod] = pods.values()
  return [
    ...[...owners.keys()].sort().flatMap((namespace): ReadonlyArray<Unknown> => {
      const all = owners.get(namespace)
      const [first] = all?.values() ?? []
      const unseen = unseenDependents(namespace === '' ? undefined : namespace)
      if (all === undefined || first === undefined || unseen === null) return []
      const where = namespace === '' ? {} : { namespace }
      return [{ _tag: 'DependentsNotCovered', ...where, ...unseen, owners: all.size, first: targetOf(first) }]
    }),
    ...(firstPod === undefined ? [] : [{ _tag: 'PodsNotShown' as const, pods: pods.size, first: targetOf(firstPod) }]),
  ]
}
