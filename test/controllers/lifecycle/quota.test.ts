import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { hardLimits } from '../../../src/controllers/lifecycle/capacity.js'
import { object, scopes } from './build.js'

const quota = (name: string, hard: unknown, spec: object = {}, more: Partial<WholeObject> = {}): WholeObject => ({
  ...object('v1', 'ResourceQuota', name, {}, { spec: { hard, ...spec } }),
  ...more,
})
const limitsOf = (group: string, kind: string, ...quotas: ReadonlyArray<WholeObject>) =>
  Object.fromEntries(hardLimits({ group, kind }, scopes, quotas))
const jobs = (...quotas: ReadonlyArray<WholeObject>) => limitsOf('batch', 'Job', ...quotas)

describe('the hard limit of a namespace', () => {
  it('is that of the count of the resource, with its group unless it is the core group', () => {
    expect(jobs(quota('q', { 'count/jobs.batch': '3', 'count/jobs': '1', jobs: '2' }))).toEqual({ ns: 3 })
    expect(limitsOf('', 'Secret', quota('q', { 'count/secrets': '3', 'count/secrets.': '1' }))).toEqual({ ns: 3 })
  })

  it.each([
    ['ConfigMap', 'configmaps'],
    ['PersistentVolumeClaim', 'persistentvolumeclaims'],
    ['ReplicationController', 'replicationcontrollers'],
    ['ResourceQuota', 'resourcequotas'],
    ['Secret', 'secrets'],
    ['Service', 'services'],
  ])('is for a %s also that of the plain name %s', (kind, resource) => {
    expect(limitsOf('', kind, quota('q', { [resource]: '4' }))).toEqual({ ns: 4 })
    expect(limitsOf('', kind, quota('q', { [resource]: '4', [`count/${resource}`]: '2' }))).toEqual({ ns: 2 })
  })

  it('is not that of the plain name of pods, which leaves finished ones out, nor of a group', () => {
    expect(limitsOf('', 'Pod', quota('q', { pods: '4' }))).toEqual({})
    const services = { apiVersion: 'example.com/v1', kind: 'Service', resource: 'services' }
    const custom = [{ ...services, namespaced: true, strategicMergePatch: false }]
    const limits = hardLimits({ group: 'example.com', kind: 'Service' }, custom, [quota('q', { services: '4' })])
    expect([...limits]).toEqual([])
  })

  it('is the smallest of several, whichever comes first', () => {
    const [three, five] = [quota('a', { 'count/jobs.batch': '3' }), quota('b', { 'count/jobs.batch': 5 })]
    expect(jobs(three, five)).toEqual({ ns: 3 })
    expect(jobs(five, three)).toEqual({ ns: 3 })
  })

  it.each<readonly [unknown, number]>([
    [0, 0],
    ['0', 0],
    ['1k', 1000],
    ['2e1', 20],
  ])('may be written %o', (hard, limit) => {
    expect(jobs(quota('q', { 'count/jobs.batch': hard }))).toEqual({ ns: limit })
  })

  it.each([
    [-1],
    [1.5],
    [2 ** 53],
    ['-1'],
    ['a few'],
    ['9E'],
    ['18446744073709551616'],
    ['1e64'],
    [null],
    [true],
    [{}],
  ])('is not %o', (hard) => {
    expect(jobs(quota('q', { 'count/jobs.batch': hard }))).toEqual({})
  })

  it('is not said by a quota that counts only some of the objects', () => {
    const hard = { 'count/jobs.batch': '3' }
    expect(jobs(quota('q', hard, { scopes: ['Terminating'] }))).toEqual({})
    expect(jobs(quota('q', hard, { scopeSelector: { matchExpressions: [] } }))).toEqual({})
    expect(jobs(quota('q', hard, { scopes: [], scopeSelector: null }))).toEqual({ ns: 3 })
  })

  it('is only said by a quota of the core group, for a kind that is served', () => {
    const hard = { 'count/jobs.batch': '3' }
    expect(jobs(quota('q', hard, {}, { apiVersion: 'example.com/v1' }))).toEqual({})
    expect(jobs(quota('q', hard, {}, { kind: 'Quota' }))).toEqual({})
    expect(limitsOf('example.com', 'Job', quota('q', hard))).toEqual({})
    expect(limitsOf('batch', 'Ghost', quota('q', hard))).toEqual({})
  })
})
