/** What planner and workers agree on: the queue, its jobs, and where Redis is. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** A member of the fleet to plan. */
export interface Job {
  readonly path: string
}

export const queueName = 'fleet'

/** How Redis is reached: by the socket of a server of our own. */
export const connectionTo = (socket: string) => ({ path: socket, maxRetriesPerRequest: null })

/** A member by its name and bytes. As the id of a job it makes adding a member twice the same as once. */
export const digestOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(`${basename(path)}\n`)
    .update(await readFile(path))
    .digest('hex')
