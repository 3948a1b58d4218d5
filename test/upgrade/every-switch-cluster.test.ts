/** What a release changes in a cluster, one snapshot for each rule. */
import { describe, expect, it } from 'vitest'

import { type DeleteOptions, type WholeObject, scopes_1_36 } from '../../src/apiserver/index.js'
import { known } from '../../src/core/index.js'
import { explain as explainRequest } from '../../src/controllers/csr-cleaner/index.js'
import { type Snapshot, emptyMemory, explain } from '../../src/simulate/control-plane/index.js'
import type { Policies } from '../../src/simulate/control-plane/index.js'
import {
  explainCascadeEnd,
  upgradeCascade,
  upgradeKubernetes,
  upgradeSigningRequests,
} from '../../src/upgrade/index.js'
import { deleted, noon, object, to } from '../controllers/owner/build.js'
import {
  daemonSet,
  naming,
  nullCreation,
  pod as podOf,
  revision,
  statefulSet,
  template,
} from '../controllers/history/build.js'
import { at } from '../controllers/pod/build.js'
import { namespace, pod } from '../simulate/cascade/cluster.js'
import { differing, told } from './told.js'

const cluster = (objects: ReadonlyArray<WholeObject>, more: Partial<Snapshot> = {}): Snapshot => ({
  at: noon,
  objects,
  scopes: scopes_1_36.scopes,
  coverage: { _tag: 'Everything' },
  apiNodes: known([]),
  memory: emptyMemory,
  ...more,
})

const compared = (from: string, to: string, snapshot: Snapshot, settings: (rules: Policies) => Policies = (as) => as) =>
  upgradeKubernetes(from, to, settings)(snapshot)
const planned = (...args: Parameters<typeof compared>) => told(explain, compared(...args))

const cascade = (
  from: string,
  to: string,
  objects: ReadonlyArray<WholeObject>,
  target: string,
  options: DeleteOptions = {},
) => told(explainCascadeEnd, upgradeCascade([{ _tag: 'Delete', target, options }])(from, to)(cluster(objects)))

const since = (seconds: number, grace: number, more: object = {}): WholeObject => {
  const one = pod('p', [])
  const deletionTimestamp = at(grace - seconds)
  return {
    ...one,
    metadata: { ...one.metadata, deletionTimestamp, deletionGracePeriodSeconds: grace, ...more },
    spec: { nodeName: 'worker-1', terminationGracePeriodSeconds: grace },
  }
}

describe('a cascade', () => {
  const held = pod('p', [])
  const content = [object('c'), object('s', [], {}, 'Secret')]

  it('of a namespace keeps all else as long as a pod since 1.33', () => {
    const stuck = { ...held, metadata: { ...held.metadata, finalizers: ['example.com/hold'] } }
    expect(cascade('1.32', '1.33', [namespace('ns'), stuck, ...content], 'uid-ns')).toEqual([
      [
        'cascade: Object c: removed in 1.32 (the namespace ns is being deleted), kept in 1.33 (its namespace is being deleted, and its turn comes once the pods are gone)',
        'cascade.namespaceContent',
      ],
      [
        'cascade: Object s: removed in 1.32 (the namespace ns is being deleted), kept in 1.33 (its namespace is being deleted, and its turn comes once the pods are gone)',
        'cascade.namespaceContent',
      ],
      [
        'cascade: Object uid-ns: kept in both: in 1.32 (it contains 1 object: Pod ns/p), in 1.33 (it contains 3 objects, including Pod ns/p)',
        'cascade.namespaceContent',
      ],
    ])
    expect(cascade('1.32', '1.33', [namespace('ns'), held, ...content], 'uid-ns')).toEqual([
      ['cascade: Object p: removed in both, as number 3 in 1.32 and 1 in 1.33', 'cascade.namespaceContent'],
    ])
  })

  it('of a pod whose time is over by now ends it now since 1.33', () => {
    const asked = (seconds: number, options: DeleteOptions, more: object = {}) =>
      cascade('1.32', '1.33', [since(seconds, 60, more)], 'p', options)
    expect(asked(60, { gracePeriodSeconds: 50 })).toEqual([
      [
        'cascade: Object p: removed in both, by other calls in 1.33: in Terminates deletionTimestamp is "2026-01-01T12:00:00.000Z" instead of "2026-01-01T11:59:50.000Z", gracePeriodSeconds is 1 instead of 50',
        'cascade.hurriedPod',
      ],
    ])
    expect(asked(60, { gracePeriodSeconds: 0 }, { finalizers: ['example.com/hold'] })).toEqual([
      [
        'cascade: Object p: changed in both, by other calls in 1.33: in Terminates deletionTimestamp is "2026-01-01T12:00:00.000Z" instead of "2026-01-01T11:59:00.000Z"',
        'cascade.hurriedPod',
      ],
    ])
    expect(asked(10, { gracePeriodSeconds: 50 })).toEqual([])
  })

  it('takes a class of volume attributes along since 1.34', () => {
    const gold = object(
      'gold',
      [],
      { ...deleted('kubernetes.io/vac-protection'), namespace: undefined },
      'VolumeAttributesClass',
      'storage.k8s.io/v1',
    )
    const claim = { ...object('claim', [], {}, 'PersistentVolumeClaim'), spec: { volumeAttributesClassName: 'gold' } }
    expect(cascade('1.33', '1.34', [gold, object('other')], 'other')).toEqual([
      [
        'cascade: Object gold: kept in 1.33 (nothing asks for its deletion), removed in 1.34 (it is being deleted, and no volume or claim names it)',
        'cascade.classProtection and served together',
      ],
    ])
    expect(cascade('1.33', '1.34', [gold, claim, object('other')], 'other')).toEqual([])
  })
})

describe('owners', () => {
  const left = object('c', [to('x', { apiVersion: 'apps/v1', kind: 'Deployment' })])

  it('a delete names the version since 1.34, and what it is answered matters otherwise since 1.36', () => {
    expect(planned('1.33', '1.34', cluster([left]))).toEqual([
      [
        'cluster: Object c: removed in both, by other calls in 1.34: in Delete options.preconditions.resourceVersion is "7" instead of nothing',
        'owner.deletePreconditions',
      ],
    ])
    expect(planned('1.35', '1.36', cluster([left]))).toEqual([])
    expect(differing(compared('1.34', '1.35', cluster([left])))).toEqual([])
    expect(differing(compared('1.35', '1.36', cluster([left])))).toEqual([
      'history.revisionsOfStatefulSet',
      'owner.notFoundOnDelete',
      'owner.goneAfterConflict',
      'served',
    ])
  })

  it('a kind that cannot be listed stops nothing since 1.32', () => {
    const orphan = object('c', [to('x', { kind: 'Pod' })])
    const snapshot = cluster([orphan], { unsyncedKinds: [{ group: 'example.com', kind: 'Widget' }] })
    expect(planned('1.31', '1.32', snapshot)).toEqual([
      [
        'cluster: Object c: kept in 1.31 (the collector does nothing before it has listed Widget of example.com), removed in 1.32 (its owner Pod x does not exist)',
        'owner.unsyncedKind',
      ],
    ])
  })

  it('a kind that is not served any more keeps its dependents', () => {
    const orphan = object('c', [to('f', { apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3', kind: 'FlowSchema' })])
    expect(planned('1.31', '1.32', cluster([orphan]))).toEqual([
      [
        'cluster: Object c: removed in 1.31 (its owner FlowSchema f does not exist), kept in 1.32 (no resource serves FlowSchema of flowcontrol.apiserver.k8s.io/v1beta3, the kind of its owner f; the collector retries forever)',
        'served',
      ],
    ])
  })
})

describe('pods', () => {
  it('are marked with the generation that was seen since 1.34', () => {
    const orphan = { ...pod('p', []), metadata: { ...pod('p', []).metadata, generation: 3 } }
    const memory = { ...emptyMemory, pod: { waiting: [], ripe: ['worker-1'] } }
    expect(planned('1.33', '1.34', cluster([orphan], { memory }))).toEqual([
      [
        'cluster: Object p: removed in both, by other calls in 1.34: in MarkFailed patch.body.status.conditions.0.observedGeneration is 3 instead of nothing, patch.body.status.observedGeneration is 3 instead of nothing',
        'pod.observedGeneration',
      ],
    ])
  })

  it('go evicted first since 1.27', () => {
    const ended = (name: string, seconds: number, status: object): WholeObject => ({
      ...object(name, [], { creationTimestamp: at(seconds) }, 'Pod'),
      status,
    })
    const pods = [
      ended('evicted', 0, { phase: 'Failed', reason: 'Evicted' }),
      ended('older', -3600, { phase: 'Succeeded' }),
    ]
    const one = ({ pod: rules, ...rest }: Policies): Policies => ({
      ...rest,
      pod: { ...rules, terminatedPodGcThreshold: 1 },
    })
    expect(planned('1.26', '1.31', cluster(pods), one)).toEqual([
      [
        'cluster: Object older: removed in 1.26 (2 terminated pods, threshold 1; it is the first to be deleted), kept in 1.31 (2 terminated pods, threshold 1; it is among those kept; also: it is not being deleted; also: it is not scheduled to a node; also: it has no owners)',
        'pod.terminatedOrder',
      ],
      [
        'cluster: Object evicted: kept in 1.26 (2 terminated pods, threshold 1; it is among those kept; also: it is not being deleted; also: it is not scheduled to a node; also: it has no owners), removed in 1.31 (2 terminated pods, threshold 1; it was evicted and is the first to be deleted)',
        'pod.terminatedOrder',
      ],
    ])
  })
})

describe('histories', () => {
  const agent = daemonSet({ template: template('new') })
  const r1 = revision(agent, 'r1', 1)
  const written = (name: string, number: number) => nullCreation(revision(agent, name, number, {}, 'new'))

  it('with a negative limit of a StatefulSet fail before 1.29', () => {
    const set = statefulSet({ revisionHistoryLimit: -1 })
    const revisions = ['a', 'b', 'c'].map((name, index) => revision(set, name, index + 1))
    expect(planned('1.26', '1.31', cluster([set, ...revisions]))).toEqual([
      [
        'cluster: Object a: kept in both: in 1.26 (the limit of StatefulSet shop/db is -1, which the controller fails on; also: its owner StatefulSet db exists), in 1.31 (the limit of StatefulSet shop/db is -1, which the controller ignores; also: its owner StatefulSet db exists)',
        'history.negativeStatefulSetLimit',
      ],
      [
        'cluster: Object b: kept in both: in 1.26 (the limit of StatefulSet shop/db is -1, which the controller fails on; also: its owner StatefulSet db exists), in 1.31 (the limit of StatefulSet shop/db is -1, which the controller ignores; also: its owner StatefulSet db exists)',
        'history.negativeStatefulSetLimit',
      ],
      [
        'cluster: Object c: kept in both: in 1.26 (the limit of StatefulSet shop/db is -1, which the controller fails on; also: its owner StatefulSet db exists), in 1.31 (the limit of StatefulSet shop/db is -1, which the controller ignores; also: its owner StatefulSet db exists)',
        'history.negativeStatefulSetLimit',
      ],
    ])
  })

  it('of DaemonSets make a new revision in 1.34 of one that 1.33 wrote', () => {
    expect(planned('1.33', '1.34', cluster([agent, r1, written('r2', 2), podOf(agent, 'agent-0', 'r2')]))).toEqual([
      [
        'cluster: Object r1: kept in 1.33 (newest of 1 old revisions of DaemonSet shop/agent, 1 is kept; also: its owner DaemonSet agent exists), removed in 1.34 (oldest of 2 old revisions of DaemonSet shop/agent, 1 is kept)',
        'history.templateCreation',
      ],
      [
        'cluster: Object r2: kept in both: in 1.33 (it matches the current template of DaemonSet shop/agent; also: its owner DaemonSet agent exists), in 1.34 (newest of 2 old revisions of DaemonSet shop/agent, 1 is kept; also: pod agent-0 uses it; also: its owner DaemonSet agent exists)',
        'history.templateCreation',
      ],
    ])
    const upgraded = daemonSet({ template: template('new'), revisionHistoryLimit: 10 })
    const both = [written('r2', 2), revision(agent, 'r3', 3, {}, 'new')]
    expect(planned('1.33', '1.34', cluster([upgraded, ...both, podOf(agent, 'agent-0', 'r3')]))).toEqual([
      [
        'cluster: Object r2: kept in both: in 1.33 (it matches the current template of DaemonSet shop/agent; also: its owner DaemonSet agent exists), in 1.34 (newest of 1 old revisions of DaemonSet shop/agent, 10 are kept; also: its owner DaemonSet agent exists)',
        'history.templateCreation',
      ],
      [
        'cluster: Object r3: kept in both: in 1.33 (newest of 1 old revisions of DaemonSet shop/agent, 10 are kept; also: pod agent-0 uses it; also: its owner DaemonSet agent exists), in 1.34 (it matches the current template of DaemonSet shop/agent; also: its owner DaemonSet agent exists)',
        'history.templateCreation',
      ],
    ])
  })

  it('of StatefulSets take a revision that 1.33 wrote for the current one since 1.34.2', () => {
    const set = statefulSet({ template: template('new') }, { currentRevision: 'r2', updateRevision: 'r2' })
    const objects = [
      set,
      revision(set, 'r1', 1),
      nullCreation(revision(set, 'r2', 2, {}, 'new')),
      podOf(set, 'db-0', 'r2'),
    ]
    expect(planned('1.34.1', '1.34.2', cluster(objects))).toEqual([
      [
        'cluster: Object r2: kept in both: in 1.34.1 (it is the current revision of StatefulSet shop/db; also: pod db-0 uses it; also: its owner StatefulSet db exists), in 1.34.2 (it is the current revision of StatefulSet shop/db; also: it is the update revision of StatefulSet shop/db; also: pod db-0 uses it; also: its owner StatefulSet db exists)',
        'history.revisionOfTemplate',
      ],
    ])
  })

  it('do not count a pod that names its DaemonSet otherwise since 1.33', () => {
    const set = daemonSet({ template: template('new'), revisionHistoryLimit: 0 })
    const user = naming(podOf(set, 'agent-0', 'r1'), { name: 'OLD' })
    expect(planned('1.32', '1.33', cluster([set, revision(set, 'r1', 1), written('r2', 2), user]))).toEqual([
      [
        'cluster: Object r1: kept in 1.32 (pod agent-0 uses it; also: its owner DaemonSet agent exists), removed in 1.33 (oldest of 1 old revisions of DaemonSet shop/agent, none is kept)',
        'history.podsOfDaemonSet',
      ],
    ])
  })

  it('do not count pods and revisions that name their StatefulSet otherwise since 1.34 and 1.36', () => {
    const set = statefulSet({ revisionHistoryLimit: 0 })
    const user = naming(podOf(set, 'db-0', 'a'), { name: 'OLD' })
    const both = [revision(set, 'a', 1), revision(set, 'current', 2)]
    expect(planned('1.33', '1.34', cluster([set, ...both, user]))).toEqual([
      [
        'cluster: Object a: kept in 1.33 (pod db-0 uses it; also: its owner StatefulSet db exists), removed in 1.34 (oldest of 1 unused revisions of StatefulSet shop/db, none is kept)',
        'history.podsOfStatefulSet',
      ],
    ])
    const stale = [naming(revision(set, 'a', 1), { name: 'OLD' }), revision(set, 'current', 2)]
    expect(planned('1.35', '1.36', cluster([set, ...stale]))).toEqual([
      [
        'cluster: Object a: removed in both: in 1.35 (oldest of 1 unused revisions of StatefulSet shop/db, none is kept; also: its owner StatefulSet OLD (the uid belongs to apps/v1 StatefulSet shop/db) does not exist), in 1.36 (its owner StatefulSet OLD (the uid belongs to apps/v1 StatefulSet shop/db) does not exist)',
        'history.revisionsOfStatefulSet',
      ],
      [
        'cluster: Object a: removed in both, by Delete, Delete in 1.35 and by Delete in 1.36',
        'history.revisionsOfStatefulSet',
      ],
    ])
  })
})

describe('signing requests', () => {
  const approved = (hours: number) => {
    const then = at(-hours * 3600)
    return {
      at: noon,
      requests: [
        {
          apiVersion: 'certificates.k8s.io/v1',
          kind: 'CertificateSigningRequest',
          metadata: { name: 'r', uid: 'r', creationTimestamp: then },
          status: { conditions: [{ type: 'Approved', lastUpdateTime: then }] },
        },
      ],
    }
  }

  it('that were approved and never signed go after a day since 1.35', () => {
    expect(told(explainRequest, upgradeSigningRequests('1.34', '1.35')(approved(25)))).toEqual([
      [
        'requests: CertificateSigningRequest r: kept in 1.34 (it was approved but has no certificate; this release keeps it), removed in 1.35 (it has no certificate although it was approved at 2025-12-31T11:00:00.000Z, more than 24 h ago)',
        'approvedNotIssued',
      ],
    ])
    expect(told(explainRequest, upgradeSigningRequests('1.34', '1.35')(approved(23)))).toEqual([
      [
        'requests: CertificateSigningRequest r: kept in both: in 1.34 (it was approved but has no certificate; this release keeps it), in 1.35 (it has no certificate although it was approved at 2025-12-31T13:00:00.000Z; it goes after 2026-01-01T13:00:00.000Z)',
        'approvedNotIssued',
      ],
      ['next change by itself in 1.34: nothing; in 1.35: 2026-01-01T13:00:00.001Z', 'approvedNotIssued'],
    ])
  })
})
