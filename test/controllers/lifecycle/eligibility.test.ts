import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Policy, Rules, Snapshot } from '../../../src/controllers/lifecycle/index.js'
import { annotationNames, namespaceAnnotationNames } from '../../../src/controllers/lifecycle/index.js'
import { assessor } from '../../../src/controllers/lifecycle/eligibility.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import { clusterOf, enabled, job, noon, object, secret } from './build.js'

const ns = (annotations: Readonly<Record<string, string>> = {}): WholeObject =>
  object('v1', 'Namespace', 'ns', {}, { metadata: { namespace: undefined, annotations } })

const assessmentsOf = (
  objects: ReadonlyArray<WholeObject>,
  policy: Partial<Policy> = {},
  more: Partial<Snapshot> = {},
) => {
  const { assess } = assessor(enabled(policy), clusterOf(objects, more))
  return objects.map(assess)
}

/** The values of the rules of each object, and who made them; why it is settled otherwise. */
const told = (...given: Parameters<typeof assessmentsOf>): ReadonlyArray<unknown> =>
  assessmentsOf(...given).map((assessment) =>
    assessment._tag === 'Settled'
      ? [assessment.eligibility._tag, 'reasons' in assessment.eligibility ? assessment.eligibility.reasons[0] : null]
      : Object.fromEntries(
          Object.entries(assessment.rules).map(([field, rule]) => [field, `${String(rule.value)} ${rule.from}`]),
        ),
  )

const on: Rules = { enabled: true }

describe('rules that cannot be read', () => {
  it('of an object are told by the first of its annotations', () => {
    const annotations = { [annotationNames.ttlSeconds]: 'soon', [annotationNames.minRetentionSeconds]: '-1' }
    const because = `${annotationNames.ttlSeconds}: expected whole seconds, got soon`
    expect(told([secret('a', {}, { annotations })])).toEqual([
      ['Undecided', { _tag: 'RulesUnreadable', of: 'object', because }],
    ])
  })

  it('of a namespace are told by the first of its annotations', () => {
    const because = `${namespaceAnnotationNames.enabled}: expected "true" or "false", got yes`
    expect(told([secret('a', on), ns({ [namespaceAnnotationNames.enabled]: 'yes' })])[0]).toEqual([
      'Undecided',
      { _tag: 'RulesUnreadable', of: 'namespace', because },
    ])
  })

  it.each<readonly [string, Policy['stated']]>([
    ['no idea', () => E.left('no idea')],
    ['enabled: expected a boolean, got "yes"', () => E.right({ enabled: 'yes' } as never)],
    [
      'the reader of rules failed',
      () => {
        throw new Error('broken')
      },
    ],
  ])('by a reader are told: %s', (because, stated) => {
    expect(told([secret('a')], { stated })).toEqual([['Undecided', { _tag: 'RulesUnreadable', of: 'object', because }]])
  })
})

describe('rules that are stated', () => {
  it('count for the object that states them, not for its neighbours', () => {
    const two = [
      secret('a', { ...on, ttlSeconds: 1 }),
      secret('b', on),
      secret('c'),
      secret('d', { ...on, ttlSeconds: 2 }),
    ]
    expect(told(two)).toEqual([
      { enabled: 'true object', ttlSeconds: '1 object' },
      { enabled: 'true object' },
      ['Needed', { _tag: 'NotEnabled' }],
      { enabled: 'true object', ttlSeconds: '2 object' },
    ])
  })

  it('are those of the namespace and kind of each object, in whatever order they come', () => {
    const Secret = { group: '', kind: 'Secret' }
    const namespaces = [
      { namespace: 'ns', rules: { ttlSeconds: 1 } },
      { namespace: 'ns', of: Secret, rules: { ttlSeconds: 2 } },
      { namespace: 'other', rules: { ttlSeconds: 3 } },
    ]
    const objects = [secret('a', on), secret('b', on, { namespace: 'other' }), job('c', null, on), secret('d', on)]
    expect(told(objects, { namespaces, kinds: [{ of: Secret, rules: { afterUnused: true } }] })).toEqual([
      { enabled: 'true object', ttlSeconds: '2 namespace-kind', afterUnused: 'true kind' },
      { enabled: 'true object', ttlSeconds: '3 namespace', afterUnused: 'true kind' },
      { enabled: 'true object', ttlSeconds: '1 namespace' },
      { enabled: 'true object', ttlSeconds: '2 namespace-kind', afterUnused: 'true kind' },
    ])
  })

  it('are nowhere where the policy says so', () => {
    const objects = [secret('a', { ...on, ttlSeconds: 1 }), ns({ [namespaceAnnotationNames.ttlSeconds]: 'soon' })]
    expect(told(objects, { stated: 'nowhere', cluster: { enabled: true, ttlSeconds: 9 } })[0]).toEqual({
      enabled: 'true cluster',
      ttlSeconds: '9 cluster',
    })
  })

  it('by a reader are told apart by who states them', () => {
    const roles: string[] = []
    const stated: Policy['stated'] = ({ kind }, role) => {
      roles.push(`${kind} ${role}`)
      return E.right(role === 'namespace' ? { ttlSeconds: 7 } : { enabled: true })
    }
    expect(told([secret('a'), ns()], { stated })[0]).toEqual({ enabled: 'true object', ttlSeconds: '7 namespace' })
    expect(roles).toContain('Namespace namespace')
    expect(roles).toContain('Secret object')
  })

  it('of the annotations of a namespace come before those that the policy has for all of it', () => {
    const namespaces = [{ namespace: 'ns', rules: { ttlSeconds: 1, afterUnused: true } }]
    const annotated = ns({ [namespaceAnnotationNames.ttlSeconds]: '5' })
    expect(told([secret('a', on), annotated], { namespaces })[0]).toEqual({
      enabled: 'true object',
      ttlSeconds: '5 namespace',
      afterUnused: 'true namespace',
    })
  })
})

describe('an object', () => {
  it('is told to be on its way out only after its rules let it take part', () => {
    const gone = { deletionTimestamp: noon, finalizers: ['a/b'] }
    expect(told([secret('a', on, gone), secret('b', {}, gone), secret('c', on, { deletionTimestamp: noon })])).toEqual([
      ['Needed', { _tag: 'BeingDeleted', since: noon, finalizers: ['a/b'] }],
      ['Needed', { _tag: 'NotEnabled' }],
      ['Needed', { _tag: 'BeingDeleted', since: noon, finalizers: [] }],
    ])
  })

  it('is not judged where its namespace was neither listed nor seen, or was seen twice', () => {
    const unknown = ['Undecided', { _tag: 'NamespaceUnknown', namespace: 'ns' }]
    const coverage = { _tag: 'Resources', resources: [] } as const
    expect(told([secret('a', on)], {}, { coverage })).toEqual([unknown])
    expect(told([secret('a', on), ns()], {}, { coverage })[0]).toEqual({ enabled: 'true object' })
    const twin = object('v1', 'Namespace', 'ns', {}, { metadata: { namespace: undefined, uid: 'twin' } })
    expect(told([secret('a', on), ns(), twin])[0]).toEqual(unknown)
    expect(told([secret('a', on)])).toEqual([{ enabled: 'true object' }])
  })

  it('that opts in nowhere may be opted in by a namespace that was not listed', () => {
    const coverage = { _tag: 'Resources', resources: [] } as const
    expect(told([secret('a')], {}, { coverage })).toEqual([
      ['Undecided', { _tag: 'NamespaceUnknown', namespace: 'ns' }],
    ])
  })

  it('is not the namespace that another group calls so', () => {
    const other = object(
      'example.com/v1',
      'Namespace',
      'ns',
      {},
      {
        metadata: { namespace: undefined, deletionTimestamp: noon },
      },
    )
    expect(told([secret('a', on), other])[0]).toEqual({ enabled: 'true object' })
  })
})
