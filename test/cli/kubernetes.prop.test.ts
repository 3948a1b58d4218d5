import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { runs } from '../runs.js'
import { root } from './bundle.js'
import { call } from './call.js'

const read = (name: string): string => readFileSync(join(root, 'captures/kubectl', name), 'utf8')

const small = [
  'cascade-background.0-before.json',
  'cascade-foreground.1-just-after-delete.json',
  'list-caches.json',
  'list-deployments.json',
  'raw-podlist.json',
  'single-name.json',
  'api-resources.txt',
  'rs.txt',
].map(read)

/** A captured file with a few pieces cut out or put in. */
const mutated = fc
  .tuple(
    fc.constantFrom(...small),
    fc.array(fc.tuple(fc.nat(20_000), fc.nat(9), fc.string({ maxLength: 4 })), { maxLength: 3 }),
  )
  .map(([text, cuts]) =>
    cuts.reduce((held, [at, length, put]) => held.slice(0, at) + put + held.slice(at + length), text),
  )

const policy = readFileSync(join(root, 'demo/lifecycle.yaml'), 'utf8')

const text = fc.oneof(mutated, fc.json(), fc.string({ unit: 'binary' }))

const command = fc.constantFrom(
  'plan kubernetes-owners',
  'lint owners',
  'diagnose',
  'diagnose deploy/d-background',
  'cascade delete deploy/d-background',
  'cascade delete rs/x ns/cascade',
  'cascade vanish cache/main',
  'plan kubernetes',
  'plan kubernetes --collector history',
  'when',
  'observe kubernetes',
  'explain kubernetes deploy/d-background',
)
const flags = fc.constantFrom(
  '-A',
  '--listed-in shop,cascade',
  '--covers all,pods,caches',
  '--covers nothing.at.all',
  '--whole-cluster',
  '--uncovered absent',
  '--preset kubernetes_1_20',
  '--cascade orphan',
  '--raw',
  '-n shop',
  '-o json',
  '-o wide',
  '-o dot',
  '--api-resources table',
  '--lifecycle table',
  '--memory table',
  '--controller-manager table',
  '--lifecycle policy',
  '--all-agree',
  '--terminated-pod-gc-threshold 1',
  '--only remove',
  '--for 1h',
)

const name = fc.oneof(
  fc.constantFrom('d-background', 'cascade', '__proto__', 'constructor'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((chars) => chars.replaceAll(/[\s/]/g, '') || 'x'),
)
const kind = fc.oneof(
  fc.constantFrom('deploy', 'Deployment', 'pods', 'ns', 'caches.shop.example.com', '__proto__', 'toString'),
  name,
)

describe('the commands about owners and all collectors', () => {
  it('end with a result for any file and any flags', async () => {
    await fc.assert(
      fc.asyncProperty(command, fc.array(flags, { maxLength: 3 }), text, text, async (words, given, one, table) => {
        const argv = `${words} ${[...new Set(given)].join(' ')} -f one`
        const { stdout, stderr, exitCode } = await call(argv, { one, table, policy })
        expect([0, 1, 2, 3]).toContain(exitCode)
        expect(exitCode === 1 ? stdout : '').toBe('')
        expect(exitCode === 1 ? stderr : 'gcplan').toMatch(/^gcplan/)
      }),
      { numRuns: runs(300) },
    )
  })
  it('find an object or say why not, whatever it is called', async () => {
    const file = 'captures/kubectl/cascade-background.0-before.json'
    await fc.assert(
      fc.asyncProperty(kind, name, async (kindWord, called) => {
        const { stdout, stderr, exitCode } = await call(`cascade delete ${kindWord}/${called} -f ${file}`)
        expect(exitCode === 1 ? stdout : 'delete').toMatch(/^(delete|$)/)
        expect(exitCode === 1 ? stderr : 'gcplan').toMatch(/^gcplan/)
      }),
    )
  })
})
