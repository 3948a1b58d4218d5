import { instant } from '../../core/time.js'
import type { Snapshot } from './snapshot.js'

/** No objects, of the epoch, covering nothing: what a snapshot of some kinds only is filled up with. */
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
