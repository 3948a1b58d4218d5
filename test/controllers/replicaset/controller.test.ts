import { describe, expect, it } from 'vitest'

import type { KubeObject, ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import { runProgram } from '../../../src/controllers/program.js'
import { explainReplicas } from '../../../src/controllers/replicaset/explain.js'
import { replicaSetController } from '../../../src/controllers/replicaset/controller.js'
import { surplusOf } from '../../../src/controllers/replicaset/surplus.js'
import { controllerReference } from '../../../src/controllers/workload/ownership.js'
import { acting, actsOf, isServed, runProgramOn } from '../acting.js'
import { deleted, noon, object } from '../owner/build.js'

const app = { app: 'web' }

/** A ReplicaSet that wants so many pods of the label `app: web`. */
const replicaSet = (replicas: unknown, more: Partial<ObjectMeta> = {}, spec: object = {}): WholeObject => ({
  ...object('web', [], more, 'ReplicaSet', 'apps/v1'),
  spec: { replicas, selector: { matchLabels: app }, template: { metadata: { labels: app }, spec: {} }, ...spec },
})

const pod = (uid: string, owner?: KubeObject, more: Partial<ObjectMeta> = {}, phase = 'Running'): WholeObject => ({
  ...object(uid, owner === undefined ? [] : [controllerReference(owner)], { labels: app, ...more }, 'Pod'),
  spec: { nodeName: 'worker-1' },
  status: { phase },
})

const web = replicaSet(1)
const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => actsOf(replicaSetController(), objects)

describe('a ReplicaSet', () => {
  it('makes the pods that are missing', () => {
    expect(acts(replicaSet(2), pod('a', web))).toEqual(['TooFewReplicas: Pod web-bbbbb made'])
    expect(acts(web, pod('a', web))).toEqual([])
  })

  it('wants one pod where it does not say how many, and deletes none then', () => {
    expect(acts(replicaSet(undefined))).toEqual(['TooFewReplicas: Pod web-bbbbb made'])
    expect(acts(replicaSet('many'), pod('a', web), pod('b', web))).toEqual([])
  })

  it('makes pods as the template says, named as its own', () => {
    const { server, acts: act } = acting(replicaSetController(), [
      replicaSet(
        1,
        {},
        { template: { metadata: { labels: { ...app, x: 'y' }, finalizers: ['x/y'] }, spec: { nodeName: 'n' } } },
      ),
    ])
    act()
    const [made] = server.listOf('', 'Pod')
    expect(made?.metadata).toMatchObject({ labels: { app: 'web', x: 'y' }, finalizers: ['x/y'] })
    expect(made?.metadata.ownerReferences).toEqual([controllerReference(web)])
    expect(made?.spec).toEqual({ nodeName: 'n' })
  })

  it('replaces a pod that goes, and one that has ended or is being deleted', () => {
    const { server, acts: act } = acting(replicaSetController(), [web, pod('a', web)])
    expect(act()).toEqual([])
    server.delete(
      { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'a' },
      { gracePeriodSeconds: 0 },
    )
    expect(act()).toEqual(['TooFewReplicas: Pod web-bbbbb made'])
    expect(acts(web, pod('a', web, {}, 'Failed'))).toEqual(['TooFewReplicas: Pod web-bbbbb made'])
    expect(acts(web, pod('a', web, deleted('x/y')))).toEqual(['TooFewReplicas: Pod web-bbbbb made'])
  })

  it('deletes pods that are too many, those that serve least first', () => {
    expect(acts(web, pod('a', web), pod('b', web, {}, 'Pending'))).toEqual(['TooManyReplicas: Pod b changed'])
    const idle = { ...pod('c', web), spec: {} }
    const cheap = pod('d', web, { annotations: { 'controller.kubernetes.io/pod-deletion-cost': '-5' } })
    const fresh = pod('e', web, { creationTimestamp: noon })
    const ready = { ...pod('f', web), status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }
    expect(surplusOf([ready, fresh, cheap, idle, pod('a', web)], 4).map(({ metadata }) => metadata.uid)).toEqual([
      'c',
      'd',
      'e',
      'a',
    ])
  })

  it('takes over pods that its selector meets and that nobody controls, but none that is being deleted', () => {
    expect(acts(web, pod('a'))).toEqual(['Adopted: Pod a changed'])
    expect(acts(pod('a'), replicaSet(0))).toEqual(['Adopted: Pod a changed', 'TooManyReplicas: Pod a changed'])
    expect(acts(replicaSet(0), pod('a', undefined, deleted('x/y')))).toEqual([])
    expect(acts(replicaSet(0), pod('a', object('other')))).toEqual([])
  })

  it('lets go of pods that its selector no longer meets', () => {
    expect(acts(replicaSet(0), pod('a', web, { labels: {} }))).toEqual(['Released: Pod a changed'])
  })

  it('does nothing while it is being deleted', () => {
    expect(acts(replicaSet(3, deleted('foregroundDeletion')), pod('a'))).toEqual([])
  })

  it('makes nothing where its selector does not meet its own template, or nothing can be read', () => {
    expect(acts(replicaSet(1, {}, { template: { metadata: { labels: { app: 'db' } } } }))).toEqual([])
    for (const template of [undefined, 7]) expect(acts(replicaSet(1, {}, { template }))).toEqual([])
    for (const selector of [undefined, {}, 7, { matchLabels: { app: 7 } }, { matchExpressions: [{}] }])
      expect(acts(replicaSet(1, {}, { selector }))).toEqual([])
  })

  it('makes nothing where pods may be there that are not shown', () => {
    expect(actsOf(replicaSetController(), [web], (_, kind) => kind !== 'Pod')).toEqual([])
  })

  it('is woken by its own changes, by its pods, and by pods that it may take over', () => {
    const { keysOf } = replicaSetController()
    const owned = pod('a', web)
    expect([added(web), updated(web), added(owned), gone(owned)].map(keysOf)).toEqual([
      ['web'],
      ['web'],
      ['web'],
      ['web'],
    ])
    expect(keysOf(updated(pod('a'), owned))).toEqual(['web', 'a'])
    expect(keysOf(updated(owned, pod('a', object('other', [], {}, 'ReplicaSet', 'apps/v1'))))).toEqual(['web', 'other'])
    expect(keysOf(updated(owned))).toEqual(['web'])
    expect(keysOf(added(pod('a')))).toEqual(['a'])
    expect([gone(web), gone(pod('a')), added(pod('a', object('c')))].flatMap(keysOf)).toEqual([])
  })

  it('takes over a pod that comes later, by the one that selects it and lives', () => {
    const { server, acts: act } = acting(replicaSetController(), [
      replicaSet(0, deleted('x/y'), {}),
      { ...replicaSet(0, { name: 'b', uid: 'b' }, { selector: { matchLabels: { app: 'db' } } }) },
      { ...object('rc', [], {}, 'ReplicationController'), spec: { replicas: 1, selector: app } },
    ])
    expect(act()).toEqual([])
    server.create(pod('late'))
    expect(act()).toEqual([expect.stringMatching(/^Adopted: Pod late changed$/)])
    expect(server.listOf('', 'Pod')[0]?.metadata.ownerReferences?.[0]?.uid).toBe('rc')
    server.create(pod('other', undefined, { labels: { app: 'nobody' } }))
    server.create(pod('elsewhere', undefined, { namespace: 'default' }))
    expect(act()).toEqual([])
  })

  it('takes over a pod that comes later as a ReplicaSet too, beside one whose selector can not be read', () => {
    const { server, acts: act } = acting(replicaSetController(), [
      replicaSet(0, { name: 'a', uid: 'a' }, { selector: 7 }),
      replicaSet(1, {}, { template: undefined }),
    ])
    expect(act()).toEqual([])
    server.create(pod('late'))
    expect(act()).toEqual(['Adopted: Pod late changed'])
    expect(server.listOf('', 'Pod')[0]?.metadata.ownerReferences).toEqual([controllerReference(web)])
  })

  it('does nothing about what is gone', () => {
    const { server } = acting(replicaSetController(), [])
    const program = replicaSetController().reconcile({ ...server, at: noon, covers: isServed })('web')
    expect(program).toMatchObject({ _tag: 'Done' })
  })

  it('counts what it wants and has in its reason', () => {
    const { reconcile } = replicaSetController()
    const { server } = acting(replicaSetController(), [replicaSet(2), pod('a', web)])
    const ended = runProgramOn(reconcile({ ...server, at: noon, covers: isServed })('web'), () => undefined)
    const effect = (_tag: 'Create' | 'Delete') =>
      ended?.why({ request: { _tag } as never, before: web, after: undefined })
    expect([effect('Create'), effect('Delete')]).toEqual([
      [{ _tag: 'TooFewReplicas', kind: 'ReplicaSet', wanted: 2, present: 1 }],
      [{ _tag: 'TooManyReplicas', kind: 'ReplicaSet', wanted: 2, present: 1 }],
    ])
  })

  it('makes 500 pods at once, and none for a count beyond any cluster', () => {
    const countOf = (replicas: number) => {
      const made: unknown[] = []
      const { server } = acting(replicaSetController(), [replicaSet(replicas)])
      const view = { ...server, at: noon, covers: isServed }
      const { reconcile } = replicaSetController()
      let left = 1000
      const program = reconcile(view)('web')
      if ('requests' in program) return 0
      runProgram({
        get: () => ({ _tag: 'NotFound' }),
        call: (request) => {
          made.push(request)
          return --left > 0 ? { _tag: 'Accepted' } : { _tag: 'Conflict' }
        },
      })(program)
      return made.length
    }
    expect([countOf(3), countOf(501), countOf(150_000), countOf(150_001)]).toEqual([3, 500, 500, 0])
  })

  it('takes a cost only where it is a number', () => {
    const costing = (uid: string, cost: string) =>
      pod(uid, web, { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } })
    const first = (...pods: ReadonlyArray<WholeObject>) => surplusOf(pods, 1)[0]?.metadata.uid
    expect(first(costing('a', '5'), costing('b', '4'))).toBe('b')
    expect(first(costing('a', '10'), costing('b', '9'))).toBe('b')
    expect(first(costing('a', '0'), costing('b', '-1x'))).toBe('a')
    expect(first(costing('a', '0'), costing('b', 'x-1'))).toBe('a')
    expect(first(costing('a', '0'), costing('b', '12345678901'))).toBe('a')
    for (const text of ['-1x', 'x-1']) expect(first(costing('b', text), costing('a', '-1'))).toBe('a')
    expect([surplusOf([web, web], 0), surplusOf([web, web], -1)]).toEqual([[], []])
    const unknown = { ...pod('u', web), status: { phase: 'Unknown' } }
    expect(first(pod('r', web), unknown)).toBe('u')
    expect(first(unknown, pod('p', web, {}, 'Pending'))).toBe('p')
    const aged = (uid: string, second: number) =>
      pod(uid, web, { creationTimestamp: new Date(noon.getTime() + second * 1000) })
    expect(first(aged('old', 0), aged('new', 5), aged('mid', 2))).toBe('new')
  })

  it('makes nothing in a namespace that is being deleted', () => {
    const namespace = object('ns', [], { namespace: undefined, ...deleted('x/y') }, 'Namespace')
    expect(acts(namespace, web)).toEqual([])
  })
})

describe('a ReplicationController', () => {
  it('selects by plain labels', () => {
    const controller = object('web', [], {}, 'ReplicationController')
    const spec = { replicas: 1, selector: app, template: { metadata: { labels: app } } }
    expect(acts({ ...controller, spec })).toEqual(['TooFewReplicas: Pod web-bbbbb made'])
  })
})

describe('the reasons', () => {
  it('are told in words', () => {
    expect(explainReplicas({ _tag: 'TooFewReplicas', kind: 'ReplicaSet', wanted: 1, present: 0 })).toBe(
      'its ReplicaSet wants 1 pod and has 0',
    )
    expect(explainReplicas({ _tag: 'TooManyReplicas', kind: 'ReplicaSet', wanted: 2, present: 3 })).toBe(
      'its ReplicaSet wants 2 pods and has 3',
    )
    expect(explainReplicas({ _tag: 'Adopted', kind: 'ReplicaSet', name: 'web' })).toBe(
      'the selector of ReplicaSet web matches it, and nothing else controls it',
    )
    expect(explainReplicas({ _tag: 'Released', kind: 'ReplicaSet', name: 'web' })).toBe(
      'the selector of ReplicaSet web no longer matches it',
    )
  })
})
