import { describe, expect, it } from 'vitest'

import type { Job, Result, ApiClient } from '../../../src/controllers/ttl/index.js'
import { processJob, runProgram } from '../../../src/controllers/ttl/index.js'
import { at, job } from './build.js'

const run = (
  live: Job | undefined,
  later = 60,
): { readonly result: Result<string>; readonly deleted: ReadonlyArray<string> } => {
  const deleted: string[] = []
  const world: ApiClient<string> = {
    get: () => (live === undefined ? { _tag: 'NotFound' } : { _tag: 'Found', job: live, at: at(later) }),
    delete: (_, { preconditions }) => {
      deleted.push(preconditions.uid)
      return { _tag: 'Accepted' }
    },
  }
  return { result: runProgram(world)(processJob(at(60))<string>(job('a', 60))), deleted }
}

describe('the work on an expired Job', () => {
  it('deletes what a lookup finds, by its uid', () => {
    expect(run(job('a', 60)).deleted).toEqual(['u-a'])
  })

  it('deletes another Job of the name that has expired as well', () => {
    expect(run(job('a', 1, undefined, { uid: 'u-other' }))).toEqual({
      result: { _tag: 'Deleted', uid: 'u-other' },
      deleted: ['u-other'],
    })
  })

  it('judges what it finds by the time of the lookup', () => {
    expect(run(job('a', 90), 61).result).toEqual({ _tag: 'RequeueAfter', after: 29_000, until: at(90) })
    expect(run(job('a', 90), 90).deleted).toEqual(['u-a'])
  })

  it('is done when the Job is gone or has lost its TTL', () => {
    expect(run(undefined).result).toEqual({ _tag: 'Gone' })
    expect(run(job('a', undefined)).result).toEqual({ _tag: 'Nothing', because: { _tag: 'NoTtl' } })
  })

  it('asks for the Job by its name, then for its end in the foreground, one request at a time', () => {
    const program = processJob(at(60))<string>(job('a', 60, undefined, { namespace: undefined }))
    expect(program).toMatchObject({ _tag: 'Get', job: { namespace: '', name: 'a' } })
    const next = program._tag === 'Get' ? program.next({ _tag: 'Found', job: job('a', 60), at: at(60) }) : program
    expect(next).toMatchObject({
      _tag: 'Delete',
      job: { namespace: 'ns', name: 'a' },
      options: { propagationPolicy: 'Foreground', preconditions: { uid: 'u-a' } },
    })
    expect(next._tag === 'Delete' && next.next({ _tag: 'Failed', error: 'conflict' })).toEqual({
      _tag: 'Done',
      result: { _tag: 'Retry', because: { _tag: 'DeleteFailed', error: 'conflict' } },
    })
    expect(program._tag === 'Get' && program.next({ _tag: 'Failed', error: 'timeout' })).toEqual({
      _tag: 'Done',
      result: { _tag: 'Retry', because: { _tag: 'GetFailed', error: 'timeout' } },
    })
  })

  it('asks for nothing where the cache knows no Job, or one whose time is not over', () => {
    expect(processJob(at(60))(undefined)).toEqual({ _tag: 'Done', result: { _tag: 'Gone' } })
    expect(processJob(at(59))(job('a', 60))).toEqual({
      _tag: 'Done',
      result: { _tag: 'RequeueAfter', after: 1000, until: at(60) },
    })
  })
})
