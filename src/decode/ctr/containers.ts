import { mapped } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { name, text } from '../leaf.js'
import { cells, tableOf } from './table.js'

/** A container as `ctr` lists it: neither its snapshot nor its labels. */
export interface CtrContainer {
  readonly id: string
  /** Name of its image; empty for none. */
  readonly image: string
}

/**
 * Reads the containers of one namespace from `ctr -n NAMESPACE containers ls`.
 *
 * Takes the text of the table. What a container holds is not in it; see {@link decodeCtrContainerInfos}.
 * Order: as printed, by id. Failures: as of {@link decodeCtrImages}.
 *
 * @example
 * ```ts
 * import { decodeCtrContainers } from 'gcplan/decode'
 *
 * const decoded = decodeCtrContainers(`CONTAINER    IMAGE    RUNTIME
 * web-1        app:1    io.containerd.runc.v2
 * `)
 * if (decoded._tag === 'Right') console.log(decoded.right) // [ { id: 'web-1', image: 'app:1' } ]
 * ```
 */
export const decodeCtrContainers: FileDecoder<ReadonlyArray<CtrContainer>> = tableOf(
  {
    tag: 'CtrContainers',
    source: 'ctr -n NAMESPACE containers ls',
    columns: ['CONTAINER', 'IMAGE', 'RUNTIME'],
    filledBy: 'blanks',
  },
  mapped(cells({ CONTAINER: name, IMAGE: text }), ({ CONTAINER, IMAGE }) => ({
    id: CONTAINER,
    image: IMAGE === '-' ? '' : IMAGE,
  })),
)
