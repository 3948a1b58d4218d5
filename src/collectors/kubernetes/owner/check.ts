/**
 * Answers whether a snapshot is what its type says. A sound one is passed by one quick look; only where that fails, or a
 * uid comes twice, the slow check names every problem.
 */
import type { InvalidInput } from '../../../core/problem.js'
import { show } from '../../../core/problem.js'
import { isInstant } from '../../../core/time.js'
import type { Check } from '../../../internal/check.js'
import { all, arrayOf, expecting, fields, findProblems, isDate, isFlag, isText } from '../../../internal/check.js'
import {
  areStrings,
  isKubeObject,
  isListOf,
  isNameText,
  isRecord,
  objectLooksSound,
  uidsAreDistinct,
} from '../object-check.js'

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: unknown): InvalidInput | null =>
  findProblems('Kubernetes snapshot', isSnapshot, snapshot)

/** True when {@link snapshotProblems} finds nothing but perhaps a uid that comes twice. */
export const looksSound = (snapshot: unknown): boolean =>
  isRecord(snapshot) &&
  isInstant(snapshot['at']) &&
  isListOf(snapshot['objects'], objectLooksSound) &&
  findProblems('', isTerms, snapshot) === null

const isTerms: Check = fields({
  scopes: arrayOf(
    fields({
      apiVersion: isNameText,
      kind: isNameText,
      resource: isNameText,
      namespaced: isFlag,
      strategicMergePatch: isFlag,
    }),
  ),
  coverage: (value, problems) => {
    const tag: unknown = isRecord(value) ? value['_tag'] : undefined
    if (tag === 'Everything') return
    if (tag === 'Resources') isResources(value, problems)
    else problems.push({ path: '', expected: 'an object with _tag Everything or Resources', actual: show(value) })
  },
})

const isResources: Check = fields({
  resources: arrayOf(
    fields({
      group: isText,
      kind: isNameText,
      namespaces: expecting('"all" or a list of strings', (value) => value === 'all' || areStrings(value)),
    }),
  ),
})

const isSnapshot: Check = all(fields({ at: isDate, objects: all(arrayOf(isKubeObject), uidsAreDistinct) }), isTerms)
