import { readFileSync, readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { commands } from '../../src/cli/commands/index.js'
import { flagsOf } from '../../src/cli/exit-codes.js'
import { sayTaker } from '../../src/cli/takers.js'
import { identify } from '../../src/decode/index.js'
import { callPlainly } from './call.js'

/** One captured file of each kind that somebody reads. */
const filesByKind = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const entry of readdirSync('captures', { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`
    if (!entry.isFile() || /\.audit\.jsonl$/.test(path)) continue
    const { _tag } = identify(readFileSync(path, 'utf8'))
    if (!found.has(_tag) && sayTaker(_tag) !== undefined) found.set(_tag, path)
  }
  return found
}

const files = filesByKind()

describe('a file that a command does not take', () => {
  it.each([
    'plan kubelet-image',
    'plan kubelet-container',
    'plan containerd',
    'plan kubernetes',
    'lint kubelet',
    'schedule containerd',
    'digest',
  ])('%s names the command and the flag that take it', async (command) => {
    for (const [, file] of files) {
      const { stderr } = await callPlainly(`${command} ${file}`)
      const [refused] = stderr.split('\n').filter((line) => line.includes(': this is '))
      if (refused !== undefined) expect(refused).toMatch(/gcplan .* takes it|give it with its namespace: --ctr/)
    }
    expect(files.size).toBeGreaterThan(25)
  })

  it('names commands and flags that there are', () => {
    for (const tag of files.keys()) {
      const [, words = '', flag] =
        /^gcplan ([a-z -]+?)(?: --([a-z-]+).*)? takes it$/.exec(
          sayTaker(identify(readFileSync(files.get(tag) ?? '', 'utf8'))._tag) ?? '',
        ) ?? []
      const command = commands.find((one) => one.words.join(' ') === words)
      expect(command, words).toBeDefined()
      if (command !== undefined && flag !== undefined)
        expect(
          flagsOf(command).map(({ name }) => name),
          words,
        ).toContain(flag)
    }
  })
})
