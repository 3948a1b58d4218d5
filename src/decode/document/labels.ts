import { either as E } from 'fp-ts'
import type * as t from 'io-ts'

import type { Labels } from '../../containerd/snapshot.js'
import { decoder, isRecord, moveInto, refuse, stepTo } from '../codec.js'
import { text } from '../leaf.js'
import type { Codec } from './codec.js'
import { codec } from './codec.js'

/** Labels; any key is safe, `__proto__` too. Order and keys are those of the object. */
export const labelsCodec: Codec<Labels> = codec(
  decoder('an object of strings', (value, context) => {
    if (value === undefined) return E.right([])
    if (!isRecord(value)) return refuse(value, context)
    const labels = Object.entries(value)
    const errors: t.ValidationError[] = []
    for (const [key, actual] of labels)
      if (typeof actual !== 'string')
        moveInto(errors, [{ value: actual, context: [] }], context, { step: stepTo(key), type: text, actual })
    return errors.length > 0 ? E.left(errors) : E.right(labels as unknown as Labels)
  }),
  (labels) => {
    if (!isPairs(labels)) return null
    const object = Object.fromEntries(labels)
    return labels.length === 0 ? undefined : Object.keys(object).length === labels.length ? object : null
  },
)

const isPairs = (labels: unknown): labels is ReadonlyArray<readonly [string, string]> =>
  Array.isArray(labels) &&
  labels.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string')
