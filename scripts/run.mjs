/** Answers what a command printed and how it ended. */
import { spawn } from 'node:child_process'

import { root } from './package.mjs'

/**
 * Runs a command in the project's root (unless told otherwise) and collects its output, both streams in one.
 *
 * @param {string} command
 * @param {ReadonlyArray<string>} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, ...options })
    /** @type {string[]} */
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => chunks.push(text))
    }
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output: chunks.join('') }))
  })
