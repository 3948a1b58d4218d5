/** Namespaces that lists leave out, though they hold what is in them. */
import type { WholeObject } from '../../apiserver/object.js'

/**
 * The Namespace that stands in for one that lists leave out: active, and nothing but its name is known of it.
 *
 * @example
 * ```ts
 * import { unlistedNamespace } from 'gcplan/simulate/cascade'
 *
 * console.log(unlistedNamespace('shop').spec) // { finalizers: [ 'kubernetes' ] }
 * ```
 */
export const unlistedNamespace = (name: string): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, uid: `unlisted namespace ${name}` },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
})
