/**
 * The initial memory, and which marks are forgotten.
 */
import type { WholeObject } from '../../apiserver/index.js'
import type { Coverage } from '../../apiserver/scope.js'
import type { Policy } from './policy.js'
import type { Memory } from './snapshot.js'

/** No marks. */
export const emptyMemory: Memory = { marks: [] }

/** The part of an observation that decides which marks to drop. */
export interface Observation {
  readonly objects: ReadonlyArray<WholeObject>
  readonly coverage: Coverage
}

/**
 * Drops marks of earlier periods and of objects that are gone. An unlisted object that may exist keeps its mark.
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
