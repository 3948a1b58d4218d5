/**
 * Parses the kubelet's eviction settings into thresholds.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { show } from '../../core/problem.js'
import { parseGoDuration } from '../../core/go-duration.js'
import { type Quantity, parseQuantity, quantitySign } from '../../core/quantity.js'
import { type Millis, millis } from '../../core/time.js'
import { list, object } from '../../internal/schema/object.js'
import { optional, problemsOf, text } from '../../internal/schema/schema.js'
import { parseSinglePrecision } from './go-float.js'
import { type Signal, isSignal } from './signal.js'
import type { Threshold, ThresholdValue } from './threshold.js'

/** The eviction settings of a KubeletConfiguration: signal to text. */
export interface EvictionSettings {
  readonly evictionHard?: ReadonlyMap<string, string>
  readonly evictionSoft?: ReadonlyMap<string, string>
  readonly evictionSoftGracePeriod?: ReadonlyMap<string, string>
  readonly evictionMinimumReclaim?: ReadonlyMap<string, string>
  /** With `pods`, a hard memory threshold also applies to allocatable memory. */
  readonly enforceNodeAllocatable?: ReadonlyArray<string>
}

/** Where a statement stands. */
export type EvictionField = 'evictionHard' | 'evictionSoft' | 'evictionSoftGracePeriod' | 'evictionMinimumReclaim'

/** A threshold that the kubelet rejects. */
export interface InvalidThreshold {
  readonly _tag: 'InvalidThreshold'
  readonly field: EvictionField
  readonly signal: string
  /** Absent where a statement is missing. */
  readonly text?: string
  /** The kubelet's error text, if it has one. */
  readonly message: string
}

/**
 * Parses eviction settings into thresholds.
 *
 * Shape: `0%` and `100%` are ignored. A soft threshold needs a grace period; zero makes it hard.
 * Order: hard, then soft, each as written; thresholds on allocatable memory last. Fails with {@link InvalidThreshold},
 * the first that the kubelet finds: hard, soft, grace periods, minimum reclaims, missing grace periods; also for other
 * input.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go ParseThresholdConfig
 *
 * @example
 * ```ts
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * const parsed = Eviction.parseThresholds({ evictionHard: new Map([['imagefs.available', '15%']]) })
 * if (parsed._tag === 'Right') console.log(parsed.right.map(({ signal }) => signal)) // [ 'imagefs.available' ]
 * ```
 */
export const parseThresholds = (settings: EvictionSettings): E.Either<InvalidThreshold, ReadonlyArray<Threshold>> => {
  const malformed = findProblems(settings)
  if (malformed !== null) {
    const [{ expected, actual }] = malformed.problems
    return fp.left(invalid('evictionHard', '', `expected ${expected}, found ${actual}`))
  }
  return fp.pipe(
    firstRefusal({
      hard: statements('evictionHard', settings.evictionHard, readLevel),
      soft: statements('evictionSoft', settings.evictionSoft, readLevel),
      graces: statements('evictionSoftGracePeriod', settings.evictionSoftGracePeriod, readGrace),
      reclaims: statements('evictionMinimumReclaim', settings.evictionMinimumReclaim, readReclaim),
    }),
    fp.flatMap(({ hard, soft, graces, reclaims }) => {
      const reclaimOf = new Map(reclaims)
      const graceOf = new Map(graces)
      const ofHard = hard.map(([signal, value]) => thresholdOf(signal, value, millis(0), reclaimOf))
      const ofSoft = fp.pipe(
        soft,
        fp.traverseArray(([signal, value]) => {
          const grace = graceOf.get(signal)
          const missing = `grace period must be specified for the soft eviction threshold ${signal}`
          return grace === undefined
            ? fp.left(invalid('evictionSoftGracePeriod', signal, missing))
            : fp.right(thresholdOf(signal, value, grace, reclaimOf))
        }),
      )
      return fp.map((thresholds: ReadonlyArray<Threshold>) => [...ofHard, ...thresholds])(ofSoft)
    }),
    fp.map((found) =>
      settings.enforceNodeAllocatable?.includes('pods') === true ? [...found, ...found.flatMap(forAllocatable)] : found,
    ),
  )
}

const firstRefusal = fp.sequenceValidation<InvalidThreshold>({ concat: (first) => first })

/** The fields that are checked here; the lists of thresholds are checked where they are read. */
const findProblems = problemsOf(
  'settings',
  object<Pick<EvictionSettings, 'enforceNodeAllocatable'>>({ enforceNodeAllocatable: optional(list(text)) }),
)

const thresholdOf = (
  signal: Signal,
  value: ThresholdValue,
  gracePeriod: Millis,
  reclaimOf: ReadonlyMap<Signal, ThresholdValue>,
): Threshold => {
  const minReclaim = reclaimOf.get(signal)
  const threshold: Threshold = { signal, operator: 'LessThan', value, gracePeriod }
  return minReclaim === undefined ? threshold : { ...threshold, minReclaim }
}

const forAllocatable = (threshold: Threshold): ReadonlyArray<Threshold> =>
  threshold.signal === 'memory.available' && threshold.gracePeriod === 0
    ? [{ ...threshold, signal: 'allocatableMemory.available' }]
    : []

/** Reads the value of a statement: null if it sets nothing, a message if it is malformed. */
type Reading<A> = (signal: Signal, text: string) => E.Either<string, A | null>

const statements = <A>(
  field: EvictionField,
  written: unknown,
  read: Reading<A>,
): E.Either<InvalidThreshold, ReadonlyArray<readonly [Signal, A]>> => {
  if (written === undefined) return fp.right([])
  if (!(written instanceof Map)) return fp.left(invalid(field, '', `expected a Map, found ${show(written)}`))
  return fp.pipe(
    [...written],
    fp.traverseArray(([name, text]) => statement(field, name, text, read)),
    fp.map((read) => read.flat()),
  )
}

/** One threshold, or none for a statement that sets nothing. */
const statement = <A>(
  field: EvictionField,
  name: unknown,
  text: unknown,
  read: Reading<A>,
): E.Either<InvalidThreshold, ReadonlyArray<readonly [Signal, A]>> => {
  const signal = typeof name === 'string' ? name : show(name)
  if (typeof text !== 'string') return fp.left(invalid(field, signal, `expected a string, found ${show(text)}`))
  const unreadable = (message: string): InvalidThreshold => ({ ...invalid(field, signal, message), text })
  if (!isSignal(signal)) return fp.left(unreadable(`unsupported eviction signal ${signal}`))
  return fp.pipe(
    read(signal, text),
    fp.mapLeft(unreadable),
    fp.map((value) => (value === null ? [] : [[signal, value]])),
  )
}

const invalid = (field: EvictionField, signal: string, message: string): InvalidThreshold => ({
  _tag: 'InvalidThreshold',
  field,
  signal,
  message,
})

const readLevel: Reading<ThresholdValue> = (signal, text) => {
  if (text === '0%' || text === '100%') return fp.right(null)
  if (text.endsWith('%'))
    return fp.pipe(
      shareOf(text),
      fp.flatMap((share) => {
        if (share < 0) return fp.left(`eviction percentage threshold ${signal} must be >= 0%: ${text}`)
        if (share > 1) return fp.left(`eviction percentage threshold ${signal} must be <= 100%: ${text}`)
        return fp.right({ _tag: 'Share', share })
      }),
    )
  return fp.pipe(
    quantityIn(text),
    fp.flatMap((quantity) =>
      quantitySign(quantity) > 0
        ? fp.right({ _tag: 'Quantity', quantity: quantity.canonical })
        : fp.left(`eviction threshold ${signal} must be positive: ${quantity.canonical}`),
    ),
  )
}

const quantityIn = (text: string): E.Either<string, Quantity> =>
  fp.pipe(
    parseQuantity(text),
    fp.mapLeft(({ message }) => message),
  )

const readReclaim: Reading<ThresholdValue> = (signal, text) => {
  if (text.endsWith('%'))
    return fp.pipe(
      shareOf(text),
      fp.flatMap((share) =>
        share > 0
          ? fp.right({ _tag: 'Share', share })
          : fp.left(`eviction percentage minimum reclaim ${signal} must be positive: ${text}`),
      ),
    )
  return fp.pipe(
    quantityIn(text),
    fp.flatMap((quantity) =>
      quantitySign(quantity) < 0
        ? fp.left(`negative eviction minimum reclaim specified for ${signal}`)
        : fp.right({ _tag: 'Quantity', quantity: quantity.canonical }),
    ),
  )
}

const readGrace: Reading<Millis> = (_, text) =>
  fp.pipe(
    parseGoDuration(text),
    fp.mapLeft(({ message }) => message),
    fp.flatMap((nanoseconds) =>
      nanoseconds < 0n
        ? fp.left(`invalid eviction grace period specified: ${text}, must be a positive value`)
        : fp.right(millis(Number(nanoseconds) / 1e6)),
    ),
  )

const shareOf = (text: string): E.Either<string, number> => {
  let end = text.length
  while (text[end - 1] === '%') end--
  return fp.pipe(
    parseSinglePrecision(text.slice(0, end)),
    fp.map((percent) => Math.fround(percent / 100)),
  )
}
