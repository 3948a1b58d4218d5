/** What the collector cannot learn of the API, and what a release then does: groups without discovery, kinds without lists. */
import { type KubeObject, groupOf, targetOf } from '../../apiserver/object.js'
import type { Kept } from '../../core/plan.js'
import type { GroupKind, Policy } from './policy.js'
import type { KeepReason, OwnerFamily, Pass, Plan } from './reason.js'
import type { Snapshot } from './snapshot.js'

/** The policy, with the kinds ignored whose watches are dropped. */
export const watching = (
  policy: Policy,
  { objects, scopes, undiscoveredGroups = [] }: Pick<Snapshot, 'objects' | 'scopes' | 'undiscoveredGroups'>,
): Policy => {
  if (policy.failedDiscovery === 'keep-watches' || undiscoveredGroups.length === 0) return policy
  const dropped = [...objects, ...scopes].flatMap(({ apiVersion, kind }) =>
    undiscoveredGroups.includes(groupOf(apiVersion)) ? [{ group: groupOf(apiVersion), kind }] : [],
  )
  return { ...policy, ignoredKinds: [...policy.ignoredKinds, ...dropped] }
}

/** The kind for whose list all work waits; none where it goes on without. */
export const blockingKind = (
  { unsyncedKind }: Pick<Policy, 'unsyncedKind'>,
  { unsyncedKinds = [] }: Pick<Snapshot, 'unsyncedKinds'>,
): GroupKind | undefined => (unsyncedKind === 'blocks' ? unsyncedKinds[0] : undefined)

/** A plan of which nothing comes to pass, since the list of a kind is missing. */
export const blocked = ({ group, kind }: GroupKind, objects: ReadonlyArray<KubeObject>, plan: Plan): Plan => {
  const [orphan, deletion] = plan.passes
  const reason: KeepReason = { _tag: 'KindUnsynced', group, kind }
  return { ...plan, passes: [nothingIn(orphan, objects, reason), nothingIn(deletion, objects, reason)] }
}

const nothingIn = (pass: Pass, objects: ReadonlyArray<KubeObject>, reason: KeepReason): Pass => {
  const reasons = new Map<string, Kept<OwnerFamily>['reasons']>(
    pass.kept.map((one) => [one.target.id, one.reasons] as const),
  )
  for (const { target } of [...pass.removals, ...pass.amendments]) reasons.set(target.id, [reason])
  return {
    ...pass,
    removals: [],
    amendments: [],
    examined: [],
    kept: objects.flatMap((each) => {
      const why = reasons.get(each.metadata.uid)
      return why === undefined ? [] : [{ target: targetOf(each), reasons: why }]
    }),
  }
}
