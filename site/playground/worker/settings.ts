/** Makes the command line of a question: what the page sets, checked against the flags that the command has. */
import { either as E } from 'fp-ts'

import type { Command, Given } from '../../../src/cli/command.js'
import { flagsOf } from '../../../src/cli/exit-codes.js'
import { givenOf } from '../../../src/cli/given.js'
import type { SettingGroup } from './offer'
import type { Settings } from './question'

/** Values by flag. */
export type Values = ReadonlyMap<string, ReadonlyArray<string>>

/** The values that settings stand for. */
export const valuesOf = (settings: Settings): Values =>
  new Map(
    Object.entries(settings).map(([name, value]) => [
      name,
      value === true ? [''] : typeof value === 'string' ? [value] : value,
    ]),
  )

/** What the command is given; flags that it does not have are refused, as from a link that somebody wrote. */
export const givenFor = (command: Command, values: Values, files: ReadonlyArray<string>): E.Either<string, Given> => {
  const known = new Set(flagsOf(command).map(({ name }) => name))
  const strange = [...values.keys()].filter((name) => !known.has(name))
  const name = `gcplan ${command.words.join(' ')}`
  return strange.length === 0
    ? E.right(givenOf(values, files))
    : E.left(strange.map((flag) => `${name} has no setting ${flag}`).join('\n'))
}

/** Headings of settings that mean nothing on a page: which files, sockets and clusters, how text is printed. */
const unwanted =
  /^(Output|A node|Cluster|Daemons|Files|The request|The record|The objects?|Every outcome|Records|Changes|Collectors)/

/** Flags that the page sets by its own means, or that need a machine. */
const ownMeans = new Set([
  ...['output', 'only', 'strict', 'detailed-exitcode', 'color', 'svg', 'top', 'by-record', 'all-roots', 'budget'],
  ...[
    'defaults',
    'config-version',
    'cri',
    'containerd',
    'docker',
    'context',
    'kubeconfig',
    'cluster',
    'node',
    'file',
    'snapshot',
    'collector',
  ],
])

/** The settings of a command, in the groups of its help. */
export const settingsOf = ({ groups }: Command): ReadonlyArray<SettingGroup> =>
  groups
    .filter(({ heading }) => !unwanted.test(heading))
    .map(({ heading, flags }) => ({
      heading,
      settings: flags
        .filter(({ name }) => !ownMeans.has(name))
        .map(({ name, value, many, about }) => ({
          name,
          about,
          ...(value === undefined ? {} : { value }),
          ...(many === undefined ? {} : { many }),
        })),
    }))
    .filter(({ settings }) => settings.length > 0)

/** The same command for a terminal. */
export const commandLine = (command: Command, words: ReadonlyArray<string>, values: Values): string =>
  [
    ...['gcplan', ...command.words, ...words],
    ...[...values].flatMap(([name, all]) =>
      all.flatMap((value) =>
        value === ''
          ? [`--${name}`]
          : value.startsWith('-')
            ? [`--${name}=${value}`]
            : name === 'file'
              ? ['-f', value]
              : [`--${name}`, value],
      ),
    ),
  ]
    .map(quoted)
    .join(' ')

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
