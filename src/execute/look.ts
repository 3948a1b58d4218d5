import type { taskEither as TE } from 'fp-ts'
import { either as E } from 'fp-ts'

import type { Caller } from './call.js'
import { call } from './call.js'

/** Observes; never rejects. Finding nothing counts as a failed look. */
export const lookWith = async <A, Err, Fail>(
  caller: Caller<never, Err, Fail>,
  look: () => TE.TaskEither<Err, A>,
): Promise<E.Either<Fail, A>> => {
  const { classify } = caller
  const seen: A[] = []
  const looked = await call<null, Err, Fail>(
    {
      ...caller,
      perform: () => async () => {
        const answer = await look()()
        if (E.isRight(answer)) seen.push(answer.right)
        return answer
      },
      classify:
        classify === undefined ? undefined : (error) => (classify(error) === 'retryable' ? 'retryable' : 'fatal'),
    },
    null,
    () => undefined,
  )
  const [last] = seen.slice(-1)
  if (typeof looked === 'object') return E.left(looked.error)
  return E.right(last as A)
}
