/** Runs the programs of the documentation, and the command, as users do: in processes of their own. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

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
  new Promise((done) => {
    const options = { env: { ...process.env, ...environment }, encoding: 'utf8', maxBuffer: 1 << 28 } as const
    const child = execFile(process.execPath, [...args], options, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : (child.exitCode ?? 1), stdout, stderr })
    })
    child.stdin?.end()
  })

/** What was printed on standard output; an error where the program failed. */
export const printed = ({ code, stdout, stderr }: Printed): string => {
  if (code !== 0) throw new Error(`ended with ${code}: ${stderr}`)
  return stdout
}
