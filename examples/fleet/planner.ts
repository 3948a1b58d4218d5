/** Gives a fleet to the queue, keeps its workers alive, and gathers what they found. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { Queue } from 'bullmq'

import { merged, planned } from './command.js'
import { type Job, connectionTo, digestOf, queueName } from './queue.js'
import { ended, startRedis } from './redis.js'

/** How the fleet is planned. */
export interface Way {
  readonly workers: number
  /** How many of them are killed on the way, each replaced at once. */
  readonly kills: number
  /** Numbers from 0 up to 1, which decide who is killed when. */
  readonly chance: () => number
}

/** What came of it. */
export interface Planned {
  /** The rows of the fleet by name, as NDJSON. */
  readonly rows: string
  /** Members that were planned. */
  readonly count: number
  readonly seconds: number
  readonly killed: number
  /** Jobs that were begun more than once. */
  readonly retried: number
}

/** Plans the members in a folder on a queue, of which `scratch` keeps what it needs. */
export const planOnQueue = async (folder: string, scratch: string, way: Way): Promise<Planned> => {
  const { socket, stop } = await startRedis(scratch)
  const queue = new Queue<Job, string>(queueName, { connection: connectionTo(socket) })
  try {
    const count = await add(queue, folder)
    const began = performance.now()
    const killed = await work(queue, socket, count, way)
    const seconds = (performance.now() - began) / 1000
    const jobs = await queue.getCompleted(0, -1)
    const head = { kind: 'gcplan/fleet-shard', version: 1, index: 0, of: 1, members: jobs.length }
    const file = join(scratch, 'found.ndjson')
    await writeFile(file, `${[JSON.stringify(head), ...jobs.map(({ returnvalue }) => returnvalue)].join('\n')}\n`)
    const retried = jobs.filter(({ attemptsStarted }) => attemptsStarted > 1).length
    return { rows: await merged(file), count, seconds, killed, retried }
  } finally {
    await queue.close()
    await stop()
  }
}

/** The same in one process, without a queue. */
export const planAlone = async (folder: string, scratch: string, more: ReadonlyArray<string> = []): Promise<string> => {
  const file = join(scratch, 'alone.ndjson')
  await writeFile(file, await planned([folder], more))
  return merged(file)
}

const add = async (queue: Queue<Job, string>, folder: string): Promise<number> => {
  const names = await readdir(folder)
  for (let from = 0; from < names.length; from += 500) {
    const paths = names.slice(from, from + 500).map((name) => join(folder, name))
    const ids = await Promise.all(paths.map(digestOf))
    await queue.addBulk(
      paths.map((path, place) => ({ name: 'plan', data: { path }, opts: { jobId: ids[place] ?? '', attempts: 3 } })),
    )
  }
  return names.length
}

/** Keeps workers at work until no job is left; how many were killed. */
const work = async (queue: Queue, socket: string, count: number, { workers, kills, chance }: Way): Promise<number> => {
  const start = (): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, 'worker.js')], {
      env: { ...process.env, REDIS_SOCKET: socket },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  const alive = Array.from({ length: workers }, start)
  // In the first half, in which nobody is without a job.
  const killAt = Array.from({ length: kills }, () => (chance() * count) / 2).sort((a, b) => a - b)
  let killed = 0
  try {
    for (;;) {
      const { completed = 0, failed = 0 } = await queue.getJobCounts('completed', 'failed')
      if (failed > 0) throw new Error((await queue.getFailed(0, 0))[0]?.failedReason)
      if (completed === count) return killed
      for (; completed >= (killAt[killed] ?? Infinity); killed++) {
        const place = Math.floor(chance() * workers)
        const victim = alive[place]
        if (victim !== undefined) await ended(victim, 'SIGKILL')
        alive[place] = start()
      }
      await pause(20)
    }
  } finally {
    await Promise.all(alive.map((child) => ended(child, 'SIGTERM')))
  }
}
