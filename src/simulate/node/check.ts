/**
 * Validates the input of a forecast: node, policies and horizon, with the path of every problem. Collectors, stores
 * and eviction check their own parts.
 */
import * as option from '../../core/option.js'
import { int64ToBigint } from '../../core/int64.js'
import type { InvalidInput } from '../../core/problem.js'
import { isSpanMillis } from '../../core/time.js'
import type { Check } from '../../internal/check.js'
import {
  all,
  arrayOf,
  entriesOf,
  expecting,
  fieldOf,
  fields,
  findProblems,
  isDate,
  isFlag,
  isText,
  maybe,
  oneOf,
} from '../../internal/check.js'
import type { ForecastNode } from './node.js'

const bytes = expecting(
  'a whole number of bytes, 0 to 2^53',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
)

const finite = expecting('a finite number', Number.isFinite)

const trace = fields({ points: arrayOf(fields({ at: isDate, usedBytes: bytes })), drops: oneOf('repeat', 'leave-out') })
const constant = fields({ bytesPerSecond: finite })

const growth: Check = (value, problems) => {
  const tag = fieldOf(value, '_tag')
  if (tag === 'Trace') trace(value, problems)
  else if (tag === 'Constant') constant(value, problems)
  else if (tag !== 'None') expecting('a growth: None, Constant or Trace', () => false)(value, problems)
}

const demand = all(
  fields({ at: isDate, until: maybe(isDate), image: fields({ id: isText }) }),
  expecting('a demand that ends after it begins', (value) => {
    const [at, until] = [fieldOf(value, 'at'), fieldOf(value, 'until')]
    return !(at instanceof Date && until instanceof Date) || until.getTime() >= at.getTime()
  }),
)

const byteMap = expecting(
  'a Map of bytes, whole and 0 or more each',
  (value) =>
    value instanceof Map && [...entriesOf(value)].every(([, size]) => Number.isSafeInteger(size) && Number(size) >= 0),
)

const node = fields({
  growth,
  containers: maybe(fields({ bytes: byteMap })),
  pressure: maybe(
    fields({
      layout: fields({ dedicatedImageFs: isFlag, splitContainerImageFs: isFlag }),
      others: expecting('a Map', (value) => value instanceof Map),
      memory: fields({
        metSince: expecting('a Map', (value) => value instanceof Map),
        conditionsSeen: expecting('a Map', (value) => value instanceof Map),
        met: arrayOf(() => undefined),
        observations: expecting('a Map', (value) => value instanceof Map),
      }),
    }),
  ),
  demands: maybe(arrayOf(demand)),
  fails: maybe(expecting('a Set', (value) => value instanceof Set)),
})

const period = expecting('a span of at least one whole millisecond', (value) => isSpanMillis(value) && value > 0)
const span = expecting('a span in whole milliseconds, not negative', isSpanMillis)

const policies = fields({
  spans: maybe(
    fields({
      imagePeriod: maybe(period),
      containerPeriod: maybe(period),
      lookPeriod: maybe(period),
      podCleanUp: maybe(period),
      firstImageRun: maybe(span),
      firstContainerRun: maybe(span),
      firstLook: maybe(span),
    }),
  ),
})

const isMeasured = ({ imageFs }: ForecastNode['images']): boolean => {
  if (imageFs._tag === 'Unknown') return false
  const { capacityBytes, availableBytes } = imageFs.value
  if (option.isNone(capacityBytes) || option.isNone(availableBytes)) return false
  const capacity = int64ToBigint(capacityBytes.value)
  return capacity > 0n && capacity <= BigInt(Number.MAX_SAFE_INTEGER)
}

/** The problems of a node, of rules or of a horizon; null when there is none. */
export const findForecastProblems = (ofNode: unknown, ofPolicies: unknown, horizon: unknown): InvalidInput | null =>
  findProblems('forecast horizon', span, horizon) ??
  findProblems('forecast policies', policies, ofPolicies) ??
  findProblems('forecast node', node, ofNode)

/** The same for what is left once the image collector found the snapshot sound: a disk whose numbers are known. */
export const findDiskProblems = (images: ForecastNode['images']): InvalidInput | null =>
  findProblems(
    'forecast node',
    fields({
      images: fields({
        imageFs: expecting('a disk whose capacity and free bytes are known, above 0 and below 2^53', () =>
          isMeasured(images),
        ),
      }),
    }),
    { images },
  )
