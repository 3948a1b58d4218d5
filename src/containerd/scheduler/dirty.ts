/**
 * Whether a committed write counts as a deletion. The store's flag sticks: after one deletion every write of any kind
 * is reported dirty, until a collection succeeds.
 */

/** What a write did to the store. */
export type Write =
  | { readonly _tag: 'Deleted'; readonly kind: DeletedKind }
  /** Anything else: created, relabelled, re-pointed. */
  | { readonly _tag: 'Changed' }

/** What can be deleted. */
export type DeletedKind =
  | 'container'
  | 'content'
  | 'image'
  | 'lease'
  | 'lease-resource'
  | 'snapshot'
  | 'sandbox'
  | 'ingest'

const dirtying: ReadonlySet<DeletedKind> = new Set<DeletedKind>([
  'container',
  'content',
  'image',
  'lease',
  'lease-resource',
  'snapshot',
])

/** True if this write sets the flag; deleting a sandbox or aborting an ingest does not. */
export const setsDirty = (write: Write): boolean => write._tag === 'Deleted' && dirtying.has(write.kind)

/** The flag after a write, which is also what the store reports with that write. */
export const dirtyAfter =
  (write: Write) =>
  (dirty: boolean): boolean =>
    dirty || setsDirty(write)
