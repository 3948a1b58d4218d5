/** Facts that guards read from a target or decision of any collector: kind, namespace, names, owners, labels. */
import { ownField, isRecord } from '../internal/lists.js'
import type { option as O } from 'fp-ts'

import * as fp from '../core/fp.js'
import { type Knowledge, known, unknown } from '../core/knowledge.js'
import type { OwnerName, TargetRef } from './protection.js'

/** A decision about a target: to remove, to change or to keep it. */
export interface Decided<T extends TargetRef = TargetRef> {
  readonly target: T
  readonly reasons: ReadonlyArray<{ readonly _tag: string }>
}

/** Groups decisions; one may be in several groups or none. `name` is what a group is, e.g. `owner`. */
export interface Grouping<T extends TargetRef = TargetRef> {
  readonly name: string
  /** The groups that a decision is in. */
  readonly keysOf: (decided: Decided<T>) => ReadonlyArray<string>
}

/** Labels or annotations of an object. */
export type Labels = Readonly<Record<string, string>>

/** The kind of a target: its `kind` where it has one, as Kubernetes objects have, else its tag. */
export const kindOf = (target: TargetRef): string => textIn(target, 'kind') ?? target._tag

/** The namespace of a target; none where it has no such field, or an empty one. */
export const namespaceOf = (target: TargetRef): O.Option<string> => {
  const namespace = textIn(target, 'namespace')
  return namespace === undefined || namespace === '' ? fp.none : fp.some(namespace)
}

/** A target's names: its id, name, tags and key. */
export const namesOf = (target: TargetRef): ReadonlyArray<string> => {
  const tags = ownField(target, 'tags')
  const listed: ReadonlyArray<unknown> = Array.isArray(tags) ? tags : []
  const others = ['imageId', 'name', 'key'].map((field) => ownField(target, field))
  return [
    ...new Set([target.id, ...others, ...listed].filter((name) => typeof name === 'string' && name !== '')),
  ] as string[]
}

/** By namespace; targets without one are in no group. */
export const byNamespace: Grouping = {
  name: 'namespace',
  keysOf: ({ target }) => {
    const namespace = namespaceOf(target)
    return fp.isSome(namespace) ? [namespace.value] : []
  },
}

/** By kind. */
export const byKind: Grouping = { name: 'kind', keysOf: ({ target }) => [kindOf(target)] }

/** By owner, from the reasons: `ReplicaSet web`. */
export const byOwner: Grouping = {
  name: 'owner',
  keysOf: ({ reasons }) => [...new Set(ownersIn(reasons).map(({ kind, name, uid }) => `${kind} ${name} (${uid})`))],
}

/** An owner as reasons name it. `livesAs` and `replacedBy`: see the owner collector's `AbsentOwner`. */
export interface NamedOwner extends OwnerName {
  readonly uid: string
  readonly livesAs?: unknown
  readonly replacedBy?: unknown
}

/** The owners that reasons name. */
export const ownersIn = (reasons: ReadonlyArray<{ readonly _tag: string }>): ReadonlyArray<NamedOwner> =>
  reasons.flatMap((reason) => {
    const inner = ownField(reason, 'reason')
    return [...ownersOf(reason), ...(isRecord(inner) ? ownersOf(inner) : [])]
  })

const ownersOf = (reason: object): ReadonlyArray<NamedOwner> => {
  const [owner, owners] = [ownField(reason, 'owner'), ownField(reason, 'owners')]
  const all: ReadonlyArray<unknown> = [owner, ...(Array.isArray(owners) ? (owners as ReadonlyArray<unknown>) : [])]
  return all.filter(isOwner)
}

const isOwner = (value: unknown): value is NamedOwner =>
  isRecord(value) && ['kind', 'name', 'uid'].every((field) => typeof value[field] === 'string')

/** The fields read from a listed object; every Kubernetes object has them. */
export interface Listed {
  readonly metadata: {
    readonly uid: string
    readonly labels?: Labels | undefined
    readonly annotations?: Labels | undefined
    readonly finalizers?: ReadonlyArray<string> | undefined
    readonly creationTimestamp?: Date | undefined
  }
}

/** Facts about targets that a listing contains, by uid; others are unknown. */
export interface Listing {
  /** Its labels; empty if it has none. */
  readonly labelsOf: (target: TargetRef) => Knowledge<Labels>
  /** Its annotations, likewise. */
  readonly annotationsOf: (target: TargetRef) => Knowledge<Labels>
  /** Its finalizers. */
  readonly finalizersOf: (target: TargetRef) => Knowledge<ReadonlyArray<string>>
  /** When it was created; unknown if the object has no time. */
  readonly createdAt: (target: TargetRef) => Knowledge<Date>
}

/** Answers questions about targets from the Kubernetes objects of a snapshot. */
export const listingOf = (objects: ReadonlyArray<Listed>): Listing => {
  const byUid = new Map(objects.map(({ metadata }) => [metadata.uid, metadata]))
  const ask =
    <A>(read: (metadata: Listed['metadata']) => A | undefined) =>
    ({ id }: TargetRef): Knowledge<A> => {
      const metadata = byUid.get(id)
      const found = metadata === undefined ? undefined : read(metadata)
      return found === undefined ? unknown : known(found)
    }
  return {
    labelsOf: ask(({ labels = {} }) => labels),
    annotationsOf: ask(({ annotations = {} }) => annotations),
    finalizersOf: ask(({ finalizers = [] }) => finalizers),
    createdAt: ask(({ creationTimestamp }) => creationTimestamp),
  }
}

const textIn = (value: object, field: string): string | undefined => {
  const found = ownField(value, field)
  return typeof found === 'string' ? found : undefined
}
