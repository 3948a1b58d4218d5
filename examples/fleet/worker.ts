/** A worker: takes members of the fleet from the queue until it is ended, in whatever way. */
import { basename } from 'node:path'

import { UnrecoverableError, Worker } from 'bullmq'

import { inBatches } from './batches.js'
import { linesOf, planned } from './command.js'
import { type Job, connectionTo, digestOf, queueName } from './queue.js'

/** The command starts in a few tenths of a second, in which it plans dozens of nodes: so it is given many at once. */
const rowOf = inBatches(async (paths: ReadonlyArray<string>) => {
  const rows = linesOf(await planned(paths)).slice(1)
  const named = new Map(rows.map((row) => [Object(JSON.parse(row)).name, row]))
  return new Map(paths.map((path) => [path, named.get(basename(path))]))
})

const worker = new Worker<Job, string>(
  queueName,
  async ({ id, data: { path } }) => {
    if ((await digestOf(path)) !== id) throw new UnrecoverableError(`${path}: not what was queued`)
    const row = await rowOf(path)
    if (row === undefined) throw new Error(`${path}: no row`)
    return row
  },
  {
    connection: connectionTo(process.env['REDIS_SOCKET'] ?? ''),
    concurrency: 100,
    // A worker that says nothing for so long has died; another one takes its jobs, however often that happens.
    ...{ lockDuration: 5000, stalledInterval: 1000, maxStalledCount: 1000 },
  },
)
worker.on('error', (error) => console.error(error.message))
process.once('SIGTERM', () => void worker.close().then(() => process.exit()))
// Without its planner it has nothing to do.
process.once('disconnect', () => process.exit())
