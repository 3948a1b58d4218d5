/**
 * The requests of one controller worker, one at a time, as data. The caller carries out a request and passes the answer
 * to `next`, which returns the next step. Programs are stateless: the same answers give the same result.
 */
import type { Address } from '../apiserver/scope.js'
import type { WholeObject } from '../apiserver/object.js'
import type { ApiRequest } from '../apiserver/request.js'

/** The answer to a lookup. */
export type GetAnswer =
  | { readonly _tag: 'Found'; readonly object: WholeObject }
  | { readonly _tag: 'NotFound' }
  /** The kind is not covered there: the object may exist. */
  | { readonly _tag: 'NotCovered' }
  | { readonly _tag: 'Failed'; readonly error: unknown }

/** The answer to a request that changes something. */
export type CallAnswer =
  /** Done; with what an update left, where the server tells it. */
  | { readonly _tag: 'Accepted'; readonly object?: WholeObject | undefined }
  | { readonly _tag: 'NotFound' }
  /** 409, or another rejection: another object or version than the request means. */
  | { readonly _tag: 'Conflict'; readonly message?: string | undefined }
  /** 415: this kind does not accept this patch type. */
  | { readonly _tag: 'UnsupportedMediaType' }
  | { readonly _tag: 'Failed'; readonly error: unknown }

/** The requests of a kind of program, by tag, with their answers. */
export type Protocol = Readonly<Record<string, { readonly says: object; readonly answer: unknown }>>

/** A request, and the continuation with its answer. */
export type Asks<R extends Protocol, A> = {
  readonly [Tag in keyof R & string]: {
    readonly _tag: Tag
    /** What comes after the answer. */
    readonly next: (answer: R[Tag]['answer']) => ProgramOf<R, A>
    /** The same work begun with another request, where upstream has no order. Whoever runs programs may ignore it. */
    readonly alternatives?: (() => ReadonlyArray<ProgramOf<R, A>>) | undefined
  } & R[Tag]['says']
}[keyof R & string]

/** The end of a program. */
export interface Done<A> {
  readonly _tag: 'Done'
  readonly result: A
}

/** The next request, or the result. */
export type ProgramOf<R extends Protocol, A> = Asks<R, A> | Done<A>

/** A program that ends at once. */
export const done = <A>(result: A): Done<A> => ({ _tag: 'Done', result })

/** Runs programs to their end, however long they are. `answered` carries out one request and goes on with the answer. */
export const runWith =
  <R extends Protocol>(answered: <A>(asks: Asks<R, A>) => ProgramOf<R, A>) =>
  <A>(program: ProgramOf<R, A>): A => {
    let at = program
    while (!isDone(at)) at = answered<A>(at)
    return at.result
  }

const isDone = <A>(program: { readonly _tag: string }): program is Done<A> => program._tag === 'Done'

/** The requests of controllers to the API server. */
export type ServerProtocol = {
  readonly Get: { readonly says: { readonly object: Address }; readonly answer: GetAnswer }
  readonly Call: { readonly says: { readonly request: ApiRequest }; readonly answer: CallAnswer }
}

/** A program of requests to the API server. */
export type Program<A> = ProgramOf<ServerProtocol, A>

/** One request, and its answer as the result. */
export const call = (request: ApiRequest): Program<CallAnswer> => ({ _tag: 'Call', request, next: done })

/** A program, then the one that its result asks for. */
export const andThen = <A, B>(program: Program<A>, then: (result: A) => Program<B>): Program<B> => {
  switch (program._tag) {
    case 'Done':
      return then(program.result)
    case 'Get': {
      const { object, next } = program
      return { _tag: 'Get', object, next: (answer) => andThen(next(answer), then) }
    }
    case 'Call': {
      const { request, next, alternatives } = program
      return {
        _tag: 'Call',
        request,
        next: (answer) => andThen(next(answer), then),
        alternatives:
          alternatives === undefined ? undefined : () => alternatives().map((other) => andThen(other, then)),
      }
    }
  }
}

/** Programs one after the other, each made when those before it have ended. */
export const inTurn = (programs: ReadonlyArray<() => Program<unknown>>): Program<undefined> => {
  const from = (index: number): Program<undefined> => {
    const program = programs[index]
    return program === undefined ? done(undefined) : andThen(program(), () => from(index + 1))
  }
  return from(0)
}

/** What is left of a list from an index on, once with each of the others at its head: for work without an order. */
export const withOthersFirst = <A>(list: ReadonlyArray<A>, from: number): ReadonlyArray<ReadonlyArray<A>> => {
  const left = list.slice(from)
  return left.slice(1).map((first) => [first, ...left.filter((one) => one !== first)])
}

/** Answers requests: a simulated server, or a recording. */
export interface Client {
  readonly get: (object: Address) => GetAnswer
  readonly call: (request: ApiRequest) => CallAnswer
}

/** Runs a program against a client. */
export const runProgram = ({ get, call }: Client): (<A>(program: Program<A>) => A) =>
  runWith<ServerProtocol>((asks) => (asks._tag === 'Get' ? asks.next(get(asks.object)) : asks.next(call(asks.request))))
