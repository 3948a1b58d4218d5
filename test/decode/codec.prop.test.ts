import { either as E, option as O } from 'fp-ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import {
  type Decoder,
  entries,
  fields,
  items,
  mapped,
  oneOrMore,
  optional,
  reading,
  withDefault,
} from '../../src/decode/codec.js'
import { objectMeta } from '../../src/decode/kubectl/metadata.js'
import { node, pod } from '../../src/decode/kubectl/pods.js'
import { flag, instantText, measured, name, size, text, word } from '../../src/decode/leaf.js'
import { runs } from '../runs.js'

const inner = fields({ name, size: withDefault(size, 0), when: optional(instantText), state: word('ON', 'OFF') })
const decoders = {
  inner,
  lists: fields({ name: items(inner), state: oneOrMore(inner) }),
  entries: entries(items(flag)),
  mapped: mapped(items(text), (texts) => texts.length),
  reading: items(reading('a short text', (value) => (text.is(value) && value.length < 3 ? O.some(value) : O.none))),
  measured: items(measured),
  objectMeta,
  pod,
  node,
}

const words = fc.constantFrom('', 'ON', 'a', '7', '-7', '2026-01-01T12:00:00Z', '2026-02-30T12:00:00Z')
const leaves = fc.oneof(words, fc.integer(), fc.boolean(), fc.constantFrom(null, undefined, Number.NaN))
const keys = fc.constantFrom(
  ...['name', 'size', 'when', 'state', 'uid', 'namespace', 'labels', 'finalizers', 'ownerReferences', 'apiVersion'],
  ...['kind', 'spec', 'status', 'nodeName', 'conditions', 'type', 'startTime', 'taints', 'key', '__proto__'],
)
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaves,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
  ),
}))

it.each(Object.entries<Decoder<unknown>>(decoders))(
  'the quick reading of %s agrees with the one that says what is wrong',
  (_, reader) => {
    fc.assert(
      fc.property(values, (value) => {
        const slow = reader.validate(value, [{ key: '', type: reader, actual: value }])
        const read = reader.decode(value)
        expect(read._tag).toBe(slow._tag)
        if (E.isRight(read) && E.isRight(slow)) expect(read.right).toStrictEqual(slow.right)
      }),
      { numRuns: runs(1000) },
    )
  },
)

const right: ReadonlyArray<readonly [name: string, reader: Decoder<unknown>, value: unknown]> = [
  ['inner', inner, { name: 'a', state: 'ON', when: '2026-01-01T12:00:00Z' }],
  ['objectMeta', objectMeta, { name: 'a', uid: 'b', labels: { c: 'd' }, ownerReferences: [] }],
  ['pod', pod, { spec: { nodeName: 'a' }, status: { phase: 'Failed', startTime: '2026-01-01T12:00:00Z' } }],
]

it.each(right)('a right value of %s is read alike', (_, reader, value) => {
  const slow = reader.validate(value, [{ key: '', type: reader, actual: value }])
  expect(E.isRight(slow)).toBe(true)
  expect(reader.decode(value)).toStrictEqual(slow)
})
