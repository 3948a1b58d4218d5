/**
 * What uses a revision, and the progress of a rollout.
 */

/** Who uses a revision. */
export type Uses =
  /** Status of a StatefulSet: what its pods have, what they are to get. */
  | { readonly _tag: 'CurrentRevision' }
  | { readonly _tag: 'UpdateRevision' }
  /** So many pods are labelled with it; the first by name. */
  | { readonly _tag: 'Pods'; readonly pods: number; readonly first: string }

/** What makes a rollout complete: all four counts are alike and the last change was observed. */
export interface Rollout {
  readonly wanted: number
  readonly replicas: number
  readonly updated: number
  readonly available: number
  readonly generation: number
  readonly observedGeneration: number
}
