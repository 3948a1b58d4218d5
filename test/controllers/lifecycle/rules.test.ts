import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { NamespaceRules, Origin, Policy, Rules } from '../../../src/controllers/lifecycle/index.js'
import { explain, namespaceAnnotationNames, resolveRules } from '../../../src/controllers/lifecycle/index.js'
import { clusterOf, enabled, going, noon, object, planOf, reasonsFor, scopes, secret } from './build.js'

const go = { enabled: true, afterUnused: true, ttlSeconds: 0 } as const
const Secret = { group: '', kind: 'Secret' }
const place = (annotations: Readonly<Record<string, string>> = {}, more: object = {}) =>
  object('v1', 'Namespace', 'ns', {}, { metadata: { namespace: undefined, annotations, ...more } })

describe('a rule', () => {
  it('is made by the first of object, namespace for the kind, namespace, cluster for the kind, cluster', () => {
    const makers: ReadonlyArray<Origin> = ['object', 'namespace-kind', 'namespace', 'kind', 'cluster']
    const layers = makers.map((from, index) => ({ from, rules: { ttlSeconds: index } }))
    expect(makers.map((_, index) => resolveRules(layers.slice(index)).ttlSeconds)).toEqual(
      makers.map((from, index) => ({ value: index, from })),
    )
  })

  it('says in the plan who made it', () => {
    const namespaces: ReadonlyArray<NamespaceRules> = [
      { namespace: 'ns', rules: { ttlSeconds: 60, afterUnused: true } },
      { namespace: 'ns', of: Secret, rules: { ttlSeconds: 0 } },
    ]
    const [removal] = planOf(clusterOf([secret('x', { enabled: true })]), enabled({ namespaces })).passes[0].removals
    expect(removal?.reasons.map(explain)).toEqual([
      'not needed since 2026-01-01T12:00:00.000Z, longer than its TTL of 0 s (set by its namespace for this kind)',
      'no active object refers to it (after-unused set by its namespace)',
    ])
  })

  it('may be made for all objects of a kind', () => {
    const kinds = [{ of: Secret, rules: { ...go, ttlSeconds: 60 } }]
    const config = object('v1', 'ConfigMap', 'c', {}, {})
    const disk = object('v1', 'PersistentVolume', 'disk', {}, { metadata: { namespace: undefined } })
    const cluster = clusterOf([secret('x'), secret('y', { ttlSeconds: 0 }), config, disk])
    const plan = planOf(cluster, enabled({ kinds }))
    expect(going(plan)).toEqual(['y'])
    expect(reasonsFor(plan, 'c')).toEqual(['NotEnabled'])
    expect(plan.passes[0].kept.find(({ target }) => target.id === 'x')?.reasons.map(explain)).toEqual([
      'not needed since 2026-01-01T12:00:00.000Z, and its TTL of 1 min (set by the cluster for this kind) expires at 2026-01-01T12:01:00.000Z',
    ])
    const volumes = [{ of: { group: '', kind: 'PersistentVolume' }, rules: go }]
    expect(going(planOf(cluster, enabled({ kinds: volumes })))).toEqual(['disk'])
  })

  it('is combined field by field', () => {
    const cluster: Rules = { ttlSeconds: 0, enabled: false }
    expect(going(planOf(clusterOf([secret('x', { enabled: true, afterUnused: true })]), enabled({ cluster })))).toEqual(
      ['x'],
    )
  })

  it('of a namespace may stand in its annotations', () => {
    const rules = {
      [namespaceAnnotationNames.enabled]: 'true',
      [namespaceAnnotationNames.afterUnused]: 'true',
      [namespaceAnnotationNames.ttlSeconds]: '0',
    }
    expect(going(planOf(clusterOf([place(rules), secret('x')])))).toEqual(['x'])
  })

  it('may be read from anywhere', () => {
    const policy = enabled({
      stated: ({ metadata }, role) => E.right(role === 'object' && metadata.name === 'x' ? go : {}),
    })
    expect(going(planOf(clusterOf([secret('x'), secret('y', go)]), policy))).toEqual(['x'])
    expect(going(planOf(clusterOf([secret('y', go)]), enabled({ stated: 'nowhere' })))).toEqual([])
  })

  it('skips namespaces for an object of the cluster', () => {
    const disk = object('v1', 'PersistentVolume', 'disk', go, { metadata: { namespace: undefined } })
    const none = {
      _tag: 'Resources' as const,
      resources: [
        { group: '', kind: 'PersistentVolumeClaim', namespaces: 'all' as const },
        { group: 'storage.k8s.io', kind: 'VolumeAttachment', namespaces: 'all' as const },
      ],
    }
    expect(going(planOf(clusterOf([disk], { coverage: none })))).toEqual(['disk'])
  })
})

describe('who opts out', () => {
  it.each<readonly [string, Rules, ReadonlyArray<NamespaceRules>, Rules, boolean]>([
    ['nobody', go, [], {}, true],
    ['the object', { ...go, enabled: false }, [{ namespace: 'ns', rules: go }], go, false],
    ['the namespace', go, [{ namespace: 'ns', rules: { enabled: false } }], go, false],
    ['the namespace, for the kind', go, [{ namespace: 'ns', of: Secret, rules: { enabled: false } }], go, false],
    [
      'the namespace, while it opts the kind in',
      go,
      [
        { namespace: 'ns', of: Secret, rules: go },
        { namespace: 'ns', rules: { enabled: false } },
      ],
      go,
      false,
    ],
    ['another namespace', go, [{ namespace: 'other', rules: { enabled: false } }], go, true],
    ['the cluster alone, which is the weakest', go, [], { enabled: false }, true],
  ])('decides: %s', (_who, rules, namespaces, cluster, goes) => {
    expect(going(planOf(clusterOf([secret('x', rules)]), enabled({ namespaces, cluster })))).toEqual(goes ? ['x'] : [])
  })

  it('in the cluster for a kind is overruled by an object of it', () => {
    const kinds = [{ of: Secret, rules: { enabled: false } }]
    const plan = planOf(clusterOf([secret('x', go), secret('y')]), enabled({ kinds, cluster: go }))
    expect(going(plan)).toEqual(['x'])
    expect(reasonsFor(plan, 'y')).toEqual(['NotEnabled'])
  })

  it('clears the mark', () => {
    const memory = { marks: [{ uid: 'x', since: noon, epoch: 'e1' }] }
    const plan = planOf(clusterOf([secret('x', { ...go, enabled: false })], { memory }))
    expect(plan.passes[0].amendments.map(({ actions }) => actions[0]._tag)).toEqual(['ClearMark'])
  })

  it('is heard although other rules cannot be read', () => {
    const broken = secret('x', { ...go, ttlSeconds: -1 })
    expect(reasonsFor(planOf(clusterOf([broken])), 'x')).toEqual(['RulesUnreadable'])
    expect(reasonsFor(planOf(clusterOf([secret('x', { ...go, enabled: false, ttlSeconds: -1 })])), 'x')).toEqual([
      'OptedOut',
    ])
  })
})

describe('a namespace', () => {
  it('that is being deleted takes its objects with it', () => {
    const leaving = place({}, { deletionTimestamp: noon })
    expect(reasonsFor(planOf(clusterOf([leaving, secret('x', go)])), 'x')).toEqual(['NamespaceBeingDeleted'])
  })

  it('that is seen twice may be either', () => {
    const twice = [place(), { ...place(), metadata: { ...place().metadata, uid: 'again' } }]
    expect(reasonsFor(planOf(clusterOf([...twice, secret('x', go)])), 'x')).toEqual(['NamespaceUnknown'])
  })

  it('that was not listed may opt out', () => {
    const coverage = {
      _tag: 'Resources' as const,
      resources: scopes
        .filter(({ kind }) => kind !== 'Namespace')
        .map(({ apiVersion, kind }) => ({
          group: apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '',
          kind,
          namespaces: 'all' as const,
        })),
    }
    expect(reasonsFor(planOf(clusterOf([secret('x', go)], { coverage })), 'x')).toEqual(['NamespaceUnknown'])
    expect(going(planOf(clusterOf([place(), secret('x', go)], { coverage })))).toEqual(['x'])
  })

  it('whose rules cannot be read keeps everything', () => {
    const broken = place({ [namespaceAnnotationNames.ttlSeconds]: 'soon' })
    expect(reasonsFor(planOf(clusterOf([broken, secret('x', go)])), 'x')).toEqual(['RulesUnreadable'])
  })
})

describe('a reader of rules', () => {
  it.each<readonly [string, Policy['stated']]>([
    ['fails', () => E.left('no connection')],
    [
      'throws',
      () => {
        throw new Error('bug')
      },
    ],
    ['gives nonsense', () => E.right({ ttlSeconds: -1 })],
  ])('that %s keeps the object', (_what, stated) => {
    const disk = object('v1', 'PersistentVolume', 'disk', {}, { metadata: { namespace: undefined } })
    expect(reasonsFor(planOf(clusterOf([disk]), enabled({ stated, cluster: go })), 'disk')).toEqual(['RulesUnreadable'])
  })
})
