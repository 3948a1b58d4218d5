/**
 * Validates a snapshot and a policy. Every problem names its path.
 */
import type { InvalidInput } from '../../core/problem.js'
import { isSpanMillis } from '../../core/time.js'
import {
  all,
  arrayOf,
  distinct,
  distinctBy,
  expecting,
  fields,
  findProblems,
  isDate,
  isFlag,
  isSafeInteger,
  isText,
  knowledgeOf,
  oneOf,
  optionOf,
} from '../../internal/check.js'

const containerStates = ['CONTAINER_CREATED', 'CONTAINER_RUNNING', 'CONTAINER_EXITED', 'CONTAINER_UNKNOWN'] as const

const snapshot = fields({
  at: isDate,
  allSourcesReady: isFlag,
  pods: all(
    arrayOf(fields({ uid: isText, contentRemoved: knowledgeOf(isFlag), runtimeRemoved: knowledgeOf(isFlag) })),
    distinctBy('uid'),
  ),
  containers: all(
    arrayOf(
      fields({
        id: isText,
        sandboxId: isText,
        podUid: isText,
        name: isText,
        state: oneOf(...containerStates),
        createdAt: isDate,
        identified: isFlag,
      }),
    ),
    distinctBy('id'),
  ),
  sandboxes: all(
    arrayOf(
      fields({ id: isText, podUid: isText, state: oneOf('SANDBOX_READY', 'SANDBOX_NOTREADY'), createdAt: isDate }),
    ),
    distinctBy('id'),
  ),
  logDirectories: all(arrayOf(isText), distinct),
  logLinks: all(
    arrayOf(
      fields({
        path: isText,
        targetExists: isFlag,
        containerStatus: optionOf(oneOf(...containerStates, 'Nil', 'Gone')),
      }),
    ),
    distinctBy('path'),
  ),
})

const policy = fields({
  minAge: expecting('a span of whole milliseconds, zero or more', isSpanMillis),
  maxPerPodContainer: isSafeInteger,
  maxContainers: isSafeInteger,
  evictNonDeletedPods: isFlag,
  unidentified: oneOf('unit', 'removed-first'),
  excessOrder: oneOf('oldest-first', 'newest-first'),
  wholeUnitOrder: oneOf('as-listed', 'by-age'),
  sandboxes: oneOf('collected', 'untouched'),
  logDirectories: oneOf('collected', 'untouched'),
  deadLinks: oneOf('by-status', 'unconditional'),
})

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems = (value: unknown): InvalidInput | null =>
  findProblems('kubelet-container policy', policy, value)

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems = (value: unknown): InvalidInput | null =>
  findProblems('kubelet-container snapshot', snapshot, value)
