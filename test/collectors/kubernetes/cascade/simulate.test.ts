import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../../src/collectors/kubernetes/api/index.js'
import { kubectlOptions } from '../../../../src/collectors/kubernetes/api/index.js'
import type { OutsideRequest, Phase, PhaseOutcome } from '../../../../src/collectors/kubernetes/cascade/simulate.js'
import { simulate } from '../../../../src/collectors/kubernetes/cascade/simulate.js'
import type { KubeObject } from '../../../../src/collectors/kubernetes/object.js'
import { defaultPolicy } from '../../../../src/collectors/kubernetes/owner/index.js'
import { object, to } from '../owner/build.js'
import { blocking, cluster, pod } from './cluster.js'

const running = (...requests: ReadonlyArray<OutsideRequest>): Phase => ({ requests, collector: 'runs', pods: 'held' })
const restart: Phase = { requests: [], collector: 'restarts', pods: 'held' }

const play = (objects: ReadonlyArray<KubeObject>, ...phases: ReadonlyArray<Phase>): ReadonlyArray<PhaseOutcome> => {
  const played = simulate(defaultPolicy)(phases)(cluster(objects))
  if (E.isLeft(played)) throw new Error(JSON.stringify(played.left))
  return played.right
}

/** What is there after each phase; what is being deleted with its finalizers. */
const left = (outcomes: ReadonlyArray<PhaseOutcome>): ReadonlyArray<ReadonlyArray<string>> =>
  outcomes.map(({ objects }) =>
    objects.map(({ metadata: { uid, deletionTimestamp, finalizers = [] } }) =>
      deletionTimestamp === undefined ? uid : `${uid}-${finalizers.join('+')}`,
    ),
  )

const remove = (uid: string, cascade?: 'background' | 'foreground' | 'orphan'): OutsideRequest => ({
  _tag: 'Delete',
  uid,
  options: cascade === undefined ? {} : kubectlOptions(cascade),
})
const release = (uid: string): OutsideRequest => ({ _tag: 'RemoveFinalizer', uid, finalizer: 'example.com/x' })
const create = (created: WholeObject): OutsideRequest => ({ _tag: 'Create', object: created })

const held = { finalizers: ['example.com/x'] }

describe('a second request to delete', () => {
  const objects = [object('a', [], held), object('b', [blocking('a')], held)]

  it('in the background takes the finalizer of the first one off', () => {
    const phases = [running(remove('a', 'foreground')), running(remove('a', 'background'))]
    expect(left(play(objects, ...phases))).toEqual([
      ['a-example.com/x+foregroundDeletion', 'b-example.com/x'],
      ['a-example.com/x', 'b-example.com/x'],
    ])
  })

  it('that says nothing of dependents leaves it', () => {
    const phases = [running(remove('a', 'foreground')), running(remove('a'))]
    expect(left(play(objects, ...phases)).at(-1)).toEqual(['a-example.com/x+foregroundDeletion', 'b-example.com/x'])
  })

  it('in the foreground is worked on again after the collector was done with the first one', () => {
    const free = [object('a', [], held)]
    const phases = [running(remove('a', 'foreground')), running(remove('a', 'foreground')), running(release('a'))]
    expect(left(play(free, ...phases))).toEqual([['a-example.com/x'], ['a-example.com/x'], []])
  })

  it('that leaves dependents behind works while the owner is held', () => {
    const phases = [running(remove('a', 'background')), running(remove('a', 'orphan')), running(release('a'))]
    const outcomes = play([object('a', [], held), object('b', [to('a')])], ...phases)
    expect(left(outcomes)).toEqual([['a-example.com/x', 'b'], ['a-example.com/x', 'b'], ['b']])
    expect(outcomes.at(-1)?.objects[0]?.metadata.ownerReferences).toEqual([])
  })
})

describe('a dependent that is created', () => {
  it('after its owner left the others behind goes with the owner', () => {
    const outcomes = play(
      [object('a', [], held), object('b', [to('a')])],
      running(remove('a', 'orphan')),
      running(create(object('c', [to('a')]))),
      running(release('a')),
    )
    expect(left(outcomes)).toEqual([['a-example.com/x', 'b'], ['a-example.com/x', 'b', 'c'], ['b']])
  })

  it('while its owner waits is waited for as well, once the owner is looked at again', () => {
    const outcomes = play(
      [object('a'), object('b', [blocking('a')], held)],
      running(remove('a', 'foreground')),
      running(create(object('c', [blocking('a')], held))),
      running(release('b')),
      running(release('c')),
    )
    expect(left(outcomes)).toEqual([
      ['a-foregroundDeletion', 'b-example.com/x'],
      ['a-foregroundDeletion', 'b-example.com/x', 'c'],
      ['a-foregroundDeletion', 'c-example.com/x'],
      [],
    ])
  })
})

describe('the collector', () => {
  it('deletes no object that has found another owner by the time it is looked at', () => {
    const adopted = { _tag: 'SetOwners', uid: 'b', ownerReferences: [to('z')] } as const
    const outcomes = play([object('a'), object('z'), object('b', [to('a')])], running(remove('a'), adopted))
    expect(left(outcomes)).toEqual([['z', 'b']])
  })

  it('that starts again ends what a pair of references had stuck', () => {
    const twice = object('d', [blocking('a'), to('a', { blockOwnerDeletion: false }), to('z')])
    const outcomes = play([object('a'), object('z'), twice], running(remove('a', 'foreground')), restart)
    expect(left(outcomes)).toEqual([
      ['a-foregroundDeletion', 'z', 'd'],
      ['z', 'd'],
    ])
  })

  it('that starts again ends where it was in all other cases', () => {
    const objects = [
      object('a', [], held),
      object('b', [blocking('a')], held),
      object('c', [to('b')]),
      object('d', [to('x')]),
    ]
    for (const cascade of ['background', 'foreground', 'orphan'] as const) {
      const [first, second] = left(play(objects, running(remove('a', cascade)), restart))
      expect(second).toEqual(first)
    }
  })

  it('that is stopped does nothing, and sees everything when it starts', () => {
    const stopped: Phase = { requests: [remove('a')], collector: 'stopped', pods: 'held' }
    const outcomes = play([object('a'), object('b', [to('a')])], stopped, restart)
    expect(left(outcomes)).toEqual([['b'], []])
    expect(outcomes[0]).toMatchObject({ steps: [], warnings: [], isQuiet: true })
  })

  it('warns once of what it observed, and again when it starts again', () => {
    const objects = [object('a', [], { namespace: 'other' }), object('b', [to('a'), to('g', { apiVersion: 'x/v1' })])]
    const warned = play(objects, running(), running(), restart).map(({ warnings }) => warnings.length)
    expect(warned).toEqual([1, 0, 1])
  })
})

describe('a request', () => {
  it('for what is not there is answered 404', () => {
    const [outcome] = play([], running(remove('a'), release('a'), { _tag: 'SetOwners', uid: 'a', ownerReferences: [] }))
    expect(outcome?.answers.map(({ code }) => code)).toEqual([404, 404, 404])
  })

  it('to create what is there is a conflict, and of a kind that nobody serves is not found', () => {
    const phases = running(create(object('z', [], { name: 'a' })), create(object('g', [], {}, 'Ghost', 'gone/v1')))
    const [outcome] = play([object('a')], phases)
    expect(outcome?.answers.map(({ code }) => code)).toEqual([409, 404])
    expect(outcome?.objects.length).toBe(1)
  })

  it('lets a pod end where kubelets act, and its owner with it', () => {
    const objects = [object('a'), pod('p', [blocking('a')])]
    const phases = [running(remove('a', 'foreground')), { ...running(), pods: 'end' } as const]
    expect(left(play(objects, ...phases))).toEqual([['a-foregroundDeletion', 'p-'], []])
  })
})
