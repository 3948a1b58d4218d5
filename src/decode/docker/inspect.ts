/**
 * Decoder of `docker inspect`, which has exact creation times.
 */
import { option as O } from 'fp-ts'

import type { ContainerState } from '../../kubelet/container/snapshot.js'
import { type Decoder, fields, items, mapped, optional, record } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { flag, instantText, name, text } from '../leaf.js'
import { type DockerContainer, type DockerContainers, nodeContainers } from './node-containers.js'
import { state } from './state.js'

/** Old releases print no `Status`; a container that does not run has then ended, or has not begun. */
const currentState: Decoder<ContainerState> = mapped(
  fields({ Running: flag, Status: optional(state) }),
  ({ Running, Status }) =>
    Running ? 'CONTAINER_RUNNING' : O.getOrElse((): ContainerState => 'CONTAINER_EXITED')(Status),
)

const container: Decoder<DockerContainer> = record({
  id: ['Id', name],
  name: ['Name', text],
  createdAt: ['Created', instantText],
  state: ['State', currentState],
})

/**
 * Reads the kubelet's containers from `docker inspect ID...`, an array.
 *
 * Takes text or parsed JSON. Skips containers and fails as {@link decodeDockerPs} does.
 * Order: as printed. Units: creation times are cut to the millisecond.
 *
 * @example
 * ```ts
 * import { decodeDockerInspect } from 'gcplan/decode'
 *
 * const State = { Status: 'exited', Running: false }
 * const decoded = decodeDockerInspect([
 *   { Id: 'f367', Name: '/k8s_web_web-0_shop_9015_0', Created: '2026-11-21T02:56:35.520705263Z', State, Config: {} },
 * ])
 * if (decoded._tag === 'Right') console.log(decoded.right.containers[0]?.createdAt.toISOString())
 * // 2026-11-21T02:56:35.520Z
 * ```
 */
export const decodeDockerInspect: FileDecoder<DockerContainers> = fileOf(
  'DockerInspect',
  'docker inspect ID...',
  mapped(items(container), nodeContainers),
)
