import { readFileSync, readdirSync } from 'node:fs'
import { Readable } from 'node:stream'

import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { commands } from '../../src/cli/commands/index.js'
import { flagsOf } from '../../src/cli/exit-codes.js'
import { sayTaker } from '../../src/cli/takers.js'
import { readFiles } from '../../src/cli/kubernetes/files.js'
import { readLarge } from '../../src/cli/read-large.js'
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

  it.each([...files].filter(([, path]) => /^\s*[[{]/.test(readFileSync(path, 'utf8'))))(
    'is told of alike, be it read whole or in parts: %s',
    async (_, path) => {
      const bytes = readFileSync(path)
      const read = async (limit: number): Promise<unknown> => {
        const source = { name: path, bytes: Readable.from([bytes]), say: () => undefined }
        const text = await readLarge(source, limit)()
        if (E.isLeft(text)) throw new Error(text.left)
        // A large one ends somewhere in the middle of what is kept of it.
        const kept = text.right.listing === undefined ? text.right.text : text.right.text.slice(0, -1)
        return E.map(() => 'read')(readFiles([{ ...text.right, text: kept }], []))
      }
      expect(await read(0)).toEqual(await read(bytes.length))
    },
  )

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
