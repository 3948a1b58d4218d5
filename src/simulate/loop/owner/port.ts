/** Sends the requests of an attempt to an API server. */
import { type task as T, type taskEither as TE, either as E, function as F } from 'fp-ts'

import type { KubeObject } from '../../../apiserver/object.js'
import type {
  Address,
  Answer,
  CallAnswer,
  Port as OwnerPort,
  Program,
  Request,
} from '../../../controllers/owner/index.js'
import { call, errorOrFault, lookWith } from '../../../execute/call.js'
import type { CallFault } from '../../../execute/fault.js'
import type { Patience } from '../../../execute/wait.js'

/** The API calls of the loop; `Err` is your error type. */
export interface Port<Err> extends OwnerPort<Err> {
  /** Looks an object up; none if the server has no such object. */
  readonly get: (object: Address) => TE.TaskEither<Err, KubeObject | undefined>
  /** True for the answer 404 to a request that changes something. */
  readonly isNotFound: (error: Err) => boolean
  /** True for the answer 409. */
  readonly isConflict: (error: Err) => boolean
}

/**
 * Runs a program against an API server; never rejects. A call without a response is an error.
 *
 * Fails: never; errors are responses to the program.
 */
export const runProgramOn =
  <Err>(port: Port<Err>, patience: Patience = {}) =>
  <A>(program: Program<Err | CallFault, A>): T.Task<A> =>
  async () => {
    let at = program
    while (at._tag !== 'Done')
      at =
        at._tag === 'Get'
          ? at.next(await lookUp(port, patience, at.object))
          : at.next(await send(port, patience, at.request))
    return at.result
  }

const lookUp = async <Err>(port: Port<Err>, patience: Patience, object: Address): Promise<Answer<Err | CallFault>> => {
  const found = await lookWith<KubeObject | undefined, Err, Err | CallFault>(
    {
      ...patience,
      perform: () => port.get(object),
      errorOf: errorOrFault,
    },
    () => port.get(object),
  )
  return F.pipe(
    found,
    E.match(
      (error): Answer<Err | CallFault> => ({ _tag: 'Failed', error }),
      (live) => (live === undefined ? { _tag: 'NotFound' } : { _tag: 'Found', object: live }),
    ),
  )
}

const send = async <Err>(
  port: Port<Err>,
  patience: Patience,
  request: Request,
): Promise<CallAnswer<Err | CallFault>> => {
  const called = await call<Request, Err, CallAnswer<Err | CallFault>>(
    {
      ...patience,
      perform: (asked) =>
        asked._tag === 'Patch' ? port.patch(asked.object, asked.patch) : port.delete(asked.object, asked.options),
      errorOf: (failure) => (failure._tag === 'Answered' ? answerTo(port, failure.error) : failedWith(failure.fault)),
    },
    request,
    () => undefined,
  )
  return typeof called === 'object' ? called.error : { _tag: 'Accepted' }
}

const answerTo = <Err>(port: Port<Err>, error: Err): CallAnswer<Err> => {
  if (port.isNotFound(error)) return { _tag: 'NotFound' }
  if (port.isConflict(error)) return { _tag: 'Conflict' }
  return port.isUnsupportedMediaType(error) ? { _tag: 'UnsupportedMediaType' } : failedWith(error)
}

const failedWith = <Err>(error: Err): CallAnswer<Err> => ({ _tag: 'Failed', error })
