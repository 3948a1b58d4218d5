/**
 * The settings of the lifecycle collector: whether it is enabled, the rules of the cluster and its namespaces, how use
 * and completion are detected, and how many candidates are kept.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as either from '../../core/either.js'
import { show } from '../../core/problem.js'
import { problemsOf } from '../../internal/schema/schema.js'
import { policyFields } from './policy-schema.js'
import { jobObserver, podObserver } from './finished.js'
import type { Policy } from './settings.js'

export type { KindRules, NamespaceRules, Period, Policy, RulesReader } from './settings.js'

/** Fields that differ from the default; the rest is taken from {@link defaultPolicy}. */
export type PolicyInput = Partial<Policy>

/** A field with an invalid value; the path is within the field, empty for the field itself. */
export interface PolicyError {
  readonly _tag: 'InvalidField'
  readonly field: keyof Policy
  readonly path: string
  readonly expected: string
  readonly actual: string
}

/** Disabled, with opt-in by annotation only; jobs and pods are seen to finish, and jobs go with their pods. */
export const defaultPolicy: Policy = {
  period: { _tag: 'Disabled', marks: 'leave' },
  cluster: {},
  kinds: [],
  namespaces: [],
  stated: 'annotations',
  finished: [jobObserver, podObserver],
  missingFinishTime: 'unknown',
  references: [],
  extractors: [],
  liveness: 'count',
  revisions: 'use',
  capacities: [],
  propagation: [{ group: 'batch', kind: 'Job', policy: 'Foreground' }],
}

/**
 * Makes a policy out of the fields that differ from the default.
 *
 * Fails: `InvalidField` for everything that is wrong, in the order of {@link Policy}.
 *
 * @example
 * ```ts
 * import * as Lifecycle from 'gcplan/controllers/lifecycle'
 *
 * const policy = Lifecycle.makePolicy({
 *   period: { _tag: 'Enabled', epoch: '2026-11' },
 *   namespaces: [{ namespace: 'ci', of: { group: 'batch', kind: 'Job' }, rules: { enabled: true, ttlSeconds: -1 } }],
 * })
 * if (policy._tag === 'Left') console.log(policy.left[0].path, policy.left[0].actual) // [0].rules.ttlSeconds -1
 * ```
 */
export const makePolicy = (input: PolicyInput): E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> => {
  const stated = new Map<string, unknown>(Object.entries((input as PolicyInput | null | undefined) ?? {}))
  const errors: PolicyError[] = []
  const fields: Record<string, unknown> = { ...defaultPolicy }
  for (const field of Object.keys(defaultPolicy) as (keyof Policy)[]) {
    const value = stated.get(field)
    if (value === undefined) continue
    const found = problemsOf(field, policyFields[field])(value)
    if (found === null) fields[field] = value
    else for (const problem of found.problems) errors.push({ _tag: 'InvalidField', field, ...problem })
  }
  for (const field of stated.keys())
    if (!Object.hasOwn(defaultPolicy, field))
      errors.push({
        _tag: 'InvalidField',
        field: field as keyof Policy,
        path: '',
        expected: 'a field of the policy',
        actual: show(stated.get(field)),
      })
  const [first, ...rest] = errors
  return first === undefined ? either.right(fields as unknown as Policy) : either.left([first, ...rest])
}
