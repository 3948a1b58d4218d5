/**
 * Validates a snapshot and a policy. Every problem names its path.
 */
import type { InvalidInput } from '../../core/problem.js'
import { show } from '../../core/problem.js'
import type { Check } from '../../internal/check.js'
import { isSpanMillis } from '../../core/time.js'
import {
  all,
  arrayOf,
  expecting,
  fieldOf,
  fields,
  findProblems,
  isDate,
  isFlag,
  isText,
  itemsOf,
  knowledgeOf,
  oneOf,
  optionOf,
} from '../../internal/check.js'
import { isSize } from '../../internal/size-check.js'

const moment = knowledgeOf(optionOf(isDate))

/** No image has two histories. */
const distinctRecords: Check = (value, problems) => {
  const seen = new Set<unknown>()
  itemsOf(value).forEach((record, index) => {
    const [id, runtimeHandler] = [fieldOf(record, 'id'), fieldOf(record, 'runtimeHandler')]
    const key = runtimeHandler === '' ? id : JSON.stringify([id, runtimeHandler])
    if (seen.has(key))
      problems.push({ path: `[${index}]`, expected: 'no second record of one image', actual: show(id) })
    seen.add(key)
  })
}

const snapshot = fields({
  at: isDate,
  beganGC: knowledgeOf(isDate),
  images: arrayOf(fields({ id: isText, runtimeHandler: isText, size: isSize, pinned: isFlag, tags: arrayOf(isText) })),
  containers: arrayOf(
    fields({ id: isText, imageId: isText, imageRef: isText, runtimeHandler: isText, imageVolumes: arrayOf(isText) }),
  ),
  imageFs: knowledgeOf(fields({ capacityBytes: optionOf(isSize), availableBytes: optionOf(isSize) })),
  memory: fields({
    records: all(
      arrayOf(
        fields({
          id: isText,
          runtimeHandler: isText,
          firstDetected: moment,
          lastUsed: moment,
          size: isSize,
          pinned: isFlag,
        }),
      ),
      distinctRecords,
    ),
  }),
})

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems = (value: unknown): InvalidInput | null =>
  findProblems('kubelet-image snapshot', snapshot, value)

const percent = expecting(
  'a whole number from 0 to 100',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 100,
)

/** Go's longest duration; a longer span is never reached, whatever the clock says. */
const longestSpan = 9_223_372_036_854

const span = expecting(
  'a span of whole milliseconds, from 0 to 292 years',
  (value) => isSpanMillis(value) && value <= longestSpan,
)

const thresholds = fields({ highThresholdPercent: percent, lowThresholdPercent: percent })

const ordered: Check = (value, problems) => {
  const [low, high] = [fieldOf(value, 'lowThresholdPercent'), fieldOf(value, 'highThresholdPercent')]
  if (Number(low) > Number(high))
    problems.push({
      path: '.lowThresholdPercent',
      expected: `at most highThresholdPercent (${String(high)})`,
      actual: String(low),
    })
}

const agesAndRules = fields({
  minAge: span,
  maxAge: span,
  entrance: oneOf('GarbageCollect', 'DeleteUnusedImages'),
  runOrder: oneOf('detect-first', 'stats-first'),
  maxAgePass: oneOf('present', 'absent'),
  firstDetection: oneOf('now', 'zero'),
  sandboxImage: isText,
  pinned: oneOf('honoured', 'ignored'),
  imageVolumes: oneOf('in-use', 'ignored'),
  runtimeClassInImageCriApi: isFlag,
  shortage: oneOf('insufficient-free-space', 'attempted-to-free', 'wanted-to-free'),
  postGCHooks: oneOf('present', 'absent'),
  int64: oneOf('refuse', 'wrap'),
})

/** In the order in which the kubelet checks, then the rules by release. */
const policy: Check = (value, problems) => {
  all(thresholds, ordered)(value, problems)
  if (typeof value === 'object' && value !== null) agesAndRules(value, problems)
}

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems = (value: unknown): InvalidInput | null =>
  findProblems('kubelet-image policy', policy, value)
