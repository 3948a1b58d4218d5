/**
 * The fleet of `examples/fleet` on a queue: it is installed by its own lock file, checked against its own packages, and its tests run on a
 * Redis that they start. A world is three hundred nodes.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import type { Run, Suite, Tally } from '../suites.js'

const root = process.cwd()
const folder = join(root, 'examples/fleet')

const nodesOfWorld = 300

const isUnreachable = (said: string): boolean => /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT/.test(said)

const ran = (command: string, args: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}) => {
  const env = { ...process.env, ...more }
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' })
  return { isDone: status === 0, stdout, said: error?.message ?? `${stdout}${stderr}`.trim() }
}

const skipped = (because: string): Tally => ({ passed: 0, failed: 0, skipped: 1, said: `skipped: ${because}` })

const red = (what: string, said: string): Tally => ({ passed: 0, failed: 1, skipped: 0, said: `${what}: ${said}` })

/** The sums of a TAP report. */
const countIn = (report: string, word: 'pass' | 'fail'): number =>
  Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(report)?.[1] ?? 0)

const onQueue = ({ worlds }: Run): Tally => {
  const redis = ran('redis-server', ['--version'])
  if (!redis.isDone) return skipped('redis-server not installed')
  const installed = ran('npm', ['ci', '--no-audit', '--no-fund'])
  if (!installed.isDone)
    return isUnreachable(installed.said) ? skipped('no registry') : red('does not install', installed.said)
  const checked = ran(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '-p', folder])
  if (!checked.isDone) return red('does not compile', checked.said)
  const built = ran('npm', ['run', '--silent', 'build'])
  if (!built.isDone) return red('does not build', built.said)
  const nodes = String(worlds * nodesOfWorld)
  const { stdout, said } = ran(process.execPath, ['--test', '--test-reporter=tap', 'dist/fleet.test.js'], {
    NODES: nodes,
  })
  const [passed, failed] = [countIn(stdout, 'pass'), countIn(stdout, 'fail')]
  if (passed + failed === 0) return red('no test ran', said)
  return {
    passed,
    failed,
    skipped: 0,
    said: failed === 0 ? `${redis.said.split(' ').slice(0, 3).join(' ')}, ${nodes} nodes` : said,
  }
}

/** The fleet on BullMQ. */
export const fleetSuites: ReadonlyArray<Suite> = [
  { name: 'fleet', worlds: 1, run: (run) => Promise.resolve(onQueue(run)) },
]
