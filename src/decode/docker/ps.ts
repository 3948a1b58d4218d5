/**
 * Decoder of `docker ps` lines: the kubelet's containers on a Docker daemon.
 */
import { type Decoder, decoder, items, mapped, own, reading, record } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { parseRfc3339 } from '../instant.js'
import { name, text } from '../leaf.js'
import { type DockerContainer, type DockerContainers, nodeContainers } from './node-containers.js'
import { state } from './state.js'
import { isRecord } from '../../internal/lists.js'

/** Text such as `2026-11-21 02:56:35 +0000 UTC`: whole seconds, in the zone of whoever ran the command. */
const createdAt: Decoder<Date> = reading('a time such as "2026-11-21 02:56:35 +0000 UTC"', (value) => {
  const match = typeof value === 'string' ? /^(\S+) (\S+) ([+-]\d\d)(\d\d)(?: \S+)?$/.exec(value) : null
  const [, day = '', time = '', hours = '', minutes = ''] = match ?? []
  return parseRfc3339(`${day}T${time}${hours}:${minutes}`)
})

/** Of several names the one that the kubelet gave; the others are links. */
const firstName: Decoder<string> = mapped(
  text,
  (names) => names.split(',').find((each) => each.startsWith('k8s_')) ?? names.replace(/,.*$/s, ''),
)

const rowOf = (stateIn: string): Decoder<DockerContainer> =>
  record({ id: ['ID', name], name: ['Names', firstName], createdAt: ['CreatedAt', createdAt], state: [stateIn, state] })
const withState = rowOf('State')
/** A release that prints no `State` begins its `Status` with it. */
const withStatus = rowOf('Status')

const row: Decoder<DockerContainer> = decoder('an object', (value, context) =>
  (isRecord(value) && typeof own(value, 'State') !== 'string' ? withStatus : withState).validate(value, context),
)

/** One line is an object, several are an array by now. */
const rows: Decoder<ReadonlyArray<DockerContainer>> = decoder('an object on each line', (value, context) =>
  (isRecord(value) ? mapped(row, (only) => [only]) : items(row)).validate(value, context),
)

/**
 * Reads the kubelet's containers from `docker ps -a --no-trunc --format '{{json .}}'`, one object on each line.
 *
 * Takes text or an array of its objects. Other containers are skipped and counted; malformed kubelet names give
 * unidentified containers.
 * Order: as printed, newest first. Units: creation times are whole seconds; {@link decodeDockerInspect} has them exact.
 * Fails as {@link decodeCrictlContainers} does.
 *
 * @example
 * ```ts
 * import { decodeDockerPs } from 'gcplan/decode'
 *
 * const lines = [
 *   '{"ID": "f367", "Names": "k8s_web_web-0_shop_9015_0", "State": "exited", "CreatedAt": "2026-11-21 02:56:35 +0000 UTC"}',
 *   '{"ID": "1ec7", "Names": "registry", "State": "running", "CreatedAt": "2026-11-21 02:56:35 +0000 UTC"}',
 * ]
 * const decoded = decodeDockerPs(lines.join('\n'))
 * if (decoded._tag === 'Right') console.log(decoded.right.containers[0]?.podUid, decoded.right.foreign) // 9015 1
 * ```
 */
export const decodeDockerPs: FileDecoder<DockerContainers> = fileOf(
  'DockerPs',
  "docker ps -a --no-trunc --format '{{json .}}'",
  mapped(rows, nodeContainers),
)
