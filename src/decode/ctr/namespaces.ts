import { record } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { name } from '../leaf.js'
import { tableOf } from './table.js'

/** A namespace as `ctr` lists it. */
export interface CtrNamespace {
  readonly name: string
}

/**
 * Reads the namespaces from `ctr namespaces ls`; their labels say nothing about collections.
 *
 * Takes the text of the table. Order: as printed, by name. Failures: as of {@link decodeCtrImages}.
 *
 * @example
 * ```ts
 * import { decodeCtrNamespaces } from 'gcplan/decode'
 *
 * const decoded = decodeCtrNamespaces('NAME    LABELS\ndefault\nk8s.io\n')
 * if (decoded._tag === 'Right') console.log(decoded.right.map(({ name }) => name)) // [ 'default', 'k8s.io' ]
 * ```
 */
export const decodeCtrNamespaces: FileDecoder<ReadonlyArray<CtrNamespace>> = tableOf(
  { tag: 'CtrNamespaces', source: 'ctr namespaces ls', columns: ['NAME', 'LABELS'], filledBy: 'blanks' },
  record({ name: ['NAME', name] }),
)
