/** Answers what a command printed and how it ended. */
import { spawn } from 'node:child_process'

import { root } from './package.mjs'

/**
 * Runs a command in the project's root (unless told otherwise) and collects its output, both streams in one. A command
 * that outlasts the time limit is ended together with everything it started.
 *
 * @param {string} command
 * @param {ReadonlyArray<string>} args
 * @param {import('node:child_process').SpawnOptions & { limit?: number }} [options] limit in milliseconds
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (command, args, { limit, ...options } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, ...options, detached: limit !== undefined })
    /** @type {string[]} */
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => chunks.push(text))
    }
    // A detached child leads a process group of its own number, which an interrupt of this process does not reach.
    const endGroup = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
    const interrupted = () => {
      endGroup()
      process.exit(130)
    }
    const timer =
      limit === undefined
        ? undefined
        : setTimeout(() => {
            chunks.push(`\nended after ${limit} ms\n`)
            endGroup()
          }, limit)
    if (limit !== undefined) process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }))
    child.on('close', (code) => {
      clearTimeout(timer)
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
      resolve({ code: code ?? 1, output: chunks.join('') })
    })
  })
