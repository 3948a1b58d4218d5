/**
 * The input of the lifecycle collector: the objects of a cluster, the coverage, how each object stands to its owners,
 * and the marks of earlier runs, each with its schema; and how objects are named and put in order.
 */
import type { InvalidInput } from '../../core/problem.js'
import { elementAt, ownField, groupBy, compareText } from '../../internal/lists.js'
import { distinctBy, list, object, tagged } from '../../internal/schema/object.js'
import { type Schema, instant, name, optional, problemsOf, text } from '../../internal/schema/schema.js'
import { eachUidOnce, kubeObject, terms } from '../../apiserver/check.js'
import type { Coverage, Scope } from '../../apiserver/scope.js'
import { type Target, type WholeObject, groupOf } from '../../apiserver/object.js'
import { groupKindText } from './rules.js'

/** Uids of an object's owners, as the owner collector classifies its references. */
export type OwnerStatus =
  | {
      readonly _tag: 'Classified'
      /** The uid of the object. */
      readonly uid: string
      readonly solid: ReadonlyArray<string>
      readonly dangling: ReadonlyArray<string>
      readonly waiting: ReadonlyArray<string>
    }
  /** Unknown: an owner can't be looked up. */
  | { readonly _tag: 'Unclassified'; readonly uid: string; readonly because: string }

/** The snapshot that one plan decides on. */
export interface Snapshot {
  readonly at: Date
  /**
   * Whole objects, namespaces included, each uid once, in any order. Outside the metadata, times are RFC 3339 text or
   * `Date`.
   */
  readonly objects: ReadonlyArray<WholeObject>
  /** How kinds are served; objects of other kinds cannot be deleted. */
  readonly scopes: ReadonlyArray<Scope>
  /** The kinds and namespaces that `objects` holds in full; what other objects may use stays. */
  readonly coverage: Coverage
  /** Groups whose discovery fails: their kinds may have objects, whatever the coverage says of everything. Default: none. */
  readonly undiscoveredGroups?: ReadonlyArray<string> | undefined
  /** For objects with owner references, each uid once, in any order; an object with owners but no entry stays. */
  readonly owners: ReadonlyArray<OwnerStatus>
  /** The memory before this snapshot. */
  readonly memory: Memory
}

/** The mark of one object. */
export interface Mark {
  /** The uid of the object. */
  readonly uid: string
  /** The instant from which its time to live counts. */
  readonly since: Date
  /** The period in which the mark was set; in another period it is ignored. */
  readonly epoch: string
}

/** State kept between runs. */
export interface Memory {
  /** Each uid once, in any order. */
  readonly marks: ReadonlyArray<Mark>
}

const ownerStatus = tagged<OwnerStatus>({
  Classified: { uid: name, solid: list(text), dangling: list(text), waiting: list(text) },
  Unclassified: { uid: name, because: text },
})

/** A document may hold an empty uid and one that comes twice, which a plan refuses. */
export const memory: Schema<Memory> = object<Memory>({
  marks: distinctBy('uid', list(object<Mark>({ uid: { ...name, form: text.form }, since: instant, epoch: text }))),
})

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems: (snapshot: unknown) => InvalidInput | null = problemsOf(
  'Kubernetes lifecycle snapshot',
  object<Snapshot>({
    at: instant,
    objects: eachUidOnce(list<WholeObject>(kubeObject)),
    owners: distinctBy('uid', list(ownerStatus)),
    undiscoveredGroups: optional(list(text)),
    memory,
    ...terms,
  }),
)

/** What was decided of objects, by namespace, name and uid; objects of the cluster first. */
export const inOrder = <A extends { readonly target: Target }>(decisions: ReadonlyArray<A>): ReadonlyArray<A> =>
  placesInOrder(decisions).map((place) => elementAt(decisions, place))

/** The places of decisions in the order of {@link inOrder}. */
export const placesInOrder = (decisions: ReadonlyArray<{ readonly target: Target }>): ReadonlyArray<number> => {
  const targetAt = (place: number): Target => elementAt(decisions, place).target
  const namespaces = groupBy(
    (place) => targetAt(place).namespace ?? '',
    decisions.map((_, place) => place),
  )
  return [...namespaces]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, places]) => places.sort((a, b) => compareWithin(targetAt(a), targetAt(b))))
}

/** Compares targets in that order. */
export const compareTargets = (a: Target, b: Target): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareWithin(a, b)

const compareWithin = (a: Target, b: Target): number => compareText(a.name, b.name) || compareText(a.id, b.id)

/** Compares objects in the order of {@link inOrder}. */
export const compareObjects = ({ metadata: a }: WholeObject, { metadata: b }: WholeObject): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name) || compareText(a.uid, b.uid)

/** Kinds of objects that hold others, which are their users. */
export const definitionKind = 'CustomResourceDefinition.apiextensions.k8s.io'

export const namespaceKind = 'Namespace'

/** The group and kind of an object as one text. */
export const kindOf = ({ apiVersion, kind }: WholeObject): string => groupKindText({ group: groupOf(apiVersion), kind })

/** {@link kindOf} for many objects of few kinds: each text is made once. */
export const kindsSeen = (): ((object: WholeObject) => string) => {
  const versions = new Map<string, Map<string, string>>()
  return (object) => {
    const kinds = versions.get(object.apiVersion) ?? new Map<string, string>()
    if (kinds.size === 0) versions.set(object.apiVersion, kinds)
    const before = kinds.get(object.kind)
    if (before !== undefined) return before
    const made = kindOf(object)
    kinds.set(object.kind, made)
    return made
  }
}

/** The kind that a definition defines; null for one that does not say. */
export const definedKind = ({ spec }: WholeObject): string | null => {
  const group = ownField(spec, 'group')
  const kind = ownField(ownField(spec, 'names'), 'kind')
  return typeof group === 'string' && typeof kind === 'string' && kind !== '' ? groupKindText({ group, kind }) : null
}

/** Objects that Kubernetes creates in every namespace. */
export const isDefaultContent = ({ apiVersion, kind, metadata }: WholeObject): boolean =>
  apiVersion === 'v1' &&
  ((kind === 'ServiceAccount' && metadata.name === 'default') ||
    (kind === 'ConfigMap' && metadata.name === 'kube-root-ca.crt'))

/** The namespace under which an object is kept; empty for one of the cluster. */
export const placeOf = ({ metadata }: WholeObject): string => metadata.namespace ?? ''
