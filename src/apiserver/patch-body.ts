/**
 * The bodies of patches that change metadata.
 */
import type { OwnerReference } from './object.js'

/** An item of a strategic merge patch of owner references; items are told apart by uid. */
export type ReferencePatch = OwnerReference | { readonly $patch: 'delete'; readonly uid: string }

/** Metadata that a patch sets. `null` takes a list away; uid and version make it fail on another object. */
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
