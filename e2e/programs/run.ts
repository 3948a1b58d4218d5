/** Runs the programs of the documentation, and the command, as users do: in processes of their own. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'

/** What a program printed. */
export interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The longest that a complete program of the documentation may be. */
const mostLines = 15

/** The program of a page, with other words in the place of some, such as the path of a socket. */
export const programOf = (page: string, instead: Readonly<Record<string, string>>): string => {
  const text = /```ts no-run\n([\s\S]*?)```/.exec(readFileSync(resolve('docs/adapters', page), 'utf8'))?.[1] ?? ''
  const lines = text.split('\n').filter((line) => line !== '').length
  if (lines === 0 || lines > mostLines) throw new Error(`${page}: a program of ${lines} lines`)
  return Object.entries(instead).reduce((program, [word, other]) => {
    if (!program.includes(word)) throw new Error(`${page}: the program does not say ${word}`)
    return program.replaceAll(word, other)
  }, text)
}

/** Runs a program. */
export const runProgram = (name: string, text: string, environment: NodeJS.ProcessEnv = {}): Promise<Printed> => {
  const folder = resolve('reports/e2e')
  mkdirSync(folder, { recursive: true })
  const file = resolve(folder, `program-${name}-${process.pid}.ts`)
  writeFileSync(file, text)
  return node(['scripts/run-ts.mjs', file], environment)
}

/** Runs the command. */
export const runCommand = (args: ReadonlyArray<string>, environment: NodeJS.ProcessEnv = {}): Promise<Printed> =>
  node(['scripts/run-ts.mjs', 'src/cli/main.ts', ...args], environment)

const node = (args: ReadonlyArray<string>, environment: NodeJS.ProcessEnv): Promise<Printed> =>
  new Promise((done, fail) => {
    // Nothing is piped in: a command without files then reads the cluster.
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, errors] = [textOf(child.stdout), textOf(child.stderr)]
    child.once('error', fail)
    child.once('close', (code) => {
      done({ code: code ?? 1, stdout: out(), stderr: errors() })
    })
  })

const textOf = (from: Readable): (() => string) => {
  const chunks: Buffer[] = []
  from.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString('utf8')
}

/** What was printed on standard output; an error where the program failed. */
export const printed = ({ code, stdout, stderr }: Printed): string => {
  if (code !== 0) throw new Error(`ended with ${code}: ${stderr}`)
  return stdout
}
