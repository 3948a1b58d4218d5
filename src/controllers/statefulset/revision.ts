/**
 * The ControllerRevision of a set. A set that has none gets one; later changes of the template are rollouts, which are not
 * simulated.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go getStatefulSetRevisions
 */
import type { WholeObject } from '../../apiserver/object.js'
import type { View } from '../controller.js'
import { textIn } from '../workload/fields.js'
import { isMissingRevision, newRevision } from '../workload/revision.js'
import type { Act } from './work.js'

/** The revision of a set: its name, and what it takes that it is there. */
export interface Revision {
  readonly name: string
  readonly acts: ReadonlyArray<Act>
}

/**
 * The revision of a set, given those that are its own. One that its status names is there, whether or not it is shown; no
 * revision is made where others may exist that are not shown.
 */
export const revisionOf = (view: View, set: WholeObject, own: ReadonlyArray<WholeObject>): Revision => {
  const { name } = set.metadata
  const present = textIn(set.status, 'updateRevision') ?? own.at(-1)?.metadata.name
  if (present !== undefined) return { name: present, acts: [] }
  const object = newRevision(set)
  const why = { _tag: 'SetRevisionMissing', set: name } as const
  return {
    name: object.metadata.name,
    acts: isMissingRevision(view, object) ? [{ request: { _tag: 'Create', object }, why }] : [],
  }
}
