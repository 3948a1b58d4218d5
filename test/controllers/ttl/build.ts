/**
 * Answers how Jobs are written down in a test.
 */
import { either as E } from 'fp-ts'

import { instant } from '../../../src/core/time.js'
import type { Job, JobCondition, Plan, Policy, Snapshot } from '../../../src/controllers/ttl/index.js'
import { defaultPolicy, plan } from '../../../src/controllers/ttl/index.js'

export const noon = new Date('2026-01-01T12:00:00Z')

/** So many seconds after noon. */
export const at = (seconds: number): Date => instant(noon.getTime() + seconds * 1000)

/** A condition that says that a Job has finished so many seconds after noon. */
export const finished = (second: number | undefined, type = 'Complete', status = 'True'): JobCondition => ({
  type,
  status,
  ...(second === undefined ? {} : { lastTransitionTime: at(second) }),
})

/** A Job of namespace `ns` with these conditions. */
export const job = (
  name: string,
  ttlSecondsAfterFinished: number | undefined,
  conditions: ReadonlyArray<JobCondition> = [finished(0)],
  metadata: Partial<Job['metadata']> = {},
): Job => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { namespace: 'ns', name, uid: `u-${name}`, ...metadata },
  spec: { ttlSecondsAfterFinished },
  status: { conditions },
})

export const planOf = (snapshot: Snapshot, policy: Partial<Policy> = {}): Plan => {
  const planned = plan({ ...defaultPolicy, ...policy })(snapshot)
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}
