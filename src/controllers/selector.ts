/**
 * Whether a label selector matches an object.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector
 */
import type { KubeObject } from '../apiserver/object.js'

/** Which labels an object has to have. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>> | undefined
  readonly matchExpressions?: ReadonlyArray<LabelRequirement> | undefined
}

/** One condition on the label of one key. */
export interface LabelRequirement {
  readonly key: string
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`; the API refuses other words. */
  readonly operator: string
  readonly values?: ReadonlyArray<string> | undefined
}

/** The label of an object; `undefined` where it has none of that key. */
export const labelOf =
  (key: string) =>
  ({ metadata: { labels } }: KubeObject): string | undefined =>
    labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined

/** True for a selector without conditions. */
export const selectsEverything = ({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean =>
  matchExpressions.length === 0 && Object.keys(matchLabels).length === 0

/** True for an object that meets all conditions; an unknown operator matches nothing. */
export const selects =
  ({ matchLabels = {}, matchExpressions = [] }: LabelSelector) =>
  (object: KubeObject): boolean =>
    Object.entries(matchLabels).every(([key, value]) => labelOf(key)(object) === value) &&
    matchExpressions.every((requirement) => meets(requirement, labelOf(requirement.key)(object)))

const meets = ({ operator, values = [] }: LabelRequirement, label: string | undefined): boolean => {
  switch (operator) {
    case 'In':
      return label !== undefined && values.includes(label)
    case 'NotIn':
      return label === undefined || !values.includes(label)
    case 'Exists':
      return label !== undefined
    case 'DoesNotExist':
      return label === undefined
    default:
      return false
  }
}
