/** The anatomy of a question: the command that it is on a terminal, the files that it takes, and how its answer becomes a view. */
import type { either as E } from 'fp-ts'

import type { Command, Environment, Given } from '../../../../src/cli/command.js'
import type { Parts } from '../../../../src/cli/plan/inputs.js'
import type { Sources } from '../../../../src/cli/sources.js'
import type { HeldFile } from '../files'
import type { FollowedView, Views } from '../answers'
import type { Found } from '../offer'
import type { Question, QuestionKind } from '../question'
import type { Values } from '../settings'

/** What a question has besides its settings. */
export interface Spoken {
  /** Arguments, such as objects. */
  readonly words: ReadonlyArray<string>
  /** Flags. */
  readonly values: Values
}

/** What is shown. */
export interface Shown<K extends QuestionKind> {
  readonly view: Views[K]
  readonly notes: ReadonlyArray<string>
}

/** How questions of one kind are answered; `I` is what their files hold. */
export interface Asking<Q extends Question, I> {
  readonly command: (question: Q) => Command
  /** Files that are arguments or stand for flags. */
  readonly places: (files: ReadonlyArray<HeldFile>, question: Q) => Placed
  readonly spoken: (question: Q) => Spoken
  /** Reads files; the result is kept for further questions with the same settings. */
  readonly sources: (given: Given, question: Q) => E.Either<string, Sources<I>>
  readonly show: (asked: Asked<Q, I>) => E.Either<string, Shown<Q['kind']>>
  /** Objects or records that contain a text, the best first. */
  readonly find?: (inputs: I, text: string) => ReadonlyArray<Found>
  /** What every course of it comes to. */
  readonly follow?: (asked: Asked<Q, I>) => E.Either<string, FollowedView>
}

export interface Asked<Q extends Question, I> {
  readonly environment: Environment
  readonly given: Given
  readonly inputs: I
  readonly question: Q
}

/** Files by the way in which they are given. */
export interface Placed {
  readonly files: ReadonlyArray<string>
  readonly values: Values
}

/** The kinds of file that some parts take. */
export const kindsIn = (parts: Parts<string>): ReadonlySet<string> =>
  new Set([
    ...Object.values(parts).flatMap(({ kinds }) => kinds),
    ...(Object.hasOwn(parts, 'policy') ? ['KubeletConfigurationYaml'] : []),
  ])

/** Files of a node, told apart by what they hold. */
export const placedBy =
  (parts: Parts<string>) =>
  (files: ReadonlyArray<HeldFile>): Placed => ({
    files: files.filter(isPart(parts)).map(({ file }) => file.name),
    values: new Map(),
  })

const isPart = (parts: Parts<string>): ((file: HeldFile) => boolean) => {
  const others = kindsIn(Object.fromEntries(Object.entries(parts).filter(([name]) => name !== 'node-object')))
  const node = parts['node-object']
  return ({ kind, file }) =>
    others.has(kind) ||
    (node !== undefined && node.kinds.some((one) => one === kind) && node.when?.(file.value) === true)
}
