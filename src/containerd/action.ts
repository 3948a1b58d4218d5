import type { taskEither as TE } from 'fp-ts'

import type { FsSnapshotRecord, MetadataRecord } from './record.js'

/** Removes one record, not what it refers to. */
export type Action =
  | { readonly _tag: 'RemoveRecord'; readonly record: MetadataRecord }
  | { readonly _tag: 'RemoveSnapshotRecord'; readonly record: FsSnapshotRecord }

/** What can remove records. */
export interface Port<E> {
  /** Removes the record of a lease, ingest, blob, image, stream or mount. */
  readonly removeRecord: (record: MetadataRecord) => TE.TaskEither<E, unknown>
  /** Removes the record of a snapshotter snapshot. */
  readonly removeSnapshotRecord: (record: FsSnapshotRecord) => TE.TaskEither<E, unknown>
}

/** Executes one action on a port. */
export const perform =
  <E>(port: Port<E>) =>
  (action: Action): TE.TaskEither<E, unknown> => {
    switch (action._tag) {
      case 'RemoveRecord':
        return port.removeRecord(action.record)
      case 'RemoveSnapshotRecord':
        return port.removeSnapshotRecord(action.record)
    }
  }
