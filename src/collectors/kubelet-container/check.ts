/**
 * Answers whether a value is a snapshot and a policy that can be planned, naming every problem with its path.
 */
import type { InvalidInput } from '../../core/problem.js'
import {
  all,
  arrayOf,
  distinctBy,
  fields,
  findProblems,
  isDate,
  isFlag,
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
  logDirectories: all(arrayOf(isText), (value, problems) => {
    const names = value as ReadonlyArray<string>
    if (new Set(names).size !== names.length)
      problems.push({ path: '', expected: 'each name once', actual: 'a name that comes again' })
  }),
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

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems = (value: unknown): InvalidInput | null =>
  findProblems('kubelet-container snapshot', snapshot, value)
