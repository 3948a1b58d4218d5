/**
 * Matches an OpenShift KubeletConfig's pool selector against the labels of machine config pools.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

/** One condition on the labels of a pool. */
export type Requirement =
  | { readonly _tag: 'In'; readonly key: string; readonly values: RNEA.ReadonlyNonEmptyArray<string> }
  | { readonly _tag: 'NotIn'; readonly key: string; readonly values: RNEA.ReadonlyNonEmptyArray<string> }
  | { readonly _tag: 'Exists'; readonly key: string }
  | { readonly _tag: 'DoesNotExist'; readonly key: string }

/** The pool selector of a KubeletConfig; an empty list of requirements is an empty selector. */
export type PoolSelector =
  | { readonly _tag: 'Missing' }
  | { readonly _tag: 'Requirements'; readonly requirements: ReadonlyArray<Requirement> }

/**
 * True when every requirement holds for these labels. A missing or empty selector selects no pool, not every one: the
 * safe reading for something that reboots nodes, and that of the operator.
 *
 * `NotIn` and `DoesNotExist` hold for a pool without the label.
 *
 * @upstream openshift/machine-config-operator pkg/controller/kubelet-config getPoolsForKubeletConfig
 */
export const selectsLabels =
  (selector: PoolSelector) =>
  (labels: ReadonlyMap<string, string>): boolean =>
    selector._tag === 'Requirements' &&
    selector.requirements.length > 0 &&
    selector.requirements.every((requirement) => holds(requirement, labels))

const holds = (requirement: Requirement, labels: ReadonlyMap<string, string>): boolean => {
  const value = labels.get(requirement.key)
  switch (requirement._tag) {
    case 'In':
      return value !== undefined && requirement.values.includes(value)
    case 'NotIn':
      return value === undefined || !requirement.values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
  }
}
