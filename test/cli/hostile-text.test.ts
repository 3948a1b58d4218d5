/**
 * Names from outside may hold what steers a terminal or breaks a document. None of it reaches an output, in no format;
 * and JSON and YAML read back as the names that they were.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { yaml } from '../../src/cli/yaml.js'
import { root } from './bundle.js'
import { call } from './call.js'

const hostile = '\u0085\u009b31m\u202e\u2028\u2029\u2066\u200f\u061c\u007f\ufeff'
const steering =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

/** A file in which this name is written with hostile characters behind it, wherever it stands. */
const spoilt = (path: string, name: string): string => {
  const text = readFileSync(join(root, path), 'utf8')
  return text.replaceAll(name, `${name}${hostile}`)
}

const files = {
  'cluster.json': spoilt('captures/kubectl/cascade-background.0-before.json', 'd-background'),
  'terminating.json': spoilt('captures/kubectl/cascade-foreground.2-waiting-for-pods.json', 'd-foreground'),
  'node.json': spoilt('demo/article.json', 'b88df34d660a1e83fdb351d076f07bb0dea66cd47e4aeb72a026f3e2d4f532cf'),
}

Object.assign(files, {
  'metadata.json': spoilt('captures/containerd-2.1.9/metadata/0-initial.json', 'registry.example.com/shop'),
  'ps.json': spoilt('captures/kubelet-1.36.2/1-running.crictl-ps-a.json', 'node-a'),
  'sandboxes.json': spoilt('captures/kubelet-1.36.2/1-running.crictl-pods.json', 'node-a'),
  'pods.json': spoilt('captures/kubelet-1.36.2/1-running.pods.json', 'node-a'),
  'stats.json': spoilt('captures/kubelet-1.36.2/1-running.stats-summary.json', 'node-a'),
  'inspecti.json': spoilt('captures/containerd-2.1.9/crictl/inspecti-all.json', 'registry'),
  'broken.json': `{"images": [${hostile}`,
  'fields.json': JSON.stringify({ images: [{ id: 1, [`a${hostile}`]: hostile, size: hostile }] }),
  'broken.yaml': `kind: KubeletConfiguration\na: [${hostile}`,
  'fields.yaml': JSON.stringify({ kind: 'KubeletConfiguration', imageMinimumGCAge: hostile, [`image${hostile}`]: 1 }),
})

const formats = ['text', 'table', 'wide', 'json', 'yaml']

const lines: ReadonlyArray<readonly [command: string, formats: ReadonlyArray<string>]> = [
  ['plan kubernetes-owners cluster.json -A', formats],
  ['plan kubernetes cluster.json -A', formats],
  ['lint owners terminating.json -A', ['text']],
  ['diagnose terminating.json -A', ['text', 'json', 'yaml']],
  [`cascade delete deploy/d-background${hostile} cluster.json -A`, ['text', 'json', 'yaml', 'tree', 'dot', 'mermaid']],
  [`cascade delete deploy/d-background${hostile} cluster.json -A --outcomes`, ['text', 'json', 'yaml']],
  [`cascade delete deploy/other${hostile} cluster.json -A`, ['text']],
  ['plan kubelet-image --snapshot node.json', formats],
  ['plan containerd metadata.json', formats],
  ['retained containerd metadata.json', ['text', 'json', 'yaml']],
  ['unused terminating.json -A', ['text', 'json', 'yaml']],
  [`explain kubernetes deploy/d-background${hostile} cluster.json -A`, ['text', 'json', 'yaml']],
  [`cascade vanish deploy/d-background${hostile} cluster.json -A`, ['text', 'json', 'yaml', 'tree', 'dot', 'mermaid']],
  [`upgrade cascade deploy/d-background${hostile} cluster.json -A --from 1.31`, ['text', 'wide', 'json', 'yaml']],
  [
    'upgrade kubelet-eviction pods.json stats.json --from 1.31 --eviction-hard nodefs.available<99%',
    ['text', 'json', 'yaml'],
  ],
  ['upgrade containerd metadata.json --from 1.6', ['text', 'wide', 'json', 'yaml']],
  ['plan kubernetes-owners cluster.json -A --kubernetes-version 1.33', formats],
]

/** Names need not stand in what these print. */
const quiet: typeof lines = [
  ['plan kubelet-container ps.json sandboxes.json pods.json --at 2026-11-21T03:02:35Z', formats],
  ['lint containerd metadata.json', ['text', 'json', 'yaml']],
  ['when cluster.json -A', ['text', 'json', 'yaml']],
  ['upgrade kubernetes cluster.json -A --from 1.31', ['text', 'wide', 'json', 'yaml']],
  ['upgrade kubelet-image --snapshot node.json --from 1.26', ['text', 'wide', 'json', 'yaml']],
  ['forecast node --snapshot node.json --inspecti inspecti.json --horizon 10m', ['text', 'json', 'yaml']],
  ['forecast node --snapshot node.json --inspecti inspecti.json --horizon 10m --svg', ['text']],
]

/** What is refused is said with the words of the command line and of the files in it. */
const refused: ReadonlyArray<string> = [
  `plan kubernetes absent${hostile}.json -A`,
  `plan${hostile} kubernetes`,
  `plan kubernetes --flag${hostile}`,
  `plan kubernetes cluster.json -A --preset ${hostile}`,
  `plan kubernetes cluster.json -A --kubernetes-version 1.${hostile}`,
  `plan kubernetes cluster.json -A -o ${hostile}`,
  `plan kubernetes cluster.json -A --at ${hostile}`,
  `plan kubernetes cluster.json -A --covers ${hostile}`,
  `plan kubelet-image ${hostile}.txt`,
  `upgrade kubernetes cluster.json -A --from ${hostile}`,
  `cascade delete ${hostile}/x cluster.json -A`,
  'plan kubelet-image broken.json',
  'plan kubelet-image fields.json',
  'lint kubelet broken.yaml',
  'lint kubelet fields.yaml',
]

describe('what the command prints of hostile names', () => {
  it.each(lines.flatMap(([command, given]) => given.map((format) => [command, format] as const)))(
    '%s -o %s',
    async (command, format) => {
      const { stdout, stderr } = await call(`${command} -o ${format}`, files)
      expect(`${stdout}${stderr}`).not.toMatch(steering)
      expect(`${stdout}${stderr}`.length).toBeGreaterThan(10)
      if (format === 'json') expect(JSON.stringify(JSON.parse(stdout))).toContain(hostile)
      if (format === 'yaml')
        expect(JSON.stringify(E.getOrElse((): unknown => '')(yaml.parse(stdout)))).toContain(hostile)
    },
  )
})

describe('what the command prints where hostile names decide', () => {
  it.each(quiet.flatMap(([command, given]) => given.map((format) => [command, format] as const)))(
    '%s -o %s',
    async (command, format) => {
      const { stdout, stderr, exitCode } = await call(`${command} -o ${format}`, files)
      expect(`${stdout}${stderr}`).not.toMatch(steering)
      expect([exitCode === 1, stdout.length > 10], stderr).toEqual([false, true])
    },
  )
})

it.each(['text', 'json', 'yaml'])('a difference between plans of hostile names, as %s', async (format) => {
  const plan = async (more: string) =>
    (await call(`plan kubelet-image --snapshot node.json -o json ${more}`, files)).stdout
  const low = '--image-gc-high-threshold 74 --image-gc-low-threshold 69'
  const plans = { 'one.json': await plan(''), 'other.json': await plan(low) }
  const { stdout, stderr, exitCode } = await call(`diff one.json other.json -o ${format}`, plans)
  expect(`${stdout}${stderr}`).not.toMatch(steering)
  expect([exitCode === 1, stdout.length > 10], stderr).toEqual([false, true])
})

describe('what the command says of hostile words', () => {
  it.each(refused)('%s', async (command) => {
    const { stdout, stderr, exitCode } = await call(command, files)
    expect(`${stdout}${stderr}`).not.toMatch(steering)
    expect([exitCode, stderr === '' && stdout === '']).toEqual([1, false])
  })
})
