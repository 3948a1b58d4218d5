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
