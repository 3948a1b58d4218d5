/**
 * Runs the program in memory: real commands, files of the project, and files made up by a test.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'

import { systemClock } from '../../src/adapters/kubernetes/index.js'
import type { Acting } from '../../src/cli/world.js'
import type { Command, Result } from '../../src/cli/command.js'
import { detailedFlag } from '../../src/cli/exit-codes.js'
import { commands } from '../../src/cli/commands/index.js'
import type { Bundle } from '../../src/cli/gathered/files.js'
import { manifestName } from '../../src/cli/gathered/gathered.js'
import { program } from '../../src/cli/program.js'
import { toml } from '../../src/cli/toml.js'
import { yaml } from '../../src/cli/yaml.js'
import { root } from './bundle.js'

/** Runs one command line with detailed exit codes, which tell tests more. */
export const call = (argv: string, files: Readonly<Record<string, string>> = {}, acting?: Acting): Promise<Result> =>
  callPlainly(detailed(argv), files, acting)

const detailed = (argv: string): string => {
  const words = (command: Command): string => command.words.join(' ')
  const command = commands.find((each) => `${argv} `.startsWith(`${words(each)} `))
  return command === undefined ? argv : `${words(command)} --${detailedFlag.name}${argv.slice(words(command).length)}`
}

/** Runs one command line; `files` are found before those of the project, `-` among them is standard input. */
export const callPlainly = (
  argv: string,
  files: Readonly<Record<string, string>> = {},
  acting: Acting = noCluster,
): Promise<Result> =>
  program(commands)({
    readFile: (path) => Promise.resolve(readIn(files, path)),
    openGathered: (path) => Promise.resolve(E.right(bundleIn(files, path))),
    readStdin: () => Promise.resolve(E.right(files['-'] ?? '')),
    stdinIsTerminal: files['-'] === undefined,
    stdoutIsTerminal: false,
    environment: new Map(),
    clock: () => new Date('2026-12-24T18:00:00Z'),
    version: () => Promise.resolve('0.0.0'),
    acting,
    loadYaml: () => Promise.resolve(yaml),
    loadToml: () => Promise.resolve(toml),
  })(argv.split(' ').filter((word) => word !== ''))

/** A machine from which no cluster can be reached. */
export const noCluster: Acting = {
  withCluster: () => () => Promise.resolve(E.left('no files given, and no cluster to read')),
  files: {
    makeDirectory: (path) => Promise.resolve(E.left(`${path}: nothing may be written`)),
    readIfThere: () => Promise.resolve(E.right(undefined)),
    write: (path) => Promise.resolve(E.left(`${path}: nothing may be written`)),
  },
  members: () => Promise.resolve(E.right(undefined)),
  hostName: () => 'node-a',
  say: () => undefined,
  print: () => undefined,
  note: () => undefined,
  signal: new AbortController().signal,
  clock: systemClock,
}

/** The files below a directory, if one of them is a manifest. */
const bundleIn = (files: Readonly<Record<string, string>>, path: string): Bundle | undefined =>
  files[`${path}/${manifestName}`] === undefined
    ? undefined
    : {
        names: Object.keys(files).flatMap((name) => (name.startsWith(`${path}/`) ? [name.slice(path.length + 1)] : [])),
        read: (name) => Promise.resolve(readIn(files, `${path}/${name}`)),
      }

const readIn = (files: Readonly<Record<string, string>>, path: string): E.Either<string, string> =>
  E.tryCatch(
    () => files[path] ?? readFileSync(join(root, path), 'utf8'),
    () => `${path}: no such file`,
  )
