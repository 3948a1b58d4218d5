import { describe, expect, it } from 'vitest'

import type { OwnerStatus, Rules, Snapshot } from '../../../src/controllers/lifecycle/index.js'
import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import {
  clusterOf,
  enabled,
  going,
  job,
  later,
  marked,
  marking,
  next,
  noon,
  object,
  planOf,
  pod,
  reasonsFor,
  secret,
} from './build.js'

const unused = { enabled: true, afterUnused: true, ttlSeconds: 3600 } as const
const finished = { enabled: true, afterFinished: true, ttlSeconds: 3600 } as const
const owned = { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }] }
const standing = (uid: string, solid: number, dangling: number): OwnerStatus => ({
  _tag: 'Classified',
  uid,
  solid: new Array<string>(solid).fill('s'),
  dangling: new Array<string>(dangling).fill('d'),
  waiting: [],
})

describe('an object that is opted in', () => {
  it('goes when its time to live is over, not a millisecond sooner', () => {
    const cluster = clusterOf([job('j', noon, finished)])
    const early = planOf({ ...cluster, at: new Date(later(3600).getTime() - 1) })
    expect(going(early)).toEqual([])
    expect(early.wakeAt).toEqual({ _tag: 'Some', value: later(3600) })
    expect(going(planOf({ ...cluster, at: later(3600) }))).toEqual(['j'])
  })

  it('goes at once with a time to live of zero, and nobody marks what goes', () => {
    const plan = planOf(clusterOf([secret('x', { ...unused, ttlSeconds: 0 })]))
    expect(marking(plan)).toEqual([])
    expect(plan.passes[0].removals[0]?.actions).toEqual([
      {
        _tag: 'Delete',
        object: { apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespace: 'ns', name: 'x' },
        options: { preconditions: { uid: 'x', resourceVersion: '7' }, propagationPolicy: 'Background' },
      },
    ])
  })

  it('that is a job goes after its pods', () => {
    const [removal] = planOf(clusterOf([job('j', later(-7200), finished)])).passes[0].removals
    expect(removal?.actions[0]).toMatchObject({ options: { propagationPolicy: 'Foreground' } })
  })

  it('waits forever without a time to live', () => {
    const plan = planOf(clusterOf([job('j', noon, { enabled: true, afterFinished: true })], { at: later(1e9) }))
    expect(reasonsFor(plan, 'j')).toEqual(['NoTtl'])
    expect(plan.wakeAt._tag).toBe('None')
  })

  it('stays without a version or a served kind, since no delete could be bound to it', () => {
    const unversioned = secret('x', { ...unused, ttlSeconds: 0 }, { resourceVersion: undefined })
    expect(reasonsFor(planOf(clusterOf([unversioned])), 'x')).toEqual(['VersionUnknown'])
    const ghost = { ...job('j', noon, { ...finished, ttlSeconds: 0 }), apiVersion: 'batch/v9' }
    expect(reasonsFor(planOf(clusterOf([ghost])), 'j')).toEqual(['KindNotServed'])
  })
})

describe('the time to live', () => {
  const users = [pod('web', 'x')]

  it('starts when the last user goes and starts afresh after another came', () => {
    const before = clusterOf([secret('x', unused), ...users])
    expect(reasonsFor(planOf(before), 'x')).toEqual(['InUse'])
    const alone = { ...before, objects: [secret('x', unused)], at: later(100) }
    const first = planOf(alone)
    expect(marking(first)).toEqual([`set x ${later(100).toISOString()}`])
    const again = { ...next(first, alone, later(2000)), objects: before.objects }
    const second = planOf(again)
    expect(marking(second)).toEqual(['clear x'])
    const left = { ...next(second, again, later(3000)), objects: alone.objects }
    const third = planOf(left)
    expect(marking(third)).toEqual([`set x ${later(3000).toISOString()}`])
    expect(going(planOf(next(third, left, later(3700))))).toEqual([])
    expect(going(planOf(next(third, left, later(6600))))).toEqual(['x'])
  })

  it('is read at each look: longer and shorter count at once', () => {
    const memory = marked(['x', noon])
    const at = later(100)
    const withTtl = (ttlSeconds: number) =>
      going(planOf(clusterOf([secret('x', { ...unused, ttlSeconds })], { memory, at })))
    expect([99, 100, 101].map(withTtl)).toEqual([['x'], ['x'], []])
  })

  it('counts from the instant the object tells, else from the look', () => {
    const told = planOf(clusterOf([job('j', later(-10), finished)]))
    expect(marking(told)).toEqual([`set j ${later(-10).toISOString()}`])
    const both = planOf(clusterOf([job('j', later(-10), finished, owned)], { owners: [standing('j', 0, 1)] }))
    expect(marking(both)).toEqual([`set j ${noon.toISOString()}`])
  })

  it('only waits longer when a clock ran ahead', () => {
    const plan = planOf(clusterOf([secret('x', { ...unused, ttlSeconds: 0 })], { memory: marked(['x', later(60)]) }))
    expect(reasonsFor(plan, 'x')).toEqual(['ClockAhead', 'TtlRunning'])
    expect(marking(plan)).toEqual([])
    expect(plan.wakeAt).toEqual({ _tag: 'Some', value: later(60) })
  })

  it('of more than a date can hold never ends', () => {
    const plan = planOf(
      clusterOf([secret('x', { ...unused, ttlSeconds: 999_999_999_999_999 })], { at: new Date(8.64e15) }),
    )
    expect(reasonsFor(plan, 'x')).toEqual(['TtlRunning'])
    expect(plan.wakeAt._tag).toBe('None')
  })
})

describe('the mechanisms', () => {
  it('all have to agree: one that needs the object keeps it, and its mark goes', () => {
    const rules: Rules = { enabled: true, afterUnused: true, ttlSeconds: 0 }
    const cluster = (solid: number, users: ReadonlyArray<ReturnType<typeof pod>>): Snapshot =>
      clusterOf([secret('x', rules, owned), ...users], {
        owners: [standing('x', solid, 1)],
        memory: marked(['x', later(-60)]),
      })
    expect(going(planOf(cluster(0, [])))).toEqual(['x'])
    expect(reasonsFor(planOf(cluster(0, [])), 'x')).toEqual(['TtlExpired', 'OwnersGone', 'Unused'])
    expect(reasonsFor(planOf(cluster(1, [])), 'x')).toEqual(['OwnersSolid'])
    expect(reasonsFor(planOf(cluster(1, [pod('web', 'x')])), 'x')).toEqual(['OwnersSolid', 'InUse'])
    expect(marking(planOf(cluster(1, [])))).toEqual(['clear x'])
  })

  it('that keep what its owners leave are told to the reader: the owner collector does not know of them', () => {
    const held = clusterOf([secret('x', unused, owned), pod('web', 'x')], { owners: [standing('x', 0, 1)] })
    expect(reasonsFor(planOf(held), 'x')).toEqual(['InUse', 'NeededWithoutOwners'])
  })

  it('freeze an object that one of them is unsure of: its mark neither goes nor counts', () => {
    const cluster = clusterOf([secret('x', { ...unused, ttlSeconds: 0 }, owned)], { memory: marked(['x', later(-60)]) })
    expect(reasonsFor(planOf(cluster), 'x')).toEqual(['OwnersUnknown'])
    expect(marking(planOf(cluster))).toEqual([])
    const failed: OwnerStatus = { _tag: 'Unclassified', uid: 'x', because: 'no such resource' }
    expect(reasonsFor(planOf({ ...cluster, owners: [failed] }), 'x')).toEqual(['OwnersUnknown'])
  })

  it('never make a candidate of what none of them applies to', () => {
    expect(reasonsFor(planOf(clusterOf([secret('x', { enabled: true, ttlSeconds: 0 })])), 'x')).toEqual(['NobodyVotes'])
  })

  it('let vanished owners alone suffice for an opted-in object', () => {
    const cluster = clusterOf([secret('x', { enabled: true, ttlSeconds: 0 }, owned)], { owners: [standing('x', 0, 2)] })
    expect(reasonsFor(planOf(cluster), 'x')).toEqual(['TtlExpired', 'OwnersGone'])
  })

  it('keep finished pods of a running job, whatever their own time to live', () => {
    const rules = Object.fromEntries(
      Object.entries({ ...finished, ttlSeconds: 0 }).map(([field, value]) => [
        Lifecycle.annotationNames[field as keyof Rules],
        String(value),
      ]),
    )
    const done = pod('p', null, {
      phase: 'Succeeded',
      containerStatuses: [{ state: { terminated: { finishedAt: '2026-01-01T10:00:00Z' } } }],
    })
    const mine = { ...done, metadata: { ...done.metadata, annotations: rules, ...owned } }
    expect(reasonsFor(planOf(clusterOf([mine], { owners: [standing('p', 1, 0)] })), 'p')).toEqual(['OwnersSolid'])
    expect(going(planOf(clusterOf([mine], { owners: [standing('p', 0, 1)] })))).toEqual(['p'])
  })
})

describe('a period', () => {
  const cluster = clusterOf([secret('x', { ...unused, ttlSeconds: 10 })], { memory: marked(['x', later(-60)]) })

  it('that is over deletes nothing and leaves marks, or clears them', () => {
    const off = planOf(cluster, enabled({ period: { _tag: 'Disabled', marks: 'leave' } }))
    expect([going(off), marking(off), reasonsFor(off, 'x')]).toEqual([[], [], ['Disabled']])
    const clears = planOf(cluster, enabled({ period: { _tag: 'Disabled', marks: 'clear' } }))
    expect([going(clears), marking(clears)]).toEqual([[], ['clear x']])
  })

  it('counts marks of another period as none: times to live start afresh', () => {
    expect(going(planOf(cluster))).toEqual(['x'])
    const anew = planOf(cluster, enabled({ period: { _tag: 'Enabled', epoch: 'e2' } }))
    expect([going(anew), marking(anew)]).toEqual([[], [`set x ${noon.toISOString()}`]])
    expect(anew.passes[0].amendments[0]?.reasons).toMatchObject([{ _tag: 'BecameCandidate', replaces: 'e1' }])
  })

  it('forgets marks of another one, and of objects that are gone', () => {
    const memory = marked(['x', noon], ['y', noon], ['z', noon, 'e0'])
    const all = Lifecycle.observe(enabled())(clusterOf([secret('x'), secret('z')]))(memory)
    expect(all.marks.map(({ uid }) => uid)).toEqual(['x'])
    const some = Lifecycle.observe(enabled())({ objects: [], coverage: { _tag: 'Resources', resources: [] } })(memory)
    expect(some.marks.map(({ uid }) => uid)).toEqual(['x', 'y'])
  })

  it('is disabled until somebody enables it', () => {
    expect(reasonsFor(planOf(cluster, Lifecycle.defaultPolicy), 'x')).toEqual(['Disabled'])
  })
})

describe('a mark', () => {
  it('may be kept on the object itself', () => {
    const plan = planOf(clusterOf([secret('x', unused)]))
    const action = plan.passes[0].amendments[0]?.actions[0]
    const patch = action === undefined ? null : Lifecycle.markPatch(action)
    expect(patch).toEqual({
      metadata: { uid: 'x', annotations: { [Lifecycle.markAnnotation]: '2026-01-01T12:00:00.000Z e1' } },
    })
    const carrying = secret('x', {}, { annotations: { [Lifecycle.markAnnotation]: '2026-01-01T12:00:00.000Z e1' } })
    expect(Lifecycle.annotatedMemory([carrying, secret('y')])).toEqual(marked(['x', noon]))
  })
})

describe('a removal', () => {
  it('is looked at again before it is carried out', () => {
    const cluster = clusterOf([secret('x', { ...unused, ttlSeconds: 0 })])
    const [removal] = planOf(cluster).passes[0].removals
    if (removal === undefined) throw new Error('no removal')
    const check = Lifecycle.stillDue(enabled())(removal)
    expect(check(cluster)).toMatchObject({ _tag: 'Right', right: { _tag: 'Some' } })
    expect(check({ ...cluster, objects: [...cluster.objects, pod('web', 'x')] })).toMatchObject({
      right: { _tag: 'None' },
    })
    expect(check({ ...cluster, objects: [] })).toMatchObject({ right: { _tag: 'None' } })
  })

  it('is not sent when the look before it says no', async () => {
    const sent: string[] = []
    const port: Lifecycle.Port<string> = {
      delete:
        ({ name }) =>
        () =>
          Promise.resolve({ _tag: 'Right', right: sent.push(`delete ${name}`) }),
      setMark:
        ({ name }) =>
        () =>
          Promise.resolve({ _tag: 'Right', right: sent.push(`set ${name}`) }),
      clearMark:
        ({ name }) =>
        () =>
          Promise.resolve({ _tag: 'Right', right: sent.push(`clear ${name}`) }),
    }
    const careful = Lifecycle.recheckingPort<string>(
      ({ name }) =>
        () =>
          Promise.resolve(name === 'x' ? { _tag: 'Left', left: 'in use' } : { _tag: 'Right', right: null }),
    )(port)
    const plan = planOf(
      clusterOf([
        secret('x', { ...unused, ttlSeconds: 0 }),
        secret('y', { ...unused, ttlSeconds: 0 }),
        secret('w', unused),
      ]),
    )
    for (const { actions } of [...plan.passes[0].amendments, ...plan.passes[0].removals])
      for (const action of actions) await Lifecycle.perform(careful)(action)()
    expect(sent).toEqual(['set w', 'delete y'])
    await Lifecycle.perform(careful)({
      _tag: 'ClearMark',
      object: { apiVersion: 'v1', kind: 'Secret', name: 'z' },
      uid: 'z',
    })()
    expect(sent.at(-1)).toBe('clear z')
  })
})

describe('an event', () => {
  const event = object(
    'v1',
    'Event',
    'e',
    { enabled: true, afterFinished: true, ttlSeconds: 3600 },
    {
      firstTimestamp: '2026-01-01T08:00:00Z',
      lastTimestamp: '2026-01-01T11:30:00Z',
      series: { lastObservedTime: '2026-01-01T11:45:00.000000Z' },
    },
  )

  it('is no matter of this collector unless somebody asks', () => {
    expect(reasonsFor(planOf(clusterOf([event])), 'e')).toEqual(['FinishUnobserved'])
  })

  it('counts from its last write where somebody does', () => {
    const policy = enabled({ finished: [...Lifecycle.defaultPolicy.finished, ...Lifecycle.eventObservers] })
    expect(planOf(clusterOf([event]), policy).wakeAt).toEqual({ _tag: 'Some', value: new Date('2026-01-01T12:45:00Z') })
  })
})
