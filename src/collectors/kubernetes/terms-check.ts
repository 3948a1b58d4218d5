/**
 * Answers whether the terms of a snapshot are what their types say: how kinds are served, and what was listed.
 */
import { show } from '../../core/problem.js'
import type { Check } from '../../internal/check.js'
import { arrayOf, expecting, fields, isFlag, isText } from '../../internal/check.js'
import { areStrings, isNameText, isRecord, isTextOrAbsent } from './object-check.js'

/** Scopes and coverage, as every snapshot of objects has them. */
export const isTerms: Check = fields({
  scopes: arrayOf(
    fields({
      apiVersion: isNameText,
      kind: isNameText,
      resource: isNameText,
      namespaced: isFlag,
      strategicMergePatch: isFlag,
    }),
  ),
  coverage: (value, problems) => isCoverage(value, problems),
})

const isResources: Check = fields({
  resources: arrayOf(
    fields({
      group: isText,
      kind: isNameText,
      namespaces: expecting('"all" or a list of strings', (value) => value === 'all' || areStrings(value)),
      because: isTextOrAbsent,
    }),
  ),
})

const isEverything: Check = fields({ because: isTextOrAbsent })

/** A coverage. */
export const isCoverage: Check = (value, problems) => {
  const tag: unknown = isRecord(value) ? value['_tag'] : undefined
  if (tag === 'Everything') {
    isEverything(value, problems)
    return
  }
  if (tag === 'Resources') isResources(value, problems)
  else problems.push({ path: '', expected: 'an object with _tag Everything or Resources', actual: show(value) })
}
