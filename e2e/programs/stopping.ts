/** A daemon that stops while it is read: every read gives an observation or a typed error, and the command names the flag. */
import { either as E } from 'fp-ts'

import type { SocketError } from '../../src/adapters/containerd/index.js'
import { type Outcome, comparing, countsOf } from '../compare.js'
import { runCommand } from './run.js'

/** What is read, and how it stops. */
export interface Stopping {
  readonly name: string
  readonly read: () => Promise<E.Either<SocketError, unknown>>
  readonly stop: () => Promise<void>
  /** A command that reads the same. */
  readonly command: ReadonlyArray<string>
}

/** Errors of a daemon that is about to end, or has ended. */
const ends = ['Interrupted', 'Unreachable', 'TimedOut', 'Rejected', 'Unsettled']

/** Reads without a pause while the daemon stops, and after. */
export const runStopping = async ({ name, read, stop, command }: Stopping): Promise<Outcome> => {
  const { differences, same } = comparing({ daemon: `stopping ${name}`, seed: 0, world: {} })
  const found: string[] = []
  const ending = { over: false }
  const stopped = stop().then(() => {
    ending.over = true
  })
  while (!ending.over) {
    const one = await read()
    found.push(E.isRight(one) ? 'seen' : one.left._tag)
  }
  await stopped
  const after = await read()
  same(
    'errors of reads',
    [],
    found.filter((tag) => tag !== 'seen' && !ends.includes(tag)),
  )
  same('what comes after', ['Unreachable'], [E.isRight(after) ? 'seen' : after.left._tag])
  const { code, stdout, stderr } = await runCommand(command)
  same('the command', ['1', '', 'true'], [`${code}`, stdout, `${/^gcplan: --\w+: .*\.sock: .*\n$/.test(stderr)}`])
  return { records: 0, removed: 0, reasons: countsOf(found.map((tag) => `while it stopped ${tag}`)), differences }
}
