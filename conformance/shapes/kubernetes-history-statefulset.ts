/**
 * Replays `kubernetes/history-statefulset`: revisions are sorted, then those that nothing uses are cut to the limit.
 */
import type { ControllerRevision, Pod } from '../../src/controllers/history/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import type { Controller, Recorded } from './kubernetes-history.js'
import { asHanded, controlledBy, objectOf, run } from './kubernetes-history.js'

interface Input {
  readonly statefulSet: Controller
  readonly pods?: ReadonlyArray<Recorded>
  /** Names as they were listed; the order of `sortedRevisions` where it is not recorded. */
  readonly listedOrder?: ReadonlyArray<string>
  readonly sortedRevisions: ReadonlyArray<Recorded>
  readonly currentRevision?: string | null
  readonly updateRevision?: string | null
  readonly deleteErrorOn?: string
  readonly deleteErrorIsNotFound?: boolean
}

const replay = async ({ input }: Case): Promise<Replayed> => {
  const { statefulSet, pods = [], listedOrder = [], sortedRevisions, deleteErrorOn, ...rest } = input as Input
  const { currentRevision, updateRevision } = rest
  const status = {
    ...(typeof currentRevision === 'string' ? { currentRevision } : {}),
    ...(typeof updateRevision === 'string' ? { updateRevision } : {}),
  }
  const listed = sortedRevisions.toSorted(
    (a, b) => listedOrder.indexOf(a.metadata.name) - listedOrder.indexOf(b.metadata.name),
  )
  const named = deleteErrorOn === undefined ? [] : [deleteErrorOn]
  const { plan, calls, error } = await run(
    {
      statefulSets: [objectOf({ ...asHanded(statefulSet, {}), status })],
      controllerRevisions: listed.map(controlledBy(statefulSet)).map((one) => objectOf(one) as ControllerRevision),
      pods: pods.map(controlledBy(statefulSet)).map((pod) => objectOf(pod) as Pod),
    },
    rest.deleteErrorIsNotFound === true ? { notFound: named } : { internal: named },
  )
  return { _tag: 'Replayed', tags: tagsOf(plan), actual: { calls, error } }
}

/** Clean-ups of StatefulSets. */
export const kubernetesHistoryStatefulSet: Shape = {
  shape: 'kubernetes/history-statefulset',
  compared: { calls: 'ordered', error: 'ordered' },
  replay,
}
