/**
 * Answers whether a snapshot is what its type says. A sound one is passed by one quick look; only where that fails, or a
 * uid comes twice, the slow check names every problem.
 */
import type { InvalidInput } from '../../../core/problem.js'
import { isInstant } from '../../../core/time.js'
import type { Check } from '../../../internal/check.js'
import { all, arrayOf, fields, findProblems, isDate } from '../../../internal/check.js'
import { isKubeObject, isListOf, isRecord, objectLooksSound, uidsAreDistinct } from '../object-check.js'
import { isTerms } from '../terms-check.js'

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: unknown): InvalidInput | null =>
  looksSound(snapshot) && findProblems('', haveDistinctUids, snapshot) === null
    ? null
    : findProblems('Kubernetes snapshot', isSnapshot, snapshot)

/** True when {@link snapshotProblems} finds nothing but perhaps a uid that comes twice. */
export const looksSound = (snapshot: unknown): boolean =>
  isRecord(snapshot) &&
  isInstant(snapshot['at']) &&
  isListOf(snapshot['objects'], objectLooksSound) &&
  findProblems('', isTerms, snapshot) === null

const haveDistinctUids: Check = fields({ objects: uidsAreDistinct })

const isSnapshot: Check = all(fields({ at: isDate, objects: all(arrayOf(isKubeObject), uidsAreDistinct) }), isTerms)
