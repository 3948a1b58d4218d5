import { instant } from '../../core/time.js'
import type { Snapshot } from './snapshot.js'

/** No objects, at the epoch, covering nothing: the default for kinds that a snapshot leaves out. */
export const emptySnapshot: Snapshot = {
  at: instant(0),
  deployments: [],
  replicaSets: [],
  statefulSets: [],
  daemonSets: [],
  controllerRevisions: [],
  cronJobs: [],
  jobs: [],
  pods: [],
  coverage: { _tag: 'Resources', resources: [] },
}
