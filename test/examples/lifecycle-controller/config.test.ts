import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { configOf } from '../../../examples/lifecycle-controller/config.js'

describe('the settings of the lifecycle controller', () => {
  it.each([
    [{ INTERVAL_SECONDS: '0' }, 'INTERVAL_SECONDS: expected a whole number, 1 or more, got "0"'],
    [{ PORT: '' }, 'PORT: expected a whole number, 0 or more, got ""'],
    [{ PORT: ' ' }, 'PORT: expected a whole number, 0 or more, got " "'],
    [{ LEADER_ELECTION: 'yes' }, 'LEADER_ELECTION: expected "true" or "false", got "yes"'],
    [{ POLICY: 'configmaps/a' }, expect.stringMatching(/^POLICY: /) as string],
  ])('%j is refused by name', (environment, message) => {
    expect(configOf(environment, 'x')).toStrictEqual(E.left(message))
  })

  it('names each process, and looks every five minutes unless told otherwise', () => {
    expect(configOf({ POD_NAME: 'web-0' }, 'x')).toMatchObject({
      right: { identity: 'web-0_x', interval: 300_000, port: 8080, elects: true },
    })
  })
})
