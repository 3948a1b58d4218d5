/**
 * External holders: who takes a finalizer off that Kubernetes does not know, what has to be alive for that, and what it
 * destroys on the way.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { list, object } from '../../internal/schema/object.js'
import { name, oneOf, optional, problemsOf, text } from '../../internal/schema/schema.js'
import { type Target, type WholeObject, annotationOf, groupOf, targetOf } from '../../apiserver/object.js'
import type { AskOfPlace } from '../../apiserver/scope.js'
import type { Going } from './going.js'
import { managedBy } from './inventory.js'

/** How sure a row is. */
export type Certainty = 'source' | 'documentation' | 'general knowledge'

/** Something that has to be alive for a finalizer to go. */
export interface Need {
  /** In words, e.g. `its application controller`. */
  readonly what: string
  /** The objects that it can be, where a snapshot can show them. */
  readonly group?: string
  readonly kind?: string
  /** A kind that counts as well. */
  readonly orKind?: string
  /** A name, or the beginning of one with `*` at its end. */
  readonly name?: string
}

/** A workload by its name, or by the beginning or the end of one with `*` there. */
export const workload = (kind: 'Deployment' | 'StatefulSet' | 'DaemonSet', name: string): Need => ({
  what: `the ${kind} ${name.replace(/^\*-?|\*$/g, '')}`,
  group: 'apps',
  kind,
  name,
})

/** One row of the table: a finalizer, and who takes it off. */
export interface Holder {
  /** A finalizer, or the beginning or end of one with `*` there. */
  readonly finalizer: string
  /** Kinds that carry it, as `Kind` or `Kind.group`; any where it is left out. */
  readonly kinds?: ReadonlyArray<string>
  /** Who takes it off. */
  readonly party: string
  /** When it goes, as the end of "it is taken off ...". */
  readonly when: string
  readonly needs: ReadonlyArray<Need>
  /** What is destroyed before it goes, in words. */
  readonly destroys?: string
  /** An annotation of the object; as long as it is `true`, the party does nothing. */
  readonly pausedBy?: string
  readonly certainty: Certainty
}

const rows = list(
  object<Holder>({
    finalizer: name,
    kinds: optional(list(text)),
    party: text,
    when: text,
    needs: list(
      object<Need>({
        what: text,
        group: optional(text),
        kind: optional(text),
        orKind: optional(text),
        name: optional(text),
      }),
    ),
    destroys: optional(text),
    pausedBy: optional(text),
    certainty: oneOf('source', 'documentation', 'general knowledge'),
  }),
)
/** The problems of what is to be rows; null when there is none. */
export const findHolderProblems: (value: unknown) => InvalidInput | null = problemsOf('holders', rows)

/**
 * Rows as a file holds them.
 *
 * Fails: `InvalidInput` where something is no list of rows.
 */
export const holdersFrom = (value: unknown): E.Either<InvalidInput, ReadonlyArray<Holder>> => {
  const problems = findHolderProblems(value)
  return rows.holds(value) && problems === null ? fp.right(value) : fp.left(problems ?? noRows)
}

const noRows: InvalidInput = {
  _tag: 'InvalidInput',
  source: 'holders',
  problems: [{ path: '', expected: 'a list of rows', actual: 'something else' }],
}

/** The state of what a holder needs, as the snapshot and the cascade show it. */
export interface NeedState {
  readonly what: string
  /**
   * `dies`: it goes in this very cascade, so that the finalizer may stay for ever. `absent`: there is none, as far as its kind
   * tells. `unknown`: it is not shown.
   */
  readonly state: 'alive' | 'dies' | 'absent' | 'unknown'
  readonly by?: Target
}

/** The cluster in which holders live. */
export interface Neighbours {
  readonly objects: ReadonlyArray<WholeObject>
  readonly goes: Going['goes']
  /** Whether everything of a kind is shown. */
  readonly covers: AskOfPlace<boolean>
}

/** A finalizer of an object that waits for an outside party. */
export interface OutsideWait {
  readonly target: Target
  readonly finalizer: string
  /** Absent where no row knows the finalizer. */
  readonly holder?: Holder
  readonly needs: ReadonlyArray<NeedState>
  /** The annotation by which the party does nothing about the object. */
  readonly pausedBy?: string
  /** Objects of the snapshot that it deletes first, as its status or inventory lists them. */
  readonly deletes: ReadonlyArray<Target>
}

/**
 * The outside parties that an object waits for, one for each of its finalizers that Kubernetes does not remove.
 *
 * Order: that of its finalizers. The first row of the table that fits counts.
 */
export const outsideWaits =
  (table: ReadonlyArray<Holder>, neighbours: Neighbours) =>
  (object: WholeObject): ReadonlyArray<OutsideWait> =>
    (object.metadata.finalizers ?? []).filter(isOfOutside).map((finalizer) => {
      const holder = holderIn(table, object, finalizer)
      const target = targetOf(object)
      if (holder === undefined) return { target, finalizer, needs: [], deletes: [] }
      return {
        target,
        finalizer,
        holder,
        needs: holder.needs.map((need) => stateOf(need, neighbours)),
        ...pauseOf(holder, object),
        deletes: holder.destroys === undefined ? [] : managedBy(object, neighbours.objects),
      }
    })

/** The first row of a table that fits a finalizer of an object. */
export const holderIn = (table: ReadonlyArray<Holder>, object: WholeObject, finalizer: string): Holder | undefined =>
  table.find((row) => fits(row.finalizer, finalizer) && isOfKinds(row.kinds, object))

/** True for a finalizer that no controller of Kubernetes removes. */
export const isOfOutside = (finalizer: string): boolean => !ownFinalizers.has(finalizer)

/** True for an object that can be what a holder needs; nothing can where no kind is said. */
export const meetsNeed =
  ({ group, kind, orKind, name }: Need) =>
  (object: WholeObject): boolean =>
    kind !== undefined &&
    (object.kind === kind || object.kind === orKind) &&
    (group === undefined || groupOf(object.apiVersion) === group) &&
    (name === undefined || fits(name, object.metadata.name))

/** Finalizers that controllers of Kubernetes remove; a cascade plays them. */
const ownFinalizers: ReadonlySet<string> = new Set([
  'orphan',
  'foregroundDeletion',
  'customresourcecleanup.apiextensions.k8s.io',
  'kubernetes.io/pvc-protection',
  'kubernetes.io/pv-protection',
  'kubernetes.io/pv-controller',
  'kubernetes.io/vac-protection',
  'networking.k8s.io/service-cidr-finalizer',
  'scheduling.k8s.io/podgroup-protection',
  'batch.kubernetes.io/job-tracking',
  'resource.kubernetes.io/delete-protection',
])

const fits = (pattern: string, text: string): boolean =>
  pattern.endsWith('*')
    ? text.startsWith(pattern.slice(0, -1))
    : pattern.startsWith('*')
      ? text.endsWith(pattern.slice(1))
      : pattern === text

const pauseOf = ({ pausedBy }: Holder, object: WholeObject): Pick<OutsideWait, 'pausedBy'> =>
  pausedBy !== undefined && annotationOf(object, pausedBy) === 'true' ? { pausedBy } : {}

const isOfKinds = (kinds: ReadonlyArray<string> | undefined, { apiVersion, kind }: WholeObject): boolean =>
  kinds === undefined || kinds.includes(kind) || kinds.includes(`${kind}.${groupOf(apiVersion)}`)

const stateOf = (need: Need, { objects, goes, covers }: Neighbours): NeedState => {
  const { what, group, kind, orKind, name } = need
  if (kind === undefined) return { what, state: 'unknown' }
  const found = objects.filter(meetsNeed(need))
  const alive = found.find((object) => !goes(object))
  if (alive !== undefined) return { what, state: 'alive', by: targetOf(alive) }
  const [dead] = found
  if (dead !== undefined) return { what, state: 'dies', by: targetOf(dead) }
  // What is looked for by name may have another one.
  return {
    what,
    state:
      name === undefined && [kind, orKind ?? kind].every((one) => covers(`${group ?? 'any'}/v1`, one))
        ? 'absent'
        : 'unknown',
  }
}

/** True for a wait of which what it needs is not there any more, or goes along. */
export const isHopeless = ({ needs }: OutsideWait): boolean =>
  needs.some(({ state }) => state === 'dies' || state === 'absent')

/**
 * The domain of the controller that handles a finalizer, with which it begins by convention. One that begins with none is mostly
 * of whoever runs the group of a custom resource.
 */
export const domainOf = (
  finalizer: string,
  { apiVersion }: Pick<WholeObject, 'apiVersion'>,
): { readonly domain?: string } => {
  const slash = finalizer.indexOf('/')
  if (slash > 0) return { domain: finalizer.slice(0, slash) }
  const group = groupOf(apiVersion)
  return slash < 0 && group.includes('.') && !group.endsWith('.k8s.io') ? { domain: group } : {}
}
