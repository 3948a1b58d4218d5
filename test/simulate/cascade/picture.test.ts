import { describe, expect, it } from 'vitest'

import { depictCascade } from '../../../src/simulate/cascade/index.js'
import { object, to } from '../../controllers/owner/build.js'
import { blocking, cascadeOf, cluster, kubectl, node } from './cluster.js'

describe('the picture of a cascade', () => {
  it('shows what goes, what stays, why, and by which owners', () => {
    const snapshot = cluster([
      object('a'),
      object('b', [blocking('a')]),
      object('c', [to('a'), to('z')]),
      object('h', [to('a'), to('nobody')], { finalizers: ['plain'] }),
      object('z'),
      object('y'),
    ])
    const { clusters, nodes, edges, omitted } = depictCascade(cascadeOf(snapshot, kubectl('a')))(snapshot)
    expect(clusters).toEqual([{ id: 'ns', label: 'ns' }])
    expect(nodes.map(({ id, state, isRoot, note }) => [id, state, isRoot, note])).toEqual([
      ['a', 'goes', true, 'its deletion was requested'],
      ['b', 'goes', false, 'its owner ConfigMap a does not exist'],
      ['c', 'stays', false, 'another owner keeps it, but its owner ConfigMap a does not exist'],
      ['h', 'stays', false, 'the finalizer plain holds it until whoever set it removes it'],
      ['z', 'stays', true, ''],
      ['nobody', 'absent', false, ''],
    ])
    expect(edges.map(({ from, to: end, label, line }) => `${from} ${end} ${line} ${label}`)).toEqual([
      'a b idle waits for it',
      'a c idle ',
      'z c keeps ',
      'a h idle ',
      'nobody h idle ',
    ])
    expect(omitted).toBe(0)
  })

  it('of much leaves out what it counts', () => {
    const snapshot = cluster([object('a'), ...Array.from({ length: 99 }, (_, at) => object(`d${at}`, [to('a')]))])
    const { nodes, omitted } = depictCascade(cascadeOf(snapshot, kubectl('a')))(snapshot)
    expect([nodes.length, omitted]).toEqual([60, 40])
  })

  it('places objects in their namespaces, and absent owners and objects of the cluster in none', () => {
    const snapshot = cluster([
      node('n'),
      object('b', [to('n', { kind: 'Node' }), to('nobody')], { namespace: 'x' }),
      object('c', [to('n', { kind: 'Node' })], { namespace: 'a' }),
      object('d', [to('e')]),
      object('e'),
    ])
    const { clusters, nodes } = depictCascade(cascadeOf(snapshot, kubectl('n')))(snapshot)
    expect(clusters.map(({ id }) => id)).toEqual(['a', 'x'])
    expect(nodes.map(({ id, cluster: where }) => [id, where])).toEqual([
      ['n', ''],
      ['b', 'x'],
      ['c', 'a'],
      ['nobody', ''],
    ])
  })

  it('notes why an object changes at first', () => {
    const snapshot = cluster([object('a'), object('b', [blocking('a')]), object('c', [blocking('b')])])
    const { nodes } = depictCascade(cascadeOf(snapshot, kubectl('a', 'foreground')))(snapshot)
    expect(nodes.map(({ note }) => note)).toEqual([
      'its deletion was requested',
      'its owner ConfigMap a is being deleted and waits for its dependents',
      'its owner ConfigMap b is being deleted and waits for its dependents',
    ])
  })

  it('draws no line to an owner that is left out', () => {
    const many = Array.from({ length: 99 }, (_, at) => object(`d${at}`, [to('a'), to('z')]))
    const snapshot = cluster([object('a'), ...many, object('z')])
    const { nodes, edges } = depictCascade(cascadeOf(snapshot, kubectl('a')))(snapshot)
    expect(nodes.some(({ id }) => id === 'z')).toBe(false)
    expect(new Set(edges.map(({ from }) => from))).toEqual(new Set(['a']))
  })
})
