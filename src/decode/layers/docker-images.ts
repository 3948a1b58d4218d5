/**
 * Decoder of `docker image inspect`: the layers of a Docker daemon's images.
 */
import type { option as O } from 'fp-ts'

import type { Int64 } from '../../core/int64.js'
import { type Decoder, inside, items, mapped, optional, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { digest, name, size, text } from '../leaf.js'

/** One image of a daemon. */
export interface DockerImage {
  readonly id: string
  /** Digests of its unpacked layers, lowest first. */
  readonly diffIds: ReadonlyArray<string>
  /** Sum of its layers; with the containerd image store, of its downloads. */
  readonly size: Int64
  /** Size of its manifest or index; none if the daemon keeps no downloads. */
  readonly descriptor: O.Option<{ readonly size: Int64; readonly isIndex: boolean }>
}

const isIndex = mapped(withDefault(text, ''), (mediaType) => /\.(index|manifest\.list)\./.test(mediaType))

const image: Decoder<DockerImage> = record({
  id: ['Id', name],
  size: ['Size', size],
  diffIds: ['RootFS', inside('Layers', withDefault(items(digest), []))],
  descriptor: ['Descriptor', optional(record({ isIndex: ['mediaType', isIndex], size }))],
})

/**
 * Reads images of Docker from `docker image inspect $(docker image ls -aq --no-trunc)`, an array.
 *
 * Takes text or parsed JSON. Order: as printed. Units: bytes. Fails as {@link decodeCrictlContainers} does.
 *
 * @example
 * ```ts
 * import { decodeDockerImages } from 'gcplan/decode'
 *
 * const RootFS = { Type: 'layers', Layers: ['sha256:1cbc'] }
 * const decoded = decodeDockerImages([{ Id: 'sha256:fcd8', RepoTags: ['base:1.0'], Size: 188637, RootFS }])
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.diffIds) // [ 'sha256:1cbc' ]
 * ```
 */
export const decodeDockerImages: FileDecoder<ReadonlyArray<DockerImage>> = fileOf(
  'DockerImageInspect',
  'docker image inspect $(docker image ls -aq --no-trunc)',
  items(image),
)
