import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { commands } from '../../src/cli/commands/index.js'
import { root } from './bundle.js'
import { call } from './call.js'

const captured = [
  'captures/kubelet-1.36.2/2-before-image-gc.crictl-images.json',
  'captures/kubelet-1.36.2/2-before-image-gc.crictl-ps-a.json',
  'captures/kubelet-1.36.2/2-before-image-gc.crictl-pods.json',
  'captures/kubelet-1.36.2/1-running.stats-summary.json',
  'captures/kubelet-1.36.2/1-running.pods.json',
  'captures/kubelet-1.36.2/config-2.yaml',
  'captures/kubelet-1.36.2/configz.json',
  'demo/article.json',
].map((path) => readFileSync(join(root, path), 'utf8'))

/** A captured file with a few pieces cut out or put in. */
const mutated = fc
  .tuple(
    fc.constantFrom(...captured),
    fc.array(fc.tuple(fc.nat(5000), fc.nat(9), fc.string({ maxLength: 4 })), { maxLength: 3 }),
  )
  .map(([text, cuts]) =>
    cuts.reduce((held, [at, length, put]) => held.slice(0, at) + put + held.slice(at + length), text),
  )

const text = fc.oneof(mutated, fc.json(), fc.string({ unit: 'binary' }))
const files = fc.tuple(text, text, text).map(([a, b, c]) => ({ a, b, c }))

const flagNames = commands.flatMap(({ groups }) => groups.flatMap(({ flags }) => flags.map(({ name }) => `--${name}`)))
const words = fc.constantFrom(
  'plan',
  'lint',
  'kubelet',
  'kubelet-image',
  'kubelet-container',
  'a',
  'b',
  'c',
  '--',
  '-o',
  'json',
)
const values = fc.constantFrom(
  'a',
  'b',
  '0',
  '-1',
  '85',
  '10s',
  'never',
  'now',
  '2026-01-01T00:00:00Z',
  'eviction',
  'yaml',
)
const flags = fc.array(
  fc.tuple(fc.constantFrom(...flagNames), values).map((pair) => pair.join(' ')),
  { maxLength: 3 },
)
const command = fc.constantFrom(...commands.map((each) => each.words.join(' ')))
const argv = fc.oneof(
  fc
    .tuple(command, fc.subarray(['a', 'b', 'c']), flags)
    .map(([named, paths, given]) => [named, ...paths, ...given].join(' ')),
  fc.array(fc.oneof(words, fc.constantFrom(...flagNames)), { maxLength: 6 }).map((parts) => parts.join(' ')),
)

describe('any command line over any files', () => {
  it('ends with one of four exit codes, and says why when it fails', async () => {
    await fc.assert(
      fc.asyncProperty(argv, files, async (line, held) => {
        const { stdout, stderr, exitCode } = await call(line, { ...held, '-': '' })
        if (exitCode === 1)
          expect([stdout, stderr.startsWith('gcplan') || stderr.includes('Usage:')]).toEqual(['', true])
        else expect(`${stdout}${stderr}`).not.toBe('')
        expect([0, 1, 2, 3]).toContain(exitCode)
        expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
      }),
      { numRuns: 400 },
    )
  })
})
