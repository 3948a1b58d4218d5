/**
 * The image volumes that containers mount: the one use of images that the container list leaves out.
 */
import { option as O, readonlyArray } from 'fp-ts'

import { type Decoder, inside, items, mapped, oneOrMore, optional, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { name, text } from '../leaf.js'

/** The image volumes of one container. */
export interface ContainerVolumes {
  readonly id: string
  /** References of mounted image volumes, in mount order. */
  readonly imageVolumes: ReadonlyArray<string>
}

const mount: Decoder<O.Option<string>> = mapped(
  inside('image', optional(inside('image', withDefault(text, '')))),
  O.filter((reference) => reference !== ''),
)

const container: Decoder<ContainerVolumes> = inside(
  'status',
  record({ id: name, imageVolumes: ['mounts', mapped(withDefault(items(mount), []), readonlyArray.compact)] }),
)

/**
 * Reads the image volumes of containers from `crictl inspect -o json ID...`.
 *
 * Takes text or parsed JSON: an object for one id, an array for several. Needs crictl 1.31 or later: older ones
 * silently omit image volumes.
 * Order: as printed. Fails as {@link decodeCrictlContainers} does.
 *
 * @example
 * ```ts
 * import { decodeCrictlInspect } from 'gcplan/decode'
 *
 * const decoded = decodeCrictlInspect({
 *   status: { id: 'a1', state: 'CONTAINER_RUNNING', mounts: [{ image: { image: 'sha256:5ab1f466' } }, { image: null }] },
 * })
 * if (decoded._tag === 'Right') console.log(JSON.stringify(decoded.right))
 * // [{"id":"a1","imageVolumes":["sha256:5ab1f466"]}]
 * ```
 */
export const decodeCrictlInspect: FileDecoder<ReadonlyArray<ContainerVolumes>> = fileOf(
  'CrictlInspect',
  'crictl inspect -o json ID...',
  oneOrMore(container),
)
