import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { assumed, known, unknown } from '../../../../src/core/index.js'
import { defaultPolicy, plan, presets } from '../../../../src/collectors/kubernetes/pod/index.js'
import type { Snapshot } from '../../../../src/collectors/kubernetes/pod/index.js'
import { at, done, lookAt, namesGoing, node, noon, outOfService, planOf, pod, reasonFor } from './build.js'

const failed = { phase: 'Failed', reason: 'Evicted' } as const

describe('the pass over terminated pods', () => {
  const pods = [
    done('young', 9),
    done('old', 1),
    done('evicted', 5, { status: failed }),
    done('without-creation', 0, { creationTimestamp: undefined }),
    pod('running'),
    pod('no-phase', { creationTimestamp: at(3), status: {} }),
  ]
  const going = (policy: Parameters<typeof planOf>[1], all = pods): ReadonlyArray<string> =>
    namesGoing(planOf(lookAt(all), policy), 'terminated')

  it('takes evicted pods first, then the oldest, and one without creation time for the oldest', () => {
    expect(going({ terminatedPodGcThreshold: 1 })).toEqual(['evicted', 'without-creation', 'old', 'no-phase'])
  })

  it('knows no evicted pods before 1.36', () => {
    expect(going({ ...presets.kubernetes_1_26, terminatedPodGcThreshold: 1 })).toEqual([
      'without-creation',
      'old',
      'no-phase',
      'evicted',
    ])
  })

  it('counts a pod without a phase as terminated', () => {
    expect(reasonFor(planOf(lookAt(pods)), 'terminated', 'no-phase')?._tag).toBe('WithinThreshold')
    expect(reasonFor(planOf(lookAt(pods)), 'terminated', 'running')).toEqual({
      _tag: 'NotTerminated',
      phase: 'Running',
    })
  })

  it.each([0, -1])('takes nothing at a threshold of %i', (terminatedPodGcThreshold) => {
    expect(going({ terminatedPodGcThreshold })).toEqual([])
  })

  it('keeps exactly as many as the threshold allows', () => {
    expect(going({ terminatedPodGcThreshold: 5 })).toEqual([])
    expect(going({ terminatedPodGcThreshold: 4 })).toEqual(['evicted'])
  })

  it('breaks ties by name, then by namespace', () => {
    const same = [done('b', 1), done('a', 1, { namespace: 'z' }), done('a', 1, { namespace: 'y' })]
    const plan = planOf(lookAt(same), { terminatedPodGcThreshold: 1 })
    expect(plan.passes[0].removals.map(({ target }) => target.id)).toEqual(['u-y-a', 'u-z-a'])
  })

  it('counts pods that are being deleted and selects them again', () => {
    const held = done('held', 1, { deletionTimestamp: noon, finalizers: ['example.com/hold'] })
    expect(going({ terminatedPodGcThreshold: 1 }, [held, done('other', 2)])).toEqual(['held'])
  })

  it('goes by the end of a pod where the policy says so', () => {
    const ended = (name: string, created: number, finished: number): ReturnType<typeof done> =>
      done(name, created, {
        status: {
          phase: 'Succeeded',
          containerStatuses: [{}, { state: { terminated: { finishedAt: at(finished) } } }],
        },
      })
    const all = [ended('long', 1, 100), ended('short', 50, 60), done('unsaid', 70)]
    expect(going({ terminatedPodGcThreshold: 1 }, all)).toEqual(['long', 'short'])
    expect(going({ terminatedPodGcThreshold: 1, terminatedOrder: 'finish-time' }, all)).toEqual(['short', 'unsaid'])
  })

  it('takes the last change of a condition for the end of a pod whose containers say nothing', () => {
    const changed = done('changed', 1, {
      status: { phase: 'Failed', conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: at(90) }] },
    })
    const started = done('started', 1, { status: { phase: 'Failed', startTime: at(80) } })
    expect(going({ terminatedPodGcThreshold: 1, terminatedOrder: 'finish-time' }, [changed, started])).toEqual([
      'started',
    ])
  })

  it('takes from the namespaces that have most where they share', () => {
    const many = ['a1', 'a2', 'a3', 'a4'].map((name, second) => done(name, second + 10, { namespace: 'a' }))
    const few = [done('b1', 1, { namespace: 'b' }), done('b2', 2, { namespace: 'b' })]
    expect(going({ terminatedPodGcThreshold: 3 }, [...many, ...few])).toEqual(['b1', 'b2', 'a1'])
    const shared = planOf(lookAt([...many, ...few]), { terminatedPodGcThreshold: 3, terminatedShares: 'namespace' })
    expect(namesGoing(shared, 'terminated')).toEqual(['b1', 'a1', 'a2'])
    expect(reasonFor(shared, 'terminated', 'a4')).toEqual({
      _tag: 'WithinShare',
      namespace: 'a',
      terminated: 4,
      share: 2,
      threshold: 3,
    })
  })
})

describe('the pass over nodes out of service', () => {
  const nodes = [
    node('down', 'Unknown', 'a', outOfService),
    node('up', 'True', outOfService),
    node('slow', 'False', 'node.kubernetes.io/unreachable'),
    { metadata: { name: 'silent' }, spec: { taints: [{ key: outOfService }] } },
  ]
  const pods = ['down', 'up', 'slow', 'silent', 'elsewhere'].map((name) =>
    pod(`on-${name}`, { node: name, deletionTimestamp: at(30) }),
  )
  const all = [...pods, pod('unbound', { deletionTimestamp: noon }), pod('living', { node: 'down' })]
  const decided = planOf(lookAt(all, { nodes }))

  it('takes terminating pods of nodes that are not ready and tainted', () => {
    expect(namesGoing(decided, 'terminating-out-of-service')).toEqual(['on-down', 'on-silent'])
  })

  it.each([
    ['on-up', 'NodeReady'],
    ['on-slow', 'NodeNotOutOfService'],
    ['on-elsewhere', 'NodeNotSeen'],
    ['unbound', 'Unscheduled'],
    ['living', 'NotTerminating'],
  ])('keeps %s: %s', (name, tag) => {
    expect(reasonFor(decided, 'terminating-out-of-service', name)?._tag).toBe(tag)
  })

  it('is none of 1.20', () => {
    const before = planOf(lookAt(all, { nodes }), presets.kubernetes_1_20)
    expect(namesGoing(before, 'terminating-out-of-service')).toEqual([])
    expect(reasonFor(before, 'terminating-out-of-service', 'on-down')?._tag).toBe('OutOfServiceUntouched')
  })
})

describe('the pass over orphaned pods', () => {
  const orphan = pod('orphan', { node: 'gone' })
  const ripe = { waiting: [], ripe: ['gone'] }
  const tagOf = (more: Partial<Snapshot>): string | undefined =>
    reasonFor(planOf(lookAt([orphan], more)), 'orphaned', 'orphan')?._tag

  it('takes pods of a node that is gone after its quarantine, running ones too', () => {
    expect(tagOf({ memory: ripe })).toBe('NodeGone')
  })

  it.each([
    ['a node that is listed', { nodes: [node('gone', 'False')] }, 'NodeExists'],
    ['a node that a lookup finds', { apiNodes: known(['gone']) }, 'NodeFound'],
    ['a node whose lookup failed', { failedLookups: ['gone'] }, 'NodeLookupFailed'],
    ['a node that nobody looked up', { apiNodes: unknown }, 'NodeNotLookedUp'],
    [
      'a node in a look that does not cover nodes',
      { coverage: { _tag: 'Resources', resources: [] } },
      'NodeNotCovered',
    ],
    ['a node in quarantine', { memory: { waiting: [{ node: 'gone', until: at(1) }], ripe: [] } }, 'NodeInQuarantine'],
    ['a node that the memory does not know', { memory: { waiting: [], ripe: [] } }, 'QuarantineNotBegun'],
  ] as const)('keeps pods of %s', (_, more, tag) => {
    expect(tagOf({ memory: ripe, ...more })).toBe(tag)
  })

  it('takes pods at the very end of the quarantine, and wakes for it', () => {
    const memory = { waiting: [{ node: 'gone', until: at(40) }], ripe: [] }
    expect(tagOf({ memory, at: at(39.999) })).toBe('NodeInQuarantine')
    expect(planOf(lookAt([orphan], { memory, at: at(39.999) })).wakeAt).toEqual(O.some(at(40)))
    expect(tagOf({ memory, at: at(40) })).toBe('NodeGone')
    expect(planOf(lookAt([orphan], { memory, at: at(40) })).wakeAt).toEqual(O.none)
  })

  it('does not wake for a node that no pod names', () => {
    const memory = { waiting: [{ node: 'other', until: at(40) }], ripe: [] }
    expect(planOf(lookAt([orphan], { memory })).wakeAt).toEqual(O.none)
  })

  it('names what an assumption about nodes decides', () => {
    const apiNodes = assumed([], 'the nodes were listed at the server')
    expect(planOf(lookAt([orphan], { memory: ripe, apiNodes })).assumptions).toEqual([
      { about: 'apiNodes', assumed: 'none', because: 'the nodes were listed at the server', targets: ['u-ns-orphan'] },
    ])
  })
})

describe('the pass over unscheduled pods', () => {
  it('takes terminating pods without a node, be its name empty or absent', () => {
    const pods = [
      pod('absent', { deletionTimestamp: noon }),
      pod('empty', { deletionTimestamp: noon, node: '' }),
      pod('bound', { deletionTimestamp: noon, node: 'n' }),
      pod('pending'),
    ]
    const decided = planOf(lookAt(pods))
    expect(namesGoing(decided, 'unscheduled-terminating')).toEqual(['absent', 'empty'])
    expect(reasonFor(decided, 'unscheduled-terminating', 'bound')).toEqual({ _tag: 'Scheduled', node: 'n' })
  })
})

describe('a run', () => {
  it('hits a pod in several passes, since all read one listing', () => {
    const pods = [done('a', 1, { deletionTimestamp: noon }), done('b', 2)]
    const decided = planOf(lookAt(pods), { terminatedPodGcThreshold: 1 })
    expect(decided.passes.filter(({ removals }) => removals.length > 0).map(({ name }) => name)).toEqual([
      'terminated',
      'unscheduled-terminating',
    ])
  })

  it('does nothing while the controller is off', () => {
    const pods = [done('a', 1, { deletionTimestamp: noon }), pod('b', { node: 'gone' })]
    const memory = { waiting: [{ node: 'gone', until: at(9) }], ripe: [] }
    const decided = planOf(lookAt(pods, { memory }), { controller: 'off', terminatedPodGcThreshold: 1 })
    expect(decided.passes.flatMap(({ removals }) => removals)).toEqual([])
    expect(decided.passes.every(({ kept }) => kept.every(({ reasons }) => reasons[0]._tag === 'ControllerOff'))).toBe(
      true,
    )
    expect(decided.wakeAt).toEqual(O.none)
  })

  it.each([
    ['a uid that comes twice', { pods: [pod('a', { uid: 'u' }), pod('b', { uid: 'u' })] }, 'pods[1].metadata.uid'],
    ['another kind', { pods: [{ ...pod('a'), kind: 'Job' }] }, 'pods[0].kind'],
    ['a node name that is none', { pods: [{ ...pod('a'), spec: { nodeName: 7 } }] }, 'pods[0].spec.nodeName'],
    [
      'a condition without type',
      { pods: [pod('a', { status: { conditions: [{}] } as never })] },
      'pods[0].status.conditions[0].type',
    ],
    ['a node that comes twice', { nodes: [node('n', 'True'), node('n', 'True')] }, 'nodes[1].metadata.name'],
    ['a memory without times', { memory: { waiting: [{ node: 'n' }], ripe: [] } }, 'memory.waiting[0].until'],
    ['lookups without standing', { apiNodes: [] }, 'apiNodes'],
    ['a broken coverage', { coverage: {} }, 'coverage'],
  ])('is refused for %s', (_, more, path) => {
    const planned = plan(defaultPolicy)({ ...lookAt([]), ...more } as Snapshot)
    expect(E.isLeft(planned) && planned.left.problems[0].path).toBe(path)
  })
})
