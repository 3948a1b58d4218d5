/** Each switch of each release of the cleaners changes a decision: one object for each, decided by every preset. */
import { expect, it } from 'vitest'

import * as CsrCleaner from '../../src/controllers/csr-cleaner/index.js'
import { switches as csrSwitches } from '../../src/controllers/csr-cleaner/switches.js'
import * as TokenCleaner from '../../src/controllers/token-cleaner/index.js'
import { switches as tokenSwitches } from '../../src/controllers/token-cleaner/switches.js'
import * as Ttl from '../../src/controllers/ttl/index.js'
import { switches as ttlSwitches } from '../../src/controllers/ttl/switches.js'
import { made } from '../collectors/plan.js'
import { type Decisions, decided, unnoticed } from '../decisions.js'
import { since } from '../since.js'
import { at, job, noon, planOf } from './ttl/build.js'

/** A request that was approved 25 hours ago and has no certificate. */
const request = {
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name: 'r', uid: 'r', creationTimestamp: at(-25 * 3600) },
  status: { conditions: [{ type: 'Approved', lastUpdateTime: at(-25 * 3600) }] },
}

/** A token that has been invalid for two years. */
const token = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    namespace: 'shop',
    name: 't',
    uid: 't',
    creationTimestamp: new Date('2020-01-01T00:00:00Z'),
    labels: { 'kubernetes.io/legacy-token-invalid-since': '2024-01-01' },
    annotations: { 'kubernetes.io/service-account.name': 'web' },
  },
  type: 'kubernetes.io/service-account-token',
}
const account = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { namespace: 'shop', name: 'web', uid: 'web' },
  secrets: [{ name: 't' }],
}

const csr: Decisions<CsrCleaner.Policy> = {
  approvedNotIssued: (policy) =>
    made(CsrCleaner.plan(policy)({ at: noon, requests: [request] })).passes[0].removals.length,
}
const tokens: Decisions<TokenCleaner.Policy> = {
  controller: (policy) =>
    made(
      TokenCleaner.plan(policy)({
        at: noon,
        secrets: [token],
        accounts: [account],
        pods: [],
        trackedSince: '2022-01-01',
        coverage: { _tag: 'Everything' },
      }),
    ).passes[0].removals.length,
}
const ttl: Decisions<Ttl.Policy> = {
  controller: (policy) =>
    planOf({ at: noon, jobs: [job('j', 0)] }, policy).passes.flatMap(({ removals }) => removals).length,
}

it('each release decides so since', () => {
  expect(since(decided(CsrCleaner.presets, csr))).toEqual({ approvedNotIssued: { '1.20': 0, '1.35': 1 } })
  expect(since(decided(TokenCleaner.presets, tokens))).toEqual({ controller: { '1.20': 0, '1.31': 1 } })
  expect(since(decided(Ttl.presets, ttl))).toEqual({ controller: { '1.20': 0, '1.26': 1 } })
})

it('no value of a switch could be another one unnoticed', () => {
  expect(unnoticed(CsrCleaner.presets, csrSwitches, csr)).toEqual([])
  expect(unnoticed(TokenCleaner.presets, tokenSwitches, tokens)).toEqual([])
  expect(unnoticed(Ttl.presets, ttlSwitches, ttl)).toEqual([])
})
