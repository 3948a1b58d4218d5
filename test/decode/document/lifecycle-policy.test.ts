import { readFileSync } from 'node:fs'

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import { decodeLifecyclePolicy } from '../../../src/decode/index.js'
import { full, runs } from '../../runs.js'
import { mutated, replacedEverywhere } from '../mutate.js'
import { right, wrongIn } from '../reading.js'
import { schemaOf } from './files.js'
import { lifecyclePolicies } from './generate-lifecycle.js'

const head = { kind: 'gcplan/lifecycle-policy', version: 1 }
const holds = new Ajv2020({ strict: true, allErrors: true }).compile(schemaOf('lifecycle-policy'))

/** The file of a policy: its fields but for those that are functions. */
const written = lifecyclePolicies.map((policy): object => ({
  ...head,
  ...(JSON.parse(JSON.stringify({ ...policy, extractors: undefined })) as object),
}))

/** What a schema can not say: that no two items are about the same. */
const isTwice = (json: unknown): boolean => {
  const problems = wrongIn(decodeLifecyclePolicy(json))
  return problems.length > 0 && problems.every((problem) => problem.includes('expected one item per'))
}

describe('the file of a lifecycle policy', () => {
  it('says what differs from the default', () => {
    expect(right(decodeLifecyclePolicy(head))).toEqual(Lifecycle.defaultPolicy)
    const period = { _tag: 'Enabled', epoch: '2026-11' }
    expect(right(decodeLifecyclePolicy(JSON.stringify({ ...head, period })))).toEqual({
      ...Lifecycle.defaultPolicy,
      period,
    })
  })

  it('reads every policy that is data alone', () => {
    fc.assert(
      fc.property(lifecyclePolicies, ({ extractors, ...policy }) => {
        expect(right(decodeLifecyclePolicy({ ...head, ...policy }))).toEqual({ ...policy, extractors })
      }),
    )
  })

  it('is refused with every problem and its path', () => {
    const wrong = {
      ...head,
      period: { _tag: 'On' },
      cluster: { ttlSeconds: -1, ttl: '1h' },
      namespaces: [{ namespace: 'ci', rules: { enabled: 'yes' } }],
      extractors: [],
    }
    expect(wrongIn(decodeLifecyclePolicy(wrong))).toEqual([
      'period: expected an object with _tag "Enabled" or "Disabled", got an object',
      'cluster.ttlSeconds: expected whole seconds, zero or more, got -1',
      'cluster.ttl: expected no such field, got "1h"',
      'namespaces[0].rules.enabled: expected a boolean, got "yes"',
      'extractors: expected no such field, got an array of 0',
    ])
  })

  it('says nothing twice', () => {
    const ci = { namespace: 'ci', rules: {} }
    expect(wrongIn(decodeLifecyclePolicy({ ...head, namespaces: [ci, ci] }))).toEqual([
      'namespaces[1]: expected one item per namespace and kind, got "[\\"ci\\",null,null]"',
    ])
  })

  it('is refused with a hundred problems at most, of all its fields together', () => {
    const of = { group: 'batch', kind: 'Job' }
    const kinds = Array.from({ length: 90 }, () => ({ of, rules: {} }))
    const namespaces = Array.from({ length: 90 }, () => ({ namespace: 'ci', rules: {} }))
    const wrong = wrongIn(decodeLifecyclePolicy({ ...head, kinds, namespaces }))
    expect([wrong.length, wrong[0], wrong[99]].map(String)).toEqual([
      '100',
      expect.stringContaining('kinds[1]'),
      expect.stringContaining('namespaces[11]'),
    ])
  })

  it('is no file of another kind', () => {
    expect(wrongIn(decodeLifecyclePolicy({ kind: 'PodList', apiVersion: 'v1', items: [] }))[0]).toMatch(
      /^this is .*, not lifecycle policy; give a file of kind gcplan\/lifecycle-policy$/,
    )
    expect(wrongIn(decodeLifecyclePolicy('period: Enabled'))).not.toEqual([])
  })

  it('is what its schema says', () => {
    fc.assert(
      fc.property(written, (json) => {
        expect(holds(json), JSON.stringify(holds.errors)).toBe(true)
      }),
    )
  })

  it('is accepted when the schema accepts it, and refused when the schema refuses it', () => {
    let refused = 0
    fc.assert(
      fc.property(written.chain(mutated), (json) => {
        const accepted = decodeLifecyclePolicy(json)._tag === 'Right'
        if (!accepted) refused++
        expect({ json, accepted: accepted || isTwice(json) }).toEqual({ json, accepted: holds(json) })
      }),
      { numRuns: runs(300) },
    )
    if (full) expect(refused).toBeGreaterThan(30)
    const samples = fc.sample(written, { numRuns: 2, seed: 7 }).flatMap(replacedEverywhere)
    const differing = samples.filter(
      (json) => (decodeLifecyclePolicy(json)._tag === 'Right' || isTwice(json)) !== holds(json),
    )
    expect(samples.length).toBeGreaterThan(1000)
    expect(differing).toEqual([])
  })

  it('is shown in the schema with all fields that are data', () => {
    const text = readFileSync(new URL('../../../schema/lifecycle-policy.json', import.meta.url), 'utf8')
    const { properties } = JSON.parse(text) as { properties: object }
    const data = Object.keys(Lifecycle.defaultPolicy).filter((field) => field !== 'extractors')
    expect(Object.keys(properties)).toEqual(['$schema', 'kind', 'version', ...data])
  })
})
