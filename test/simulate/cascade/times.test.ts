import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { between } from '../../../src/core/time.js'
import type { CascadeRequest } from '../../../src/simulate/cascade/index.js'
import { everything, noon, object } from '../../controllers/owner/build.js'
import { cascadeOf, kubectl, namespace, node, pod } from './cluster.js'

/** The waves in short: seconds after noon, who, and what of which object. */
const timed = (objects: ReadonlyArray<WholeObject>, request: CascadeRequest): ReadonlyArray<string> =>
  cascadeOf({ at: noon, objects, scopes: scopes_1_36.scopes, coverage: everything }, request).waves.flatMap(
    ({ at, by, changes }) =>
      changes.map(({ _tag, target }) => `${between(noon, at) / 1000} s ${by} ${_tag} ${target.name}`),
  )
const deletes: CascadeRequest = { _tag: 'DeleteNamespace', namespace: 'ns', options: {} }
const held = (finalizer: string): WholeObject => object('h', [], { finalizers: [finalizer] })

describe('the earliest time of a wave', () => {
  it('is five seconds after the request for the first sweep, and as much after each report for the next', () => {
    expect(timed([namespace('ns'), node('worker-1'), pod('p', []), object('a')], deletes)).toEqual([
      '0 s requests Marked ns',
      '5 s namespace-controller Marked p',
      '5 s kubelets Removed p',
      '10 s namespace-controller Removed a',
      '10 s namespace-controller Removed ns',
    ])
  })

  it('is the same where the Namespace is not listed', () => {
    expect(timed([object('a')], deletes)).toEqual(['5 s namespace-controller Removed a'])
    const content = [node('worker-1'), pod('p', []), object('a')]
    expect(timed(content, deletes)).toEqual([
      '5 s namespace-controller Marked p',
      '5 s kubelets Removed p',
      '10 s namespace-controller Removed a',
    ])
    const { outcomes, stages, stuck } = cascadeOf(
      { at: noon, objects: [...content, held('x.y/z')], scopes: scopes_1_36.scopes, coverage: everything },
      deletes,
    )
    expect(outcomes.gone.map(({ id }) => id)).toEqual(['p', 'a'])
    expect(stages.final.map(({ kind }) => kind)).toEqual(['Node', 'ConfigMap'])
    expect(stuck.map(({ target }) => target.id)).toEqual(['h'])
  })

  it('tells nothing of a Namespace that is not listed, however often it is deleted', () => {
    const cluster = { at: noon, objects: [object('a')], scopes: scopes_1_36.scopes, coverage: everything }
    const { answers, waves, stages } = cascadeOf(cluster, deletes, deletes)
    expect(answers.map(({ code }) => code)).toEqual([404, 404])
    expect(waves.flatMap(({ changes }) => changes.map(({ target }) => target.id))).toEqual(['a'])
    expect([stages.requested, stages.final].map(({ length }) => length)).toEqual([1, 0])
  })

  it('is none for a namespace that the server never deletes', () => {
    const objects = [object('a', [], { namespace: 'default' })]
    const cluster = { at: noon, objects, scopes: scopes_1_36.scopes, coverage: everything }
    const { answers, waves, later } = cascadeOf(cluster, { ...deletes, namespace: 'default' })
    expect([answers[0]?.code, waves, later]).toEqual([403, [], []])
  })

  it('is forty seconds after its node is gone for its pods', () => {
    const nodes = [node('worker-1'), node('worker-2')]
    expect(timed([...nodes, pod('p', [])], kubectl('worker-1'))).toEqual([
      '0 s requests Removed worker-1',
      '40 s pod-garbage-collector Removed p',
    ])
  })

  it('is that of the request for what the collector does', () => {
    const ended = [object('a'), object('b', [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'a' }])]
    expect(timed(ended, kubectl('a'))).toEqual(['0 s requests Removed a', '0 s collector Removed b'])
    expect(timed([namespace('ns'), held('orphan')], deletes)).toEqual([
      '0 s requests Marked ns',
      '5 s namespace-controller Removed h',
      '5 s namespace-controller Removed ns',
    ])
  })
})
