/**
 * The input of the owner collector: the objects of a cluster, the scopes of their kinds, and the coverage. A fast check
 * runs first; only if it fails, or a uid is repeated, a full one lists every problem.
 */
import type { either as E } from 'fp-ts'

import { eachUidOnce, kubeObject, terms } from '../../apiserver/check.js'
import type { Coverage, Scope } from '../../apiserver/scope.js'
import { type KubeObject, groupOf } from '../../apiserver/object.js'
import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Numbering, numbering } from '../../internal/lists.js'
import { type FieldsOf, list, object } from '../../internal/schema/object.js'
import { instant, name, optional, problemsOf, text } from '../../internal/schema/schema.js'
import type { GroupKind, Policy } from './policy.js'

/** The snapshot that one plan decides on. */
export interface Snapshot {
  /** When the objects were listed; only {@link apply} uses it, as the deletion timestamp. */
  readonly at: Date
  /**
   * Objects in the order in which the collector sees them, each uid once. The order decides only which dependents of an
   * owner in foreground deletion are attempted together, and the order of warnings.
   */
  readonly objects: ReadonlyArray<KubeObject>
  /**
   * How kinds are served; owners of other kinds cannot be looked up. A later scope of a kind replaces an earlier one.
   */
  readonly scopes: ReadonlyArray<Scope>
  /** The kinds and namespaces that `objects` holds in full. */
  readonly coverage: Coverage
  /** Kinds that the collector cannot list, as the conversion of a CRD fails. Default: none. */
  readonly unsyncedKinds?: ReadonlyArray<GroupKind> | undefined
  /** Groups whose discovery fails, as their API server is away. Default: none. */
  readonly undiscoveredGroups?: ReadonlyArray<string> | undefined
}

/** What the collector cannot learn of the API. */
export const unseenFields: FieldsOf<Pick<Snapshot, 'unsyncedKinds' | 'undiscoveredGroups'>> = {
  unsyncedKinds: optional(list(object<GroupKind>({ group: text, kind: name }))),
  undiscoveredGroups: optional(list(text)),
}

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

/** The uids of a snapshot by number, each of them once, or every problem of it. */
export const soundUids = (snapshot: Snapshot): E.Either<InvalidInput, Numbering> => {
  const problems = looksSound(snapshot) ? null : findProblems(snapshot)
  if (problems !== null) return fp.left(problems)
  const uids = uidsOf(snapshot)
  const repeated = uids.distinct ? null : findProblems(snapshot)
  return repeated === null ? fp.right(uids) : fp.left(repeated)
}

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: Snapshot): InvalidInput | null =>
  fp.pipe(
    soundUids(snapshot),
    fp.match(
      (invalid) => invalid,
      () => null,
    ),
  )

const uidsOf = ({ objects }: Snapshot): Numbering => numbering(objects.map(({ metadata }) => metadata.uid))

/** True where {@link findProblems} finds nothing but perhaps a uid that comes twice. */
const looksSound = object<Snapshot>({ at: instant, objects: list(kubeObject), ...terms, ...unseenFields }).holds

const findProblems = problemsOf(
  'Kubernetes snapshot',
  object<Snapshot>({ at: instant, objects: eachUidOnce(list(kubeObject)), ...terms, ...unseenFields }),
)
