import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import { deploymentController } from '../../../src/controllers/deployment/controller.js'
import { explainDeployment } from '../../../src/controllers/deployment/explain.js'
import { newSet } from '../../../src/controllers/deployment/new-set.js'
import { newReplicas } from '../../../src/controllers/deployment/replicas.js'
import { controllerReference } from '../../../src/controllers/workload/ownership.js'
import type { View } from '../../../src/controllers/controller.js'
import type { ApiRequest } from '../../../src/apiserver/request.js'
import { acting, actsOf, isServed, runProgramOn } from '../acting.js'
import { deleted, noon, object } from '../owner/build.js'

const app = { app: 'web' }
const template = (image = 'v1'): object => ({ metadata: { labels: app }, spec: { containers: [{ image }] } })

const deployment = (spec: object = {}, more: Partial<ObjectMeta> = {}): WholeObject => ({
  ...object('d', [], more, 'Deployment', 'apps/v1'),
  spec: { replicas: 4, selector: { matchLabels: app }, template: template(), ...spec },
})
const d = deployment()

const set = (uid: string, replicas: number, image = 'v1', more: Partial<ObjectMeta> = {}): WholeObject => ({
  ...object(uid, [controllerReference(d)], { labels: app, ...more }, 'ReplicaSet', 'apps/v1'),
  spec: { replicas, template: template(image) },
})
const orphan = (uid: string, replicas: number): WholeObject => set(uid, replicas, 'v1', { ownerReferences: [] })

const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => actsOf(deploymentController(), objects)

describe('a Deployment', () => {
  it('makes a ReplicaSet of its template, and again under the same name', () => {
    const { server, acts: act } = acting(deploymentController(), [d])
    const [made] = act()
    expect(made).toMatch(/^ReplicaSetMissing: ReplicaSet d-[a-z0-9]{5,10} made$/)
    const [found] = server.listOf('apps', 'ReplicaSet')
    const name = found?.metadata.name ?? ''
    const labels = { ...app, 'pod-template-hash': name.slice(2) }
    expect(found?.metadata).toMatchObject({ labels, ownerReferences: [controllerReference(d)] })
    expect(found?.spec).toEqual({
      replicas: 4,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ image: 'v1' }] } },
    })
    server.delete({ apiVersion: 'apps/v1', kind: 'ReplicaSet', resource: 'replicasets', namespace: 'ns', name }, {})
    expect(act()).toEqual([made])
  })

  it('makes none where it has one of its template, whatever the label that tells them apart', () => {
    const labelled = {
      metadata: { labels: { ...app, 'pod-template-hash': 'x' } },
      spec: { containers: [{ image: 'v1' }] },
    }
    expect(acts(d, { ...set('a', 4), spec: { replicas: 4, template: labelled } })).toEqual([])
    expect(acts(d, set('a', 0, 'v2'))).toHaveLength(1)
  })

  it('is woken by its own changes, by its ReplicaSets, and by those that it may take over', () => {
    const { keysOf, name } = deploymentController()
    expect(name).toBe('deployment-controller')
    const owned = set('a', 1)
    expect([added(d), updated(d), added(owned), gone(owned)].map(keysOf)).toEqual([['d'], ['d'], ['d'], ['d']])
    expect(keysOf(updated(orphan('a', 1), owned))).toEqual(['d', 'a'])
    expect(keysOf(updated(owned))).toEqual(['d'])
    expect(keysOf(added(orphan('a', 1)))).toEqual(['a'])
    const foreign = set('a', 1, 'v1', { ownerReferences: [controllerReference(object('x'))] })
    expect([gone(d), gone(orphan('a', 1)), added(foreign), gone(foreign)].flatMap(keysOf)).toEqual([])
  })

  it('takes over a ReplicaSet that comes later, by the one that selects it and lives', () => {
    const { server, acts: act } = acting(deploymentController(), [
      deployment({ replicas: 0, paused: true }, { ...deleted('x/y'), uid: 'going', name: 'going' }),
      deployment({ paused: true, selector: {} }, { uid: 'blind', name: 'blind' }),
      deployment({ paused: true, selector: { matchLabels: { app: 'db' } } }, { uid: 'db', name: 'db' }),
      deployment({ paused: true, replicas: 0 }),
    ])
    expect(act()).toEqual([])
    server.create(orphan('late', 0))
    expect(act()).toEqual(['Adopted: ReplicaSet late changed'])
    expect(
      server.find(server.listOf('apps', 'ReplicaSet')[0]?.metadata.uid ?? '')?.metadata.ownerReferences?.[0]?.uid,
    ).toBe('d')
    server.create(set('nobody', 0, 'v1', { ownerReferences: [], labels: { app: 'nobody' } }))
    expect(act()).toEqual([])
  })

  it('takes the oldest of several of its template for the current one, then the first by name', () => {
    const at = (second: number) => ({ creationTimestamp: new Date(noon.getTime() + second * 1000) })
    const scaled = (...sets: ReadonlyArray<WholeObject>) => acts(deployment({ replicas: 1 }), ...sets)
    expect(scaled(set('new', 2, 'v1', at(5)), set('old', 3, 'v1', at(1)))).toEqual([
      'ReplicaSetScaled: ReplicaSet old changed',
    ])
    expect(scaled(set('old', 3, 'v1', at(1)), set('new', 2, 'v1', at(5)))).toEqual([
      'ReplicaSetScaled: ReplicaSet old changed',
    ])
    expect(scaled(set('b', 2), set('a', 3))).toEqual(['ReplicaSetScaled: ReplicaSet a changed'])
    expect(scaled(set('b', 2, 'v1', at(1)), set('a', 3, 'v1', at(1)))).toEqual([
      'ReplicaSetScaled: ReplicaSet a changed',
    ])
    expect(scaled(set('other', 2, 'v2', at(1)), set('own', 3, 'v1', at(5)))).toEqual([
      'ReplicaSetScaled: ReplicaSet own changed',
    ])
  })

  it('counts those of other templates, not its own, against what it may have', () => {
    const recreate = deployment({ replicas: 4, strategy: { type: 'Recreate' } })
    expect(acts(recreate, set('a', 1))).toEqual(['ReplicaSetScaled: ReplicaSet a changed'])
    expect(acts(recreate, set('a', 1), set('b', 1, 'v2'))).toEqual([])
    const wantedBy = (one: WholeObject, ...sets: ReadonlyArray<WholeObject>) => {
      const { server, acts: act } = acting(deploymentController(), [one, ...sets])
      act()
      return server.find('a')?.spec
    }
    expect(wantedBy(deployment({ replicas: 4 }), set('a', 1), set('b', 3, 'v2'))).toMatchObject({ replicas: 2 })
  })

  it('scales nothing whose count is not stated', () => {
    expect(acts(deployment({ replicas: undefined }), set('a', 3))).toEqual([])
    expect(acts(d, { ...set('a', 3), spec: { template: template() } })).toEqual([])
  })

  it('makes none of a template whose labels are no text, and does nothing about what is not its own kind', () => {
    expect(acts(deployment({ template: { metadata: { labels: { ...app, n: 7 } }, spec: {} } }))).toEqual([])
    expect(acts(deployment({ template: 'none' }), { ...set('a', 0), spec: { replicas: 0, template: 'none' } })).toEqual(
      [],
    )
  })

  it('makes one under another name where the name is taken, each time another', () => {
    const nameBeside = (...taken: ReadonlyArray<string>): string => {
      const others = taken.map((name, index) => set(`x${index}`, 0, 'v2', { name, labels: {}, ownerReferences: [] }))
      const { server, acts: act } = acting(deploymentController(), [d, ...others])
      expect(act()).toHaveLength(1)
      return server.listOf('apps', 'ReplicaSet').at(-1)?.metadata.name ?? ''
    }
    const first = nameBeside()
    const second = nameBeside(first)
    expect(new Set([first, second, nameBeside(first, second)]).size).toBe(3)
  })

  it('looks for the name among ReplicaSets of its namespace', () => {
    const asked: unknown[] = []
    const { server } = acting(deploymentController(), [d])
    const view = { ...server, get: (address: object) => void asked.push(address) }
    const name = newSet(view as unknown as View, d, 1)?.metadata.name
    expect(asked).toEqual([
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', resource: 'replicasets', namespace: 'ns', name },
    ])
  })

  it('makes none while a ReplicaSet of its own shows no template, which may be the one', () => {
    for (const spec of [undefined, { replicas: 4 }, { replicas: 4, template: 'none' }])
      expect(acts(d, { ...set('a', 4), spec })).toEqual([])
    expect(acts(d, { ...set('a', 4), spec: undefined }, set('b', 1))).toEqual([
      'ReplicaSetScaled: ReplicaSet b changed',
    ])
  })

  it('asks for one without a uid, which the server gives', () => {
    const { server } = acting(deploymentController(), [d])
    const requests: ApiRequest[] = []
    const view = { ...server, at: noon, covers: isServed }
    const end = runProgramOn(deploymentController().reconcile(view)('d'), (request) => requests.push(request))
    expect(requests).toMatchObject([{ _tag: 'Create', object: { metadata: { namespace: 'ns', uid: '' } } }])
    expect(end?.about).toBe('d')
  })

  it('does nothing about a ReplicaSet or Deployment that has gone meanwhile', () => {
    const { server } = acting(deploymentController(), [d, set('a', 1)])
    const asked = (find: (uid: string) => WholeObject | undefined): ReadonlyArray<string> => {
      const tags: string[] = []
      const view = { ...server, at: noon, covers: isServed, find }
      runProgramOn(deploymentController().reconcile(view)('d'), ({ _tag }) => tags.push(_tag))
      return tags
    }
    expect(asked(server.find)).toEqual(['Update'])
    expect(asked((uid) => (uid === 'a' ? undefined : server.find(uid)))).toEqual([])
    expect(asked(() => undefined)).toEqual([])
  })

  it('takes over ReplicaSets that its selector meets and that nobody controls, and lets others go', () => {
    expect(acts(d, orphan('a', 4))).toEqual(['Adopted: ReplicaSet a changed'])
    expect(acts(orphan('a', 4), d)).toEqual(['Adopted: ReplicaSet a changed'])
    expect(acts(d, set('a', 4), set('b', 0, 'v2', { labels: {} }))).toEqual(['Released: ReplicaSet b changed'])
  })

  it('scales the ReplicaSet of its template', () => {
    expect(acts(d, set('a', 1))).toEqual(['ReplicaSetScaled: ReplicaSet a changed'])
    expect(acts(deployment({ replicas: undefined }), set('a', 3))).toEqual([])
    expect(acts(d, set('a', 1, 'v1', deleted('x/y')))).toEqual([])
  })

  it('does nothing while it is being deleted, is paused, or shows too little', () => {
    expect(acts(deployment({}, deleted('x/y')), orphan('a', 1))).toEqual([])
    for (const spec of [{ paused: true }, { template: undefined }, { selector: undefined }, { template: {} }])
      expect(acts(deployment(spec))).toEqual([])
    expect(acts(deployment({ selector: undefined }), set('a', 1), orphan('b', 1))).toEqual([])
    expect(actsOf(deploymentController(), [d], (_, kind) => kind !== 'ReplicaSet')).toEqual([])
  })

  it('makes none where its selector does not meet its own template', () => {
    expect(acts(deployment({ template: { ...template(), metadata: { labels: { app: 'db' } } } }))).toEqual([])
  })
})

describe('the replicas of a ReplicaSet', () => {
  it.each([
    [{}, 0, [], 4],
    [{}, 6, [], 4],
    [{}, 0, [4], 1],
    [{}, 0, [5], 0],
    [{ strategy: { rollingUpdate: { maxSurge: 2 } } }, 1, [2], 4],
    [{ strategy: { rollingUpdate: { maxSurge: '50%' } } }, 0, [4], 2],
    [{ strategy: { rollingUpdate: { maxSurge: '5%' } } }, 0, [4], 1],
    [{ strategy: { type: 'Recreate' } }, 1, [4], 1],
    [{ strategy: { type: 'Recreate' } }, 6, [4], 4],
    [{ strategy: { type: 'Recreate' } }, 1, [0], 4],
    [{ strategy: 7 }, 0, [4], 1],
  ])('under %j from %d beside %j are %d', (spec, now, others, wanted) => {
    const sets = others.map((replicas, index) => set(`o${index}`, replicas, 'v0'))
    expect(newReplicas(deployment(spec), now, sets)).toBe(wanted)
  })
})

describe('the pods beyond those that are wanted', () => {
  it.each(['50', 'x50%', '50%x', 'half', true, -1, 0.5])('are a quarter where %j says how many', (maxSurge) => {
    expect(newReplicas(deployment({ strategy: { rollingUpdate: { maxSurge } } }), 0, [set('o', 4, 'v0')])).toBe(1)
  })
})

describe('the reasons', () => {
  it('are told in words', () => {
    expect(explainDeployment({ _tag: 'ReplicaSetMissing', deployment: 'd' })).toBe(
      'Deployment d has no ReplicaSet of its template',
    )
    expect(explainDeployment({ _tag: 'ReplicaSetScaled', deployment: 'd', wanted: 1 })).toBe(
      'Deployment d wants 1 pod of its template',
    )
    expect(explainDeployment({ _tag: 'ReplicaSetScaled', deployment: 'd', wanted: 2 })).toBe(
      'Deployment d wants 2 pods of its template',
    )
    expect(explainDeployment({ _tag: 'Adopted', kind: 'Deployment', name: 'd' })).toBe(
      'the selector of Deployment d matches it, and nothing else controls it',
    )
  })
})
