import { describe, expect, it } from 'vitest'

import type { PolicyFinding } from '../../../src/controllers/lifecycle/index.js'
import {
  checkCapacities,
  checkPolicies,
  checkPoliciesIn,
  defaultPolicy,
} from '../../../src/controllers/lifecycle/index.js'
import { clusterOf, enabled, everything, job, later, object, planOf, scopes } from './build.js'

const Job = { group: 'batch', kind: 'Job' }
const Ghost = { group: 'example.com', kind: 'Ghost' }
const tags = (findings: ReadonlyArray<PolicyFinding>): ReadonlyArray<string> =>
  findings.map(({ _tag, at }) => `${_tag} ${at}`)

describe('a finding', () => {
  it('names the kind and what nobody sees of it', () => {
    const rules = { enabled: true, afterFinished: true, afterUnused: true, ttlSeconds: 60 }
    expect(checkPolicies(enabled({ kinds: [{ of: Ghost, rules }] }))).toEqual([
      { _tag: 'NotObserved', at: 'kinds[0].rules.afterFinished', kind: Ghost, what: 'finished' },
      { _tag: 'NotObserved', at: 'kinds[0].rules.afterUnused', kind: Ghost, what: 'unused' },
    ])
    for (const kind of ['Namespace', 'Secret'])
      expect(checkPolicies(enabled({ kinds: [{ of: { group: '', kind }, rules: { afterUnused: true } }] }))).toEqual([])
    const definition = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' }
    expect(checkPolicies(enabled({ kinds: [{ of: definition, rules: { afterUnused: true } }] }))).toEqual([])
  })

  it('names both times of a retention that outlives the object, not one of equal length', () => {
    const finding = (minRetentionSeconds: number) =>
      checkPolicies(
        enabled({
          cluster: { afterUnused: true },
          namespaces: [{ namespace: 'a', of: Job, rules: { ttlSeconds: 60, minRetentionSeconds } }],
          capacities: [{ ...Job, limit: 1, share: { _tag: 'Equal' } }],
        }),
      )
    expect(finding(61)).toEqual([
      {
        _tag: 'RetentionOutlivesTtl',
        at: 'namespaces[0].rules.minRetentionSeconds',
        minRetentionSeconds: 61,
        ttlSeconds: 60,
      },
    ])
    expect(finding(60)).toEqual([])
  })

  it('says that nothing has an effect where the collector is disabled, for whatever rules there are', () => {
    const found = ['RulesWhileDisabled period']
    const rules = { ttlSeconds: 5 }
    expect(tags(checkPolicies(defaultPolicy))).toEqual([])
    expect(tags(checkPolicies({ ...defaultPolicy, cluster: rules }))).toEqual(found)
    expect(tags(checkPolicies({ ...defaultPolicy, kinds: [{ of: Job, rules }] }))).toEqual(found)
    expect(tags(checkPolicies({ ...defaultPolicy, namespaces: [{ namespace: 'a', rules }] }))).toEqual(found)
    const capacities = [{ ...Job, limit: 1, share: { _tag: 'Equal' } as const }]
    expect(tags(checkPolicies({ ...defaultPolicy, capacities }))).toEqual(found)
    expect(
      tags(checkPolicies({ ...defaultPolicy, kinds: [{ of: Job, rules }], namespaces: [{ namespace: 'a', rules }] })),
    ).toEqual(found)
  })

  it('of rules that nobody votes for looks at the rules of the cluster, of the kind, and of the same namespace', () => {
    const opted = { enabled: true, ttlSeconds: 60 }
    const votes = { afterUnused: true }
    const kinds = [{ of: Job, rules: opted }]
    expect(tags(checkPolicies(enabled({ kinds })))).toEqual(['NobodyVotes kinds[0].rules'])
    expect(tags(checkPolicies(enabled({ kinds, cluster: votes })))).toEqual([])
    const inA = { namespace: 'a', of: Job, rules: opted }
    expect(tags(checkPolicies(enabled({ namespaces: [inA, { namespace: 'a', rules: votes }] })))).toEqual([])
    expect(tags(checkPolicies(enabled({ namespaces: [inA, { namespace: 'b', rules: votes }] })))).toEqual([
      'NobodyVotes namespaces[0].rules',
    ])
  })

  it('of an end that nobody states looks at times to live of the cluster, of the kind, and of the same namespace', () => {
    const rules = { enabled: true, afterFinished: true }
    const kinds = [{ of: Job, rules }]
    const found = (more: Parameters<typeof enabled>[0]) => tags(checkPolicies(enabled({ kinds, ...more })))
    expect(found({})).toEqual(['NoTtlNorLimit kinds[0].rules'])
    expect(found({ cluster: { ttlSeconds: 60 } })).toEqual([])
    expect(found({ kinds: [{ of: Job, rules: { ...rules, ttlSeconds: 60 } }] })).toEqual([])
    const inA = { namespace: 'a', of: Job, rules }
    const ttl = { ttlSeconds: 60 }
    expect(found({ kinds: [], namespaces: [inA, { namespace: 'a', rules: ttl }] })).toEqual([])
    expect(found({ kinds: [], namespaces: [inA, { namespace: 'b', rules: ttl }] })).toEqual([
      'NoTtlNorLimit namespaces[0].rules',
    ])
    // Who does not opt in, or has no vote, has another finding or none.
    expect(found({ kinds: [{ of: Job, rules: { afterFinished: true } }] })).toEqual([])
    expect(found({ kinds: [{ of: Job, rules: { enabled: true } }] })).toEqual(['NobodyVotes kinds[0].rules'])
  })

  it('of an end or a retention looks at limits for the kind, and at any where the rules are for all kinds', () => {
    const limitOf = (kind: typeof Job) => [{ ...kind, limit: 1, share: { _tag: 'Equal' } as const }]
    const rules = { enabled: true, afterFinished: true, minRetentionSeconds: 60 }
    const retention = { _tag: 'RetentionWithoutLimit', minRetentionSeconds: 60 }
    const both = (at: string) => [
      { ...retention, at: `${at}.minRetentionSeconds` },
      { _tag: 'NoTtlNorLimit', at },
    ]
    const kinds = [{ of: Job, rules }]
    expect(checkPolicies(enabled({ kinds }))).toEqual(both('kinds[0].rules'))
    expect(checkPolicies(enabled({ kinds, capacities: limitOf(Ghost) }))).toEqual(both('kinds[0].rules'))
    expect(checkPolicies(enabled({ kinds, capacities: limitOf(Job) }))).toEqual([])
    const namespaces = [{ namespace: 'a', rules }]
    expect(checkPolicies(enabled({ namespaces }))).toEqual(both('namespaces[0].rules'))
    expect(checkPolicies(enabled({ namespaces, capacities: limitOf(Ghost) }))).toEqual([])
  })

  it('of a limit names the time to live that it can not cut short, of the kind before that of the cluster', () => {
    const capacities = [
      { ...Ghost, limit: 1, share: { _tag: 'Equal' } as const },
      { ...Job, limit: 1, share: { _tag: 'Equal' } as const },
    ]
    const found = (more: Parameters<typeof enabled>[0]) => checkPolicies(enabled({ capacities, ...more }))
    const never = (index: number, kind: typeof Job, ttlSeconds: number, from: string) => ({
      _tag: 'LimitNeverTakes',
      at: `capacities[${index}].limit`,
      kind,
      ttlSeconds,
      from,
    })
    expect(found({})).toEqual([])
    const kinds = [{ of: Job, rules: { ttlSeconds: 5 } }]
    expect(found({ kinds })).toEqual([never(1, Job, 5, 'kind')])
    expect(found({ kinds, cluster: { ttlSeconds: 9 } })).toEqual([
      never(0, Ghost, 9, 'cluster'),
      never(1, Job, 5, 'kind'),
    ])
    for (const of of [
      { ...Job, group: '' },
      { ...Job, kind: 'CronJob' },
    ])
      expect(found({ kinds: [{ of, rules: { ttlSeconds: 5 } }] })).toEqual([])
    expect(found({ namespaces: [{ namespace: 'a', of: Job, rules: { ttlSeconds: 5 } }] })).toEqual([])
  })

  it('of an observer tells that a later one of its kind takes its place', () => {
    const seen = (kind: typeof Job) =>
      ({ _tag: 'ByPhase', path: 'status.phase', finishedValues: ['x'], ...kind }) as const
    expect(checkPolicies(enabled({ finished: [seen(Job), seen(Ghost), seen(Job)] }))).toEqual([
      { _tag: 'ObserverReplaced', at: 'finished[0]', kind: Job },
    ])
    expect(checkPolicies(enabled({ finished: [seen(Job), seen({ ...Job, group: 'x' }), seen(Ghost)] }))).toEqual([])
  })

  it('of a namespace that is absent goes by namespaces of the core group', () => {
    const policy = enabled({ namespaces: [{ namespace: 'ci', rules: { ttlSeconds: 5 } }] })
    const found = (apiVersion: string, kind: string) => {
      const objects = [object(apiVersion, kind, 'ci', {}, { metadata: { namespace: undefined } })]
      return checkPoliciesIn({ objects, scopes, coverage: everything })(policy)
    }
    expect(found('v1', 'Namespace')).toEqual([])
    for (const [apiVersion, kind] of [
      ['v1', 'Node'],
      ['example.com/v1', 'Namespace'],
    ] as const)
      expect(found(apiVersion, kind)).toEqual([{ _tag: 'NamespaceAbsent', at: 'namespaces[0]', namespace: 'ci' }])
    const namespaces = [{ group: '', kind: 'Namespace', namespaces: 'all' as const }]
    const listed = { objects: [], scopes, coverage: { _tag: 'Resources', resources: namespaces } as const }
    expect(tags(checkPoliciesIn(listed)(policy))).toEqual(['NamespaceAbsent namespaces[0]'])
  })

  it('of a limit counts objects of its group and kind', () => {
    const share = { _tag: 'Equal' } as const
    const policy = enabled({
      capacities: [
        { ...Job, limit: 0, share },
        { group: 'example.com', kind: 'Job', limit: 0, share },
      ],
    })
    const rules = { enabled: true, afterFinished: true, minRetentionSeconds: 60 }
    const plan = planOf(clusterOf([job('a', later(-1), rules), job('b', later(-1), rules)]), policy)
    expect(checkCapacities(policy)(plan)).toEqual([
      { _tag: 'CapacityBelowRetention', at: 'capacities[0].limit', limit: 0, retained: 2 },
    ])
  })
})

describe('a mark in a plan', () => {
  const rules = { enabled: true, afterFinished: true, ttlSeconds: 60 }
  const reasonOf = (policy = enabled(), marks: Parameters<typeof clusterOf>[1] = {}) =>
    planOf(clusterOf([job('a', later(-1), rules)], marks), policy).passes[0].amendments.flatMap((one) => one.reasons)

  it('is set with what is known of its beginning, and what it replaces', () => {
    expect(reasonOf()).toEqual([{ _tag: 'BecameCandidate', since: later(-1), known: true }])
    const old = { memory: { marks: [{ uid: 'a', since: later(-9), epoch: 'e0' }] } }
    expect(reasonOf(enabled(), old)).toEqual([
      { _tag: 'BecameCandidate', since: later(-1), known: true, replaces: 'e0' },
    ])
  })

  it('is cleared after the period where the policy says so', () => {
    const old = { memory: { marks: [{ uid: 'a', since: later(-9), epoch: 'e0' }] } }
    expect(reasonOf({ ...enabled(), period: { _tag: 'Disabled', marks: 'clear' } }, old)).toEqual([
      { _tag: 'PeriodOver', since: later(-9), epoch: 'e0' },
    ])
    expect(reasonOf({ ...enabled(), period: { _tag: 'Disabled', marks: 'leave' } }, old)).toEqual([])
  })

  it('is part of a pass in which every object is for itself', () => {
    for (const pass of planOf(clusterOf([])).passes)
      expect(pass).toMatchObject({
        observesAgain: false,
        goal: { _tag: 'RemoveAll' },
        onFailure: 'continue',
        reserve: [],
        events: [],
        refusal: { _tag: 'None' },
      })
  })
})

describe('a candidate over a limit', () => {
  const share = { _tag: 'Equal' } as const
  const rules = { enabled: true, afterFinished: true }

  it('goes with its vote after the limit, and those that stay say which rank they have', () => {
    const policy = enabled({ capacities: [{ ...Job, limit: 1, share }] })
    const [, pass] = planOf(clusterOf([job('a', later(-1), rules), job('b', later(-2), rules)]), policy).passes
    expect(pass.removals.map(({ target, reasons }) => [target.name, reasons])).toEqual([
      [
        'b',
        [
          { _tag: 'OverCapacity', limit: 1, candidates: 2, rank: 2, share: 1 },
          { _tag: 'Finished', at: later(-2), from: 'object' },
        ],
      ],
    ])
    expect(pass.kept.map(({ reasons }) => reasons[0])).toEqual([
      { _tag: 'WithinCapacity', limit: 1, candidates: 2, rank: 1, share: 1 },
    ])
  })

  it('stays where no delete could be bound to it', () => {
    const policy = enabled({ capacities: [{ ...Job, limit: 0, share }] })
    const loose = job('a', later(-1), rules, { resourceVersion: undefined })
    const [, pass] = planOf(clusterOf([loose]), policy).passes
    expect([pass.removals, pass.kept.map(({ reasons }) => reasons[0])]).toEqual([[], [{ _tag: 'VersionUnknown' }]])
  })

  it('of one instant goes by creation, oldest first, then by name', () => {
    const policy = enabled({ capacities: [{ ...Job, limit: 0, share }] })
    const made = (name: string, seconds: number | null) =>
      job(name, later(-1), rules, seconds === null ? {} : { creationTimestamp: later(seconds) })
    const names = (...jobs: ReadonlyArray<ReturnType<typeof job>>) =>
      planOf(clusterOf(jobs), policy).passes[1].removals.map(({ target }) => target.name)
    expect(names(made('a', -10), made('b', -30), made('c', -20))).toEqual(['b', 'c', 'a'])
    expect(names(made('b', null), made('c', -20), made('a', null))).toEqual(['a', 'b', 'c'])
  })
})
