/**
 * Replays `kubernetes/history-daemonset`: old revisions are cut to the limit, whatever is in use left aside.
 */
import type { ControllerRevision, Pod } from '../../src/controllers/history/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import type { Controller, Recorded } from './kubernetes-history.js'
import { asHanded, controlledBy, objectOf, run } from './kubernetes-history.js'

interface Input {
  readonly daemonSet: Controller
  readonly oldRevisions: ReadonlyArray<Recorded>
  readonly claimedPods: ReadonlyArray<Recorded>
  readonly deleteErrorOn?: string
  readonly deleteErrorIsNotFound?: boolean
}

const replay = async ({ input }: Case): Promise<Replayed> => {
  const { daemonSet, oldRevisions, claimedPods, deleteErrorOn, deleteErrorIsNotFound } = input as Input
  const named = deleteErrorOn === undefined ? [] : [deleteErrorOn]
  const old = { spec: { template: { $patch: 'replace' } } }
  const subject = asHanded(daemonSet, { template: { metadata: { name: 'the-current-one' } } })
  const { plan, calls, error } = await run(
    {
      daemonSets: [objectOf(subject)],
      controllerRevisions: oldRevisions
        .map(controlledBy(daemonSet))
        .map((revision) => ({ ...(objectOf(revision) as ControllerRevision), data: old })),
      pods: claimedPods.map(controlledBy(daemonSet)).map((pod) => objectOf(pod) as Pod),
    },
    deleteErrorIsNotFound === true ? { notFound: named } : { internal: named },
  )
  return { _tag: 'Replayed', tags: tagsOf(plan), actual: { calls, error } }
}

/** Clean-ups of DaemonSets. */
export const kubernetesHistoryDaemonSet: Shape = {
  shape: 'kubernetes/history-daemonset',
  compared: { calls: 'ordered', error: 'ordered' },
  replay,
}
