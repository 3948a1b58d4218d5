/**
 * Plays blocks on all cores: each worker holds one block at a time and asks for the next when it is done.
 */
import { availableParallelism } from 'node:os'
import { Worker, parentPort, workerData } from 'node:worker_threads'

import type { Block, Played, Player } from './play.js'
import { play, playerOf } from './play.js'

/** A block and the versions that are left out of it. */
export interface Job extends Block {
  readonly leftOut: ReadonlyArray<string>
}

/** What every worker has to agree on. */
interface Shared {
  readonly code: string
}

/** Plays all jobs; `program` is the file of this program, `code` a hash of it. */
export const playAll = async (
  jobs: ReadonlyArray<Job>,
  program: URL,
  code: string,
  tell: (played: Played) => void,
): Promise<void> => {
  const waiting = jobs.values()
  const shared: Shared = { code }
  const workers = Array.from(
    { length: Math.min(availableParallelism(), jobs.length) },
    () => new Worker(program, { workerData: shared }),
  )
  const work = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      const next = (): void => {
        const { value, done } = waiting.next()
        if (done === true) resolve()
        else worker.postMessage(value)
      }
      worker.on('error', reject)
      worker.on('exit', (exit) => reject(new Error(`a worker ended with ${exit}`)))
      worker.on('message', (played: Played) => {
        tell(played)
        next()
      })
      next()
    })
  try {
    await Promise.all(workers.map(work))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** What a worker does: it answers jobs one by one, and keeps the universe that it read last. */
export const serve = (code: string): void => {
  if ((workerData as Shared).code !== code) throw new Error('the program changed while it started; start it again')
  let held: { readonly name: string; readonly player: Player | undefined } | null = null
  parentPort?.on('message', (job: Job) => {
    if (held?.name !== job.name) held = { name: job.name, player: playerOf(job.name) }
    const { player } = held
    if (player === undefined) throw new Error(`${job.name} is not enumerated`)
    void play(player, job, job.leftOut).then((played) => parentPort?.postMessage(played))
  })
}
