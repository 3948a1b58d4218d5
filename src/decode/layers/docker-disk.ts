import { option as O } from 'fp-ts'

import type { Int64 } from '../../core/int64.js'
import { type Decoder, items, mapped, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { measured, name, size } from '../leaf.js'

/** Disk usage by the daemon's own count. */
export interface DockerDisk {
  readonly images: ReadonlyArray<{
    readonly id: string
    readonly size: Int64
    /** Bytes shared with other images; none if Docker did not compute them. */
    readonly shared: O.Option<Int64>
  }>
  readonly containers: ReadonlyArray<{ readonly id: string; readonly imageId: string }>
}

/** podman leaves the algorithm out here, and nowhere else. */
const imageId: Decoder<string> = mapped(name, (id) => (/^[0-9a-f]{64}$/.test(id) ? `sha256:${id}` : id))

const image = record({
  id: ['Id', imageId],
  size: ['Size', size],
  shared: ['SharedSize', withDefault(measured, O.none)],
})

/**
 * Reads Docker's disk usage from `curl --unix-socket /var/run/docker.sock http://localhost/system/df`.
 *
 * Takes text or parsed JSON. `docker system df -v` prints the same, rounded, and is not read.
 * Order: as printed. Units: bytes. Fails as {@link decodeCrictlContainers} does.
 *
 * @example
 * ```ts
 * import { decodeDockerDisk } from 'gcplan/decode'
 *
 * const decoded = decodeDockerDisk({ LayersSize: 7, Images: [{ Id: 'sha256:fcd8', Size: 7, SharedSize: -1 }], Containers: [] })
 * if (decoded._tag === 'Right') console.log(decoded.right.images[0]?.shared._tag) // None
 * ```
 */
export const decodeDockerDisk: FileDecoder<DockerDisk> = fileOf(
  'DockerDisk',
  'curl --unix-socket /var/run/docker.sock http://localhost/system/df',
  record({
    images: ['Images', withDefault(items(image), [])],
    containers: ['Containers', withDefault(items(record({ id: ['Id', name], imageId: ['ImageID', imageId] })), [])],
  }),
)
