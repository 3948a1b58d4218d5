/**
 * File format of containerd metadata snapshots. Also reads recordings of the metadata, which have neither kind nor
 * version and leave out what older releases do not have.
 */
import { either as E } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import { namespaces, snapshot } from '../../containerd/schema.js'
import type { Namespace, Snapshot } from '../../containerd/snapshot.js'
import type { InvalidInput } from '../../core/problem.js'
import { instant } from '../../internal/schema/schema.js'
import { object } from '../../internal/schema/object.js'
import { type Decoder, decoder, mapped, own, readFrom } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { parseJsonText } from '../json-text.js'
import { documentOf, reading } from './document.js'
import { isRecord } from '../../internal/lists.js'

const title = 'containerd snapshot'

const file = documentOf({ tag: 'ContainerdSnapshot', kind: 'gcplan/containerd-snapshot', title }, snapshot)

/** What a recording may leave out of a namespace. */
const older = { inMetadata: true, sandboxes: [], streams: [], mounts: [] }

const completed = (namespace: unknown): unknown =>
  isRecord(namespace)
    ? {
        ...namespace,
        ...Object.fromEntries(Object.entries(older).map(([name, value]) => [name, own(namespace, name) ?? value])),
      }
    : namespace

interface Recording {
  readonly now: Date
  readonly namespaces: ReadonlyArray<Namespace>
}

const recording = reading(object<Recording>({ now: instant, namespaces }))

const recorded: Decoder<Snapshot> = mapped(
  decoder(recording.name, (value, context) => {
    const held = isRecord(value) ? own(value, 'namespaces') : undefined
    return recording.validate(
      isRecord(value) && Array.isArray(held) ? { ...value, namespaces: held.map(completed) } : value,
      context,
    )
  }),
  ({ now, namespaces: held }): Snapshot => ({ at: now, namespaces: held }),
)

/**
 * Reads a snapshot of containerd's metadata from a file of kind `gcplan/containerd-snapshot`, version 1, or from a
 * recording `{now, namespaces}`.
 *
 * Takes text or parsed JSON. Labels are an object of texts. Labels, `usage` and `unseen` are optional; a recording may
 * also omit `inMetadata` (true), `sandboxes`, `streams` and `mounts`. Otherwise as
 * {@link decodeKubeletContainerSnapshot}; the plan rejects duplicate keys.
 * Units: sizes are bytes, as numbers below 2^53 or decimal text; times are cut to the millisecond, `expireAt` is not.
 *
 * @example
 * ```ts
 * import { decodeContainerdSnapshot } from 'gcplan/decode'
 *
 * const lists = { content: [], snapshots: [], images: [], containers: [], leases: [] }
 * const ingests = [{ ref: 'layer-1', expected: { unknown: true }, expireAt: '' }]
 * const decoded = decodeContainerdSnapshot({
 *   now: '2026-11-21T02:52:36.826Z',
 *   namespaces: [{ name: 'k8s.io', ...lists, ingests }],
 * })
 * if (decoded._tag === 'Right') console.log(decoded.right.namespaces[0]?.ingests[0]?.expected._tag) // Unknown
 * ```
 */
export const decodeContainerdSnapshot: FileDecoder<Snapshot> = (input) =>
  pipe(
    typeof input === 'string' ? parseJsonText(title)(input) : E.right(input),
    E.match(
      () => file.decode(input),
      (value) =>
        isRecord(value) && !Object.hasOwn(value, 'kind') && Object.hasOwn(value, 'now')
          ? readFrom(recorded)(title)(value)
          : file.decode(value),
    ),
  )

/**
 * Writes a snapshot of containerd's metadata; {@link decodeContainerdSnapshot} reads it back unchanged, except the
 * order of labels with whole numbers as keys.
 *
 * Fails as {@link encodeKubeletImageSnapshot} does, and for duplicate label keys.
 *
 * @example
 * ```ts
 * import { encodeContainerdSnapshot } from 'gcplan/decode'
 *
 * const encoded = encodeContainerdSnapshot({ at: new Date('2026-01-01T12:00:00Z'), namespaces: [] })
 * if (encoded._tag === 'Right') console.log(encoded.right.split('\n')[1]) //   "kind": "gcplan/containerd-snapshot",
 * ```
 */
export const encodeContainerdSnapshot: (snapshot: Snapshot) => E.Either<InvalidInput, string> = file.encode
