/** The subresource `finalize` of a namespace. */
import { ownField } from '../internal/lists.js'
import type { Answer } from './answer.js'
import type { WholeObject } from './object.js'
import { changed } from './update.js'

/**
 * Sets the finalizers in the specification of a namespace; the last one lets go of a namespace that is being deleted.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/namespace/storage/storage.go FinalizeREST
 */
export const finalized =
  (finalizers: ReadonlyArray<string>) =>
  <O extends WholeObject>(namespace: O): Answer<O> =>
    changed({})(
      isEqualList(ownField(namespace.spec, 'finalizers'), finalizers)
        ? namespace
        : { ...namespace, spec: { ...(typeof namespace.spec === 'object' ? namespace.spec : {}), finalizers } },
    )

const isEqualList = (list: unknown, other: ReadonlyArray<string>): boolean =>
  Array.isArray(list) && list.length === other.length && other.every((item, index) => list[index] === item)
