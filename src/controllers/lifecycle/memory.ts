/**
 * The initial memory, and which marks are forgotten.
 */
import type { WholeObject } from '../../apiserver/index.js'
import type { Coverage } from '../../apiserver/scope.js'
import type { Policy } from './policy.js'
import type { Memory } from './snapshot.js'

/** No marks. */
export const emptyMemory: Memory = { marks: [] }

/** One look at the cluster, as far as it tells which marks are of no use any more. */
export interface Observation {
  readonly objects: ReadonlyArray<WholeObject>
  readonly coverage: Coverage
}

/**
 * Forgets marks that no longer count: of an earlier period, and of objects that are gone. While not everything was
 * listed, an object that is not seen may still be there, and its mark stays.
 *
 * @example
 * ```ts
 * import * as Lifecycle from 'gcplan/controllers/lifecycle'
 *
 * const policy: Lifecycle.Policy = { ...Lifecycle.defaultPolicy, period: { _tag: 'Enabled', epoch: 'second' } }
 * const memory = { marks: [{ uid: 'u-1', since: new Date(0), epoch: 'first' }] }
 * console.log(Lifecycle.observe(policy)({ objects: [], coverage: { _tag: 'Everything' } })(memory).marks.length) // 0
 * ```
 */
export const observe =
  ({ period }: Policy) =>
  ({ objects, coverage }: Observation) =>
  (memory: Memory): Memory => {
    const there = coverage._tag === 'Everything' ? new Set(objects.map(({ metadata }) => metadata.uid)) : null
    return {
      marks: memory.marks.filter(
        ({ uid, epoch }) =>
          (period._tag === 'Disabled' || epoch === period.epoch) && (there === null || there.has(uid)),
      ),
    }
  }
