import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { PolicyInput } from '../../../src/controllers/lifecycle/index.js'
import { makePolicy } from '../../../src/controllers/lifecycle/index.js'
import { rulesProblem } from '../../../src/controllers/lifecycle/policy.js'

const Job = { group: 'batch', kind: 'Job' }

const refusalsOf = (input: unknown): ReadonlyArray<string> => {
  const made = makePolicy(input as PolicyInput)
  return made._tag === 'Right'
    ? []
    : made.left.map(({ field, path, expected, actual }) => `${field}: ${path}: ${expected}: ${actual}`)
}

const observer = (more: object): PolicyInput => ({ finished: [{ ...Job, ...more } as never] })
const row = (more: object): PolicyInput => ({ references: [{ source: Job, target: Job, path: 'a', ...more }] })
const capacity = (more: object): PolicyInput => ({
  capacities: [{ ...Job, limit: 1, share: { _tag: 'Equal' }, ...more } as never],
})
const share = (more: object): PolicyInput => capacity({ share: { _tag: 'Weights', others: 1, weights: [], ...more } })

describe('a policy', () => {
  it.each<readonly [string, PolicyInput]>([
    ['a period that leaves marks', { period: { _tag: 'Disabled', marks: 'leave' } }],
    ['a period that clears marks', { period: { _tag: 'Disabled', marks: 'clear' } }],
    ['rules of nobody', { stated: 'nowhere' }],
    ['rules in annotations', { stated: 'annotations' }],
    ['a reader of rules', { stated: () => E.right({}) }],
    ['finishing as of the first look', { missingFinishTime: 'observation' }],
    ['reachability', { liveness: 'reachability' }],
    ['revisions that are no users', { revisions: 'ignore' }],
    ['all rules', { cluster: { enabled: true, ttlSeconds: 0, afterFinished: false, afterUnused: true } }],
    ['an observer by condition', observer({ _tag: 'ByCondition', types: ['Done'] })],
    ['an observer by phase', observer({ _tag: 'ByPhase', path: 'a', finishedValues: [''], finishTimePath: 'b.c' })],
    ['an observer of pods', observer({ _tag: 'PodTermination' })],
    ['an observer of writes', observer({ _tag: 'LastWrite' })],
    ['an observer of its own', observer({ _tag: 'Custom', observe: () => E.left('') })],
    ['a row of a pod', row({ source: 'PodSpec' })],
    ['a row with parameters', row({ form: 'secret-parameters' })],
    ['a row with claims of a set', row({ form: 'claims-of-set' })],
    ['a row with claims of a pod', row({ form: 'claim-of-pod' })],
    ['a row with a default', row({ form: 'default-if-absent' })],
    ['a row with a name', row({ form: 'name' })],
    ['a row of the cluster', row({ lives: 'cluster' })],
    ['a row of a namespace beside', row({ lives: { beside: 'namespace', otherwise: 'a.b' } })],
    ['a row with a condition', row({ when: { path: 'a', is: '' } })],
    ['a limit of nothing', capacity({ limit: 0 })],
    ['a limit by quotas', capacity({ share: { _tag: 'Quotas' } })],
    ['a limit by weights', share({ weights: [{ namespace: 'a', weight: 1 }] })],
    [
      'rules for one namespace, for all and for two kinds of one name',
      {
        namespaces: [
          { namespace: 'a', rules: {} },
          { namespace: 'a', of: Job, rules: {} },
          { namespace: 'a', of: { group: '', kind: 'Job' }, rules: {} },
          { namespace: 'b', of: Job, rules: {} },
        ],
      },
    ],
    [
      'propagation',
      {
        propagation: [
          { ...Job, policy: 'Background' },
          { group: '', kind: 'Pod', policy: 'Foreground' },
          { group: '', kind: 'Secret', policy: 'Orphan' },
        ],
      },
    ],
  ])('may have %s', (_what, input) => {
    expect(refusalsOf(input)).toEqual([])
  })

  it.each<readonly [string, unknown]>([
    ['period: epoch: text that is not empty: 7', { period: { _tag: 'Enabled', epoch: 7 } }],
    ['period: marks: "leave" or "clear": ""', { period: { _tag: 'Disabled', marks: '' } }],
    ['period: : an object with _tag Enabled or Disabled: null', { period: null }],
    ['period: : an object with _tag Enabled or Disabled: an object', { period: { _tag: ['Enabled'], epoch: 'a' } }],
    ['cluster: enabled: a boolean: 1', { cluster: { enabled: 1 } }],
    ['cluster: afterFinished: a boolean: null', { cluster: { afterFinished: null } }],
    ['cluster: afterUnused: a boolean: "true"', { cluster: { afterUnused: 'true' } }],
    ['cluster: ttlSeconds: whole seconds, zero or more: -1', { cluster: { ttlSeconds: -1 } }],
    ['cluster: minRetentionSeconds: whole seconds, zero or more: 1.5', { cluster: { minRetentionSeconds: 1.5 } }],
    [
      'kinds: [1]: one item per kind: "[\\"Job\\",\\"batch\\"]"',
      {
        kinds: [
          { of: Job, rules: {} },
          { of: Job, rules: {} },
        ],
      },
    ],
    ['kinds: [0].of.group: a string: undefined', { kinds: [{ of: { kind: 'Job' }, rules: {} }] }],
    [
      'namespaces: [1]: one item per namespace and kind: "[\\"a\\",null,null]"',
      {
        namespaces: [
          { namespace: 'a', rules: {} },
          { namespace: 'a', rules: {} },
        ],
      },
    ],
    ['stated: : "annotations", "nowhere" or a function: "here"', { stated: 'here' }],
    [
      'finished: [0]: an object with _tag ByCondition or ByPhase or PodTermination or LastWrite or Custom: an object',
      observer({}),
    ],
    ['finished: [0].types[0]: text that is not empty: ""', observer({ _tag: 'ByCondition', types: [''] })],
    ['finished: [0].path: a path of fields: "a."', observer({ _tag: 'ByPhase', path: 'a.', finishedValues: [] })],
    [
      'finished: [0].finishTimePath: a path of fields: ""',
      observer({ _tag: 'ByPhase', path: 'a', finishedValues: [], finishTimePath: '' }),
    ],
    ['finished: [0].observe: a function: undefined', observer({ _tag: 'Custom' })],
    ['missingFinishTime: : "unknown" or "observation": ""', { missingFinishTime: '' }],
    ['references: [0].source: an object: "Pod"', row({ source: 'Pod' })],
    ['references: [0].target.kind: text that is not empty: ""', row({ target: { group: '', kind: '' } })],
    [
      'references: [0].form: "name" or "default-if-absent" or "claim-of-pod" or "claims-of-set" or "secret-parameters": ""',
      row({ form: '' }),
    ],
    ['references: [0].lives: an object: "namespace"', row({ lives: 'namespace' })],
    ['references: [0].lives.otherwise: a path of fields: "."', row({ lives: { beside: 'a', otherwise: '.' } })],
    ['references: [0].when.is: a string: undefined', row({ when: { path: 'a' } })],
    ['extractors: [0].targets: an array: undefined', { extractors: [{ source: Job, references: () => E.right([]) }] }],
    ['liveness: : "count" or "reachability": ""', { liveness: '' }],
    ['revisions: : "use" or "ignore": ""', { revisions: '' }],
    ['capacities: [0].limit: a safe integer, zero or more: 0.5', capacity({ limit: 0.5 })],
    ['capacities: [0].share: an object with _tag Equal or Weights or Quotas: null', capacity({ share: null })],
    ['capacities: [0].share.others: a safe integer, one or more: 0', share({ others: 0 })],
    [
      'capacities: [0].share.weights[1]: one item per namespace: "a"',
      share({
        weights: [
          { namespace: 'a', weight: 1 },
          { namespace: 'a', weight: 2 },
        ],
      }),
    ],
    [
      'propagation: [1]: one item per kind: "[\\"Job\\",\\"batch\\"]"',
      {
        propagation: [
          { ...Job, policy: 'Orphan' },
          { ...Job, policy: 'Orphan' },
        ],
      },
    ],
    [
      'propagation: [0].policy: "Background" or "Foreground" or "Orphan": ""',
      { propagation: [{ ...Job, policy: '' }] },
    ],
    ['ttl: : a field of the policy: 5', { ttl: 5 }],
  ])('is refused with %s', (refusal, input) => {
    expect(refusalsOf(input)).toEqual([refusal])
  })

  it('names as many problems as anybody reads, and no more', () => {
    const kinds = Array.from({ length: 1000 }, () => ({ of: Job, rules: {} }))
    expect(refusalsOf({ kinds }).length).toBeLessThanOrEqual(100)
    expect(refusalsOf({ kinds: kinds.slice(0, 3) }).length).toBe(2)
  })
})

describe('rules that somebody hands in', () => {
  it('are told by their first problem, or are sound', () => {
    expect(rulesProblem({ enabled: true, ttlSeconds: 5 })).toBeNull()
    expect(rulesProblem({ enabled: 'yes', ttlSeconds: -1 })).toEqual({
      path: 'enabled',
      expected: 'a boolean',
      actual: '"yes"',
    })
    expect(rulesProblem(null)).toEqual({ path: '', expected: 'an object', actual: 'null' })
  })
})
