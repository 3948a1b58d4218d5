import * as History from '../../../src/controllers/history/index.js'
import type { Policy, Snapshot } from '../../../src/controllers/history/index.js'
import type { KubeObject } from '../../../src/apiserver/object.js'
import { describeLaws } from '../../laws.js'
import { arbitraryPolicy, arbitrarySnapshot, permuted } from './arbitrary.js'

const named = ({ metadata }: KubeObject): string => `Object ${metadata.uid}`
const ofDaemonSet = ({ metadata }: KubeObject): boolean => metadata.ownerReferences?.[0]?.kind === 'DaemonSet'

/** ReplicaSets, Jobs, and revisions, which go with what kind of controller they have. */
const targets = (_: Policy, snapshot: Snapshot): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map([
    ['deployment', snapshot.replicaSets.map(named)],
    ['statefulset', snapshot.controllerRevisions.filter((revision) => !ofDaemonSet(revision)).map(named)],
    ['daemonset', snapshot.controllerRevisions.filter(ofDaemonSet).map(named)],
    ['cronjob', snapshot.jobs.map(named)],
  ])

/** What holds an object makes the controllers of revisions and Jobs delete it again. */
const isHeld = ({ metadata }: KubeObject): boolean => metadata.finalizers !== undefined
/** Revisions that go as duplicates of the current one leave pods with its label, and others unused. */
const hasDaemonSets = ({ daemonSets, pods }: Snapshot): boolean => daemonSets.length > 0 && pods.length > 0
/** A revision that cannot be read is compared with others in no order. */
const isReadable = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.['deployment.kubernetes.io/revision'] !== 'x'

describeLaws({
  name: 'histories',
  collector: History,
  policy: arbitraryPolicy,
  snapshot: arbitrarySnapshot(),
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets,
  permuted,
  settles: (_, snapshot) =>
    ![...snapshot.controllerRevisions, ...snapshot.jobs].some(isHeld) &&
    !hasDaemonSets(snapshot) &&
    snapshot.replicaSets.every(isReadable),
})
