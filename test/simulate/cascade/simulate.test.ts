import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { ServerPolicy } from '../../../src/apiserver/index.js'
import { serverPresets } from '../../../src/apiserver/index.js'
import type { Phase, PhaseOutcome } from '../../../src/simulate/cascade/index.js'
import { simulate } from '../../../src/simulate/cascade/index.js'
import type { Policy, Snapshot } from '../../../src/controllers/owner/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { clusterOf, deleted, noon, object, to } from '../../controllers/owner/build.js'
import { cluster, pod } from './cluster.js'

const outcomesOf = (
  snapshot: Snapshot,
  phases: ReadonlyArray<Phase>,
  policy: Policy = defaultPolicy,
): ReadonlyArray<PhaseOutcome> => {
  const outcomes = simulate(policy)(phases)(snapshot)
  if (E.isLeft(outcomes)) throw new Error(JSON.stringify(outcomes.left))
  return outcomes.right
}
const phase = (more: Partial<Phase> = {}): Phase => ({ requests: [], collector: 'runs', pods: 'end', ...more })
const remove = (uid: string) => ({ _tag: 'Delete', uid, options: {} }) as const
const left = ({ objects }: PhaseOutcome): ReadonlyArray<string> => objects.map(({ metadata }) => metadata.uid)
const pair = [object('a'), object('b', [to('a')])]

describe('the collector', () => {
  it('acts on what it has seen', () => {
    const [first] = outcomesOf(cluster(pair), [phase({ requests: [remove('a')] })])
    expect(first && left(first)).toEqual([])
    expect(first?.steps.map(({ reconciled, accepted }) => [reconciled.about, accepted.length])).toContainEqual(['b', 1])
    expect(first).toMatchObject({ answers: [{ _tag: 'Gone' }], warnings: [], isQuiet: true })
  })

  it('that is stopped sees nothing, and nothing of that later, until it starts again', () => {
    const phases = [phase({ collector: 'stopped', requests: [remove('a')] }), phase(), phase({ collector: 'restarts' })]
    const outcomes = outcomesOf(cluster(pair), phases)
    expect(outcomes.map(left)).toEqual([['b'], ['b'], []])
    expect(outcomes[0]).toMatchObject({ steps: [], warnings: [], isQuiet: true })
    expect(outcomes[1]?.steps).toEqual([])
  })

  it('that is stopped later forgets nothing, and hears nothing of the meantime', () => {
    const phases = [
      phase(),
      phase({ collector: 'stopped', requests: [remove('a')] }),
      phase(),
      phase({ collector: 'restarts' }),
    ]
    expect(outcomesOf(cluster(pair), phases).map(left)).toEqual([['a', 'b'], ['b'], ['b'], []])
  })

  it('that starts again lists what it finds then, and warns anew', () => {
    const stranger = object('c', [to('a')], { namespace: 'other' })
    const phases = [phase(), phase(), phase({ collector: 'restarts' })]
    const counts = outcomesOf(cluster([...pair, stranger]), phases.slice(0, 2)).map(({ warnings }) => warnings.length)
    expect(counts).toEqual([1, 0])
    const alone = [phase({ collector: 'restarts' })]
    expect(outcomesOf(cluster(pair), alone)[0]?.warnings).toEqual([])
  })

  it('of no phases does nothing', () => {
    expect(outcomesOf(cluster(pair), [])).toEqual([])
  })
})

describe('an owner that the snapshot does not cover', () => {
  const widget = to('w', { apiVersion: 'example.com/v1', kind: 'Widget' })
  const covered = (kind: string, group: string) =>
    ({ _tag: 'Resources', resources: [{ group, kind, namespaces: 'all' }] }) as const
  const leftOf = (kind: string, group: string, uncovered: Policy['uncovered']): unknown =>
    outcomesOf(cluster([object('b', [widget])], covered(kind, group)), [phase()], { ...defaultPolicy, uncovered }).map(
      left,
    )

  it('may exist, unless the policy says otherwise', () => {
    expect(leftOf('ConfigMap', '', 'keep')).toEqual([['b']])
    expect(leftOf('ConfigMap', '', 'absent')).toEqual([[]])
  })
  it('does not exist where its kind is covered', () => {
    expect(leftOf('Widget', 'example.com', 'keep')).toEqual([[]])
  })
})

describe('kubelets', () => {
  it('end the pods that are being stopped, or hold them', () => {
    const snapshot = cluster([object('a'), pod('p', [to('a')]), object('b', [to('p', { kind: 'Pod' })])])
    const ends = outcomesOf(snapshot, [phase({ requests: [remove('a')], pods: 'held' }), phase()])
    expect(ends.map(left)).toEqual([['p', 'b'], []])
  })
})

describe('a request', () => {
  it('takes off one finalizer and leaves the others', () => {
    const held = object('a', [], deleted('x/y', 'v/w'))
    const taking = (finalizer: string): Phase => phase({ requests: [{ _tag: 'RemoveFinalizer', uid: 'a', finalizer }] })
    const [first, second] = outcomesOf(cluster([held]), [taking('x/y'), taking('v/w')])
    expect(first?.objects.map(({ metadata }) => metadata.finalizers)).toEqual([['v/w']])
    expect(second).toMatchObject({ answers: [{ _tag: 'Gone' }], objects: [] })
  })

  it('for a finalizer of an object without any leaves it as it is', () => {
    const request = { _tag: 'RemoveFinalizer', uid: 'a', finalizer: 'x/y' } as const
    const [first] = outcomesOf(cluster([object('a')]), [phase({ requests: [request] })])
    expect(first?.answers).toMatchObject([{ _tag: 'Stays', object: { metadata: { finalizers: [] } } }])
  })

  it('for what is not there, or what nothing serves, is answered 404', () => {
    const ghost = object('g', [], {}, 'Ghost', 'gone.example.com/v1')
    const [first] = outcomesOf(cluster([ghost]), [phase({ requests: [remove('nobody'), remove('g')] })])
    expect(first?.answers).toEqual(
      ['nobody', 'g'].map((uid) => ({ _tag: 'Refused', code: 404, reason: 'NotFound', message: `${uid} not found` })),
    )
  })

  it('gives an object other owners, or creates one', () => {
    const requests: Phase['requests'] = [
      { _tag: 'Create', object: object('c', [to('a')]) },
      { _tag: 'SetOwners', uid: 'b', ownerReferences: [] },
      remove('a'),
    ]
    const [first] = outcomesOf(cluster(pair), [phase({ requests })])
    expect(first?.answers.map(({ code }) => code)).toEqual([201, 200, 200])
    expect(first && left(first)).toEqual(['b'])
  })
})

it('a snapshot that is not one is refused', () => {
  expect(simulate(defaultPolicy)([])(clusterOf([{ kind: 7 } as never]))).toMatchObject({
    left: { _tag: 'InvalidInput' },
  })
})

describe('the API server', () => {
  const terminating = pod('p', [])
  const late = {
    ...terminating,
    metadata: { ...terminating.metadata, deletionTimestamp: noon, deletionGracePeriodSeconds: 60 },
  }
  const hurry = { _tag: 'Delete', uid: 'p', options: { gracePeriodSeconds: 50 } } as const

  it('goes by the rules of a release', () => {
    const ends = (server: ServerPolicy) => {
      const outcomes = simulate(defaultPolicy, { server })([phase({ requests: [hurry], pods: 'held' })])(
        cluster([late]),
      )
      return E.isRight(outcomes) && outcomes.right[0]?.objects.map(({ metadata }) => metadata.deletionTimestamp)
    }
    expect(ends(serverPresets.kubernetes_1_32)).toEqual([new Date(noon.getTime() - 10_000)])
    expect(ends(serverPresets.kubernetes_1_33)).toEqual([noon])
  })

  it('has no other rules', () => {
    const server: ServerPolicy = JSON.parse(
      '{ "hurriedPod": "never", "unreadableOptions": "bad-request", "negativeGrace": "over" }',
    )
    expect(simulate(defaultPolicy, { server })([])(cluster([]))).toMatchObject({
      left: { source: 'server policy', problems: [{ path: 'hurriedPod' }] },
    })
  })
})
