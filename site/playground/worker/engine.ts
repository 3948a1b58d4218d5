/** Answers one question: makes its command line, reads its files as the command does, and shows what it finds. */
import { either as E, option as O } from 'fp-ts'

import type { Command, Given, Text } from '../../../src/cli/command.js'
import { gatheredIn } from '../../../src/cli/gathered/given.js'
import { environmentOf } from './environment'
import type { Held } from './files'
import type { FollowedView } from './answers'
import type { Found } from './offer'
import type { Step } from './protocol'
import type { Question, QuestionKind } from './question'
import type { Asking, Shown } from './questions/asking'
import { commandLine, givenFor, valuesOf } from './settings'

/** What the engine tells while it works; each is a moment in which a newer question may come. */
export type Tell = (step: Step, said: string) => Promise<void>

/** An answer before it is cut to what a page takes. */
export interface Answered extends Shown<QuestionKind> {
  readonly command: string
  readonly took: Readonly<Record<'read' | 'plan', number>>
}

export interface Answerer<Q extends Question> {
  readonly answer: (held: Held, question: Q, tell: Tell) => Promise<E.Either<string, Answered>>
  readonly find: (held: Held, question: Q, text: string) => Promise<E.Either<string, ReadonlyArray<Found>>>
  readonly follow: (held: Held, question: Q, tell: Tell) => Promise<E.Either<string, FollowedView>>
}

/** Answers questions of one kind; what files held is kept until they or the settings change. */
export const answererOf = <Q extends Question, I>(asking: Asking<Q, I>): Answerer<Q> => {
  let kept: { readonly key: string; readonly held: Held; readonly read: Read<I> } | undefined
  const reading = async (held: Held, question: Q, tell: Tell): Promise<E.Either<string, Read<I>>> => {
    const key = JSON.stringify([
      asking.command(question).words[0],
      asking.places(held.files, question),
      question.settings,
    ])
    if (kept !== undefined && kept.key === key && kept.held === held) return E.right(kept.read)
    const read = await readFor(asking, held, question, tell)
    kept = E.isRight(read) ? { key, held, read: read.right } : undefined
    return read
  }
  const asked = ({ environment, inputs, unpacked }: Read<I>, given: Given, question: Q) => ({
    ...{ environment, inputs, question },
    given: merged(given, unpacked),
  })
  return {
    answer: async (held, question, tell) => {
      const begun = performance.now()
      const read = await reading(held, question, tell)
      if (E.isLeft(read)) return read
      const given = lineFor(asking, held, question)
      if (E.isLeft(given)) return given
      await tell('planning', 'deciding')
      const planned = performance.now()
      const { notes } = read.right
      const shown = asking.show(asked(read.right, given.right, question))
      const done = performance.now()
      return E.map((one: Shown<Q['kind']>) => ({
        view: one.view,
        notes: [...notes, ...one.notes],
        command: saidFor(asking, held, question),
        took: { read: planned - begun, plan: done - planned },
      }))(shown)
    },
    find: async (held, question, text) => {
      const read = await reading(held, question, async () => {})
      return E.map(({ inputs }: Read<I>) => asking.find?.(inputs, text) ?? [])(read)
    },
    follow: async (held, question, tell) => {
      const read = await reading(held, question, tell)
      if (E.isLeft(read)) return read
      const given = lineFor(asking, held, question)
      if (E.isLeft(given)) return given
      return asking.follow?.(asked(read.right, given.right, question)) ?? E.left('this question has no courses')
    },
  }
}

interface Read<I> {
  readonly environment: Parameters<Asking<Question, I>['show']>[0]['environment']
  readonly inputs: I
  readonly notes: ReadonlyArray<string>
  /** With the files of gathered directories in their place. */
  readonly unpacked: Given
}

const readFor = async <Q extends Question, I>(
  asking: Asking<Q, I>,
  held: Held,
  question: Q,
  tell: Tell,
): Promise<E.Either<string, Read<I>>> => {
  const given = lineFor(asking, held, question)
  if (E.isLeft(given)) return given
  await tell('reading', 'reading files')
  const command = asking.command(question)
  const unpacked = await gatheredIn((path) => Promise.resolve(E.right(held.bundles.get(path))), command, given.right)()
  if (E.isLeft(unpacked)) return unpacked
  const sources = asking.sources(unpacked.right.given, question)
  if (E.isLeft(sources)) return sources
  const texts = await textsOf(held, unpacked.right.files, sources.right.paths)
  if (E.isLeft(texts)) return texts
  const environment = await environmentOf(
    texts.right,
    sources.right.readsToml === true,
    (said) => void tell('planning', said),
  )
  if (E.isLeft(environment)) return environment
  await tell('decoding', 'decoding what they hold')
  const inputs = sources.right.read(environment.right, O.none)
  return E.map((found: I) => ({
    environment: environment.right,
    inputs: found,
    notes: unpacked.right.notes,
    unpacked: unpacked.right.given,
  }))(inputs)
}

/** Single flags and words of a question, with what gathered directories gave. */
const merged = (given: Given, unpacked: Given): Given => ({
  has: (name) => given.has(name) || unpacked.has(name),
  value: (name) => O.alt(() => unpacked.value(name))(given.value(name)),
  values: (name) => (given.has(name) ? given.values(name) : unpacked.values(name)),
  files: given.files,
})

const lineFor = <Q extends Question, I>(asking: Asking<Q, I>, held: Held, question: Q): E.Either<string, Given> => {
  const { command, files, values } = lineOf(asking, held, question)
  return givenFor(command, values, files)
}

const saidFor = <Q extends Question, I>(asking: Asking<Q, I>, held: Held, question: Q): string => {
  const { command, files, values } = lineOf(asking, held, question)
  return commandLine(command, files, values)
}

const lineOf = <Q extends Question, I>(
  asking: Asking<Q, I>,
  { files, bundles }: Held,
  question: Q,
): {
  readonly command: Command
  readonly files: ReadonlyArray<string>
  readonly values: Map<string, ReadonlyArray<string>>
} => {
  const placed = asking.places(files, question)
  const spoken = asking.spoken(question)
  return {
    command: asking.command(question),
    files: [...spoken.words, ...placed.files, ...bundles.keys()],
    values: new Map(
      [...placed.values, ...spoken.values, ...valuesOf(question.settings)].filter(([, all]) => all.length > 0),
    ),
  }
}

const textsOf = async (
  { files }: Held,
  inside: ReadonlyMap<string, () => Promise<E.Either<string, string>>>,
  paths: ReadonlyArray<string>,
): Promise<E.Either<string, ReadonlyMap<string, Text>>> => {
  const texts = new Map<string, Text>()
  for (const path of paths) {
    const one = files.find(({ file }) => file.name === path)
    if (one !== undefined) {
      texts.set(path, one.file)
      continue
    }
    const text = await (inside.get(path) ?? (() => Promise.resolve(E.left(`${path}: there is no such file`))))()
    if (E.isLeft(text)) return text
    texts.set(path, { name: path, text: text.right })
  }
  return E.right(texts)
}
