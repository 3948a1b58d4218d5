/** Selectors as objects have them, unchecked. */
import type { KubeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { type LabelRequirement, selects } from '../selector.js'
import { listOrNone, textIn } from './fields.js'

/** Whether an object is meant. */
export type Meets = (object: KubeObject) => boolean

/**
 * A label selector; nothing where it has no condition that can be read, since such a one would take everything or nothing.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector
 */
export const meetsSelector = (selector: unknown): Meets | undefined => {
  const matchLabels = labelsIn(ownField(selector, 'matchLabels'))
  const matchExpressions = requirementsIn(selector, 'matchExpressions')
  if (matchLabels === undefined || matchExpressions === undefined) return undefined
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0
    ? undefined
    : selects({ matchLabels, matchExpressions })
}

/** A selector of the older form, which is the labels themselves. */
export const meetsLabels = (selector: unknown): Meets | undefined => {
  const matchLabels = labelsIn(selector)
  return matchLabels === undefined || Object.keys(matchLabels).length === 0 ? undefined : selects({ matchLabels })
}

/** Labels; nothing where one is no text. */
export const labelsIn = (value: unknown): Readonly<Record<string, string>> | undefined => {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') return undefined
  const labels: [string, string][] = []
  for (const [key, label] of Object.entries(value)) {
    if (typeof label !== 'string') return undefined
    labels.push([key, label])
  }
  return Object.fromEntries(labels)
}

/** The requirements of a field; nothing where it is no list, or one has no key or operator, or values that are no texts. */
export const requirementsIn = (value: unknown, name: string): ReadonlyArray<LabelRequirement> | undefined => {
  const list = listOrNone(value, name)
  if (list === undefined) return undefined
  const requirements: LabelRequirement[] = []
  for (const one of list) {
    const [key, operator, values] = [textIn(one, 'key'), textIn(one, 'operator'), listOrNone(one, 'values')]
    if (key === undefined || operator === undefined || values?.every(isText) !== true) return undefined
    requirements.push({ key, operator, values: values.filter(isText) })
  }
  return requirements
}

const isText = (value: unknown): value is string => typeof value === 'string'
