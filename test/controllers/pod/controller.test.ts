import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import { instant } from '../../../src/core/time.js'
import { podController } from '../../../src/controllers/pod/controller.js'
import { defaultPolicy } from '../../../src/controllers/pod/policy.js'
import { isServed, runProgramOn } from '../acting.js'
import { clocked } from '../clocked.js'
import type { Clocked, Rules } from '../clocked.js'
import { deleted, noon, object } from '../owner/build.js'
import { node, pod } from '../../simulate/cascade/cluster.js'

const running = (objects: ReadonlyArray<WholeObject>, rules: Rules = {}): Clocked =>
  clocked([podController(defaultPolicy)], objects, rules)
const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => running(objects).acts()
const unbound = (uid: string, more: Partial<ObjectMeta> = {}): WholeObject => ({
  ...object(uid, [], more, 'Pod'),
  spec: {},
  status: { phase: 'Pending' },
})
const nodeAddress = { apiVersion: 'v1', kind: 'Node', resource: 'nodes', name: 'worker-1' }

describe('pod garbage collection', () => {
  it('deletes pods of a node that is not there, forty seconds after it looked first', () => {
    const cluster = running([node('worker-2'), pod('p', []), { ...pod('q', []), spec: { nodeName: 'worker-2' } }])
    expect(cluster.acts(39)).toEqual([])
    expect(cluster.acts()).toEqual(['40 s: PodCollected, Pod p changed', '40 s: PodCollected, Pod p gone'])
    expect(cluster.server.list().map(({ metadata }) => metadata.uid)).toEqual(['worker-2', 'q'])
  })

  it('marks a pod as failed before it deletes it, and its finalizers hold it', () => {
    const held = pod('p', [])
    const { server, acts: act } = running([
      node('worker-2'),
      { ...held, metadata: { ...held.metadata, finalizers: ['x/y'] } },
    ])
    act()
    expect(server.find('p')?.metadata.deletionGracePeriodSeconds).toBe(0)
    expect(server.find('p')?.status).toMatchObject({ phase: 'Failed', conditions: [{ type: 'DisruptionTarget' }] })
  })

  // [S] markFailedAndDeletePodWithCondition returns the error of the patch
  it('does not delete a pod that it could not mark, and goes on with the others', () => {
    const going = { deletionTimestamp: noon, deletionGracePeriodSeconds: 30 }
    const { server } = running([unbound('p', going), unbound('q', going)])
    const sent: string[] = []
    const reconciliation = podController(defaultPolicy).reconcile({ ...server, at: noon, covers: isServed })('run')
    runProgramOn(reconciliation, (request) => {
      sent.push(`${request._tag} ${request._tag === 'Update' ? request.object.metadata.name : ''}`)
    })
    expect(sent).toEqual(['Update p', 'Update q'])
  })

  it('takes a node that it can not read for none that is there, and collects on the others', () => {
    const cluster = running([node('worker-2'), { ...node('broken'), status: 7 }, pod('p', [])])
    expect(cluster.acts().at(-1)).toBe('40 s: PodCollected, Pod p gone')
  })

  it('counts forty seconds from when the node goes', () => {
    const cluster = running([node('worker-1'), node('worker-2'), pod('p', [])])
    expect(cluster.acts()).toEqual([])
    cluster.clock.now = instant(noon.getTime() + 100_000)
    cluster.server.vanish(nodeAddress)
    expect(cluster.acts(139)).toEqual([])
    expect(cluster.acts().at(-1)).toBe('140 s: PodCollected, Pod p gone')
  })

  it('lets pods be where their node comes back in time', () => {
    const cluster = running([node('worker-2'), pod('p', [])])
    expect(cluster.acts(30)).toEqual([])
    cluster.server.create({ ...node('worker-1'), metadata: { name: 'worker-1', uid: '' } })
    expect(cluster.acts()).toEqual([])
  })

  it('takes no node for gone where none is shown, or not all of them are', () => {
    expect(acts(pod('p', []))).toEqual([])
    const covers = (_apiVersion: string, kind: string): boolean => kind !== 'Node'
    expect(running([node('worker-2'), pod('p', [])], { covers }).acts()).toEqual([])
  })

  it('deletes a pod that terminates without a node, at once', () => {
    const going = unbound('p', { deletionTimestamp: noon, deletionGracePeriodSeconds: 30 })
    expect(acts(going)).toEqual(['0 s: PodCollected, Pod p changed', '0 s: PodCollected, Pod p gone'])
    expect(acts(unbound('p'))).toEqual([])
    expect(acts(unbound('p', deleted('x/y')))).not.toContain('0 s: PodCollected, Pod p gone')
  })

  it('leaves a pod alone that is shown without a specification', () => {
    expect(acts(object('p', [], { deletionTimestamp: noon, deletionGracePeriodSeconds: 30 }, 'Pod'))).toEqual([])
  })

  it('is woken by nodes, by pods that come in bound, and by pods that terminate without a node', () => {
    const { keysOf, name } = podController(defaultPolicy)
    expect(name).toBe('pod-garbage-collector')
    const going = unbound('p', { deletionTimestamp: noon })
    expect(
      [
        added(node('n')),
        gone(node('n')),
        updated(node('n'), node('n')),
        added(pod('p', [])),
        updated(going, going),
      ].map(keysOf),
    ).toEqual([1, 2, 3, 4, 5].map(() => ['run']))
    expect(
      [
        updated(pod('p', []), pod('p', [])),
        gone(pod('p', [])),
        gone(going),
        added(unbound('p')),
        added(object('n', [], {}, 'Node', 'example.com/v1')),
        added(object('a')),
      ].flatMap(keysOf),
    ).toEqual([])
  })

  it('does nothing about what it can not read', () => {
    const cluster = running([
      node('worker-2'),
      { ...pod('p', []), spec: 'text' },
      { ...pod('q', []), status: { phase: 7 } },
    ])
    expect(cluster.acts()).toEqual([])
  })
})
