/** What releases change in the clean-up of histories: one row for each rule. */
import type { Switches } from '../../core/switch.js'
import type { Policy } from './policy.js'

const folder = 'kubernetes 1.36.2 pkg/controller'

export const switches: Switches<Policy> = {
  uncovered: 'setting',
  replicaSetOrder: {
    decides: 'whether old ReplicaSets go by revision or by creation',
    upstream: `${folder}/deployment/sync.go cleanupDeployment`,
    example:
      'an old ReplicaSet of revision 2 that was created before that of revision 1: revision 2 goes first; revision 1 goes first',
  },
  negativeStatefulSetLimit: {
    decides: 'whether a negative limit of a StatefulSet keeps all revisions or makes the controller fail',
    upstream: `${folder}/statefulset/stateful_set_control.go truncateHistory`,
    example: 'a StatefulSet with the limit -1 and three old revisions: the controller fails; it keeps them',
  },
  jobsOfCronJob: {
    decides: 'how Jobs are matched to a CronJob',
    upstream: `${folder}/cronjob/cronjob_controllerv2.go getJobsToBeReconciled`,
    example: 'a Job that a Workflow of the same name controls: it is none of the CronJob; it counts as one of its Jobs',
  },
  cronJobStatus: {
    decides: 'whether a CronJob is written after every clean-up, or only after one that deleted something',
    upstream: `${folder}/cronjob/cronjob_controllerv2.go sync`,
    example: 'a clean-up that finds nothing to delete: the CronJob is written; it is not',
  },
  templateCreation: {
    decides:
      'whether a stored revision says `creationTimestamp: null`, so that others than these are not the current one',
    upstream: `${folder}/daemon/update.go Match`,
    example:
      'a DaemonSet with revision r2 (with the null) and r3 (without it) of its template: r2 is current, r3 is old; r3 is current, r2 is old',
  },
  revisionOfTemplate: {
    decides:
      'whether the newest revision of a StatefulSet that means the same as its template, but is written otherwise, is its revision',
    gate: { name: 'StatefulSetSemanticRevisionComparison', stages: 'beta in 1.34.2' },
    upstream: `${folder}/statefulset/stateful_set_control.go getStatefulSetRevisions`,
    example:
      'a StatefulSet whose revision r2 is of its template but was written by 1.33: a third revision is made, and in time the oldest goes; r2 is the current one',
    patches: [{ release: '1.34', before: 2, value: 'as-written' }],
  },
  podsOfDaemonSet: {
    decides: 'whether the uid in the reference of a pod is enough to be of a DaemonSet, or kind and name count too',
    upstream: `${folder}/controller_utils.go FilterPodsByOwner`,
    example:
      'a pod with the uid of a DaemonSet but an older name of it in its reference: it keeps its revision; the revision goes',
  },
  podsOfStatefulSet: {
    decides: 'whether the uid in the reference is enough to be a pod of a StatefulSet, or kind and name count too',
    upstream: `${folder}/controller_utils.go FilterPodsByOwner`,
    example:
      'a pod with the uid of a StatefulSet but an older name of it in its reference: it keeps its revision; the revision goes',
  },
  revisionsOfStatefulSet: {
    decides: 'whether the uid in the reference is enough to be a revision of a StatefulSet, or kind and name count too',
    upstream: `${folder}/statefulset/stateful_set_control.go ListRevisions`,
    example:
      'an unused revision with the uid of a StatefulSet but an older name of it in its reference: it counts against the limit; it does not, and the garbage collector decides',
  },
}
