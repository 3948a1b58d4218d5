/**
 * Validates a change to a snapshot.
 */
import { isSpanMillis, millisOf } from '../../core/time.js'
import type { Span } from '../../core/time.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Check } from '../../internal/check.js'
import {
  all,
  arrayOf,
  expecting,
  fieldOf,
  fields,
  findProblems,
  isDate,
  isFlag,
  isObject,
  isText,
  oneOf,
} from '../../internal/check.js'
import { labels } from '../schema.js'
import { kinds } from '../graph/node-index.js'

/** Every problem of a change; null when there is none. */
export const changeProblems = (change: unknown): InvalidInput | null =>
  findProblems('containerd change', isChange, change)

/** Every problem of some changes; null when there is none. */
export const changesProblems = (changes: unknown): InvalidInput | null =>
  findProblems('containerd changes', arrayOf(isChange), changes)

const optional =
  (check: Check): Check =>
  (value, problems) => {
    if (value !== undefined) check(value, problems)
  }

const isNode: Check = all(fields({ _tag: oneOf(...kinds), namespace: isText, key: isText }), (value, problems) => {
  if (fieldOf(value, '_tag') === 'FsSnapshot') fields({ snapshotter: isText })(value, problems)
})

const isResource: Check = fields({ type: isText, id: isText })

const isExpiresIn: Check = expecting(
  'a span of whole milliseconds, zero or more, or "never"',
  (value) =>
    value === 'never' || ((typeof value === 'number' || isObject(value)) && isSpanMillis(millisOf(value as Span))),
)

const ofLease: Check = fields({ namespace: isText, lease: isText, resource: isResource })

const checks: Readonly<Record<string, Check>> = {
  Remove: fields({ node: isNode }),
  LetTimePass: fields({ until: isDate }),
  CreateLease: fields({
    namespace: isText,
    id: isText,
    expiresIn: optional(isExpiresIn),
    flat: optional(isFlag),
    labels: optional(labels.report),
  }),
  AddLeaseResource: ofLease,
  DropLeaseResource: ofLease,
  SetLabels: fields({ node: isNode, labels: labels.report }),
}

const isChange: Check = all(fields({ _tag: oneOf(...Object.keys(checks)) }), (value, problems) =>
  checks[String(fieldOf(value, '_tag'))]?.(value, problems),
)
