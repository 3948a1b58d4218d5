/**
 * File format of the container collector's snapshots.
 */
import type { either as E } from 'fp-ts'

import type {
  Container,
  ContainerState,
  LinkStatus,
  LogLink,
  PodState,
  Sandbox,
  SandboxState,
  Snapshot,
} from '../../kubelet/container/snapshot.js'
import type { InvalidInput } from '../../core/problem.js'
import type { FileDecoder } from '../file.js'
import { flag, text, word } from '../leaf.js'
import { arrayCodec, instantCodec, knowledge, nullable, plain, record } from './codec.js'
import type { Document } from './document.js'
import { documentOf } from './document.js'

const containerStates = ['CONTAINER_CREATED', 'CONTAINER_RUNNING', 'CONTAINER_EXITED', 'CONTAINER_UNKNOWN'] as const

const file: Document<Snapshot> = documentOf<Snapshot>(
  {
    tag: 'KubeletContainerSnapshot',
    kind: 'gcplan/kubelet-container-snapshot',
    title: 'kubelet-container snapshot',
  },
  {
    at: instantCodec,
    allSourcesReady: plain(flag),
    pods: arrayCodec(
      record<PodState>({
        uid: plain(text),
        contentRemoved: knowledge(plain(flag)),
        runtimeRemoved: knowledge(plain(flag)),
      }),
    ),
    containers: arrayCodec(
      record<Container>({
        id: plain(text),
        sandboxId: plain(text),
        podUid: plain(text),
        name: plain(text),
        state: plain(word<ContainerState>(...containerStates)),
        createdAt: instantCodec,
        identified: plain(flag),
      }),
    ),
    sandboxes: arrayCodec(
      record<Sandbox>({
        id: plain(text),
        podUid: plain(text),
        state: plain(word<SandboxState>('SANDBOX_READY', 'SANDBOX_NOTREADY')),
        createdAt: instantCodec,
      }),
    ),
    logDirectories: arrayCodec(plain(text)),
    logLinks: arrayCodec(
      record<LogLink>({
        path: plain(text),
        targetExists: plain(flag),
        containerStatus: nullable(plain(word<LinkStatus>(...containerStates, 'Nil', 'Gone'))),
      }),
    ),
  },
)

/**
 * Reads a snapshot of the container collector from a file of kind `gcplan/kubelet-container-snapshot`, version 1.
 *
 * Takes the text of the file, or its JSON already parsed. Every field has to be there; a field that the schema does not
 * name is refused, so that a misspelt one is found. Facts that can be unknown are a plain value, or
 * `{"assumed": value, "because": "..."}`, or `{"unknown": true}`. Times are RFC 3339.
 * Fails with WrongFile for another kind of file, and with InvalidInput naming every problem.
 *
 * @example
 * ```ts
 * import { decodeKubeletContainerSnapshot, linesOf } from 'gcplan/decode'
 *
 * const decoded = decodeKubeletContainerSnapshot(
 *   `{"kind": "gcplan/kubelet-container-snapshot", "version": 1, "at": "2026-02-30T12:00:00Z", "allSourcesReady": true,
 *     "pods": [], "containers": [], "sandboxes": [], "logDirectories": [], "logLinks": []}`,
 * )
 * if (decoded._tag === 'Left') console.log(linesOf(decoded.left)[0])
 * // at: expected RFC 3339 text such as "2026-01-01T12:00:00Z", got "2026-02-30T12:00:00Z"
 * ```
 */
export const decodeKubeletContainerSnapshot: FileDecoder<Snapshot> = file.decode

/**
 * Writes a snapshot of the container collector; {@link decodeKubeletContainerSnapshot} reads it back as it was.
 *
 * Fails with InvalidInput where a value has no JSON form: an invalid Date, an instant outside the years 1 to 9999.
 *
 * @example
 * ```ts
 * import { encodeKubeletContainerSnapshot } from 'gcplan/decode'
 *
 * const at = new Date('2026-01-01T12:00:00Z')
 * const empty = { pods: [], containers: [], sandboxes: [], logDirectories: [], logLinks: [] }
 * const encoded = encodeKubeletContainerSnapshot({ at, allSourcesReady: true, ...empty })
 * if (encoded._tag === 'Right') console.log(encoded.right.split('\n')[3]) //   "at": "2026-01-01T12:00:00.000Z",
 * ```
 */
export const encodeKubeletContainerSnapshot: (snapshot: Snapshot) => E.Either<InvalidInput, string> = file.encode
