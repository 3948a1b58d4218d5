/**
 * Builds the command line for tests as it is shipped, and calls it as a process.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = 'temp/cli-test'

/** Bundles src/cli/main.ts two folders below the root, as the package has it. */
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

/** Runs the bundle in the project's root. */
export const gcplan = (args: ReadonlyArray<string>, input = ''): Outcome => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`${folder}/main.js`, ...args], {
    cwd: root,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return { stdout, stderr, status }
}

/** Runs a line of shell in which `gcplan` is the bundle. */
export const shell = (line: string): Outcome => {
  const gcplanFunction = `gcplan() { "${process.execPath}" ${folder}/main.js "$@"; }`
  const { stdout, stderr, status } = spawnSync('bash', ['-c', `${gcplanFunction}; ${line}`], {
    cwd: root,
    encoding: 'utf8',
  })
  return { stdout, stderr, status }
}
