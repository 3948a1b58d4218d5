import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, it } from 'vitest'

import * as Ttl from '../../../src/controllers/ttl/index.js'
import type { Job, Policy, Snapshot } from '../../../src/controllers/ttl/index.js'
import { describeLaws } from '../../laws.js'
import { runs } from '../../runs.js'
import { arbitraryPolicy, arbitrarySnapshot } from './arbitrary.js'
import { planOf } from './build.js'

describeLaws({
  name: 'finished Jobs',
  collector: Ttl,
  policy: arbitraryPolicy,
  snapshot: arbitrarySnapshot,
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets: (_: Policy, { jobs }: Snapshot) =>
    new Map([['finished', jobs.map(({ metadata }) => `Job ${metadata.uid}`)]]),
  permuted: (snapshot) =>
    fc.shuffledSubarray([...snapshot.jobs], { minLength: snapshot.jobs.length }).map((jobs) => ({ ...snapshot, jobs })),
  numRuns: runs(300),
})

describe('the plan of finished Jobs', () => {
  it('says what the work on each Job comes to when the server knows what the plan knows', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, ({ at, jobs }) => {
        const going = new Set(planOf({ at, jobs }).passes[0].removals.map(({ target }) => target.id))
        return jobs.every((job: Job) => {
          const world: Ttl.ApiClient<string> = {
            get: () => ({ _tag: 'Found', job, at }),
            delete: () => ({ _tag: 'Accepted' }),
          }
          const { _tag } = Ttl.runProgram(world)(Ttl.processJob(at)<string>(job))
          return (_tag === 'Deleted') === going.has(job.metadata.uid)
        })
      }),
    )
  })

  it('finds time left of exactly the Jobs that have finished and say how long they may stay', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, ({ at, jobs }) =>
        jobs.every((job) => {
          const left = Ttl.timeLeft(at)(job)
          return E.isRight(left)
            ? Ttl.needsCleanup(job)
            : (left.left._tag === 'NotToBeCleanedUp') === !Ttl.needsCleanup(job)
        }),
      ),
    )
  })
})
