/** Edits by hand that would end what holds an object. */
import { safeText } from '../../internal/safe-text.js'
import type { Diagnosis } from '../../simulate/cascade/diagnose.js'
import { type Edit, explainEdit } from '../../simulate/cascade/edit.js'
import type { EditView } from './model.js'

/** Each once; what is needed comes first, then finalizers whose controllers may still act. */
export const editsOf = ({ never, waits }: Diagnosis): ReadonlyArray<EditView> => {
  const edits = [
    ...never.map(({ edit }) => editView(edit, true)),
    ...waits.map(({ target, finalizer }) => editView({ _tag: 'RemoveFinalizer', target, finalizer }, false)),
  ]
  return edits.filter(({ said }, place) => edits.findIndex((other) => other.said === said) === place)
}

const editView = (edit: Edit, isNeeded: boolean): EditView => ({
  edit: edit._tag,
  said: safeText(explainEdit(edit)),
  isNeeded,
})
