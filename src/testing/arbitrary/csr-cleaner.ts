import * as fc from 'fast-check'

import {
  type Policy,
  type RequestCondition,
  type SigningRequest,
  type Snapshot,
  presets,
} from '../../controllers/csr-cleaner/index.js'
import { certificateUntil } from './certificate.js'
import { minute as at } from './instants.js'
import { several } from './parts.js'

/** Around the limits of an hour and of a day before noon. */
const instants = fc
  .tuple(fc.constantFrom(-1440, -60, 0), fc.integer({ min: -2, max: 2 }))
  .map(([limit, minutes]) => at(limit + minutes))

const condition: fc.Arbitrary<RequestCondition> = fc.record({
  type: fc.constantFrom('Approved', 'Denied', 'Failed', 'Approved', 'Other'),
  lastUpdateTime: fc.option(instants, { nil: undefined, freq: 6 }),
})

const certificate = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: instants.map(certificateUntil) },
  { weight: 1, arbitrary: fc.constantFrom('', 'bm8gY2VydGlmaWNhdGU=', '!') },
)

const requestOf = (index: number): fc.Arbitrary<SigningRequest> =>
  fc
    .record({
      name: fc.constantFrom('a', 'b', '__proto__'),
      created: fc.option(instants, { nil: undefined, freq: 6 }),
      deleted: fc.option(instants, { nil: undefined, freq: 1 }),
      conditions: fc.option(fc.array(condition, { maxLength: 3 }), { nil: undefined, freq: 5 }),
      certificate,
    })
    .map(({ name, created, deleted, conditions, certificate: issued }) => ({
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name, uid: `u${index}`, creationTimestamp: created, deletionTimestamp: deleted },
      status: { conditions, certificate: issued },
    }))

/** Requests in every state, around the limits. */
export const arbitrarySnapshot: fc.Arbitrary<Snapshot> = fc.record({
  at: fc.oneof(
    fc.integer({ min: -3, max: 3 }).map((minutes) => at(minutes)),
    fc.integer({ min: -2_000_000, max: 2_000_000 }).map((seconds) => at(seconds / 60)),
  ),
  requests: several(6, requestOf),
})

/** Policies of every release. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc.constantFrom<Policy>(...Object.values(presets), {
  controller: 'off',
  approvedNotIssued: 'delete',
})
