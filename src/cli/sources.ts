/** Prepares commands: their own flags are read first, then what their files hold, and then the command answers. */
import { type option as O, either as E, function as F } from 'fp-ts'

import type { Environment, Prepared, Result, Text } from './command.js'
import { failed } from './plan/print.js'

/** The files of a command, and how what they hold is read. */
export interface Sources<I> extends Omit<Prepared, 'run'> {
  readonly read: (environment: Environment, stdin: O.Option<Text>) => E.Either<string, I>
}

/** The result of a command once its flags and files are read; the error is text. */
type Answer<I, A> = (environment: Environment, inputs: I, flags: A) => E.Either<string, Result>

/** Prepares a command. What is wrong with its own flags comes before what is wrong with those about its files. */
export const answering = <A, I>(
  flags: E.Either<string, A>,
  sources: E.Either<string, Sources<I>>,
  answer: Answer<I, A>,
): E.Either<string, Prepared> =>
  F.pipe(
    flags,
    E.flatMap((own) =>
      F.pipe(
        sources,
        reading((environment, inputs) => answer(environment, inputs, own)),
      ),
    ),
    E.map(({ read, ...files }) => ({ ...files, run: F.flow(read, E.getOrElse(failed)) })),
  )

/** The same files, with more made of what they hold. */
export const reading = <I, J>(
  more: (environment: Environment, inputs: I) => E.Either<string, J>,
): ((sources: E.Either<string, Sources<I>>) => E.Either<string, Sources<J>>) =>
  E.map(({ read, ...files }) => ({
    ...files,
    read: (environment, stdin) =>
      F.pipe(
        read(environment, stdin),
        E.flatMap((inputs) => more(environment, inputs)),
      ),
  }))
