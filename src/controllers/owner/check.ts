/**
 * Validates a snapshot. A fast check runs first; only if it fails, or a uid is repeated, a full one lists every
 * problem.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'
import type { InvalidInput } from '../../core/problem.js'
import { isInstant } from '../../core/time.js'
import type { Check } from '../../internal/check.js'
import { all, arrayOf, fields, findProblems, isDate } from '../../internal/check.js'
import type { Numbering } from '../../internal/intern.js'
import { numbering } from '../../internal/intern.js'
import { isKubeObject, isListOf, isRecord, objectLooksSound, uidsAreDistinct, isTerms } from '../../apiserver/check.js'
import type { Snapshot } from './snapshot.js'

/** The uids of a snapshot by number, each of them once, or every problem of it. */
export const soundUids = (snapshot: Snapshot): E.Either<InvalidInput, Numbering> => {
  const uids = looksSound(snapshot) ? uidsOf(snapshot) : null
  if (uids?.distinct === true) return either.right(uids)
  const problems = findProblems('Kubernetes snapshot', isSnapshot, snapshot)
  return problems === null ? either.right(uids ?? uidsOf(snapshot)) : either.left(problems)
}

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: Snapshot): InvalidInput | null => {
  const uids = soundUids(snapshot)
  return either.isLeft(uids) ? uids.left : null
}

const uidsOf = ({ objects }: Snapshot): Numbering => numbering(objects.map(({ metadata }) => metadata.uid))

/** True where the slow check finds nothing but perhaps a uid that comes twice. */
const looksSound = (snapshot: unknown): boolean =>
  isRecord(snapshot) &&
  isInstant(snapshot['at']) &&
  isListOf(snapshot['objects'], objectLooksSound) &&
  findProblems('', isTerms, snapshot) === null

const isSnapshot: Check = all(fields({ at: isDate, objects: all(arrayOf(isKubeObject), uidsAreDistinct) }), isTerms)
