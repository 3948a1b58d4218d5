/** Schemas of what the image collector reads and remembers, and of its policy. */
import type { InvalidInput } from '../../core/problem.js'
import type { Millis } from '../../core/time.js'
import { isSpanMillis } from '../../core/time.js'
import { flag, instant, oneOf, text } from '../../internal/schema/leaf.js'
import { distinct, list } from '../../internal/schema/list.js'
import { both, object } from '../../internal/schema/object.js'
import type { Schema } from '../../internal/schema/schema.js'
import { checked, leaf, problemsOf } from '../../internal/schema/schema.js'
import { size } from '../../internal/schema/size.js'
import { knowledge, option } from '../../internal/schema/tagged.js'
import type { Policy } from './policy.js'
import type { ImageRecord, Memory } from './record.js'
import type { Container, Image, ImageFsStats, Snapshot } from './snapshot.js'

const moment = knowledge(option(instant))

const records = list(
  object<ImageRecord>({
    id: text,
    runtimeHandler: text,
    firstDetected: moment,
    lastUsed: moment,
    size,
    pinned: flag,
  }),
)

export const memory: Schema<Memory> = object<Memory>({
  records: distinct(records, {
    keyOf: ({ id, runtimeHandler }) => (runtimeHandler === '' ? id : JSON.stringify([id, runtimeHandler])),
    expected: 'no second record of one image',
    actual: ({ id }) => id,
  }),
})

export const snapshot: Schema<Snapshot> = object<Snapshot>({
  at: instant,
  beganGC: knowledge(instant),
  images: list(object<Image>({ id: text, runtimeHandler: text, size, pinned: flag, tags: list(text) })),
  containers: list(
    object<Container>({ id: text, imageId: text, imageRef: text, runtimeHandler: text, imageVolumes: list(text) }),
  ),
  imageFs: knowledge(object<ImageFsStats>({ capacityBytes: option(size), availableBytes: option(size) })),
  memory,
})

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'kubelet-image snapshot',
  snapshot,
)

const percent = leaf(
  'a whole number from 0 to 100',
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 100,
)

/** Go's longest duration; a longer span is never reached, whatever the clock says. */
const longestSpan = 9_223_372_036_854

const span = leaf(
  'a span of whole milliseconds, from 0 to 292 years',
  (value): value is Millis => isSpanMillis(value) && value <= longestSpan,
)

type Thresholds = Pick<Policy, 'highThresholdPercent' | 'lowThresholdPercent'>

/** In the order in which the kubelet checks, then the rules by release. */
const policy: Schema<Policy> = both(
  checked(
    object<Thresholds>({ highThresholdPercent: percent, lowThresholdPercent: percent }),
    ({ lowThresholdPercent: low, highThresholdPercent: high }, problems) => {
      if (low > high)
        problems.push({
          path: '.lowThresholdPercent',
          expected: `at most highThresholdPercent (${high})`,
          actual: String(low),
        })
    },
  ),
  object<Omit<Policy, keyof Thresholds>>({
    minAge: span,
    maxAge: span,
    entrance: oneOf('GarbageCollect', 'DeleteUnusedImages'),
    runOrder: oneOf('detect-first', 'stats-first'),
    maxAgePass: oneOf('present', 'absent'),
    firstDetection: oneOf('now', 'zero'),
    sandboxImage: text,
    pinned: oneOf('honoured', 'ignored'),
    imageVolumes: oneOf('in-use', 'ignored'),
    runtimeClassInImageCriApi: flag,
    shortage: oneOf('insufficient-free-space', 'attempted-to-free', 'wanted-to-free'),
    postGCHooks: oneOf('present', 'absent'),
    int64: oneOf('refuse', 'wrap'),
  }),
)

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('kubelet-image policy', policy)
