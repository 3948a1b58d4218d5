/**
 * Answers whether a value is a snapshot that can be planned, naming every problem with its path.
 */
import { isInt64 } from '../../core/int64.js'
import type { InvalidInput } from '../../core/problem.js'
import {
  arrayOf,
  expecting,
  fields,
  findProblems,
  isDate,
  isFlag,
  isText,
  knowledgeOf,
  optionOf,
} from '../../internal/check.js'

const size = expecting(
  'an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text',
  (value) => isInt64(value) && (typeof value === 'number' ? value >= 0 : !value.startsWith('-')),
)

const moment = knowledgeOf(optionOf(isDate))

const snapshot = fields({
  at: isDate,
  beganGC: knowledgeOf(isDate),
  images: arrayOf(fields({ id: isText, runtimeHandler: isText, size, pinned: isFlag, tags: arrayOf(isText) })),
  containers: arrayOf(
    fields({ id: isText, imageId: isText, imageRef: isText, runtimeHandler: isText, imageVolumes: arrayOf(isText) }),
  ),
  imageFs: knowledgeOf(fields({ capacityBytes: optionOf(size), availableBytes: optionOf(size) })),
  memory: fields({
    records: arrayOf(
      fields({ id: isText, runtimeHandler: isText, firstDetected: moment, lastUsed: moment, size, pinned: isFlag }),
    ),
  }),
})

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems = (value: unknown): InvalidInput | null =>
  findProblems('kubelet-image snapshot', snapshot, value)
