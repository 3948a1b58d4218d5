/**
 * One run of the program: parse the command line, read the inputs, run the command. All I/O is passed in, so that
 * almost everything can be tested in memory.
 */
import { either as E, option as O } from 'fp-ts'

import { parseCommandLine } from './args.js'
import type { Command, Prepared, Result, Text, Toml, UsageError, Yaml } from './command.js'
import { helpOf } from './help.js'
import { safe } from './safe.js'

/** What the program needs of the machine. */
export interface Host {
  /** Text of a file, or why it cannot be read. */
  readonly readFile: (path: string) => Promise<E.Either<string, string>>
  readonly readStdin: () => Promise<E.Either<string, string>>
  readonly stdinIsTerminal: boolean
  readonly stdoutIsTerminal: boolean
  readonly environment: ReadonlyMap<string, string>
  readonly clock: () => Date
  readonly version: () => Promise<string>
  /** Loads the YAML library; called only when something is YAML. */
  readonly loadYaml: () => Promise<Yaml>
  /** Loads the TOML library; called only for a command that reads TOML. */
  readonly loadToml: () => Promise<Toml>
}

/** Runs one command line to its result. */
export const program =
  (commands: ReadonlyArray<Command>) =>
  (host: Host) =>
  async (argv: ReadonlyArray<string>): Promise<Result> => {
    const request = parseCommandLine(commands)(argv)
    if (E.isLeft(request)) return usageError(request.left)
    switch (request.right._tag) {
      case 'Version':
        return printed(`gcplan ${await host.version()}\n`)
      case 'Help':
        return request.right.asked
          ? printed(helpOf(commands)(request.right.words))
          : { stdout: '', stderr: helpOf(commands)(request.right.words), exitCode: 1 }
      case 'Run': {
        const { command, given } = request.right
        const prepared = command.prepare(given)
        if (E.isLeft(prepared)) return usageError({ _tag: 'UsageError', words: command.words, message: prepared.left })
        const color = wantsColor(host, O.toUndefined(given.value('color')))
        return carryOut(host, command, prepared.right, color)
      }
    }
  }

const carryOut = async (host: Host, command: Command, prepared: Prepared, color: boolean): Promise<Result> => {
  const texts = new Map<string, Text>()
  for (const path of prepared.paths) {
    if (texts.has(path)) return failed(`${path} is given twice`)
    const read = path === '-' ? await host.readStdin() : await host.readFile(path)
    if (E.isLeft(read)) return failed(read.left)
    texts.set(path, { name: path === '-' ? 'standard input' : path, text: withoutMark(read.right) })
  }
  const piped = prepared.paths.length === 0 && !host.stdinIsTerminal
  const stdin = piped ? await host.readStdin() : E.right('')
  if (E.isLeft(stdin)) return failed(stdin.left)
  const nothing = prepared.paths.length === 0 && stdin.right.trim() === ''
  if (nothing && prepared.stdin === 'required')
    return usageError({ _tag: 'UsageError', words: command.words, message: 'no files given and no standard input' })
  const input = piped && !nothing ? O.some({ name: 'standard input', text: withoutMark(stdin.right) }) : O.none
  const all = [...texts.values(), ...(O.isSome(input) ? [input.value] : [])]
  const yaml = prepared.printsYaml || all.some(mayBeYaml) ? await host.loadYaml() : yamlUnloaded
  const toml = prepared.readsToml === true ? await host.loadToml() : tomlUnloaded
  const read = (path: string): Text => texts.get(path) ?? { name: path, text: '' }
  const result = prepared.run({ read, clock: host.clock(), color, yaml, toml }, input)
  return { ...result, stderr: safe(result.stderr) }
}

/** Some editors and shells begin a file with a byte order mark. */
const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/** JSON, the common case, begins with a bracket; YAML that does so is JSON as far as anyone writes it. */
const mayBeYaml = ({ text }: Text): boolean => !/^\s*[[{]/.test(text)

const yamlUnloaded: Yaml = {
  parse: () => E.left('the YAML reader is not loaded'),
  print: (value) => JSON.stringify(value),
}

const tomlUnloaded: Toml = { parse: () => E.left('the TOML reader is not loaded') }

const wantsColor = (host: Host, choice: string | undefined): boolean =>
  choice === 'always' ||
  (choice !== 'never' &&
    host.stdoutIsTerminal &&
    (host.environment.get('NO_COLOR') ?? '') === '' &&
    host.environment.get('TERM') !== 'dumb')

const printed = (stdout: string): Result => ({ stdout, stderr: '', exitCode: 0 })

const failed = (message: string): Result => ({ stdout: '', stderr: safe(`gcplan: ${message}\n`), exitCode: 1 })

const usageError = ({ words, message }: UsageError): Result => {
  const called = ['gcplan', ...words].join(' ')
  const problems = message.split('\n').map((line) => `${called}: ${line}\n`)
  return { stdout: '', stderr: safe(`${problems.join('')}Try '${called} --help'.\n`), exitCode: 1 }
}
