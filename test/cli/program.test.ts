import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Command, Prepared, Result } from '../../src/cli/command.js'
import type { Host } from '../../src/cli/program.js'
import { program } from '../../src/cli/program.js'
import { yaml } from '../../src/cli/yaml.js'
import { call as callCommands, noCluster } from './call.js'

/** Prints what it was given, so that tests see what the program handed it. */
const echo: Command = {
  words: ['echo'],
  summary: 'prints what it reads',
  usage: '[FILES]',
  about: ['Prints what it reads.'],
  groups: [{ heading: 'Flags', flags: [{ name: 'color', value: 'WHEN', about: 'colours' }] }],
  examples: ['gcplan echo a.json'],
  prepare: (given) => (given.files.includes('bad') ? E.left('bad is refused') : E.right(echoing(given.files))),
}

const echoing = (paths: ReadonlyArray<string>): Prepared => ({
  paths,
  stdin: 'required',
  printsYaml: false,
  run: (world, stdin) => ({
    stdout: [...paths.map(world.read), ...(O.isSome(stdin) ? [stdin.value] : [])]
      .map(({ name, text }) => `${name}=${text}`)
      .concat(world.color ? ['coloured'] : [])
      .join('\n'),
    stderr: '',
    exitCode: 2,
  }),
})

const host: Host = {
  readFile: (path) => Promise.resolve(path === 'gone' ? E.left('gone: no such file') : E.right(`{"from":"${path}"}`)),
  openGathered: () => Promise.resolve(E.right(undefined)),
  readStdin: () => Promise.resolve(E.right('{"piped":1}')),
  stdinIsTerminal: true,
  stdoutIsTerminal: false,
  environment: new Map(),
  clock: () => new Date(0),
  version: () => Promise.resolve('9.9.9'),
  acting: noCluster,
  loadYaml: () => Promise.reject(new Error('YAML is not wanted here')),
  loadToml: () => Promise.reject(new Error('TOML is not wanted here')),
}

const call = (argv: string[], machine: Partial<Host> = {}): Promise<Result> =>
  program([echo])({ ...host, ...machine })(argv)

describe('program', () => {
  it('prints the version', async () => {
    expect(await call(['--version'])).toEqual({ stdout: 'gcplan 9.9.9\n', stderr: '', exitCode: 0 })
  })

  it('prints help that was asked for on standard output, with success', async () => {
    const { stdout, stderr, exitCode } = await call(['echo', '--help'])
    expect([stderr, exitCode]).toEqual(['', 0])
    expect(stdout).toContain('Usage: gcplan echo [FILES]')
    expect(stdout).toContain('--color WHEN')
  })

  it('prints help that was not asked for on standard error, as an error', async () => {
    const { stdout, stderr, exitCode } = await call([])
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toContain('gcplan echo  prints what it reads')
  })

  it('hands on what follows the beginning of a long output', async () => {
    const long: Command = {
      ...echo,
      prepare: () =>
        E.right({
          ...{ paths: [], stdin: 'none', printsYaml: false },
          run: () => ({ stdout: 'a', more: ['b', 'c'], stderr: '', exitCode: 2 }),
        }),
    }
    const { stdout, more = [], exitCode } = await program([long])(host)(['echo'])
    expect([stdout, ...more]).toEqual(['a', 'b', 'c'])
    expect(exitCode).toBe(0)
  })

  it('prints no control characters of a command on standard error, and all of them on standard output', async () => {
    const shouts: Command = {
      ...echo,
      prepare: () =>
        E.right({
          ...echoing([]),
          stdin: 'optional',
          run: () => ({ stdout: '\u001b[2J\n', stderr: '\u001b[2J\n', exitCode: 3 }),
        }),
    }
    const { stdout, stderr, exitCode } = await program([shouts])(host)(['echo', '--detailed-exitcode'])
    expect([stdout, exitCode]).toEqual(['\u001b[2J\n', 3])
    expect(stderr).not.toContain('\u001b')
    expect(stderr).toContain('[2J')
  })

  it('keeps blank lines before what it reads, so that errors name the right line', async () => {
    const readFile = () => Promise.resolve(E.right('\n \n{}'))
    expect((await call(['echo', 'a'], { readFile })).stdout).toBe('a=\n \n{}')
  })

  it('says where help is when the command line is wrong', async () => {
    expect(await call(['echo', '--colour', 'x'])).toEqual({
      stdout: '',
      stderr: "gcplan echo: unknown flag --colour; did you mean --color?\nTry 'gcplan echo --help'.\n",
      exitCode: 1,
    })
    expect((await call(['echo', 'bad'])).stderr).toBe("gcplan echo: bad is refused\nTry 'gcplan echo --help'.\n")
  })

  it('names everything that is wrong with a command line, a line for each', async () => {
    const { stderr, exitCode } = await callCommands(
      'plan kubelet-image --output xml --at yesterday --capacity-bytes many',
    )
    expect(exitCode).toBe(1)
    expect(stderr.split('\n').filter((line) => line.startsWith('gcplan plan kubelet-image: --'))).toEqual([
      'gcplan plan kubelet-image: --output: expected text, table, wide, json, yaml, got "xml"',
      'gcplan plan kubelet-image: --at: expected a time such as 2026-01-01T12:00:00Z, or now, got "yesterday"',
      'gcplan plan kubelet-image: --capacity-bytes: expected a number of bytes, such as 5000000000, 500MB or 100GiB, got "many"',
    ])
  })
  it('reads files in the order given', async () => {
    expect((await call(['echo', 'b', 'a'])).stdout).toBe('b={"from":"b"}\na={"from":"a"}')
  })

  it('names a file that cannot be read', async () => {
    expect(await call(['echo', 'gone'])).toEqual({ stdout: '', stderr: 'gcplan: gone: no such file\n', exitCode: 1 })
  })

  it('refuses a file that is given twice', async () => {
    expect((await call(['echo', 'a', 'a'])).stderr).toBe('gcplan: a is given twice\n')
  })

  it('reads standard input for a dash, and without files when something is piped in', async () => {
    expect((await call(['echo', '-'])).stdout).toBe('standard input={"piped":1}')
    expect((await call(['echo'], { stdinIsTerminal: false })).stdout).toBe('standard input={"piped":1}')
  })

  it('leaves standard input alone when files are given', async () => {
    const machine = { stdinIsTerminal: false, readStdin: () => Promise.reject(new Error('read')) }
    expect((await call(['echo', 'a'], machine)).stdout).toBe('a={"from":"a"}')
  })

  it('asks for files when there is nothing to read', async () => {
    const empty = { stdinIsTerminal: false, readStdin: () => Promise.resolve(E.right('\n')) }
    for (const machine of [{}, empty]) {
      const { stderr, exitCode } = await call(['echo'], machine)
      expect([stderr.split('\n')[0], exitCode]).toEqual(['gcplan echo: no files given and no standard input', 1])
    }
  })

  it('drops a byte order mark', async () => {
    expect((await call(['echo', 'a'], { readFile: () => Promise.resolve(E.right('\uFEFF{}')) })).stdout).toBe('a={}')
  })

  it('loads YAML only for text that is not JSON', async () => {
    const loaded: string[] = []
    const loadYaml = () => {
      loaded.push('yaml')
      return Promise.resolve(yaml)
    }
    await call(['echo', 'a'], { loadYaml })
    expect(loaded).toEqual([])
    await call(['echo', 'a'], { loadYaml, readFile: () => Promise.resolve(E.right('kind: X')) })
    expect(loaded).toEqual(['yaml'])
  })

  it.each<[string, string[], boolean, Record<string, string>, boolean]>([
    ['a terminal', [], true, {}, true],
    ['a pipe', [], false, {}, false],
    ['a terminal with NO_COLOR', [], true, { NO_COLOR: '1' }, false],
    ['a terminal with an empty NO_COLOR', [], true, { NO_COLOR: '' }, true],
    ['a dumb terminal', [], true, { TERM: 'dumb' }, false],
    ['a pipe when asked always', ['--color', 'always'], false, { NO_COLOR: '1' }, true],
    ['a terminal when asked never', ['--color', 'never'], true, {}, false],
    ['a pipe when asked auto', ['--color', 'auto'], false, {}, false],
  ])('on %s with %j', async (_, flags, stdoutIsTerminal, environment, coloured) => {
    const machine = { stdoutIsTerminal, environment: new Map(Object.entries(environment)) }
    expect((await call(['echo', 'a', ...flags], machine)).stdout.endsWith('coloured')).toBe(coloured)
  })
})

describe('yaml', () => {
  it('reads what JSON says, and YAML', () => {
    expect(yaml.parse('a: 1\nb: [x, "y"]\nc: 10s\nd: 0x10\n')).toEqual(
      E.right({ a: 1, b: ['x', 'y'], c: '10s', d: 16 }),
    )
  })

  it.each([['a: [1'], ['a: 1\na: 2'], ['\t- x'], [': :\n  - ]']])('refuses %j in one line', (text) => {
    const parsed = yaml.parse(text)
    expect(E.isLeft(parsed) && parsed.left).toMatch(/^[^\n]+$/)
  })

  it('refuses aliases that multiply', () => {
    const rows = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i},*a${i},*a${i},*a${i}]`)
    expect(E.isLeft(yaml.parse(['a0: &a0 x', ...rows].join('\n')))).toBe(true)
  })

  it('keeps __proto__ an ordinary key', () => {
    const parsed = yaml.parse('__proto__: {polluted: true}')
    expect(E.isRight(parsed) && Object.keys(parsed.right as object)).toEqual(['__proto__'])
  })
})
