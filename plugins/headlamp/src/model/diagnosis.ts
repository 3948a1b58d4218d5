/** Why one object is still here, and what keeps it. */
import { either as E, option as O } from 'fp-ts'
import { linesOf } from 'gcplan/decode'
import { diagnose } from 'gcplan/simulate/cascade'
import { type DiagnosisView, diagnosisView } from 'gcplan/view'
import type { Seen } from './snapshot.js'

/**
 * What keeps the object that was asked about.
 *
 * Fails: in words, if the object is gone or the snapshot is none.
 */
export const diagnosisIn = ({ snapshot, policy, object }: Seen): E.Either<ReadonlyArray<string>, DiagnosisView> => {
  if (object === null) return E.left(['It is gone: the lists no longer hold it.'])
  const found = diagnose(policy)(snapshot)(object.metadata.uid)
  if (E.isLeft(found)) return E.left(linesOf(found.left))
  return O.isNone(found.right)
    ? E.left(['It is gone: the lists no longer hold it.'])
    : E.right(diagnosisView(found.right.value))
}
