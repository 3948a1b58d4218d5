/**
 * The admission policies of a recording, as far as they are written there: a match by resource rules and by conditions that
 * compare a name or a namespace, and a validation that never holds.
 */
import type { WholeObject } from '../../../src/apiserver/index.js'

interface Policy {
  readonly matchConstraints?: {
    readonly resourceRules?: ReadonlyArray<{
      readonly apiGroups: ReadonlyArray<string>
      readonly operations: ReadonlyArray<string>
      readonly resources: ReadonlyArray<string>
    }>
  }
  readonly matchConditions?: ReadonlyArray<{ readonly expression: string }>
  readonly validations?: ReadonlyArray<{ readonly expression: string; readonly message?: string }>
}

type ListOf = (group: string, kind: string) => ReadonlyArray<WholeObject>

/** Which part of the policies is not understood; nothing when all are. */
export const unreadPolicy = (objects: ReadonlyArray<WholeObject>): string | undefined =>
  objects
    .filter(({ kind }) => kind === 'ValidatingAdmissionPolicy')
    .map(({ spec }) => {
      const { matchConditions = [], validations = [] } = spec as Policy
      const validation = validations.find(({ expression }) => expression !== 'false')
      return (
        validation?.expression ?? matchConditions.find(({ expression }) => conditionOf(expression) === null)?.expression
      )
    })
    .find((unread) => unread !== undefined)

const conditionOf = (expression: string): RegExpExecArray | null =>
  /^request\.(name|namespace) == "([^"]*)"$/.exec(expression)

/** Why a delete is refused by the policies that are there with a binding. */
export const refusalIn = (object: WholeObject, listOf: ListOf): string | undefined => {
  const group = 'admissionregistration.k8s.io'
  const bindings = listOf(group, 'ValidatingAdmissionPolicyBinding')
  return listOf(group, 'ValidatingAdmissionPolicy')
    .map(({ metadata: { name }, spec }) => {
      const binding = bindings.find((one) => (one.spec as { readonly policyName?: string }).policyName === name)
      return binding === undefined || !isMeant(spec as Policy, object)
        ? undefined
        : `ValidatingAdmissionPolicy '${name}' with binding '${binding.metadata.name}' denied request: ${messageOf(spec as Policy)}`
    })
    .find((text) => text !== undefined)
}

const messageOf = ({ validations = [] }: Policy): string => validations[0]?.message ?? ''

const isMeant = ({ matchConditions = [], matchConstraints }: Policy, object: WholeObject): boolean =>
  (matchConstraints?.resourceRules ?? []).some((rule) => rule.operations.includes('DELETE') && isOf(rule, object)) &&
  matchConditions.every(({ expression }) => {
    const [, field = 'name', wanted = ''] = conditionOf(expression) ?? []
    return object.metadata[field === 'name' ? 'name' : 'namespace'] === real(wanted)
  })

/** A name as the recording has it: the real one stands between two at signs. */
const real = (name: string): string => name.replace(/^@(.*)@$/, '$1')

interface Rule {
  readonly apiGroups: ReadonlyArray<string>
  readonly resources: ReadonlyArray<string>
}

const isOf = ({ apiGroups, resources }: Rule, { apiVersion, kind }: WholeObject): boolean => {
  const group = apiVersion.includes('/') ? apiVersion.replace(/\/.*$/, '') : ''
  return (
    apiGroups.some((one) => one === '*' || real(one) === group) &&
    resources.some((one) => one === '*' || one === `${kind.toLowerCase()}s`)
  )
}
