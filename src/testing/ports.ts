import { type taskEither as TE, either as E } from 'fp-ts'

import type { Trouble } from './trouble.js'

/** Whether there is waiting for a call that hangs; otherwise it counts as refused. */
export type Waiting = 'waits' | 'waits-for-nothing'

/** A call that goes wrong as its trouble says, which is asked for when the call is made; it gives what `carryOut` gives. */
export const callOf =
  <Err, Fault, A>(
    troubleNow: () => Trouble<Err> | undefined,
    carryOut: () => E.Either<Fault, A>,
    waiting: Waiting = 'waits',
  ): TE.TaskEither<Err | Fault, A> =>
  async () => {
    const trouble = troubleNow()
    if (trouble?.how === 'hangs' && waiting === 'waits') await never
    const done = trouble === undefined || trouble.how === 'lost' ? carryOut() : undefined
    return trouble === undefined && done !== undefined ? done : E.left((trouble as Trouble<Err>).error)
  }

/** What never comes. */
export const never: Promise<never> = new Promise<never>(() => undefined)
