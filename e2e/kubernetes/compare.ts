/** Compares how objects ended on the server with what was said before. */
import type { WholeObject } from '../../src/apiserver/index.js'

/** How an object ended: gone, or its owners and finalizers and whether it is being deleted. */
export type Ends = ReadonlyMap<string, string>

/** The ends of the objects that were there. */
export const endsOf = (before: ReadonlyArray<WholeObject>, after: ReadonlyArray<WholeObject>): Ends => {
  const left = new Map(after.map((object) => [object.metadata.uid, object]))
  return new Map(
    before.map(({ kind, metadata: { uid, namespace = '', name } }) => {
      const now = left.get(uid)
      return [`${kind} ${namespace}/${name}`, now === undefined ? 'gone' : stateOf(now)]
    }),
  )
}

/**
 * Owner references count where the object stays: whether one that is being deleted loses a reference first depends on which
 * request comes first, and nothing follows from it.
 */
const stateOf = ({ metadata: { deletionTimestamp, finalizers = [], ownerReferences = [] } }: WholeObject): string =>
  [
    deletionTimestamp === undefined ? 'stays' : 'terminating',
    finalizers.length === 0 ? '' : ` with ${[...finalizers].sort().join(', ')}`,
    ...(deletionTimestamp === undefined ? ownerReferences : [])
      .map(({ uid, blockOwnerDeletion }) => ` ${uid.slice(-6)}${blockOwnerDeletion === true ? '!' : ''}`)
      .sort(),
  ].join('')

/** What is different. */
export const differences = (said: Ends, was: Ends): ReadonlyArray<string> =>
  [...was].flatMap(([name, end]) =>
    said.get(name) === end ? [] : [`${name}: said ${said.get(name) ?? 'nothing'}, was ${end}`],
  )
