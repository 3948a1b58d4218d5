/**
 * Builds the command line for tests as it is shipped, and calls it as a process.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'

export const root: string = fileURLToPath(new URL('../..', import.meta.url))

const folder = `temp/cli-test-${process.pid}`
/** Path of the bundle, two folders below the root as in the package. */
export const bundled: string = `${folder}/main.js`

/** Bundles src/cli/main.ts. */
export const bundle = async (): Promise<void> => {
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    logLevel: 'error',
  })
}

export interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

/** Runs a program of Node in the project's root. */
export const node = (args: ReadonlyArray<string>, input = ''): Outcome => {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: root,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return { stdout, stderr, status }
}

/** Runs the bundle. */
export const gcplan = (args: ReadonlyArray<string>, input = ''): Outcome => node([bundled, ...args], input)

/** Runs a line of shell in which `gcplan` is the bundle. */
export const shell = (line: string): Outcome => {
  const { stdout, stderr, status } = spawnSync(
    'bash',
    ['-c', `gcplan() { "${process.execPath}" ${bundled} "$@"; }; ${line}`],
    { cwd: root, encoding: 'utf8' },
  )
  return { stdout, stderr, status }
}
