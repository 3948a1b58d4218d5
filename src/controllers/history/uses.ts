/** Who uses a revision. */
export type Uses =
  /** Status of a StatefulSet: what its pods have, what they are to get. */
  | { readonly _tag: 'CurrentRevision' }
  | { readonly _tag: 'UpdateRevision' }
  /** So many pods are labelled with it; the first by name. */
  | { readonly _tag: 'Pods'; readonly pods: number; readonly first: string }
