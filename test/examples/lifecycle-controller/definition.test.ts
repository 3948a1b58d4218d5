import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Ajv } from 'ajv'
import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'

import { definitionWith, specSchema } from '../../../scripts/crd/schema.js'
import { decodeLifecycleSpec, linesOf } from '../../../src/decode/index.js'
import { isRecord, ownField } from '../../../src/internal/lists.js'
import { lifecyclePolicies } from '../../decode/document/generate-lifecycle.js'
import { mutated } from '../../decode/mutate.js'
import { runs } from '../../runs.js'

const root = join(import.meta.dirname, '../../..')
const text = readFileSync(join(root, 'examples/lifecycle-controller/deploy/crd.yaml'), 'utf8')
const schema = specSchema(JSON.parse(readFileSync(join(root, 'schema/lifecycle-policy.json'), 'utf8')))
const accepts = new Ajv({ strict: false }).compile(schema)

const specs = lifecyclePolicies.map(
  ({ extractors: _functions, ...policy }): unknown =>
    JSON.parse(JSON.stringify({ policy, guards: { maxCount: 5 } })) as unknown,
)

/** What no structural schema can say; fields that nobody knows are pruned. */
const isBeyond = (line: string): boolean =>
  /expected (no such field|one item per|a path of fields)|references\[\d+\]\.(source|lives)/.test(line)

/** Every node of a structural schema has a type, or says that it keeps whatever is there. */
const untyped = (node: unknown, path: string): ReadonlyArray<string> => {
  if (!isRecord(node)) return [path]
  const properties = ownField(node, 'properties')
  const fields = isRecord(properties) ? Object.entries(properties) : []
  const keeps = ownField(node, 'x-kubernetes-preserve-unknown-fields') === true
  return [
    ...(typeof ownField(node, 'type') === 'string' || keeps ? [] : [path]),
    ...fields.flatMap(([name, field]) => untyped(field, `${path}.${name}`)),
    ...(ownField(node, 'type') === 'array' ? untyped(ownField(node, 'items'), `${path}[]`) : []),
  ]
}

describe('the definition of policies', () => {
  it('has the schema of what the controller reads', () => {
    expect(load(text)).toStrictEqual(load(definitionWith(text, schema)))
    expect(definitionWith(text, schema)).toBe(text)
  })

  it('is structural', () => {
    expect(untyped(schema, 'spec')).toStrictEqual([])
    expect(untyped({ type: 'object', properties: { a: { minimum: 1 } } }, 'spec')).toStrictEqual(['spec.a'])
  })

  it('accepts every spec that the controller reads', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        expect(E.isRight(decodeLifecycleSpec(spec))).toBe(true)
        expect(accepts(spec)).toBe(true)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('refuses what the controller cannot read, as far as a schema can say it', () => {
    let refused = 0
    fc.assert(
      fc.property(specs.chain(mutated), (spec) => {
        const read = decodeLifecycleSpec(spec)
        const lines = E.isLeft(read) ? linesOf(read.left) : []
        if (accepts(spec)) expect(lines.filter((line) => !isBeyond(line))).toStrictEqual([])
        else {
          refused += 1
          expect(lines).not.toStrictEqual([])
        }
      }),
      { numRuns: runs(1000) },
    )
    expect(refused).toBeGreaterThan(0)
  })

  it.each([
    ['no policy', {}],
    ['a period of another kind', { policy: { period: { _tag: 'Sometimes' } } }],
    ['a period without its epoch', { policy: { period: { _tag: 'Enabled' } } }],
    ['a TTL below zero', { policy: { cluster: { ttlSeconds: -1 } } }],
    ['a word that is none', { policy: { liveness: 'always' } }],
    ['a limit that is no number', { policy: {}, guards: { maxCount: '5' } }],
  ])('refuses %s', (_what, spec) => {
    expect(accepts(spec)).toBe(false)
  })
})
