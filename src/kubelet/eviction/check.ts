/**
 * Validates an observation of a node, a policy and a memory. Every problem names its path.
 */
import { isRight } from '../../core/either.js'
import { type InvalidInput, problemLimit, show } from '../../core/problem.js'
import { parseQuantity } from '../../core/quantity.js'
import { isSpanMillis } from '../../core/time.js'
import {
  type Check,
  all,
  arrayOf,
  entriesOf,
  expecting,
  fieldOf,
  fields,
  findProblems,
  isDate,
  isFlag,
  isSafeInteger,
  isText,
  maybe,
  oneOf,
} from '../../internal/check.js'
import { isSize } from '../../internal/size-check.js'
import { isSignal } from './signal.js'

const signal = expecting('a signal', (text) => typeof text === 'string' && isSignal(text))

const mapOf = (key: Check, item: Check): Check =>
  all(
    expecting('a Map', (value) => value instanceof Map),
    (value, problems) => {
      for (const [name, held] of entriesOf(value)) {
        const before = problems.length
        if (before >= problemLimit) return
        all(key, () => {
          item(held, problems)
        })(name, problems)
        for (const problem of problems.slice(before)) problem.path = `[${show(name)}]${problem.path}`
      }
    },
  )

const observations = mapOf(signal, fields({ available: isSize, capacity: isSize, at: maybe(isDate) }))
const layout = fields({ dedicatedImageFs: isFlag, splitContainerImageFs: isFlag })

const quantity = expecting(
  'a Kubernetes quantity such as "10Gi"',
  (text) => typeof text === 'string' && isRight(parseQuantity(text)),
)
const amounts = maybe(fields({ memory: maybe(quantity), 'ephemeral-storage': maybe(quantity) }))
const annotations = maybe(fields({}))

const usage = maybe(fields({ usedBytes: maybe(isSize), inodesUsed: maybe(isSize) }))
const workingSet = maybe(fields({ workingSetBytes: maybe(isSize) }))
const container = fields({
  name: isText,
  resources: maybe(fields({ requests: amounts, limits: amounts })),
  restartPolicy: maybe(isText),
})

const snapshot = fields({
  at: isDate,
  layout,
  observations,
  pods: arrayOf(
    fields({
      metadata: fields({ name: isText, namespace: isText, uid: isText, annotations }),
      spec: fields({
        priority: maybe(isSafeInteger),
        terminationGracePeriodSeconds: maybe(isSafeInteger),
        containers: arrayOf(container),
        initContainers: maybe(arrayOf(container)),
        overhead: amounts,
        volumes: maybe(
          arrayOf(
            fields({ name: isText, emptyDir: maybe(fields({ medium: maybe(isText), sizeLimit: maybe(quantity) })) }),
          ),
        ),
      }),
    }),
  ),
  podStats: arrayOf(
    fields({
      podRef: fields({ uid: isText }),
      containers: arrayOf(fields({ name: isText, rootfs: usage, logs: usage, memory: workingSet })),
      volume: maybe(arrayOf(fields({ name: isText, usedBytes: maybe(isSize), inodesUsed: maybe(isSize) }))),
      'ephemeral-storage': usage,
      memory: workingSet,
      process_stats: maybe(fields({ process_count: maybe(isSize) })),
    }),
  ),
})

const share = fields({ share: expecting('a number', (part) => typeof part === 'number') })
const value: Check = (amount, problems) => {
  const tag = fieldOf(amount, '_tag')
  if (tag === 'Quantity') fields({ quantity })(amount, problems)
  else if (tag === 'Share') share(amount, problems)
  else expecting('a quantity or a share', () => false)(amount, problems)
}

const thresholds = arrayOf(
  fields({
    signal,
    operator: oneOf('LessThan', 'Never'),
    value,
    gracePeriod: expecting('a span in milliseconds, not negative', (span) => typeof span === 'number' && span >= 0),
    minReclaim: maybe(value),
  }),
)

const policy = fields({
  thresholds,
  transitionPeriod: expecting('a span in whole milliseconds, not negative', isSpanMillis),
  maxPodGracePeriod: isSafeInteger,
  localStorageIsolation: isFlag,
  hardGracePeriod: isSafeInteger,
  softGrace: oneOf('least-of-maximum-and-pod', 'maximum'),
  containerFs: isFlag,
})

const memory = fields({
  layout: maybe(layout),
  metSince: mapOf(isText, isDate),
  conditionsSeen: mapOf(oneOf('DiskPressure', 'MemoryPressure', 'PIDPressure'), isDate),
  met: thresholds,
  observations,
})

/** The problems of rules; null when there is none. */
export const problemsOfPolicy = (input: unknown): InvalidInput | null => findProblems('policy', policy, input)

/** The problems of what is remembered; null when there is none. */
export const problemsOfMemory = (input: unknown): InvalidInput | null => findProblems('memory', memory, input)

/** The problems of a look; null when there is none. */
export const problemsOfLook = (input: unknown): InvalidInput | null => findProblems('snapshot', snapshot, input)
