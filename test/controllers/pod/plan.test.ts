import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { assumed, known, unknown } from '../../../src/core/index.js'
import { apply, defaultPolicy, plan, presets } from '../../../src/controllers/pod/index.js'
import type { Pod, Snapshot } from '../../../src/controllers/pod/index.js'
import { at, done, lookAt, namesGoing, node, noon, outOfService, planOf, pod, reasonFor } from './build.js'

const failed = { phase: 'Failed', reason: 'Evicted' } as const

describe('pods without a uid', () => {
  const bare = (name: string, hour: number): Pod => done(name, hour, { uid: undefined })
  const pods = [bare('young', 9), bare('old', 1), done('with-uid', 5)]
  const planned = planOf(lookAt(pods), { terminatedPodGcThreshold: 1 })

  it('go by namespace and name', () => {
    expect(planned.passes[0].removals.map(({ target }) => target.id)).toEqual(['ns/old', 'u-ns-with-uid'])
    expect(planned.passes[0].removals[0]?.actions).toEqual([
      { _tag: 'Delete', pod: { namespace: 'ns', name: 'old' }, options: { gracePeriodSeconds: 0 } },
    ])
  })

  it('are gone after the plan, and stay without a uid where a finalizer holds them', () => {
    expect(apply(planned)(lookAt(pods)).pods.map(({ metadata }) => metadata.name)).toEqual(['young'])
    const held = [bare('young', 9), done('old', 1, { uid: undefined, finalizers: ['example.com/x'] })]
    const next = apply(planOf(lookAt(held), { terminatedPodGcThreshold: 1 }))(lookAt(held))
    expect(next.pods[1]?.metadata).toMatchObject({ name: 'old', uid: undefined, deletionTimestamp: noon })
  })

  it('are marked by a patch that names no uid', () => {
    const ghost = pod('ghost', { uid: undefined, deletionTimestamp: noon, status: { phase: 'Pending' } })
    const [mark] = planOf(lookAt([ghost])).passes[3]?.removals[0]?.actions ?? []
    expect(mark?._tag === 'MarkFailed' && mark.patch.body).toEqual({ status: { phase: 'Failed' } })
  })
})

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

  it('says how many there are, how many may stay, and which one in order goes', () => {
    const decided = planOf(lookAt(pods), { terminatedPodGcThreshold: 3 })
    const over = { _tag: 'TerminatedOverThreshold', terminated: 5, threshold: 3 }
    expect(reasonFor(decided, 'terminated', 'evicted')).toEqual({ ...over, place: 1, evicted: true })
    expect(reasonFor(decided, 'terminated', 'without-creation')).toEqual({ ...over, place: 2, evicted: false })
    expect(reasonFor(decided, 'terminated', 'old')).toEqual({ _tag: 'WithinThreshold', terminated: 5, threshold: 3 })
    const unlimited = planOf(lookAt(pods), { terminatedPodGcThreshold: 0, terminatedShares: 'namespace' })
    expect(reasonFor(unlimited, 'terminated', 'old')).toEqual({ _tag: 'NoThreshold', threshold: 0 })
    const shared = planOf(lookAt(pods), { terminatedPodGcThreshold: 5, terminatedShares: 'namespace' })
    expect(reasonFor(shared, 'terminated', 'old')?._tag).toBe('WithinShare')
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
    const all = [
      ended('long', 1, 100),
      ended('short', 50, 60),
      done('unsaid', 70, { status: { containerStatuses: [{ state: {} }] } }),
    ]
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

  it('takes the start for the end of a pod that says nothing more, not its creation', () => {
    const waited = done('waited', 1, { status: { phase: 'Failed', startTime: at(80) } })
    const created = done('created', 40)
    expect(going({ terminatedPodGcThreshold: 1, terminatedOrder: 'finish-time' }, [waited, created])).toEqual([
      'created',
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

describe('namespaces that share', () => {
  const keptOf = (counts: Readonly<Record<string, number>>, threshold: number): Readonly<Record<string, number>> => {
    const pods = Object.entries(counts).flatMap(([namespace, count]) =>
      Array.from({ length: count }, (_, place) => done(`${namespace}${place}`, place, { namespace })),
    )
    const [{ kept, removals }] = planOf(lookAt(pods), {
      terminatedPodGcThreshold: threshold,
      terminatedShares: 'namespace',
    }).passes
    expect(kept.length + removals.length).toBe(pods.length)
    return Object.fromEntries(
      Object.keys(counts).map((name) => [name, kept.filter(({ target }) => target.namespace === name).length]),
    )
  }

  it.each([
    [{ a: 1, b: 3, c: 8 }, 6, { a: 1, b: 2, c: 3 }],
    [{ c: 8, b: 3, a: 1 }, 7, { a: 1, b: 3, c: 3 }],
    [{ a: 1, b: 3, c: 8 }, 8, { a: 1, b: 3, c: 4 }],
    [{ a: 10, b: 2 }, 11, { a: 9, b: 2 }],
    [{ a: 2, b: 10 }, 3, { a: 1, b: 2 }],
    [{ a: 2, b: 2, c: 9 }, 5, { a: 1, b: 2, c: 2 }],
    [{ a: 2, b: 2 }, 4, { a: 2, b: 2 }],
    [{ a: 2, b: 3 }, 4, { a: 2, b: 2 }],
    [{ a: 3, b: 3, c: 3 }, 1, { a: 0, b: 0, c: 1 }],
  ])('%o and may keep %i keep %o', (counts, threshold, kept) => {
    expect(keptOf(counts, threshold)).toEqual(kept)
  })

  it('give what does not divide to the one whose next pod would be the last to go', () => {
    const pods = ['x', 'y'].flatMap((namespace, index) =>
      [9, 1].map((second) => done(`s${second}`, second + index, { namespace })),
    )
    const decided = planOf(lookAt(pods), { terminatedPodGcThreshold: 3, terminatedShares: 'namespace' })
    expect(decided.passes[0].removals.map(({ target: { namespace, name } }) => `${namespace}/${name}`)).toEqual([
      'x/s1',
    ])
    expect(decided.passes[0].removals[0]?.reasons).toEqual([
      { _tag: 'TerminatedOverShare', namespace: 'x', terminated: 2, share: 1, threshold: 3 },
    ])
  })

  it('count pods without a namespace as one more', () => {
    const pods = [1, 2, 3].map((second) => done(`p${second}`, second, { namespace: undefined, uid: `u${second}` }))
    const decided = planOf(lookAt([...pods, done('q', 0)]), {
      terminatedPodGcThreshold: 2,
      terminatedShares: 'namespace',
    })
    expect(namesGoing(decided, 'terminated')).toEqual(['p1', 'p2'])
    expect(reasonFor(decided, 'terminated', 'p3')).toEqual({
      _tag: 'WithinShare',
      namespace: '',
      terminated: 3,
      share: 1,
      threshold: 2,
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

  it('names the node', () => {
    expect(reasonFor(decided, 'terminating-out-of-service', 'on-down')).toEqual({
      _tag: 'NodeOutOfService',
      node: 'down',
    })
    expect(reasonFor(decided, 'orphaned', 'unbound')).toEqual({ _tag: 'Unscheduled' })
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

  it('wakes for the first quarantine to end of nodes that pods name and nobody knows', () => {
    const waiting = [
      { node: 'late', until: at(50) },
      { node: 'gone', until: at(40) },
      { node: 'later', until: at(60) },
      { node: 'back', until: at(10) },
      { node: 'over', until: at(20) },
    ]
    const pods = ['late', 'gone', 'later', 'back', 'over'].map((name) => pod(name, { node: name }))
    const wakeAt = (more: Partial<Snapshot> = {}): unknown =>
      planOf(
        lookAt([pod('unbound'), ...pods], {
          nodes: [node('back', 'True')],
          memory: { waiting, ripe: ['over'] },
          ...more,
        }),
      ).wakeAt
    expect(wakeAt()).toEqual(O.some(at(40)))
    expect(wakeAt({ pods: pods.toReversed() })).toEqual(O.some(at(40)))
    expect(wakeAt({ pods: [pod('late', { node: 'late' }), pod('later', { node: 'later' })] })).toEqual(O.some(at(50)))
    expect(wakeAt({ pods: [pod('unbound')] })).toEqual(O.none)
    expect(wakeAt({ pods: [pod('a', { node: 'elsewhere' })] })).toEqual(O.none)
    expect(wakeAt({ coverage: { _tag: 'Resources', resources: [] } })).toEqual(O.none)
  })

  it('goes by the first end of a quarantine that a memory has twice', () => {
    const [sooner, later] = [40, 50].map((second) => ({ node: 'gone', until: at(second) }))
    for (const waiting of [
      [sooner, later],
      [later, sooner],
    ] as const)
      expect(
        reasonFor(
          planOf(lookAt([orphan], { memory: { waiting: waiting.flatMap((each) => each ?? []), ripe: [] } })),
          'orphaned',
          'orphan',
        ),
      ).toEqual({ _tag: 'NodeInQuarantine', node: 'gone', until: at(40) })
  })

  it('knows that nodes are covered where they are listed by kind', () => {
    const resources = [{ group: '', kind: 'Node', namespaces: 'all' }] as const
    expect(tagOf({ memory: ripe, coverage: { _tag: 'Resources', resources } })).toBe('NodeGone')
    expect(
      tagOf({ memory: ripe, coverage: { _tag: 'Resources', resources: [{ ...resources[0], kind: 'Pod' }] } }),
    ).toBe('NodeNotCovered')
  })

  it('names an assumption beside the pods that it keeps, and none that decides nothing', () => {
    const apiNodes = assumed(['gone', 'other'], 'somebody said so')
    expect(planOf(lookAt([orphan, pod('unbound')], { memory: ripe, apiNodes })).assumptions).toEqual([
      { about: 'apiNodes', assumed: 'gone, other', because: 'somebody said so', targets: ['u-ns-orphan'] },
    ])
    expect(planOf(lookAt([orphan, pod('unbound')], { apiNodes })).assumptions).toEqual([])
    expect(planOf(lookAt([orphan], { memory: ripe, apiNodes: known([]) })).assumptions).toEqual([])
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
    expect(reasonFor(decided, 'unscheduled-terminating', 'pending')).toEqual({ _tag: 'NotTerminating' })
    expect(reasonFor(decided, 'unscheduled-terminating', 'empty')).toEqual({
      _tag: 'UnscheduledTerminating',
      since: noon,
    })
  })
})

describe('a run', () => {
  it('has four passes that go on after failures, free nothing and tell nobody', () => {
    const pods = [
      pod('stays'),
      pod('goes', { deletionTimestamp: noon, namespace: undefined, status: { phase: 'Failed' } }),
    ]
    const { passes } = planOf(lookAt(pods), { terminatedPodGcThreshold: 1 })
    expect(passes.map(({ name }) => name)).toEqual([
      'terminated',
      'terminating-out-of-service',
      'orphaned',
      'unscheduled-terminating',
    ])
    expect(passes[3]).toEqual({
      name: 'unscheduled-terminating',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      removals: [
        {
          target: { _tag: 'Pod', id: 'u-ns-goes', namespace: '', name: 'goes' },
          actions: [{ _tag: 'Delete', pod: { namespace: '', name: 'goes' }, options: { gracePeriodSeconds: 0 } }],
          reasons: [{ _tag: 'UnscheduledTerminating', since: noon }],
          requires: [],
          frees: 0,
        },
      ],
      reserve: [],
      kept: [
        {
          target: { _tag: 'Pod', id: 'u-ns-stays', namespace: 'ns', name: 'stays' },
          reasons: [{ _tag: 'NotTerminating' }],
        },
      ],
      events: [],
      refusal: O.none,
    })
  })

  it('has what goes and what stays by namespace, then by name, then by uid', () => {
    const pods = [
      pod('b', { namespace: 'x' }),
      pod('a', { namespace: 'y' }),
      pod('a', { namespace: 'x', uid: 'u-2' }),
      pod('c', { namespace: undefined }),
      pod('a', { namespace: 'x', uid: 'u-1' }),
    ]
    const going = pods.map((each) => ({ ...each, metadata: { ...each.metadata, deletionTimestamp: noon } }))
    const ordered = [';c;u-ns-c', 'x;a;u-1', 'x;a;u-2', 'x;b;u-x-b', 'y;a;u-y-a']
    for (const [some, decided] of [
      [pods, 'kept'],
      [pods.toReversed(), 'kept'],
      [going, 'removals'],
      [going.toReversed(), 'removals'],
    ] as const)
      expect(
        planOf(lookAt(some)).passes[3]?.[decided].map(
          ({ target: { namespace, name, id } }) => `${namespace};${name};${id}`,
        ),
      ).toEqual(ordered)
  })

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
