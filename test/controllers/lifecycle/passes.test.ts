import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Policy } from '../../../src/controllers/lifecycle/index.js'
import { applyReport } from '../../../src/controllers/lifecycle/index.js'
import { decide } from '../../../src/controllers/lifecycle/plan.js'
import { carryOut } from '../../laws.js'
import { clusterOf, enabled, going, job, later, marked, object, planOf, pod, reasonsFor, secret } from './build.js'

const expiring = { enabled: true, afterFinished: true, ttlSeconds: 0 } as const
const waiting = { ...expiring, ttlSeconds: 60 } as const
const unused = { enabled: true, afterUnused: true, ttlSeconds: 0 } as const
const limitOf = (limit: number, kind = 'Job'): Pick<Policy, 'capacities'> => ({
  capacities: [{ group: 'batch', kind, limit, share: { _tag: 'Equal' } }],
})

describe('objects whose time to live is over', () => {
  it('go by its end, and those of one end by namespace, name and uid', () => {
    const at = (seconds: number, name: string, namespace: string, uid = `${namespace}/${name}`) =>
      job(name, later(-seconds), expiring, { namespace, uid })
    const objects = [
      at(1, 'a', 'a'),
      at(2, 'b', 'z'),
      at(2, 'c', 'n'),
      at(2, 'b', 'n', 'n/b-2'),
      at(2, 'b', 'n', 'n/b-1'),
      at(3, 'z', 'z'),
      at(4, 'y', 'y'),
      at(4, 'x', 'y'),
    ]
    const order = ['y/x', 'y/y', 'z/z', 'n/b-1', 'n/b-2', 'n/c', 'z/b', 'a/a']
    expect(going(planOf(clusterOf(objects)))).toEqual(order)
    expect(going(planOf(clusterOf(objects.toReversed())))).toEqual(order)
  })

  it('go by the end, not by the beginning', () => {
    const long = job('long', later(-100), { ...expiring, ttlSeconds: 90 })
    const short = job('short', later(-50), { ...expiring, ttlSeconds: 10 })
    expect(going(planOf(clusterOf([long, short])))).toEqual(['short', 'long'])
  })
})

describe('a plan', () => {
  const ahead = job('ahead', later(30), { enabled: true, afterFinished: true })

  it('wakes at an instant that lies ahead of the look, whether a limit counts the object or not', () => {
    expect(planOf(clusterOf([ahead])).wakeAt).toEqual(O.some(later(30)))
    expect(planOf(clusterOf([ahead]), enabled(limitOf(5))).wakeAt).toEqual(O.some(later(30)))
    expect(planOf(clusterOf([ahead, job('soon', later(-40), waiting)])).wakeAt).toEqual(O.some(later(20)))
  })

  it('wakes when a time to live ends that begins ahead of the look, also for who is not told why the object stays', () => {
    const planned = decide(enabled())(clusterOf([job('ahead', later(30), waiting)]))
    const wakes = (tells: boolean) => E.isRight(planned) && planned.right.wakeAt(() => tells)
    expect([wakes(true), wakes(false)]).toEqual([O.some(later(30)), O.some(later(90))])
  })

  it('does not wake where nothing waits', () => {
    expect(planOf(clusterOf([job('timeless', later(-1), { enabled: true, afterFinished: true })])).wakeAt).toEqual(
      O.none,
    )
  })

  it('says of a mark that it clears since when it stood and who needs the object', () => {
    const memory = marked(['x', later(-9)])
    const { amendments } = planOf(clusterOf([secret('x', unused), pod('web', 'x')], { memory })).passes[0]
    expect(amendments.map(({ reasons }) => reasons)).toEqual([
      [{ _tag: 'LeftCandidacy', since: later(-9), because: expect.objectContaining({ _tag: 'InUse', users: 1 }) }],
    ])
  })

  it('has marks in the order of their objects', () => {
    const names = ['b', 'c', 'a']
    const { amendments } = planOf(clusterOf(names.map((name) => job(name, later(-1), waiting)))).passes[0]
    expect(amendments.map(({ target }) => target.name)).toEqual(['a', 'b', 'c'])
  })
})

describe('what is over a limit', () => {
  it('is deleted as the very version that was looked at', () => {
    const [, { removals }] = planOf(
      clusterOf([job('old', later(-2), { enabled: true, afterFinished: true })]),
      enabled(limitOf(0)),
    ).passes
    expect(removals.map(({ actions, requires }) => [actions, requires])).toEqual([
      [
        [
          {
            _tag: 'Delete',
            object: { apiVersion: 'batch/v1', kind: 'Job', resource: 'jobs', namespace: 'ns', name: 'old' },
            options: { preconditions: { uid: 'old', resourceVersion: '7' }, propagationPolicy: 'Foreground' },
          },
        ],
        [],
      ],
    ])
  })

  it('stays while its time to live runs, and says until when', () => {
    const [, { removals, kept }] = planOf(clusterOf([job('old', later(-2), waiting)]), enabled(limitOf(0))).passes
    expect(removals).toEqual([])
    expect(kept.map(({ reasons }) => reasons)).toEqual([
      [{ _tag: 'TtlRunning', since: later(-2), ttlSeconds: 60, from: 'object', until: later(58) }],
    ])
  })
})

describe('where only what can be reached is used', () => {
  const reaching = enabled({ liveness: 'reachability' })
  const account = (name: string, more: Parameters<typeof object>[4] = {}) =>
    object('v1', 'ServiceAccount', name, unused, more)
  const uses = { secrets: [{ name: 'x' }] }

  it('what goes by itself uses nothing', () => {
    expect(going(planOf(clusterOf([secret('x', unused), account('a', uses)]), reaching))).toEqual(['a', 'x'])
  })

  it('what can not be deleted uses what it refers to', () => {
    const loose = account('a', { ...uses, metadata: { resourceVersion: undefined } })
    expect(reasonsFor(planOf(clusterOf([secret('x', unused), loose]), reaching), 'x')).toEqual(['InUse'])
  })

  it('what somebody else keeps uses what it refers to', () => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'o', uid: 'o' }]
    const owned = account('a', { ...uses, metadata: { ownerReferences } })
    const cluster = clusterOf([secret('x', unused), owned], {
      owners: [{ _tag: 'Classified', uid: 'a', solid: ['o'], dangling: [], waiting: [] }],
    })
    expect(reasonsFor(planOf(cluster, reaching), 'x')).toEqual(['InUse'])
  })
})

describe('a reference that holds under a condition', () => {
  const role = (kind: string) => object('rbac.authorization.k8s.io/v1', kind, 'x', unused, inScope(kind))
  const inScope = (kind: string) => ({
    metadata: kind === 'ClusterRole' ? { namespace: undefined, uid: kind } : { uid: kind },
  })
  const binding = (kind: string) =>
    object('rbac.authorization.k8s.io/v1', 'RoleBinding', 'b', {}, { roleRef: { kind, name: 'x' } })

  it.each([
    ['Role', 'ClusterRole'],
    ['ClusterRole', 'Role'],
  ])('is none under another: a binding of a %s leaves the %s of its name', (bound, other) => {
    const plan = planOf(clusterOf([role('Role'), role('ClusterRole'), binding(bound)]))
    expect(reasonsFor(plan, bound)).toEqual(['InUse'])
    expect(reasonsFor(plan, other)[0]).not.toBe('InUse')
  })

  it.each([
    ['kubernetes.io/service-account-token', ['InUse']],
    ['Opaque', ['TtlExpired', 'Unused']],
  ])('is one of the account of a secret of type %s', (type, reasons) => {
    const annotations = { 'kubernetes.io/service-account.name': 'robot' }
    const token = object('v1', 'Secret', 'token', {}, { type, metadata: { annotations } })
    const robot = object('v1', 'ServiceAccount', 'robot', unused)
    expect(reasonsFor(planOf(clusterOf([robot, token])), 'robot')).toEqual(reasons)
  })

  it.each(['dataSource', 'dataSourceRef'])('is one of the claim that another one begins with: %s', (field) => {
    const claim = (name: string, more: Parameters<typeof object>[4] = {}) =>
      object('v1', 'PersistentVolumeClaim', name, {}, more)
    const first = object('v1', 'PersistentVolumeClaim', 'x', unused)
    const from = (kind: string) => planOf(clusterOf([first, claim('y', { spec: { [field]: { kind, name: 'x' } } })]))
    expect(reasonsFor(from('PersistentVolumeClaim'), 'x')).toEqual(['InUse'])
    expect(reasonsFor(from('VolumeSnapshot'), 'x')).toEqual(['TtlExpired', 'Unused'])
  })
})

describe('a report', () => {
  const cluster = clusterOf([job('going', later(-9), expiring), job('staying', later(-9), waiting)], {
    memory: marked(['left', later(-9)]),
  })

  it('leaves marks that were set and takes away what was deleted', async () => {
    const { report } = await carryOut(planOf(cluster), () => false)
    const then = applyReport(report)(cluster)
    expect(then.objects.map(({ metadata }) => metadata.uid)).toEqual(['going', 'staying'])
    expect(then.objects[0]?.metadata.deletionTimestamp).toEqual(cluster.at)
    expect(then.memory.marks.map(({ uid }) => uid)).toEqual(['left', 'staying'])
  })

  it.each([
    ['Delete', [false, true]],
    ['SetMark', [true, false]],
  ])('leaves what was not done as it was: %s failed', async (failing, [isDeleted, isMarked]) => {
    const { report } = await carryOut(planOf(cluster), ({ _tag }) => _tag === failing)
    const then = applyReport(report)(cluster)
    expect(then.objects[0]?.metadata.deletionTimestamp !== undefined).toBe(isDeleted)
    expect(then.memory.marks.some(({ uid }) => uid === 'staying')).toBe(isMarked)
  })
})
