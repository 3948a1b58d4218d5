/**
 * The options of a delete request, and those that kubectl sends.
 */
/** What happens to the dependents. `Background`: deleted later. `Foreground`: deleted first. `Orphan`: kept. */
export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan'

/** The version of an object that a request means; one that does not fit is refused. */
export interface Preconditions {
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
}

/** The body of a request to delete; everything may be absent. */
export interface DeleteOptions {
  /** Whole seconds; below zero counts as one. Means something for pods only. */
  readonly gracePeriodSeconds?: number | undefined
  readonly propagationPolicy?: string | undefined
  /** Deprecated form of the policy; not both. */
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
