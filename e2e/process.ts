/** Starts a daemon and ends it, by its own pid. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A daemon that runs. */
export interface Running {
  readonly stop: () => Promise<void>
}

/** How a program is started. */
export interface Start {
  readonly log: string
  /** Folders of programs, before those of the machine. */
  readonly path: string
  readonly environment?: Readonly<Record<string, string>>
  readonly answers: () => Promise<boolean>
}

/** Starts a program, and waits until it answers; the error has the end of its log. */
export const started = async (
  program: string,
  args: ReadonlyArray<string>,
  { log, path, answers, environment = {} }: Start,
): Promise<Running> => {
  const out = createWriteStream(log)
  await new Promise((resolve) => out.once('open', resolve))
  const env = { ...process.env, ...environment, PATH: `${path}:${process.env['PATH'] ?? ''}` }
  const child = spawn(program, [...args], { stdio: ['ignore', out, out], env })
  const running = new Set<ChildProcess>([child])
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  const until = Date.now() + 60_000
  while (running.size > 0 && Date.now() < until) {
    if (await answers()) return { stop: () => stopped(child, running) }
    await sleep(30)
  }
  await stopped(child, running)
  const said = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-6).join('\n') : ''
  throw new Error(`${program} did not start: ${said}`)
}

const stopped = async (child: ChildProcess, running: ReadonlySet<ChildProcess>): Promise<void> => {
  for (const [signal, millis] of [
    ['SIGTERM', 10_000],
    ['SIGKILL', 5000],
  ] as const) {
    if (running.size === 0) return
    child.kill(signal)
    for (let waited = 0; running.size > 0 && waited < millis; waited += 20) await sleep(20)
  }
}
