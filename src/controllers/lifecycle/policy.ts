/**
 * The settings of the lifecycle collector: whether it is enabled, the rules of the cluster and its namespaces, how use and
 * completion are detected, and how many candidates are kept; with their defaults and their schema.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { type InvalidInput, type Problem, show } from '../../core/problem.js'
import {
  type Schema,
  flag,
  leaf,
  name,
  oneOf,
  opaque,
  optional,
  problemsOf,
  text,
  textOr,
} from '../../internal/schema/schema.js'
import { type FieldsOf, distinct, list, object, tagged } from '../../internal/schema/object.js'
import type { PropagationPolicy, WholeObject } from '../../apiserver/index.js'
import type { Capacity, Share } from './capacity.js'
import { type FinishObserver, jobObserver, podObserver } from './finished.js'
import type { GroupKind, Rules } from './rules.js'
import { isPathText } from './usage/reader.js'
import type { ReferenceExtractor, ReferenceRow } from './usage/table.js'

/** Whether it is enabled. Marks of another period are ignored. While disabled, nothing is deleted. */
export type Period =
  | { readonly _tag: 'Enabled'; readonly epoch: string }
  | { readonly _tag: 'Disabled'; readonly marks: 'leave' | 'clear' }

/** Rules for objects in a namespace: of one kind, or of all. */
export interface NamespaceRules {
  readonly namespace: string
  readonly of?: GroupKind | undefined
  readonly rules: Rules
}

/** Rules for all objects of one kind in the cluster. */
export interface KindRules {
  readonly of: GroupKind
  readonly rules: Rules
}

/** Reads the rules that an object states for itself, or a namespace for its objects; or why it cannot. */
export type RulesReader = (object: WholeObject, role: 'object' | 'namespace') => E.Either<string, Rules>

/** The rules of the collector. */
export interface Policy {
  readonly period: Period
  /** The weakest rules, for every object. */
  readonly cluster: Rules
  /** For every object of a kind; each kind once. */
  readonly kinds: ReadonlyArray<KindRules>
  /** Each namespace and kind once. */
  readonly namespaces: ReadonlyArray<NamespaceRules>
  /** Where objects and namespaces state their own rules. A reader that throws counts as unreadable. */
  readonly stated: 'annotations' | 'nowhere' | RulesReader
  /** How to tell that objects have finished; a later observer of a kind replaces an earlier one. */
  readonly finished: ReadonlyArray<FinishObserver>
  /** Finish time of objects that do not record it: unknown, or the first observation. */
  readonly missingFinishTime: 'unknown' | 'observation'
  /**
   * Since when a claim is unused: as its condition `Unused` says, which tells of pods alone, or since the first observation.
   * @upstream kubernetes 1.36.2 pkg/features/kube_features.go PersistentVolumeClaimUnusedSinceTime
   */
  readonly unusedClaims: 'condition' | 'observation'
  /** References beyond the built-in table. */
  readonly references: ReadonlyArray<ReferenceRow>
  readonly extractors: ReadonlyArray<ReferenceExtractor>
  /** What counts as used: what an active object refers to, or what objects reach that do not go when unused. */
  readonly liveness: 'count' | 'reachability'
  /** Whether revisions kept only for a rollback count as users. */
  readonly revisions: 'use' | 'ignore'
  /** Each kind once. */
  readonly capacities: ReadonlyArray<Capacity>
  /** How objects are deleted, each kind once; `Background` for the others. */
  readonly propagation: ReadonlyArray<GroupKind & { readonly policy: PropagationPolicy }>
}

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

/** Disabled; opt-in only by annotation; Jobs and pods can finish; Jobs are deleted with their pods. */
export const defaultPolicy: Policy = {
  period: { _tag: 'Disabled', marks: 'leave' },
  cluster: {},
  kinds: [],
  namespaces: [],
  stated: 'annotations',
  finished: [jobObserver, podObserver],
  missingFinishTime: 'unknown',
  unusedClaims: 'condition',
  references: [],
  extractors: [],
  liveness: 'count',
  revisions: 'use',
  capacities: [],
  propagation: [{ group: 'batch', kind: 'Job', policy: 'Foreground' }],
}

/**
 * Makes a policy from fields that differ from the default.
 *
 * Fails: `InvalidField` for every problem, in the order of {@link Policy}.
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
  return first === undefined ? fp.right(fields as unknown as Policy) : fp.left([first, ...rest])
}

const integer = (least: number, expected: string): Schema<number> =>
  leaf(expected, (value): value is number => Number.isSafeInteger(value) && Number(value) >= least)

const seconds = integer(0, 'whole seconds, zero or more')
const count = integer(0, 'a safe integer, zero or more')
const weight = integer(1, 'a safe integer, one or more')
const path = leaf('a path of fields', (value): value is string => isPathText(value))
const aFunction = <A>(): Schema<A> => opaque('a function', (value): value is A => typeof value === 'function')
const ofKind = { group: text, kind: name }
const groupKind = object<GroupKind>(ofKind)

const rules = object<Rules>({
  enabled: optional(flag),
  ttlSeconds: optional(seconds),
  afterFinished: optional(flag),
  afterUnused: optional(flag),
  minRetentionSeconds: optional(seconds),
})

const findRulesProblems = problemsOf('rules', rules)

/** The first problem of rules that somebody handed in; null when there is none. */
export const rulesProblem = (value: unknown): Problem | null => findRulesProblems(value)?.problems[0] ?? null

/** A list of which no two items are about the same; the second one is the problem. */
const eachOnce = <A>(what: string, item: Schema<A>, keyOf: (item: A) => string): Schema<ReadonlyArray<A>> =>
  distinct(list(item), { keyOf, expected: `one item per ${what}` })

const groupKindKey = ({ group, kind }: GroupKind): string => JSON.stringify([kind, group])

const observer = tagged<FinishObserver>({
  ByCondition: { ...ofKind, types: list(name) },
  ByPhase: { ...ofKind, path, finishedValues: list(text), finishTimePath: optional(path) },
  PodTermination: ofKind,
  LastWrite: ofKind,
  Custom: { ...ofKind, observe: aFunction() },
})

const row = object<ReferenceRow>({
  source: textOr(oneOf('PodSpec'), groupKind),
  target: groupKind,
  path,
  form: optional(oneOf('name', 'default-if-absent', 'claim-of-pod', 'claims-of-set', 'secret-parameters')),
  lives: optional(
    textOr(
      oneOf('cluster'),
      object<Exclude<NonNullable<ReferenceRow['lives']>, string>>({ beside: name, otherwise: optional(path) }),
    ),
  ),
  when: optional(object<{ readonly path: string; readonly is: string }>({ path, is: text })),
})

type Weight = Extract<Share, { readonly _tag: 'Weights' }>['weights'][number]

const share = tagged<Share>({
  Equal: {},
  Weights: {
    others: weight,
    weights: eachOnce('namespace', object<Weight>({ namespace: text, weight }), ({ namespace }) => namespace),
  },
  Quotas: {},
})

/** The schema of every field. */
export const policyFields: FieldsOf<Policy> = {
  period: tagged<Period>({ Enabled: { epoch: name }, Disabled: { marks: oneOf('leave', 'clear') } }),
  cluster: rules,
  kinds: eachOnce('kind', object<KindRules>({ of: groupKind, rules }), ({ of }) => groupKindKey(of)),
  namespaces: eachOnce(
    'namespace and kind',
    object<NamespaceRules>({ namespace: name, of: optional(groupKind), rules }),
    ({ namespace, of }) => JSON.stringify([namespace, of?.kind ?? null, of?.group ?? null]),
  ),
  stated: leaf(
    '"annotations", "nowhere" or a function',
    (value): value is Policy['stated'] => value === 'annotations' || value === 'nowhere' || typeof value === 'function',
  ),
  finished: list(observer),
  missingFinishTime: oneOf('unknown', 'observation'),
  unusedClaims: oneOf('condition', 'observation'),
  references: list(row),
  extractors: list(
    object<ReferenceExtractor>({ source: groupKind, targets: list(groupKind), references: aFunction() }),
  ),
  liveness: oneOf('count', 'reachability'),
  revisions: oneOf('use', 'ignore'),
  capacities: eachOnce('kind', object<Capacity>({ ...ofKind, limit: count, share }), groupKindKey),
  propagation: eachOnce(
    'kind',
    object<Policy['propagation'][number]>({ ...ofKind, policy: oneOf('Background', 'Foreground', 'Orphan') }),
    groupKindKey,
  ),
}

export const policy: Schema<Policy> = object<Policy>(policyFields)

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('lifecycle policy', policy)
