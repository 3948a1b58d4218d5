/** Random snapshots and policies of the cleaner of legacy service account tokens. */
import * as fc from 'fast-check'

import type { WholeObject } from '../../apiserver/index.js'
import type { Policy, Secret, ServiceAccount, Snapshot } from '../../controllers/token-cleaner/index.js'
import { millis } from '../../core/time.js'
import { minute } from './instants.js'
import { several } from './parts.js'

const day = 1440
const at = (days: number): Date => minute(days * day)

/** Around ten days before noon, which is the period in most of these. */
const days = fc.integer({ min: -13, max: 1 }).map(at)
const dayTexts = fc.oneof(
  { weight: 5, arbitrary: days.map((one) => one.toISOString().slice(0, 10)) },
  { weight: 1, arbitrary: fc.constantFrom('', 'yesterday', '2026-02-30', '2026-1-1') },
)
const names = fc.constantFrom('a', 'b', '__proto__')
const namespaces = fc.constantFrom('x', 'y')
const maybeDay = fc.option(dayTexts, { nil: undefined, freq: 1 })

const secretOf = (index: number): fc.Arbitrary<Secret> =>
  fc
    .record({
      name: names,
      namespace: namespaces,
      created: fc.option(days, { nil: undefined, freq: 8 }),
      deleted: fc.option(days, { nil: undefined, freq: 1 }),
      lastUsed: maybeDay,
      invalidSince: maybeDay,
      account: fc.constantFrom('s', 's', 's', '', undefined),
      uid: fc.constantFrom(undefined, 'account0', 'other'),
      type: fc.constantFrom('kubernetes.io/service-account-token', 'kubernetes.io/service-account-token', 'Opaque'),
    })
    .map(({ name, namespace, created, deleted, lastUsed, invalidSince, account, uid, type }) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        namespace,
        name,
        uid: `u${index}`,
        resourceVersion: String(index),
        creationTimestamp: created,
        deletionTimestamp: deleted,
        labels: texts({
          'kubernetes.io/legacy-token-last-used': lastUsed,
          'kubernetes.io/legacy-token-invalid-since': invalidSince,
        }),
        annotations: texts({
          'kubernetes.io/service-account.name': account,
          'kubernetes.io/service-account.uid': uid,
        }),
      },
      type,
    }))

const texts = (values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

const accountOf = (index: number): fc.Arbitrary<ServiceAccount> =>
  fc.record({ namespace: namespaces, listed: fc.subarray(['a', 'b', '__proto__']) }).map(({ namespace, listed }) => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { namespace, name: index === 0 ? 's' : `s${index}`, uid: `account${index}` },
    secrets: listed.map((name) => ({ name })),
  }))

const podOf = (index: number): fc.Arbitrary<WholeObject> =>
  fc.record({ namespace: namespaces, name: names, isShown: fc.constantFrom(true, true, false) }).map((pod) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: pod.namespace, name: `p${index}`, uid: `pod${index}` },
    ...(pod.isShown ? { spec: { volumes: [{ name: 't', secret: { secretName: pod.name } }] } } : {}),
  }))

/** Tokens that are used or not, with what may use them. */
export const arbitrarySnapshot: fc.Arbitrary<Snapshot> = fc.record({
  at: fc.oneof(
    fc.constant(at(0)),
    fc.integer({ min: -3 * day, max: 3 * day }).map((minutes) => minute(minutes)),
  ),
  secrets: several(6, secretOf),
  accounts: several(2, accountOf),
  pods: several(1, podOf),
  trackedSince: fc.oneof(
    { weight: 6, arbitrary: fc.constant('2025-01-01') },
    { weight: 2, arbitrary: dayTexts },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  coverage: fc.constantFrom<Snapshot['coverage']>(
    { _tag: 'Everything' },
    { _tag: 'Everything' },
    { _tag: 'Resources', resources: [{ group: '', kind: 'Pod', namespaces: ['x'] }] },
  ),
})

const period = (count: number): Policy['cleanUpPeriod'] => millis(count * 86_400_000)

/** Policies with periods of a day, ten days and a year. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc.constantFrom<Policy>(
  { controller: 'on', cleanUpPeriod: period(10) },
  { controller: 'on', cleanUpPeriod: period(10) },
  { controller: 'on', cleanUpPeriod: period(1) },
  { controller: 'on', cleanUpPeriod: period(365) },
  { controller: 'off', cleanUpPeriod: period(10) },
)
