/**
 * Validates a snapshot. A fast check runs first; only if it fails, or a uid is repeated, a full one lists every problem.
 */
import type { InvalidInput } from '../../core/problem.js'
import { problemLimit, show } from '../../core/problem.js'
import { isInstant } from '../../core/time.js'
import type { Check } from '../../internal/check.js'
import { all, arrayOf, distinctBy, fields, findProblems, isDate, isText } from '../../internal/check.js'
import {
  isNameText,
  isKubeObject,
  isListOf,
  isRecord,
  objectLooksSound,
  uidsAreDistinct,
  uidsDiffer,
  isTerms,
} from '../../apiserver/check.js'
import type { Snapshot } from './snapshot.js'

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: unknown): InvalidInput | null =>
  looksSound(snapshot) ? null : findProblems('Kubernetes lifecycle snapshot', isSnapshot, snapshot)

const looksSound = (snapshot: unknown): boolean =>
  isRecord(snapshot) &&
  isInstant(snapshot['at']) &&
  isListOf(snapshot['objects'], objectLooksSound) &&
  findProblems('', isRest, snapshot) === null &&
  uidsDiffer((snapshot as unknown as Snapshot).objects)

const isStanding: Check = (value, problems) => {
  const tag = isRecord(value) ? value['_tag'] : undefined
  if (tag === 'Classified')
    fields({ uid: isNameText, solid: arrayOf(isText), dangling: arrayOf(isText), waiting: arrayOf(isText) })(
      value,
      problems,
    )
  else if (tag === 'Unclassified') fields({ uid: isNameText, because: isText })(value, problems)
  else if (problems.length < problemLimit)
    problems.push({ path: '', expected: 'an object with _tag Classified or Unclassified', actual: show(value) })
}

const isRest: Check = all(
  fields({
    owners: all(arrayOf(isStanding), distinctBy('uid')),
    memory: fields({
      marks: all(arrayOf(fields({ uid: isNameText, since: isDate, epoch: isText })), distinctBy('uid')),
    }),
  }),
  isTerms,
)

const isSnapshot: Check = all(fields({ at: isDate, objects: all(arrayOf(isKubeObject), uidsAreDistinct) }), isRest)
