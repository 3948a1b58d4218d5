import { describe, expect, it } from 'vitest'

import type { Policy, PolicyFinding, PolicyInput } from '../../../src/controllers/lifecycle/index.js'
import {
  checkCapacities,
  checkPolicies,
  checkPoliciesIn,
  defaultPolicy,
  makePolicy,
} from '../../../src/controllers/lifecycle/index.js'
import { clusterOf, enabled, everything, job, later, object, planOf, scopes } from './build.js'

const Job = { group: 'batch', kind: 'Job' }

describe('a policy', () => {
  it('is the default where nothing is stated', () => {
    expect(makePolicy({})).toEqual({ _tag: 'Right', right: defaultPolicy })
    expect(makePolicy(null as unknown as PolicyInput)).toEqual({ _tag: 'Right', right: defaultPolicy })
  })

  it.each<readonly [string, PolicyInput]>([
    ['period.epoch', { period: { _tag: 'Enabled', epoch: '' } }],
    ['period', { period: { _tag: 'Paused' } as never }],
    ['cluster.ttlSeconds', { cluster: { ttlSeconds: 1.5 } }],
    ['cluster.ttlSeconds', { cluster: { ttlSeconds: 2 ** 53 } }],
    ['cluster.enabled', { cluster: { enabled: 'yes' as never } }],
    [
      'namespaces[1]',
      {
        namespaces: [
          { namespace: 'a', of: Job, rules: {} },
          { namespace: 'a', of: Job, rules: {} },
        ],
      },
    ],
    ['stated', { stated: 'somewhere' as never }],
    ['finished[0].types', { finished: [{ _tag: 'ByCondition', ...Job, types: 'Done' as never }] }],
    ['finished[0].path', { finished: [{ _tag: 'ByPhase', ...Job, path: '..', finishedValues: [] }] }],
    ['finished[0].observe', { finished: [{ _tag: 'Custom', ...Job, observe: 1 as never }] }],
    ['references[0].path', { references: [{ source: Job, target: Job, path: '' }] }],
    [
      'references[0].lives.beside',
      { references: [{ source: 'PodSpec', target: Job, path: 'a', lives: { beside: '' } }] },
    ],
    ['extractors[0].references', { extractors: [{ source: Job, targets: [Job], references: 3 as never }] }],
    ['liveness', { liveness: 'both' as never }],
    ['capacities[0].limit', { capacities: [{ ...Job, limit: -1, share: { _tag: 'Equal' } }] }],
    [
      'capacities[1]',
      {
        capacities: [
          { ...Job, limit: 1, share: { _tag: 'Equal' } },
          { ...Job, limit: 2, share: { _tag: 'Quotas' } },
        ],
      },
    ],
    [
      'capacities[0].share.weights[0].weight',
      {
        capacities: [
          { ...Job, limit: 1, share: { _tag: 'Weights', weights: [{ namespace: 'a', weight: 0 }], others: 1 } },
        ],
      },
    ],
    ['propagation[0].policy', { propagation: [{ ...Job, policy: 'Maybe' as never }] }],
    ['ttl', { ttl: 5 } as PolicyInput],
  ])('is refused where %s is wrong', (where, input) => {
    const made = makePolicy(input)
    if (made._tag === 'Right') throw new Error('accepted')
    expect(
      made.left.map(({ field, path }) => `${field}${path.startsWith('[') || path === '' ? '' : '.'}${path}`),
    ).toEqual([where])
  })
})

const found = (policy: Policy): ReadonlyArray<string> => checkPolicies(policy).map(textOf)
const textOf = ({ _tag, at }: PolicyFinding): string => `${_tag} ${at}`

describe('the lint of a policy', () => {
  it('finds nothing in the default, nor in rules that work', () => {
    expect(found(defaultPolicy)).toEqual([])
    expect(
      found(
        enabled({
          namespaces: [{ namespace: 'ci', of: Job, rules: { enabled: true, afterFinished: true, ttlSeconds: 60 } }],
        }),
      ),
    ).toEqual([])
  })

  it('finds rules that the disabled collector does not follow', () => {
    expect(found({ ...defaultPolicy, cluster: { ttlSeconds: 5 } })).toEqual(['RulesWhileDisabled period'])
  })

  it('finds a cluster that opts everybody in', () => {
    expect(found(enabled({ cluster: { enabled: true, afterFinished: true, ttlSeconds: 60 } }))).toEqual([
      'ClusterOptsIn cluster.enabled',
    ])
  })

  it('finds times to live of zero and kinds that nothing observes', () => {
    const rules = { enabled: true, ttlSeconds: 0, afterFinished: true, afterUnused: true }
    const of = { group: 'example.com', kind: 'Build' }
    expect(found(enabled({ namespaces: [{ namespace: 'ci', of, rules }] }))).toEqual([
      'TtlOfZero namespaces[0].rules.ttlSeconds',
      'NotObserved namespaces[0].rules.afterFinished',
      'NotObserved namespaces[0].rules.afterUnused',
    ])
  })

  it('finds rules without a vote, and a retention that outlives the object', () => {
    const rules = { enabled: true, ttlSeconds: 60, minRetentionSeconds: 61 }
    const capacities = [{ ...Job, limit: 1, share: { _tag: 'Equal' as const } }]
    expect(found(enabled({ namespaces: [{ namespace: 'ci', rules }], capacities }))).toEqual([
      'RetentionOutlivesTtl namespaces[0].rules.minRetentionSeconds',
      'NobodyVotes namespaces[0].rules',
    ])
  })

  it('finds rules for things that can not opt in and that nobody opts in', () => {
    const rules = { ttlSeconds: 60, afterFinished: true }
    const namespaces = [{ namespace: 'ci', of: Job, rules }]
    const nowhere = (more: Partial<Policy> = {}) => found(enabled({ stated: 'nowhere', namespaces, ...more }))
    expect(nowhere()).toEqual(['NobodyOptsIn namespaces[0].rules'])
    expect(nowhere({ kinds: [{ of: Job, rules: { enabled: true, afterFinished: true, ttlSeconds: 60 } }] })).toEqual([])
    expect(
      nowhere({
        kinds: [{ of: { group: '', kind: 'Pod' }, rules: { enabled: true, afterFinished: true, ttlSeconds: 60 } }],
      }),
    ).toEqual(['NobodyOptsIn namespaces[0].rules'])
    expect(nowhere({ namespaces: [...namespaces, { namespace: 'ci', rules: { enabled: true } }] })).toEqual([])
    expect(found(enabled({ namespaces }))).toEqual([])
  })

  it('looks at rules for kinds of the whole cluster', () => {
    const of = { group: 'example.com', kind: 'Ghost' }
    const policy = enabled({ kinds: [{ of, rules: { enabled: true, ttlSeconds: 0, afterFinished: true } }] })
    expect(found(policy)).toEqual(['TtlOfZero kinds[0].rules.ttlSeconds', 'NotObserved kinds[0].rules.afterFinished'])
    expect(checkPoliciesIn({ objects: [], scopes, coverage: everything })(policy).map(textOf)).toEqual([
      'KindNotServed kinds[0]',
    ])
    expect(found({ ...defaultPolicy, kinds: policy.kinds.slice(0, 1) })[0]).toBe('RulesWhileDisabled period')
  })

  it('finds rules for a kind in a namespace that opts out', () => {
    const namespaces = [
      { namespace: 'ci', rules: { enabled: false } },
      { namespace: 'ci', of: Job, rules: { ttlSeconds: 5 } },
    ]
    expect(found(enabled({ namespaces }))).toEqual(['NamespaceOptsOut namespaces[1]'])
  })

  it('finds rules for namespaces and kinds that a cluster does not have', () => {
    const ci = object('v1', 'Namespace', 'ci', {}, { metadata: { namespace: undefined } })
    const rules = { ttlSeconds: 5 }
    const policy = enabled({
      namespaces: [
        { namespace: 'gone', rules },
        { namespace: 'ci', of: { group: '', kind: 'Node' }, rules },
        { namespace: 'ci', of: Job, rules },
      ],
      capacities: [
        { group: 'x', kind: 'Y', limit: 1, share: { _tag: 'Equal' } },
        { ...Job, limit: 1, share: { _tag: 'Equal' } },
      ],
    })
    expect(checkPoliciesIn({ objects: [ci], scopes, coverage: everything })(policy).map(textOf)).toEqual([
      'NamespaceAbsent namespaces[0]',
      'KindNotInNamespaces namespaces[1]',
      'CapacityOfUnservedKind capacities[0]',
    ])
    const unlisted = { objects: [], scopes, coverage: { _tag: 'Resources', resources: [] } as const }
    expect(checkPoliciesIn(unlisted)(enabled({ namespaces: [{ namespace: 'gone', rules }] }))).toEqual([])
  })

  it('finds limits that a retention does not let anybody keep', () => {
    const policy = enabled({ capacities: [{ ...Job, limit: 1, share: { _tag: 'Equal' } }] })
    const rules = { enabled: true, afterFinished: true, minRetentionSeconds: 60 }
    const plan = (age: number) =>
      planOf(clusterOf([job('a', later(-age), rules), job('b', later(-age), rules)]), policy)
    expect(checkCapacities(policy)(plan(10))).toEqual([
      { _tag: 'CapacityBelowRetention', at: 'capacities[0].limit', limit: 1, retained: 1 },
    ])
    expect(checkCapacities(policy)(plan(60))).toEqual([])
  })
})
