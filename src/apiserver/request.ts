/**
 * Requests that change something on an API server: their bodies, as data, and whether they are valid.
 */
import type { InvalidInput } from '../core/problem.js'
import { list, object, readByName } from '../internal/schema/object.js'
import { type Schema, flag, instant, optional, problemsOf, safeInteger, text } from '../internal/schema/schema.js'
import { kubeObject, objectWith } from './check.js'
import type { ObjectMeta, OwnerReference, WholeObject } from './object.js'
import type { Address } from './scope.js'

/** What happens to the dependents. `Background`: deleted later. `Foreground`: deleted first. `Orphan`: kept. */
export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan'

/** The uid and version that the object must have; otherwise the request is rejected. */
export interface Preconditions {
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
}

/** The body of a delete request. */
export interface DeleteOptions {
  /** Whole seconds; a negative number counts as one. Only pods have a grace period. */
  readonly gracePeriodSeconds?: number | undefined
  readonly propagationPolicy?: string | undefined
  /** Deprecated form of the policy; set only one of them. */
  readonly orphanDependents?: boolean | undefined
  readonly preconditions?: Preconditions | undefined
}

/** Values of kubectl's `--cascade`. */
export type Cascade = 'background' | 'foreground' | 'orphan'

/** The options that kubectl sends for a value of `--cascade`; it always sends a policy, by default `background`. */
export const kubectlOptions = (cascade: Cascade = 'background'): DeleteOptions => ({
  propagationPolicy: policies[cascade],
})

const policies: Readonly<Record<Cascade, PropagationPolicy>> = {
  background: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
}

/** Why the server refuses options; nothing when it takes them. */
export const optionsRefusal = ({ propagationPolicy, orphanDependents }: DeleteOptions): string | undefined => {
  if (propagationPolicy === undefined) return undefined
  if (orphanDependents !== undefined) return 'propagationPolicy and orphanDependents are both set'
  return isPropagationPolicy(propagationPolicy)
    ? undefined
    : `propagationPolicy ${JSON.stringify(propagationPolicy)} is unknown`
}

/** True for a policy that the server knows. */
export const isPropagationPolicy = (value: string): value is PropagationPolicy =>
  value === 'Background' || value === 'Foreground' || value === 'Orphan'

/** An item of a strategic merge patch of owner references; items are identified by uid. */
export type ReferencePatch = OwnerReference | { readonly $patch: 'delete'; readonly uid: string }

/** Metadata that a patch sets. `null` removes a list; with uid and version it fails on another object. */
export interface MetadataPatch {
  readonly uid?: string
  readonly resourceVersion?: string
  readonly ownerReferences?: ReadonlyArray<ReferencePatch> | null
  readonly finalizers?: ReadonlyArray<string> | null
}

/** The content type of a patch. */
export type PatchType = 'application/strategic-merge-patch+json' | 'application/merge-patch+json'

/** The body of one request to change an object. */
export interface Patch {
  readonly patchType: PatchType
  readonly body: { readonly metadata: MetadataPatch }
}

/** One request that changes something. */
export type ApiRequest =
  | {
      readonly _tag: 'Delete'
      readonly object: Address
      readonly options: DeleteOptions
      /** The server's own: straight at the storage, so that no admission is asked. */
      readonly isInternal?: true
    }
  | { readonly _tag: 'Patch'; readonly object: Address; readonly patch: Patch }
  /** The server sets an empty uid. */
  | { readonly _tag: 'Create'; readonly object: WholeObject }
  /**
   * Replaces the object of this name; fails if its resource version differs. The subresource `status` replaces only the
   * status.
   */
  | { readonly _tag: 'Update'; readonly object: WholeObject; readonly subresource?: 'status' }
  /** The subresource `finalize` of a namespace: sets the finalizers of its specification. */
  | { readonly _tag: 'FinalizeNamespace'; readonly object: Address; readonly finalizers: ReadonlyArray<string> }

const maybeText = optional(text)
const maybeFlag = optional(flag)
const maybeInteger = optional(safeInteger)
const preconditions = optional(
  readByName(
    object<Preconditions>({ uid: maybeText, resourceVersion: maybeText }),
    ({ uid, resourceVersion }) => maybeText.holds(uid) && maybeText.holds(resourceVersion),
  ),
)

/** Options of a delete. The server checks the policy, and which options go together. */
export const options: Schema<DeleteOptions> = readByName(
  object<DeleteOptions>({
    gracePeriodSeconds: maybeInteger,
    propagationPolicy: maybeText,
    orphanDependents: maybeFlag,
    preconditions,
  }),
  (value) =>
    maybeInteger.holds(value.gracePeriodSeconds) &&
    maybeText.holds(value.propagationPolicy) &&
    maybeFlag.holds(value.orphanDependents) &&
    preconditions.holds(value.preconditions),
)

/** Empty text names nothing; the server rejects it. */
const reference = object<OwnerReference>({
  apiVersion: text,
  kind: text,
  name: text,
  uid: text,
  controller: maybeFlag,
  blockOwnerDeletion: maybeFlag,
})

const findDeleteProblems = problemsOf(
  'request',
  object<{ readonly at: Date; readonly options: DeleteOptions }>({ at: instant, options }),
)
const findChangeProblems = problemsOf(
  'change',
  object<Pick<ObjectMeta, 'finalizers' | 'ownerReferences'>>({
    finalizers: optional(list(text)),
    ownerReferences: optional(list(reference)),
  }),
)
const findObjectProblems = problemsOf('object', objectWith(reference))

/** What is wrong with a request to delete, in words; nothing when it is sound. */
export const deleteProblem = (at: unknown, asked: unknown): string | undefined =>
  instant.holds(at) && options.holds(asked) ? undefined : said(findDeleteProblems({ at, options: asked }))

/** What is wrong with a change, in words; nothing when it is sound. */
export const changeProblem = (change: unknown): string | undefined => said(findChangeProblems(change))

/** What is wrong with an object, in words; nothing when it is sound. */
export const objectProblem = (value: unknown): string | undefined =>
  kubeObject.holds(value) ? undefined : said(findObjectProblems(value))

/** The same of an object that need not be there. */
export const problemIfThere = (object: unknown): string | undefined =>
  object === undefined ? undefined : objectProblem(object)

const said = (found: InvalidInput | null): string | undefined =>
  found?.problems
    .map(({ path, expected, actual }) => `${path === '' ? found.source : path}: expected ${expected}, got ${actual}`)
    .join('; ')
