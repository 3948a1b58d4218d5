#!/usr/bin/env node
/** Entry point of the program: connects it with the process, the file system and the clock. */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'

import { either as E, function as F } from 'fp-ts'

import { systemClock } from '../adapters/clock.js'
import { mebibyte, textOf } from './bytes.js'
import { commands } from './commands/index.js'
import { safe } from './lines.js'
import { inParts, isNothing, interrupted, progressOn, writeParts } from './process.js'
import { type Host, program } from './program.js'
import { sayThrown } from './thrown.js'

const attempt = async (name: string, read: () => Promise<Uint8Array>): Promise<E.Either<string, string>> => {
  try {
    return E.mapLeft((wrong: string) => `${name} ${wrong}`)(textOf(await read()))
  } catch (thrown) {
    return E.left(`${name}: ${sayThrown(thrown)}`)
  }
}

/** What gives many files at once is loaded only where it is given. */
const openGathered: Host['openGathered'] = async (path) => {
  if (/\.(tar|tgz|tar\.gz)$/.test(path)) return (await import('./live/gathered.js')).openTar(path)
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true ? (await import('./live/gathered.js')).openDirectory(path) : E.right(undefined)
}

/** Opens as it is read: what cannot be opened is told then. */
const open = (path: string): AsyncIterable<Uint8Array> =>
  path === '-' ? process.stdin : createReadStream(path, { highWaterMark: mebibyte })

const progress = progressOn(process.stderr)

const host: Host = {
  readFile: (path) => attempt(path, () => readFile(path)),
  openGathered,
  open,
  readStdin: () => attempt('standard input', () => buffer(process.stdin)),
  stdinIsTerminal: process.stdin.isTTY || isNothing(0),
  stdoutIsTerminal: process.stdout.isTTY,
  stdoutColumns: process.stdout.columns,
  environment: new Map(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ),
  clock: () => new Date(),
  version: async () => {
    const manifest: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
    return String((manifest as { readonly version?: unknown }).version)
  },
  acting: {
    withCluster: (ask) => async (use) => (await import('./live/open.js')).withCluster(ask)(use),
    files: {
      makeDirectory: async (path) => (await import('./live/kept-files.js')).makeDirectory(path),
      readIfThere: async (path) => (await import('./live/kept-files.js')).readIfThere(path),
      write: async (path, text) => (await import('./live/kept-files.js')).write(path, text),
    },
    members: async (path) => (await import('./live/gathered.js')).membersOf(path),
    hostName: hostname,
    say: progress.say,
    print: (line) => {
      process.stdout.write(`${safe(line)}\n`)
    },
    note: (line) => {
      process.stderr.write(`gcplan: ${safe(line)}\n`)
    },
    get signal() {
      return interrupted()
    },
    clock: systemClock,
  },
  loadYaml: async () => (await import('./yaml.js')).yaml,
  loadToml: async () => (await import('./toml.js')).toml,
}

/** A reader that went away (`| head`) wants no more; that is no error of ours. */
const endQuietlyWithoutReader = (stream: NodeJS.WriteStream): void => {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = 1
  })
}

endQuietlyWithoutReader(process.stdout)
endQuietlyWithoutReader(process.stderr)

program(commands)(host)(process.argv.slice(2))
  .then(async ({ stdout, more = [], stderr, exitCode }) => {
    progress.end()
    process.exitCode = exitCode
    if (stderr !== '') process.stderr.write(stderr)
    for (const part of inParts(stdout)) process.stdout.write(part)
    await writeParts(process.stdout, more, process.stdout.isTTY ? F.constVoid : progress.say)
    progress.end()
  })
  .catch((thrown: unknown) => {
    process.exitCode = 1
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
    process.stderr.write(safe(`gcplan: this is a bug in gcplan: ${text}\n`))
  })
