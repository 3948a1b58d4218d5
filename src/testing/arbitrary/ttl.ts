import * as fc from 'fast-check'

import { type Job, type JobCondition, type Policy, type Snapshot, presets } from '../../controllers/ttl/index.js'
import { second as at } from './instants.js'
import { several } from './parts.js'

const instants = fc.integer({ min: -90, max: 90 }).map((seconds) => at(seconds))

const condition: fc.Arbitrary<JobCondition> = fc.record({
  type: fc.constantFrom('Complete', 'Failed', 'Complete', 'Failed', 'Suspended'),
  status: fc.constantFrom('True', 'True', 'False', 'Unknown'),
  lastTransitionTime: fc.option(instants, { nil: undefined, freq: 6 }),
})

const jobOf = (index: number): fc.Arbitrary<Job> =>
  fc
    .record({
      name: fc.constantFrom('a', 'b', '__proto__'),
      namespace: fc.constantFrom('x', '__proto__'),
      deleted: fc.option(instants, { nil: undefined, freq: 1 }),
      ttl: fc.constantFrom(undefined, 0, 1, 30, 60, 2_147_483_647),
      conditions: fc.option(fc.array(condition, { maxLength: 3 }), { nil: undefined, freq: 9 }),
    })
    .map(({ name, namespace, deleted, ttl, conditions }) => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { namespace, name, uid: `u${index}`, deletionTimestamp: deleted },
      spec: { ttlSecondsAfterFinished: ttl },
      status: { conditions },
    }))

/** Jobs that have finished, or may have. */
export const arbitrarySnapshot: fc.Arbitrary<Snapshot> = fc.record({
  at: fc.oneof(
    instants,
    fc.integer({ min: -90_000, max: 90_000 }).map((millis) => at(millis / 1000)),
  ),
  jobs: several(6, jobOf),
})

/** Policies of every release. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc.constantFrom(...Object.values(presets))
