import { describe, expect, it } from 'vitest'

import { decodeKubectlObjects, kubernetesHistorySnapshot } from '../../../src/decode/index.js'
import { capture, right, wrongIn } from '../reading.js'

const snapshotOf = (...inputs: ReadonlyArray<unknown>) =>
  kubernetesHistorySnapshot({
    at: new Date('2026-11-21T03:01:10Z'),
    listings: inputs.map((input) => right(decodeKubectlObjects(input))),
    covers: [],
  })

const object = (apiVersion: string, kind: string, rest: object, name = 'x') => ({
  apiVersion,
  kind,
  metadata: { namespace: 'shop', name, uid: `${kind} ${name}` },
  ...rest,
})

describe('a snapshot of histories', () => {
  it('holds what a cluster has of each kind, and nothing of others', () => {
    const { at: taken, coverage, ...lists } = right(snapshotOf(capture('kubectl/cluster-before.all.json')))
    expect(taken).toEqual(new Date('2026-11-21T03:01:10Z'))
    expect(Object.entries(lists).map(([list, objects]) => [list, objects.length])).toEqual([
      ['deployments', 2],
      ['replicaSets', 6],
      ['statefulSets', 1],
      ['daemonSets', 1],
      ['controllerRevisions', 8],
      ['cronJobs', 3],
      ['jobs', 19],
      ['pods', 37],
    ])
    expect(coverage).toEqual({ _tag: 'Resources', resources: [] })
  })

  it('holds an object of several listings once', () => {
    const file = capture('kubectl/cluster-before.all.json')
    expect(right(snapshotOf(file, file)).jobs.length).toBe(19)
  })

  it('reads times of Jobs, and takes objects of a client library', () => {
    const startTime = '2026-11-21T03:00:00Z'
    const jobs = [startTime, new Date(startTime)].map((time, index) =>
      object('batch/v1', 'Job', { status: { startTime: time, conditions: null } }, `j${index}`),
    )
    expect(right(snapshotOf(jobs)).jobs.map(({ status }) => status?.startTime?.toISOString())).toEqual([
      '2026-11-21T03:00:00.000Z',
      '2026-11-21T03:00:00.000Z',
    ])
  })

  it('leaves objects alone whose kind has the same name in another group', () => {
    expect(right(snapshotOf([object('example.com/v1', 'Job', { status: 7 })])).jobs).toEqual([])
  })

  it.each([
    ['spec.replicas', object('apps/v1', 'Deployment', { spec: { replicas: '3' } })],
    ['spec.selector.matchLabels', object('apps/v1', 'StatefulSet', { spec: { selector: { matchLabels: { a: 1 } } } })],
    ['spec.template', object('apps/v1', 'DaemonSet', { spec: { template: 'x' } })],
    ['spec', object('apps/v1', 'ReplicaSet', { spec: [] })],
    ['revision', object('apps/v1', 'ControllerRevision', {})],
    ['status.active[0].uid', object('batch/v1', 'CronJob', { status: { active: [{ uid: 1 }] } })],
    [
      'status.conditions[1].status',
      object('batch/v1', 'Job', { status: { conditions: [{ type: 'a', status: 'True' }, { type: 'b' }] } }),
    ],
    ['spec.nodeName', object('v1', 'Pod', { spec: { nodeName: {} } })],
  ])('names the place of what is not as the API has it: %s', (path, wrong) => {
    const fine = object('v1', 'ConfigMap', {})
    expect(wrongIn(snapshotOf(fine, [fine, wrong])).join()).toContain(`listings[1].objects[1].${path}`)
  })
})
