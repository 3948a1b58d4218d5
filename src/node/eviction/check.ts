/**
 * Answers whether a value is a look at a node and rules that can be decided on, naming every problem with its path.
 */
import type { InvalidInput } from '../../core/problem.js'
import { isSpanMillis } from '../../core/time.js'
import type { Check } from '../../internal/check.js'
import {
  all,
  arrayOf,
  expecting,
  fields,
  findProblems,
  isDate,
  isFlag,
  isSafeInteger,
  isSize,
  isText,
  maybe,
  oneOf,
} from '../../internal/check.js'
import { isSignal } from './signal.js'

const observations: Check = all(
  expecting('a Map', (value) => value instanceof Map),
  (value, problems) => {
    for (const [signal, observed] of value as ReadonlyMap<unknown, unknown>) {
      const before = problems.length
      if (typeof signal !== 'string' || !isSignal(signal)) expecting('a signal', () => false)(signal, problems)
      else observation(observed, problems)
      for (const problem of problems.slice(before)) problem.path = `[${JSON.stringify(signal)}]${problem.path}`
    }
  },
)
const observation = fields({ available: isSize, capacity: isSize, at: maybe(isDate) })

const usage = maybe(fields({ usedBytes: maybe(isSize), inodesUsed: maybe(isSize) }))
const memory = maybe(fields({ workingSetBytes: maybe(isSize) }))
const amounts = maybe(expecting('an object', (value) => typeof value === 'object' && value !== null))
const container = fields({
  name: isText,
  resources: maybe(fields({ requests: amounts, limits: amounts })),
  restartPolicy: maybe(isText),
})

const snapshot = fields({
  at: isDate,
  layout: fields({ dedicatedImageFs: isFlag, splitContainerImageFs: isFlag }),
  observations,
  pods: arrayOf(
    fields({
      metadata: fields({ name: isText, namespace: isText, uid: isText, annotations: amounts }),
      spec: fields({
        priority: maybe(isSafeInteger),
        terminationGracePeriodSeconds: maybe(isSafeInteger),
        containers: arrayOf(container),
        initContainers: maybe(arrayOf(container)),
        overhead: amounts,
        volumes: maybe(
          arrayOf(
            fields({ name: isText, emptyDir: maybe(fields({ medium: maybe(isText), sizeLimit: maybe(isText) })) }),
          ),
        ),
      }),
    }),
  ),
  podStats: arrayOf(
    fields({
      podRef: fields({ uid: isText }),
      containers: arrayOf(fields({ name: isText, rootfs: usage, logs: usage, memory })),
      volume: maybe(arrayOf(fields({ name: isText, usedBytes: maybe(isSize), inodesUsed: maybe(isSize) }))),
      memory,
      process_stats: maybe(fields({ process_count: maybe(isSize) })),
    }),
  ),
})

const value = expecting('a quantity or a share', (amount) => {
  const { _tag, quantity, share } = (amount ?? {}) as Readonly<Record<string, unknown>>
  return _tag === 'Quantity' ? typeof quantity === 'string' : _tag === 'Share' && typeof share === 'number'
})

const policy = fields({
  thresholds: arrayOf(
    fields({
      signal: expecting('a signal', (text) => typeof text === 'string' && isSignal(text)),
      operator: oneOf('LessThan', 'Never'),
      value,
      gracePeriod: expecting('a span in milliseconds, not negative', (span) => typeof span === 'number' && span >= 0),
      minReclaim: maybe(value),
    }),
  ),
  transitionPeriod: expecting('a span in whole milliseconds, not negative', isSpanMillis),
  maxPodGracePeriod: isSafeInteger,
  localStorageIsolation: isFlag,
  hardGracePeriod: isSafeInteger,
  softGrace: oneOf('least-of-maximum-and-pod', 'maximum'),
  containerFs: isFlag,
})

/** The problems of rules; null when there is none. */
export const problemsOfPolicy = (input: unknown): InvalidInput | null => findProblems('policy', policy, input)

/** The problems of a look; null when there is none. */
export const problemsOfLook = (input: unknown): InvalidInput | null => findProblems('snapshot', snapshot, input)
