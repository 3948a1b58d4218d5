import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Effect } from '../../../src/apiserver/answer.js'
import { backendsNotCovered, unknownsOf } from '../../../src/simulate/cascade/unknown.js'
import type { UncoveredKinds } from '../../../src/controllers/owner/coverage-facts.js'
import { object } from '../../controllers/owner/build.js'
import { node, pod } from './cluster.js'

const gone = (before: WholeObject): Effect<unknown> => ({ request: undefined, before, after: undefined })
const unseen: UncoveredKinds = { apiVersion: 'v1', kind: 'Secret', kinds: 2 }
const inNamespace = (uid: string, namespace: string): WholeObject => object(uid, [], { namespace })
const everywhere = (): UncoveredKinds => unseen
const nowhere = (): null => null

describe('what a cascade does not show', () => {
  it('is told by namespace, the cluster first, each object once', () => {
    const effects = [
      inNamespace('a', 'y'),
      inNamespace('b', 'x'),
      inNamespace('a', 'y'),
      inNamespace('c', 'y'),
      node('n'),
    ].map(gone)
    expect(unknownsOf(effects, everywhere)).toStrictEqual([
      { _tag: 'DependentsNotCovered', ...unseen, owners: 1, first: expect.objectContaining({ id: 'n' }) },
      {
        _tag: 'DependentsNotCovered',
        namespace: 'x',
        ...unseen,
        owners: 1,
        first: expect.objectContaining({ id: 'b' }),
      },
      {
        _tag: 'DependentsNotCovered',
        namespace: 'y',
        ...unseen,
        owners: 2,
        first: expect.objectContaining({ id: 'a' }),
      },
    ])
  })

  it('is asked for by namespace, without one for the cluster', () => {
    const onlyCluster = (namespace: string | undefined): UncoveredKinds | null =>
      namespace === undefined ? unseen : null
    const onlyX = (namespace: string | undefined): UncoveredKinds | null => (namespace === 'x' ? unseen : null)
    const effects = [inNamespace('a', 'y'), inNamespace('b', 'x'), node('n')].map(gone)
    expect(unknownsOf(effects, onlyCluster)).toMatchObject([{ first: { id: 'n' } }])
    expect(unknownsOf(effects, onlyX)).toMatchObject([{ namespace: 'x', first: { id: 'b' } }])
  })

  it('is nothing of an object that a request left as it was', () => {
    const [a, p] = [object('a'), object('p', [], {}, 'Pod')]
    expect(
      unknownsOf(
        [
          { request: undefined, before: a, after: a },
          { request: undefined, before: p, after: p },
        ],
        everywhere,
      ),
    ).toEqual([])
  })

  it('is nothing of an object that is changed and stays, and something of one that is to go', () => {
    const [volume, claim] = [object('volume'), object('claim')]
    const released = { ...volume, status: { phase: 'Released' } }
    const marked = { ...claim, metadata: { ...claim.metadata, deletionTimestamp: new Date(0) } }
    const effects = [
      { request: undefined, before: volume, after: released },
      { request: undefined, before: claim, after: marked },
    ]
    expect(unknownsOf(effects, everywhere)).toMatchObject([{ owners: 1, first: { id: 'claim' } }])
  })

  it('is the specification of pods, each counted once', () => {
    const bare = (uid: string): WholeObject => object(uid, [], {}, 'Pod')
    const effects = [pod('r', []), bare('p'), object('a'), bare('q'), bare('p')].map(gone)
    expect(unknownsOf(effects, nowhere)).toStrictEqual([
      { _tag: 'PodsNotShown', pods: 2, first: expect.objectContaining({ id: 'p' }) },
    ])
    expect(unknownsOf([pod('r', []), object('a')].map(gone), nowhere)).toEqual([])
  })

  it('is the Service behind an APIService that answers so far, in a namespace that ends', () => {
    const apiService = (...conditions: ReadonlyArray<unknown>): WholeObject => ({
      ...object('v1.x.example', [], { namespace: undefined }, 'APIService', 'apiregistration.k8s.io/v1'),
      spec: { group: 'x.example', version: 'v1', service: { namespace: 'x', name: 'server' } },
      status: { conditions },
    })
    let goesToo = false
    const told = (one: WholeObject, ending = 'x', covers = false, ...others: ReadonlyArray<WholeObject>) =>
      backendsNotCovered([one, ...others], { ends: (name) => name === ending, goes: () => goesToo }, () => covers)
    const answers = apiService({ type: 'Available', status: 'True' })
    const serviceIn = (namespace: string, name = 'server') => object(name, [], { namespace }, 'Service')
    expect(told(answers)).toEqual([{ _tag: 'BackendNotCovered', service: 'v1.x.example', namespace: 'x' }])
    expect(told(apiService({ type: 'Available', status: 'False' }))).toEqual([])
    expect(told(apiService())).toEqual([])
    expect(told(answers, 'y')).toEqual([])
    expect(told(answers, 'x', true)).toEqual([])
    expect(told(answers, 'x', false, serviceIn('x'))).toEqual([])
    for (const other of [serviceIn('y'), serviceIn('x', 'other')])
      expect(told(answers, 'x', false, other)).toHaveLength(1)
    goesToo = true
    expect(told(answers)).toEqual([])
  })
})
