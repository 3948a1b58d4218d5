/** Every answer of the tables of votes matters: each example ends otherwise without it. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import * as History from '../../../src/controllers/history/index.js'
import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import type { Policies, Snapshot } from '../../../src/simulate/control-plane/index.js'
import { defaultPolicies, emptyMemory, planKubernetes } from '../../../src/simulate/control-plane/index.js'
import { numbering } from '../../../src/internal/lists.js'
import { ask } from '../../../src/simulate/control-plane/ask.js'
import { listNames, viewsOf } from '../../../src/simulate/control-plane/views.js'
import { allRun } from '../../../src/simulate/control-plane/schedule.js'
import { right } from '../../decode/reading.js'
import { after, cluster, complete, goingIn, job, metadata, ownedBy } from './building.js'

const agreed: Policies = { ...defaultPolicies, agreement: 'all-agree' }

const goingWhen = (policies: Partial<Policies>, snapshot: Snapshot): ReadonlyArray<string> =>
  goingIn(right(planKubernetes({ ...agreed, ...policies })(snapshot)))

const saidOf = (policies: Partial<Policies>, snapshot: Snapshot, name: string): ReadonlyArray<string> => {
  const [{ kept, removals }] = right(planKubernetes({ ...agreed, ...policies })(snapshot)).passes
  return [...kept, ...removals]
    .filter(({ target }) => target.name === name)
    .flatMap(({ reasons }) =>
      reasons.map((each) => ('reason' in each ? `${each._tag} ${each.reason._tag}` : each._tag)),
    )
}

const expired = (name: string, more: object = {}): WholeObject =>
  job(name, more, { ttlSecondsAfterFinished: 0 }, complete)

/** What every collector says of it, asked by itself. */
const answersOf = (policies: Partial<Policies>, snapshot: Snapshot): ReadonlyArray<string> => {
  const views = viewsOf(snapshot)
  const { numbers, indexes } = views.listing
  const uids = snapshot.objects.map(({ metadata }) => metadata.uid)
  const place = uids.indexOf('u-old')
  const listed = listNames[(numbers[place] ?? 0) - 1]
  return right(ask({ ...agreed, ...policies }, snapshot, views, numbering(uids), allRun)).flatMap(
    ({ collector, passes }) =>
      passes
        .filter(({ list }) => list === null || list === listed)
        .flatMap(({ list, kept }) => kept[(list === null ? place : indexes[place]) ?? 0] ?? [])
        .map(({ _tag }) => `${collector} ${_tag}`),
  )
}

/** A reference by the uid alone: the owner collector finds nobody of that name, the controller knows its own by uid. */
const renamed = (kind: string, uid: string, apiVersion = 'apps/v1') => ({
  ownerReferences: [{ apiVersion, kind, name: 'renamed', uid, controller: true }],
})

const labels = { app: 'web' }
const selector = { matchLabels: labels }
const template = { metadata: { labels }, spec: { nodeName: 'n' } }

const replicaSet = (name: string, spec: object = {}, status: object = {}): WholeObject => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: metadata(name, { labels, ...renamed('Deployment', 'u-web') }),
  spec: { replicas: 0, selector, template: { metadata: { labels }, spec: {} }, ...spec },
  status: { replicas: 0, observedGeneration: 0, ...status },
})

const deployment = (annotations: object = {}, spec: object = {}, status: object = {}): WholeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: metadata('web', { annotations }),
  spec: { replicas: 0, revisionHistoryLimit: 0, selector, template, ...spec },
  status: { observedGeneration: 0, ...status },
})

const statefulSet = (spec: object = {}, status: object = {}): WholeObject => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: metadata('web'),
  spec: { replicas: 0, revisionHistoryLimit: 0, selector, template, ...spec },
  status: { updateRevision: 'new', currentRevision: 'new', ...status },
})

const revision = (name: string): WholeObject & { readonly revision: number; readonly data: object } => ({
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  metadata: metadata(name, { labels, ...renamed('StatefulSet', 'u-web') }),
  revision: name === 'old' ? 1 : 2,
  data: { spec: { template: { $patch: 'replace', ...(name === 'old' ? { spec: {} } : template) } } },
})

const nightly = (spec: object): WholeObject => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: metadata('nightly'),
  spec,
})

const covering = (snapshot: Snapshot, ...kinds: ReadonlyArray<string>): Snapshot => ({
  ...snapshot,
  coverage: {
    _tag: 'Resources',
    resources: kinds.map((kind) => ({
      group: kind === 'Job' ? 'batch' : ['Pod', 'Node', 'Namespace'].includes(kind) ? '' : 'apps',
      kind,
      namespaces: 'all',
    })),
  },
})

/** Up to 1.35 a StatefulSet knows its revisions by its uid alone. */
const byUid = { history: History.presets.kubernetes_1_35 }
const jobsByUid: Partial<Policies> = { history: { ...agreed.history, jobsOfCronJob: 'controller-uid' } }
const nameless = { stopped: ['garbage-collector'] } as const
const ofNightly = { ownerReferences: ownedBy('CronJob', 'nightly') }

const lifecycle = (rules: object, more: Partial<Policies['lifecycle']> = {}): Partial<Policies> => ({
  lifecycle: {
    ...agreed.lifecycle,
    period: { _tag: 'Enabled', epoch: 'first' },
    cluster: { enabled: true, ttlSeconds: 0, ...rules },
    ...more,
  },
})

const finished = { afterFinished: true }
const unused = { afterUnused: true }
const none = { successfulJobsHistoryLimit: 0 }
const enabled = Lifecycle.annotationNames.enabled
const jobs = { group: 'batch', kind: 'Job' }
const ofJobs = (limit: number) => ({ ...jobs, limit, share: { _tag: 'Equal' } }) as const
const byWeb = { references: [{ source: { group: 'apps', kind: 'Deployment' }, target: jobs, path: 'spec.job' }] }
const byPhase = {
  finished: [{ _tag: 'ByPhase', ...jobs, path: 'status.phase', finishedValues: ['Done'] }],
} as const
const inPhase = (phase: unknown): WholeObject => {
  const { status, ...rest } = expired('old')
  return { ...rest, status: { ...(status as object), phase } }
}

const webReference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u-web' }
const ofWeb = { ownerReferences: [webReference] }
const blocking = { ownerReferences: [{ ...webReference, blockOwnerDeletion: true }], finalizers: ['example.com/hold'] }
const ending = (object: WholeObject): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, deletionTimestamp: after(-5), finalizers: ['example.com/hold'] },
})
const waiting = ((): WholeObject => {
  const web = ending(deployment())
  return { ...web, metadata: { ...web.metadata, finalizers: ['foregroundDeletion'] } }
})()
const terminating = ending({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', uid: 'u-shop' } })
const marked = (object: WholeObject): Snapshot => ({
  ...cluster(object),
  memory: { ...emptyMemory, lifecycle: { marks: [{ uid: object.metadata.uid, since: after(60), epoch: 'first' }] } },
})
const withoutJobs = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  scopes: snapshot.scopes.filter(({ kind }) => kind !== 'Job'),
})

const bare = (object: WholeObject): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, namespace: undefined },
})
const guessed = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u-x' }
const widget = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'u-w' }
const clusterWideJobs = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  scopes: snapshot.scopes.map((scope) => (scope.kind === 'Job' ? { ...scope, namespaced: false } : scope)),
})
const watching = (more: Partial<Policies['owner']>): Partial<Policies> => ({ owner: { ...agreed.owner, ...more } })

type Example = readonly [said: string, policies: Partial<Policies>, snapshot: Snapshot]

/** Somebody wants it to go, and it stays for one answer alone. */
const stays: ReadonlyArray<Example> = [
  ['History RollbackPending', {}, cluster(deployment({ 'deprecated.deployment.rollback.to': '1' }), replicaSet('old'))],
  ['History TemplateNotShown', {}, cluster(deployment(), replicaSet('old', { template: undefined }))],
  ['History WithinHistoryLimit', {}, cluster(deployment({}, { revisionHistoryLimit: 1 }), replicaSet('old'))],
  ['History NoHistoryLimit', {}, cluster(deployment({}, { revisionHistoryLimit: 2147483647 }), replicaSet('old'))],
  ['History Busy', {}, cluster(deployment(), replicaSet('old', { replicas: 1 }))],
  ['History CurrentTemplate', {}, cluster(deployment(), replicaSet('old', { template }))],
  ['History RolloutNotComplete', {}, cluster(deployment({}, { replicas: 1 }), replicaSet('old'))],
  [
    'History LiveRevision',
    byUid,
    cluster(statefulSet({}, { currentRevision: 'old' }), revision('old'), revision('new')),
  ],
  [
    'History PodsNotCovered',
    byUid,
    covering(
      cluster(statefulSet(), revision('old'), revision('new')),
      'StatefulSet',
      'ControllerRevision',
      'Namespace',
    ),
  ],
  [
    'History NegativeHistoryLimit',
    nameless,
    cluster(nightly({ successfulJobsHistoryLimit: -1 }), expired('old', ofNightly)),
  ],
  ['History ControllerNotCovered', nameless, covering(cluster(expired('old', ofNightly)), 'Job', 'Namespace')],
  [
    'Owner OwnerKindNotServed',
    {},
    cluster(
      expired('old', { ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'u-w' }] }),
    ),
  ],
  [
    'Owner OwnerNotCovered',
    { stopped: ['cronjob'] },
    covering(cluster(expired('old', ofNightly)), 'Job', 'Namespace', 'Pod'),
  ],
  ['Owner SolidOwner', {}, cluster(deployment(), expired('old', ofWeb))],
  [
    'Owner NamespacedOwnerOfClusterScopedObject',
    {},
    clusterWideJobs(cluster(deployment(), bare(expired('old', ofWeb)))),
  ],
  ['Owner OwnersStillWaiting', {}, cluster(waiting, expired('old', ofWeb), expired('other', blocking))],
  ['Ttl NotExpired', {}, cluster(nightly(none), job('old', ofNightly, { ttlSecondsAfterFinished: 60 }, complete))],
  [
    'Ttl FinishTimeMissing',
    {},
    cluster(
      nightly(none),
      job('old', ofNightly, { ttlSecondsAfterFinished: 60 }, [{ type: 'Complete', status: 'True' }]),
    ),
  ],
  ['Lifecycle OwnersSolid', { ...lifecycle({}), ...nameless }, cluster(deployment(), expired('old', ofWeb))],
  ['Lifecycle InUse', lifecycle(unused, byWeb), cluster(deployment({}, { job: 'old' }), expired('old'))],
  ['Lifecycle UserUnclear', lifecycle(unused, byWeb), cluster(deployment({}, { job: 7 }), expired('old'))],
  ['Lifecycle UsersNotCovered', lifecycle(unused, byWeb), covering(cluster(expired('old')), 'Job', 'Namespace', 'Pod')],
  ['Lifecycle UsersNotCovered', lifecycle(unused, byWeb), { ...marked(expired('old')), undiscoveredGroups: ['apps'] }],
  ['Lifecycle UsageUnobserved', lifecycle(unused), cluster(expired('old'))],
  ['Lifecycle NotFinished', lifecycle(finished, byPhase), cluster(expired('old'))],
  ['Lifecycle FinishUnreadable', lifecycle(finished, byPhase), cluster(inPhase(7))],
  ['Lifecycle FinishTimeUnknown', lifecycle(finished, byPhase), cluster(inPhase('Done'))],
  ['Lifecycle FinishUnobserved', lifecycle(finished, { finished: [] }), cluster(expired('old'))],
  ['Lifecycle TtlRunning', lifecycle({ ...finished, ttlSeconds: 60 }), cluster(expired('old'))],
  ['Lifecycle ClockAhead', lifecycle({ ...unused, ttlSeconds: undefined }, byWeb), marked(expired('old'))],
  [
    'Lifecycle RetentionRunning',
    lifecycle({ ...finished, ttlSeconds: undefined, minRetentionSeconds: 60 }, { capacities: [ofJobs(0)] }),
    cluster(expired('old')),
  ],
  ['Lifecycle RulesUnreadable', lifecycle(finished), cluster(expired('old', { annotations: { [enabled]: 'yes' } }))],
  ['Lifecycle NamespaceUnknown', lifecycle(finished), covering(cluster(expired('old')), 'Job', 'Pod')],
  [
    'Lifecycle OwnersUnknown',
    { ...lifecycle({}), ...nameless },
    cluster(
      expired('old', { ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'u-w' }] }),
    ),
  ],
]

/** Somebody wants it to go, and it goes although another one keeps it for this reason. */
const goes: ReadonlyArray<Example> = [
  ['Lifecycle Disabled', lifecycle({}, { period: { _tag: 'Disabled', marks: 'clear' } }), marked(expired('old'))],
  ['Lifecycle NotEnabled', lifecycle({ enabled: undefined }), cluster(expired('old'))],
  ['Lifecycle OptedOut', lifecycle(finished), cluster(expired('old', { annotations: { [enabled]: 'false' } }))],
  ['Lifecycle NobodyVotes', lifecycle({}), cluster(expired('old'))],
  ['Lifecycle NamespaceBeingDeleted', lifecycle(finished), cluster(expired('old'), terminating)],
  ['Lifecycle NoTtl', lifecycle({ ...finished, ttlSeconds: undefined }), cluster(expired('old'))],
  [
    'Lifecycle WithinCapacity',
    lifecycle({ ...finished, ttlSeconds: undefined }, { capacities: [ofJobs(5)] }),
    cluster(expired('old')),
  ],
  ['Lifecycle KindNotServed', lifecycle(finished), withoutJobs(cluster(expired('old')))],
  ['Lifecycle VersionUnknown', lifecycle(finished), cluster(expired('old', { resourceVersion: undefined }))],
  ['History OwnerBeingDeleted', {}, cluster(ending(deployment()), replicaSet('old'))],
  ['History OwnerSelectsEverything', {}, cluster(deployment({}, { selector: {} }), replicaSet('old'))],
  ['History NotSelected', {}, cluster(deployment({}, { selector: { matchLabels: { app: 'no' } } }), replicaSet('old'))],
  ['History NoController', {}, cluster(expired('old'))],
  ['History ControllerAbsent', {}, cluster(expired('old', ofNightly))],
  ['Ttl NotFinished', {}, cluster(job('old', ofNightly))],
  ['Ttl NoTtl', {}, cluster(job('old', ofNightly, {}, complete))],
  ['Ttl ControllerOff', { ttl: { ...agreed.ttl, controller: 'off' } }, cluster(expired('old', ofNightly))],
  ['Owner NoOwners', {}, cluster(expired('old'))],
  ['Owner KindNotServed', {}, withoutJobs(cluster(expired('old', ofNightly)))],
  ['Owner NamespaceMissing', {}, cluster(bare(expired('old', ofNightly)))],
  ['Owner NotWatched', watching({ ignoredKinds: [jobs] }), cluster(expired('old'))],
  [
    'Owner KindUnsynced',
    watching({ unsyncedKind: 'blocks' }),
    { ...cluster(expired('old', ofNightly)), unsyncedKinds: [{ group: '', kind: 'ConfigMap' }] },
  ],
  [
    'Owner NeverExamined',
    watching({ namespacedDependentOfVirtualClusterOwner: 'trust' }),
    // The node makes the collector guess that the owner is of the cluster.
    cluster(
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'u-n', ownerReferences: [guessed] } },
      expired('old', { ownerReferences: [guessed] }),
    ),
  ],
  ['History NotFinished', jobsByUid, cluster(nightly({}), job('old', renamed('CronJob', 'u-nightly', 'batch/v1')))],
  [
    'History OtherController',
    {},
    cluster(
      expired('old', { ownerReferences: [{ ...widget, kind: 'Deployment', apiVersion: 'apps/v1', controller: true }] }),
    ),
  ],
]

describe('where all have to agree', () => {
  it('what somebody needs without its owners is needed for another reason too', () => {
    const policies = { ...lifecycle({ afterFinished: true }), ...jobsByUid, stopped: ['cronjob'] as const }
    const said = saidOf(policies, cluster(job('old', ofNightly)), 'old')
    expect(said).toEqual(expect.arrayContaining(['Lifecycle NotFinished', 'Lifecycle NeededWithoutOwners']))
  })

  it.each(stays)('an object stays because of %s', (said, policies, snapshot) => {
    expect(saidOf(policies, snapshot, 'old')).toEqual(expect.arrayContaining(['Held', said]))
  })

  it.each(goes)('an object goes, though %s', (said, policies, snapshot) => {
    expect(goingWhen(policies, snapshot)).toContain('old')
    expect(answersOf(policies, snapshot)).toContain(said)
  })
})
