/**
 * Schemas of the input of a forecast: node, policies and horizon. Collectors, stores and eviction check their own parts.
 */
import * as fp from '../../core/fp.js'
import { int64ToBigint } from '../../core/int64.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Millis, isSpanMillis } from '../../core/time.js'
import { list, object, tagged } from '../../internal/schema/object.js'
import {
  type Schema,
  finite,
  instant,
  leaf,
  oneOf,
  opaque,
  optional,
  problemsOf,
  text,
  where,
} from '../../internal/schema/schema.js'
import { layout } from '../../kubelet/eviction/check.js'
import type { EvictionMemory } from '../../kubelet/eviction/memory.js'
import type {
  Demand,
  ForecastContainers,
  ForecastNode,
  ForecastPressure,
  Growth,
  NodePolicies,
  Spans,
  UsagePoint,
} from './node.js'

const isBytes = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const growth = tagged<Growth>(
  {
    None: {},
    Constant: { bytesPerSecond: finite },
    Trace: {
      points: list(object<UsagePoint>({ at: instant, usedBytes: leaf('a whole number of bytes, 0 to 2^53', isBytes) })),
      drops: oneOf('repeat', 'leave-out'),
    },
  },
  'a growth: None, Constant or Trace',
)

const demand = where(
  object<Omit<Demand, 'image'> & { readonly image: Pick<Demand['image'], 'id'> }>({
    at: instant,
    until: optional(instant),
    image: object<Pick<Demand['image'], 'id'>>({ id: text }),
  }),
  'a demand that ends after it begins',
  ({ at, until }) => until === undefined || until.getTime() >= at.getTime(),
)

const byteMap = opaque(
  'a Map of bytes, whole and 0 or more each',
  (value): value is ForecastContainers['bytes'] => value instanceof Map && [...value.values()].every(isBytes),
)

const map = <A>(): Schema<A> => opaque('a Map', (value): value is A => value instanceof Map)

type Memory = Omit<EvictionMemory, 'layout' | 'met'> & { readonly met: ReadonlyArray<unknown> }
type Pressure = Pick<ForecastPressure, 'layout' | 'others'> & { readonly memory: Memory }

const pressure = object<Pressure>({
  layout,
  others: map(),
  memory: object<Memory>({
    metSince: map(),
    conditionsSeen: map(),
    met: opaque('an array', (value): value is ReadonlyArray<unknown> => Array.isArray(value)),
    observations: map(),
  }),
})

type Checked = Pick<ForecastNode, 'growth' | 'fails'> & {
  readonly containers?: Pick<ForecastContainers, 'bytes'>
  readonly pressure?: Pressure
  readonly demands?: ReadonlyArray<Omit<Demand, 'image'> & { readonly image: Pick<Demand['image'], 'id'> }>
}

const node = object<Checked>({
  growth,
  containers: optional(object<Pick<ForecastContainers, 'bytes'>>({ bytes: byteMap })),
  pressure: optional(pressure),
  demands: optional(list(demand)),
  fails: optional(opaque('a Set', (value): value is ReadonlySet<string> => value instanceof Set)),
})

const period = leaf(
  'a span of at least one whole millisecond',
  (value): value is Millis => isSpanMillis(value) && value > 0,
)
const span = leaf('a span in whole milliseconds, not negative', isSpanMillis)

const policies = object<Pick<NodePolicies, 'spans'>>({
  spans: optional(
    object<Partial<Spans>>({
      imagePeriod: optional(period),
      containerPeriod: optional(period),
      lookPeriod: optional(period),
      podCleanUp: optional(period),
      firstImageRun: optional(span),
      firstContainerRun: optional(span),
      firstLook: optional(span),
    }),
  ),
})

const isMeasured = (imageFs: ForecastNode['images']['imageFs']): boolean => {
  if (imageFs._tag === 'Unknown') return false
  const { capacityBytes, availableBytes } = imageFs.value
  if (fp.isNone(capacityBytes) || fp.isNone(availableBytes)) return false
  const capacity = int64ToBigint(capacityBytes.value)
  return capacity > 0n && capacity <= BigInt(Number.MAX_SAFE_INTEGER)
}

/** The longest forecast, 366 days: every run of it is simulated. */
const longestHorizon: number = 366 * 86_400_000

const findHorizonProblems = problemsOf(
  'forecast horizon',
  leaf(
    'a span in whole milliseconds, not negative, at most 366 days',
    (value): value is Millis => isSpanMillis(value) && Number(value) <= longestHorizon,
  ),
)
const findPolicyProblems = problemsOf('forecast policies', policies)
const findNodeProblems = problemsOf('forecast node', node)

/** The problems of a node, of rules or of a horizon; null when there is none. */
export const findForecastProblems = (ofNode: unknown, ofPolicies: unknown, horizon: unknown): InvalidInput | null =>
  findHorizonProblems(horizon) ?? findPolicyProblems(ofPolicies) ?? findNodeProblems(ofNode)

type Measured = Pick<ForecastNode['images'], 'imageFs'>

/** The same for what is left once the image collector found the snapshot sound: a disk whose numbers are known. */
export const findDiskProblems = (images: ForecastNode['images']): InvalidInput | null => {
  const measured = opaque(
    'a disk whose capacity and free bytes are known, above 0 and below 2^53',
    (value): value is Measured['imageFs'] => value === images.imageFs && isMeasured(images.imageFs),
  )
  const schema = object<{ readonly images: Measured }>({ images: object<Measured>({ imageFs: measured }) })
  return problemsOf('forecast node', schema)({ images })
}
