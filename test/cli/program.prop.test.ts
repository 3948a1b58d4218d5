import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { commands } from '../../src/cli/commands/index.js'
import { runs } from '../runs.js'
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
  'captures/containerd-2.1.9/metadata/0-initial.json',
  ...['images-ls', 'content-ls', 'content-active', 'snapshots-ls', 'containers-ls', 'leases-ls'].map(
    (table) => `captures/containerd-2.1.9/ctr/0-initial/build.${table}.txt`,
  ),
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
  'containerd',
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
  'mermaid',
  'build',
  'build=a,b,c',
  'build/zfs=a',
  'lease:cache-1',
  'sha256:',
  'flat-1=content:sha256:1',
  'lease:cache-1=key=value',
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

const metadata = readFileSync(join(root, 'captures/containerd-2.1.9/metadata/0-initial.json'), 'utf8')
const record = fc
  .tuple(
    fc.constantFrom('', 'image:', 'content:', 'snapshot:', 'lease:', 'ingest:', 'build/', '$&'),
    fc.constantFrom(
      'sha256:467d0b8907f0',
      'cache-1',
      'overlayfs/sha256:1cbc7ecdbacd',
      'layer-sha256:partial',
      '(((',
      '=',
    ),
    fc.nat(30),
  )
  .map(([kind, name, length]) => `${kind}${name.slice(0, length)}` || 'x')
const question = fc
  .tuple(
    fc.constantFrom(
      'plan containerd',
      'lint containerd',
      'why containerd RECORD --all-roots',
      'retained containerd --of RECORD',
      'what-if containerd --remove RECORD',
      'what-if containerd --label RECORD=a=b',
      'what-if containerd -n build --create-lease j --lease j=RECORD',
    ),
    record,
    fc.constantFrom('text', 'wide', 'json', 'yaml', 'dot', 'mermaid'),
  )
  .map(([asked, word, format]) => `${asked.split('RECORD').join(word)} -o ${format} --snapshot a`)

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
      { numRuns: runs(400) },
    )
  })

  it('answers questions about any record of containerd, or says what is wrong with them', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (line) => {
        const { stdout, stderr, exitCode } = await call(line, { a: metadata })
        expect([0, 1, 2]).toContain(exitCode)
        if (exitCode === 1) expect([stdout, stderr.startsWith('gcplan')]).toEqual(['', true])
        else expect(stdout).not.toBe('')
      }),
      { numRuns: runs(150) },
    )
  })
})
