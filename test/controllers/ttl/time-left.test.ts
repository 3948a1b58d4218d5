import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { timeLeft, timeLeftText } from '../../../src/controllers/ttl/index.js'
import { at, finished, job, noon } from './build.js'

describe('the time that is left to a Job', () => {
  it('ends so many seconds after its finish, and is less than nothing afterwards', () => {
    const end = { finishedAt: noon, ttlSeconds: 60, expiresAt: at(60) }
    expect(timeLeft(at(45))(job('a', 60))).toEqual(E.right({ ...end, remaining: 15_000 }))
    expect(timeLeft(at(61))(job('a', 60))).toEqual(E.right({ ...end, remaining: -1000 }))
  })

  it.each([
    ['has no TTL', job('a', undefined), 'NotToBeCleanedUp', 'job ns/a should not be cleaned up'],
    ['has not finished', job('a', 60, []), 'NotToBeCleanedUp', 'job ns/a should not be cleaned up'],
    [
      'does not say when it finished',
      job('a', 60, [finished(undefined)]),
      'FinishTimeMissing',
      'unable to find the time when the Job ns/a finished',
    ],
    [
      'has no namespace',
      job('a', undefined, [], { namespace: undefined }),
      'NotToBeCleanedUp',
      'job /a should not be cleaned up',
    ],
  ] as const)('cannot be told where it %s', (_, one, tag, text) => {
    const left = timeLeft(noon)(one)
    expect(left).toMatchObject({ left: { _tag: tag, namespace: one.metadata.namespace ?? '', name: 'a' } })
    expect(E.isLeft(left) && timeLeftText(left.left)).toBe(text)
  })
})
