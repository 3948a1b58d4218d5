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

/** What the policies of a recording refuse, or what of them is not understood. */
export type Admission =
  | { readonly _tag: 'Read'; readonly refusal: (object: WholeObject) => string | undefined }
  | { readonly _tag: 'Unread'; readonly because: string }

/** The admission of deletes under the policies among the objects that a binding names. */
export const admissionIn = (objects: ReadonlyArray<WholeObject>): Admission => {
  const bindings = objects.filter(({ kind }) => kind === 'ValidatingAdmissionPolicyBinding')
  const refusals: ((object: WholeObject) => string | undefined)[] = []
  for (const policy of objects.filter(({ kind }) => kind === 'ValidatingAdmissionPolicy')) {
    const { name } = policy.metadata
    const binding = bindings.find(({ spec }) => (spec as { readonly policyName?: string }).policyName === name)
    if (binding === undefined) continue
    const { matchConditions = [], validations = [], matchConstraints } = policy.spec as Policy
    const [validation] = validations
    if (validation?.expression !== 'false')
      return { _tag: 'Unread', because: `validation ${validation?.expression ?? ''}` }
    const conditions = matchConditions.map(({ expression }) =>
      /^request\.(name|namespace) == "([^"]*)"$/.exec(expression),
    )
    if (conditions.includes(null)) return { _tag: 'Unread', because: 'a match condition' }
    const rules = (matchConstraints?.resourceRules ?? []).filter(({ operations }) => operations.includes('DELETE'))
    const text = `ValidatingAdmissionPolicy '${name}' with binding '${binding.metadata.name}' denied request: ${validation.message ?? ''}`
    refusals.push((object) => {
      const isMeant =
        rules.some((rule) => isOf(rule, object)) &&
        conditions.every((match) => {
          const [, field = 'name', wanted = ''] = match ?? []
          return object.metadata[field === 'name' ? 'name' : 'namespace'] === wanted.replace(/^@(.*)@$/, '$1')
        })
      return isMeant ? text : undefined
    })
  }
  return {
    _tag: 'Read',
    refusal: (object) => refusals.map((refuse) => refuse(object)).find((text) => text !== undefined),
  }
}

interface Rule {
  readonly apiGroups: ReadonlyArray<string>
  readonly resources: ReadonlyArray<string>
}

const isOf = ({ apiGroups, resources }: Rule, { apiVersion, kind }: WholeObject): boolean => {
  const group = apiVersion.includes('/') ? apiVersion.replace(/\/.*$/, '') : ''
  return (
    apiGroups.some((one) => one === '*' || one.replace(/^@(.*)@$/, '$1') === group) &&
    resources.some((one) => one === '*' || one === `${kind.toLowerCase()}s`)
  )
}
