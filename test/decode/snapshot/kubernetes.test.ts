import { describe, expect, it } from 'vitest'

import { covers } from '../../../src/apiserver/scope.js'
import type { Coverage } from '../../../src/apiserver/scope.js'
import { isBeingDeleted } from '../../../src/apiserver/object.js'
import { defaultPolicy, plan } from '../../../src/controllers/owner/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import type { CoverageStatement } from '../../../src/decode/index.js'
import { decodeKubectlObjects, kubernetesOwnerSnapshot } from '../../../src/decode/index.js'
import { capture, right, wrongIn } from '../reading.js'

const at = new Date('2026-11-21T03:01:10Z')
const because = 'taken with -A'

const pods = (count: number, metadata: object = {}, from = 0): object => ({
  kind: 'PodList',
  apiVersion: 'v1',
  metadata,
  items: Array.from({ length: count }, (_, index) => ({
    metadata: { name: `pod-${from + index}`, namespace: 'shop', uid: `u-${from + index}` },
  })),
})
const snapshotOf = (statements: ReadonlyArray<CoverageStatement>, ...inputs: ReadonlyArray<unknown>) =>
  kubernetesOwnerSnapshot({
    at,
    listings: inputs.map((input) => right(decodeKubectlObjects(input))),
    scopes: scopes_1_36.scopes,
    covers: statements,
  })
const coverageOf = (statements: ReadonlyArray<CoverageStatement>, input: unknown): Coverage =>
  right(snapshotOf(statements, input)).coverage
const all: CoverageStatement = { _tag: 'ListedKinds', namespaces: 'all', because }
const covered = (kind: string, group = '', namespaces: 'all' | ReadonlyArray<string> = 'all'): object => ({
  group,
  kind,
  namespaces,
  because,
})

describe('coverage', () => {
  it('is nothing unless it is stated', () => {
    const nothing = { _tag: 'Resources', resources: [] }
    expect(coverageOf([], pods(3))).toEqual(nothing)
    expect(coverageOf([], capture('kubectl/cluster-before.all.json'))).toEqual(nothing)
    expect(coverageOf([], pods(0))).toEqual(nothing)
  })

  it('is that of the kinds that lists name or show', () => {
    expect(coverageOf([all], capture('kubectl/cascade-foreground.0-before.json'))).toEqual({
      _tag: 'Resources',
      resources: [covered('Deployment', 'apps'), covered('ReplicaSet', 'apps'), covered('Pod')],
    })
    expect(coverageOf([all], pods(0))).toEqual({ _tag: 'Resources', resources: [covered('Pod')] })
    expect(coverageOf([all], capture('kubectl/empty-list.json'))).toEqual({ _tag: 'Resources', resources: [] })
  })

  it('is not that of objects that came without a list', () => {
    expect(coverageOf([all], capture('kubectl/single-name.json'))).toEqual({ _tag: 'Resources', resources: [] })
  })

  it('is of named namespaces and resources', () => {
    const coverage = coverageOf(
      [
        { _tag: 'ListedKinds', namespaces: ['shop'], because },
        {
          _tag: 'Resources',
          resources: [{ group: 'batch', kind: 'Job', namespaces: 'all' }],
          because: 'none were shown',
        },
      ],
      pods(1),
    )
    expect(coverage).toEqual({
      _tag: 'Resources',
      resources: [covered('Pod', '', ['shop']), { ...covered('Job', 'batch'), because: 'none were shown' }],
    })
    expect(covers(coverage)('v1', 'Pod', 'shop')).toBe(true)
    expect(covers(coverage)('v1', 'Pod', 'cart')).toBe(false)
    expect(covers(coverage)('batch/v1', 'Job', 'cart')).toBe(true)
  })

  it('is everything if that is stated', () => {
    expect(coverageOf([all, { _tag: 'Everything', because: 'the test says so' }], pods(1))).toEqual({
      _tag: 'Everything',
      because: 'the test says so',
    })
  })
})

describe('a list whose pages are missing', () => {
  const open = pods(3, { continue: 'x', remainingItemCount: 22 })

  it('is not covered', () => {
    expect(coverageOf([all], open)).toEqual({ _tag: 'Resources', resources: [] })
    expect(coverageOf([all], capture('kubectl/raw-podlist.json'))).toEqual({ _tag: 'Resources', resources: [] })
  })

  it('contradicts whoever states that it is', () => {
    const line = 'covers[0]: expected all pages of the list of Pod, got a list that continues'
    const stated: CoverageStatement = {
      _tag: 'Resources',
      resources: [{ group: '', kind: 'Pod', namespaces: 'all' }],
      because,
    }
    expect(wrongIn(snapshotOf([stated], open))).toEqual([line])
    expect(wrongIn(snapshotOf([{ _tag: 'Everything', because }], open))).toEqual([line])
  })

  it('is covered once they are there', () => {
    const whole = { _tag: 'Resources', resources: [covered('Pod')] }
    expect(coverageOf([all], [open, pods(22, {}, 3)])).toEqual(whole)
    expect(coverageOf([all], [open, pods(2, { continue: 'y', remainingItemCount: 20 }, 3), pods(20, {}, 5)])).toEqual(
      whole,
    )
    expect(coverageOf([all], [pods(3, { continue: 'x' }), pods(1, {}, 3)])).toEqual(whole)
  })

  it('is not covered when one between them is missing, or the last', () => {
    const none = { _tag: 'Resources', resources: [] }
    expect(coverageOf([all], [open, pods(20, {}, 5)])).toEqual(none)
    expect(coverageOf([all], [open, pods(2, { continue: 'y', remainingItemCount: 20 }, 3)])).toEqual(none)
    expect(coverageOf([all], [open, pods(20, {}, 5), pods(2, {}, 25)])).toEqual(none)
    expect(wrongIn(snapshotOf([{ _tag: 'Everything', because }], [open, pods(20, {}, 5)]))).toEqual([
      'covers[0]: expected all pages of the list of Pod, got pages that do not add up',
    ])
  })
})

describe('several listings', () => {
  const pod = (resourceVersion: string, uid = 'a1'): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name: 'web', uid, resourceVersion },
  })

  it('give each object once', () => {
    const { objects } = right(snapshotOf([], pod('9'), [pod('10')]))
    expect(objects.map(({ metadata }) => metadata.resourceVersion)).toEqual(['10'])
  })

  it('are refused where they contradict each other', () => {
    expect(wrongIn(snapshotOf([], pod('9'), pod('9', 'b2')))).toEqual([
      'listings[1].objects[0].metadata.uid: expected one uid for "Pod shop/web", got "b2"',
    ])
  })

  it('may be none', () => {
    expect(right(snapshotOf([])).objects).toEqual([])
  })
})

describe('a snapshot', () => {
  it('holds the scopes that were given and those of definitions', () => {
    const { scopes } = right(snapshotOf([], capture('kubectl/cluster-before.all.json')))
    expect(scopes.length).toBe(scopes_1_36.scopes.length + 1)
    expect(scopes.at(-1)?.kind).toBe('Cache')
  })

  it('of the captured cluster gives a plan, and what is stated lets it remove what the real collector removed', () => {
    const removed = (statements: ReadonlyArray<CoverageStatement>): ReadonlyArray<string> =>
      right(
        plan(defaultPolicy)(
          right(
            snapshotOf(
              statements,
              capture('kubectl/cluster-before.all.json'),
              capture('kubectl/cluster-before.clusterroles.json'),
            ),
          ),
        ),
      )
        .passes[1].removals.map(({ target }) => target.name)
        .sort()
    const after = new Set(
      right(decodeKubectlObjects(capture('kubectl/cluster-after.all.json')))
        .objects.filter((object) => !isBeingDeleted(object))
        .map(({ metadata }) => metadata.name),
    )
    expect(removed([])).toEqual(['dying-child-blocking', 'dying-child-free'])
    const withAll = removed([all])
    expect(withAll).toEqual(['cross-namespace', 'dangling', 'dying-child-blocking', 'dying-child-free', 'stale-uid'])
    expect(withAll.filter((name) => after.has(name))).toEqual([])
  })
})
