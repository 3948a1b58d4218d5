/**
 * Parses a command line into help, the version, or a command with checked flags. Flag values stay text; the command
 * interprets them.
 */
import { parseArgs } from 'node:util'

import { either as E, function as F } from 'fp-ts'

import type { Command, Flag, Given, UsageError } from './command.js'
import { flagsOf } from './exit-codes.js'
import { givenOf } from './given.js'
import { askNearest } from './nearest.js'

/** What a command line asks for. */
export type Request =
  | { readonly _tag: 'Version' }
  /** `asked` is false when a command was expected and none given. */
  | { readonly _tag: 'Help'; readonly words: ReadonlyArray<string>; readonly asked: boolean }
  | { readonly _tag: 'Run'; readonly command: Command; readonly given: Given }

/** Reads a command line against a table of commands. */
export const parseCommandLine =
  (commands: ReadonlyArray<Command>) =>
  (argv: ReadonlyArray<string>): E.Either<UsageError, Request> => {
    const [first, ...rest] = argv
    if (first === undefined) return E.right({ _tag: 'Help', words: [], asked: false })
    if (first === '--version' || first === '-V') return E.right({ _tag: 'Version' })
    if (first === 'help') return parseCommandLine(commands)([...rest, '--help'])
    const words = argv.slice(0, leadingWords(commands, argv))
    const command = commands.find((candidate) => sameWords(candidate.words, words))
    const others = argv.slice(words.length)
    if (beforeDashes(others).some(isHelp)) return E.right({ _tag: 'Help', words, asked: true })
    if (command === undefined) return noCommand(commands, words, others)
    return F.pipe(
      parseFlags(flagsOf(command), others),
      E.bimap(
        (message): UsageError => ({ _tag: 'UsageError', words, message }),
        (given) => ({ _tag: 'Run', command, given }),
      ),
    )
  }

/** Reads arguments against flags; the error is one sentence. */
export const parseFlags = (flags: ReadonlyArray<Flag>, args: ReadonlyArray<string>): E.Either<string, Given> => {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      flags.map((flag) => [
        flag.name,
        {
          type: flag.value === undefined ? 'boolean' : 'string',
          ...(flag.short === undefined ? {} : { short: flag.short }),
        },
      ]),
    ),
    strict: false,
    tokens: true,
  })
  const options = tokens.filter((token) => token.kind === 'option')
  return F.pipe(
    options,
    E.traverseArray((option) => readOption(flags, options, option)),
    E.map((read) => {
      const values = new Map<string, ReadonlyArray<string>>()
      for (const [name, value] of read) values.set(name, [...(values.get(name) ?? []), value])
      return givenOf(
        values,
        tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
      )
    }),
  )
}

interface Option {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

const readOption = (
  flags: ReadonlyArray<Flag>,
  options: ReadonlyArray<Option>,
  option: Option,
): E.Either<string, readonly [name: string, value: string]> => {
  const { name, rawName, value, inlineValue } = option
  const flag = flags.find((candidate) => candidate.name === name)
  if (flag === undefined) return E.left(unknownFlag(flags, rawName))
  if (flag.many === undefined && options.find((other) => other.name === name) !== option)
    return E.left(`${rawName} is given twice`)
  return F.pipe(
    flagValue(flag, rawName, value, inlineValue === true),
    E.map((text) => [name, text]),
  )
}

const flagValue = (
  flag: Flag,
  rawName: string,
  value: string | undefined,
  isInline: boolean,
): E.Either<string, string> => {
  if (flag.value === undefined)
    return value === undefined ? E.right('') : E.left(`${rawName} takes no value, got ${JSON.stringify(value)}`)
  const needed = `${rawName} needs a value: ${rawName} ${flag.value}`
  if (value === undefined || (value === '' && flag.mayBeEmpty !== true)) return E.left(needed)
  if (isInline || !looksLikeFlag(value)) return E.right(value)
  return E.left(value.startsWith('--') ? needed : `${needed}; one that begins with a dash: ${rawName}=${value}`)
}

/** A dash, a negative number and a negative duration are values; other text that begins with a dash is a flag. */
const looksLikeFlag = (value: string): boolean => /^-[^\d]/.test(value)

const unknownFlag = (flags: ReadonlyArray<Flag>, rawName: string): string =>
  `unknown flag ${rawName}${askNearest(
    flags.map(({ name }) => `--${name}`),
    rawName,
  )}`

const noCommand = (
  commands: ReadonlyArray<Command>,
  words: ReadonlyArray<string>,
  others: ReadonlyArray<string>,
): E.Either<UsageError, Request> => {
  const [next] = others
  if (next === undefined) return E.right({ _tag: 'Help', words, asked: false })
  if (next.startsWith('-')) return refuse(words, `expected a command before ${next}`)
  const known = commands
    .filter((command) => sameWords(command.words.slice(0, words.length), words))
    .flatMap((command) => command.words.slice(words.length, words.length + 1))
  const advice = askNearest(known, next) || `; known: ${[...new Set(known)].join(', ')}`
  return refuse(words, `unknown command ${JSON.stringify(next)}${advice}`)
}

const refuse = (words: ReadonlyArray<string>, message: string): E.Either<UsageError, never> =>
  E.left({ _tag: 'UsageError', words, message })

/** How many leading arguments are words of some command. */
const leadingWords = (commands: ReadonlyArray<Command>, argv: ReadonlyArray<string>): number => {
  let count = 0
  while (
    count < argv.length &&
    commands.some(
      (command) =>
        command.words.length > count && sameWords(command.words.slice(0, count + 1), argv.slice(0, count + 1)),
    )
  )
    count += 1
  return count
}

const sameWords = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((word, index) => word === b[index])

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h'

const beforeDashes = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = args.indexOf('--')
  return end < 0 ? args : args.slice(0, end)
}
