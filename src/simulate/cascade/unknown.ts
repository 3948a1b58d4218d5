/**
 * What a snapshot leaves unknown for a cascade: kinds that may hold dependents or namespace content, and pods without
 * a spec.
 */
import type { WholeObject } from '../../apiserver/object.js'
import { isPod, namespaceOf, targetOf } from '../../apiserver/object.js'
import { compareText } from '../../internal/order.js'
import type { UncoveredKinds } from '../../controllers/owner/coverage-facts.js'
import type { Effect } from '../../apiserver/answer.js'
import type { Unknown } from './reason.js'

/** By namespace, the cluster first; then pods. */
export const unknownsOf = (
  effects: ReadonlyArray<Effect<unknown>>,
  unseenDependents: (namespace: string | undefined) => UncoveredKinds | null,
): ReadonlyArray<Unknown> => {
  const owners = new Map<string, Owners>()
  const pods = new Set<string>()
  let firstPod: WholeObject | undefined
  for (const { before, after } of effects) {
    if (after === before) continue
    const { uid } = before.metadata
    if (before.spec === undefined && isPod(before)) {
      firstPod ??= before
      pods.add(uid)
    }
    const namespace = namespaceOf(before)
    const unseen = unseenDependents(namespace)
    if (unseen === null) continue
    const others = owners.get(namespace ?? '')
    if (others === undefined) owners.set(namespace ?? '', { unseen, first: before, uids: new Set([uid]) })
    else others.uids.add(uid)
  }
  return [
    ...[...owners]
      .sort(([a], [b]) => compareText(a, b))
      .map(([namespace, { unseen, first, uids }]): Unknown => {
        const where = namespace === '' ? {} : { namespace }
        return { _tag: 'DependentsNotCovered', ...where, ...unseen, owners: uids.size, first: targetOf(first) }
      }),
    ...(firstPod === undefined ? [] : [{ _tag: 'PodsNotShown' as const, pods: pods.size, first: targetOf(firstPod) }]),
  ]
}

/** Owners in one namespace that may have dependents that are not shown. */
interface Owners {
  readonly unseen: UncoveredKinds
  readonly first: WholeObject
  readonly uids: Set<string>
}
