/** A Redis of our own: in memory, on a socket in a folder, and gone with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { Redis } from 'ioredis'

/** A server that answers. */
export interface Server {
  readonly socket: string
  readonly stop: () => Promise<void>
}

/** Starts `redis-server`; fails where there is none. */
export const startRedis = async (folder: string): Promise<Server> => {
  const socket = join(folder, 'redis.sock')
  const options = ['--port', '0', '--unixsocket', socket, '--save', '', '--maxmemory-policy', 'noeviction']
  const server = spawn('redis-server', [...options, '--dir', folder], { stdio: 'ignore' })
  await once(server, 'spawn')
  const client = new Redis({ path: socket, maxRetriesPerRequest: null })
  client.on('error', () => undefined)
  await client.ping()
  client.disconnect()
  return { socket, stop: () => ended(server, 'SIGTERM') }
}

/** Ends a process that we started, and waits until it has. */
export const ended = async (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}
