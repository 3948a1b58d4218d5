import { either as E, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Job, Port, SecondThought } from '../../../src/controllers/ttl/index.js'
import { applyReport, conclude, perform } from '../../../src/controllers/ttl/index.js'
import { execute } from '../../../src/execute/index.js'
import { at, job, planOf } from './build.js'

const snapshot = { at: at(60), jobs: [job('a', 60)] }

const carriedOut = async (
  live: E.Either<string, Job | undefined>,
): Promise<{ readonly deletes: number; readonly failed: unknown }> => {
  let deletes = 0
  const port: Port<string | SecondThought> = {
    get: () => TE.fromEither(live),
    delete: () => {
      deletes++
      return TE.right(null)
    },
    now: () => at(61),
    stays: (why) => why,
  }
  const report = await execute(perform(port))(planOf(snapshot))()
  const [outcome] = report.passes[0]?.outcomes ?? []
  expect(applyReport(report)(snapshot).jobs[0]?.metadata.deletionTimestamp === undefined).toBe(deletes === 0)
  expect(conclude(String)(planOf(snapshot))(report)).toEqual({ events: [], error: { _tag: 'None' } })
  return { deletes, failed: outcome?._tag === 'Failed' ? outcome.error : null }
}

describe('a Job that has expired', () => {
  it('is deleted when a lookup agrees', async () => {
    expect(await carriedOut(E.right(job('a', 60)))).toEqual({ deletes: 1, failed: null })
  })

  it.each([
    ['is gone', undefined, { _tag: 'Gone' }],
    ['has another uid by now', job('a', 1, undefined, { uid: 'u' }), { _tag: 'Replaced', uid: 'u' }],
    ['has lost its TTL', job('a', undefined), { _tag: 'NoTtl' }],
    [
      'is being deleted',
      job('a', 1, undefined, { deletionTimestamp: at(0) }),
      { _tag: 'BeingDeleted', since: at(0), finalizers: [] },
    ],
  ])('is left alone when it %s', async (_, live, failed) => {
    expect(await carriedOut(E.right(live))).toEqual({ deletes: 0, failed })
  })

  it('is left alone when the lookup fails', async () => {
    expect(await carriedOut(E.left('server is down'))).toEqual({ deletes: 0, failed: 'server is down' })
  })
})
