import { expect, it } from 'vitest'

import { after, millis } from '../../src/core/time.js'
import { virtualClock } from '../../src/testing/virtual-clock.js'

it('a virtual clock that is put forward wakes whoever sleeps until then, and nobody who sleeps for longer', async () => {
  let at = new Date('2026-01-01T12:00:00Z')
  const clock = virtualClock(
    () => at,
    (moment) => (at = moment),
  )
  const awake: string[] = []
  for (const [name, span] of [
    ['before', 4],
    ['just then', 5],
    ['later', 6],
  ] as const)
    void clock
      .sleep(millis(span))()
      .then(() => awake.push(name))
  await clock.advance(millis(5))
  expect(awake).toEqual(['before', 'just then'])
  expect(at).toEqual(after(new Date('2026-01-01T12:00:00Z'), millis(5)))
})
