/**
 * Validates the scopes and the coverage of a snapshot.
 */
import type { Check } from '../internal/check.js'
import { arrayOf, expecting, fields, isFlag, isText, tagged } from '../internal/check.js'
import { areStrings, isNameText, isTextOrAbsent } from './object-check.js'

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
export const isCoverage: Check = tagged({ Everything: isEverything, Resources: isResources })

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
  coverage: isCoverage,
})
