/** Schemas of the fields of a policy. */
import type { InvalidInput, Problem } from '../../core/problem.js'
import { flag, name, oneOf, text } from '../../internal/schema/leaf.js'
import { distinct, list } from '../../internal/schema/list.js'
import type { FieldsOf } from '../../internal/schema/object.js'
import { object } from '../../internal/schema/object.js'
import type { Schema } from '../../internal/schema/schema.js'
import { leaf, opaque, optional, problemsOf, textOr } from '../../internal/schema/schema.js'
import { tagged } from '../../internal/schema/tagged.js'
import type { Capacity, Share } from './capacity.js'
import { isPathText } from './usage/reader.js'
import type { FinishObserver } from './finished.js'
import type { GroupKind, Rules } from './rules.js'
import type { KindRules, NamespaceRules, Period, Policy } from './settings.js'
import type { ReferenceExtractor, ReferenceRow } from './usage/table.js'

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
  distinct(list(item), { keyOf, expected: `no second item for the same ${what}` })

const groupKindKey = ({ group, kind }: GroupKind): string => JSON.stringify([kind, group])

const observer = tagged<FinishObserver>({
  ByCondition: { ...ofKind, types: list(name) },
  ByPhase: { ...ofKind, path, finishedValues: list(text), finishTimePath: optional(path) },
  PodTermination: ofKind,
  LastWrite: ofKind,
  Custom: { ...ofKind, observe: aFunction() },
})

interface Beside {
  readonly beside: string
  readonly otherwise?: string | undefined
}

const row = object<ReferenceRow>({
  source: textOr(oneOf('PodSpec'), groupKind),
  target: groupKind,
  path,
  form: optional(oneOf('name', 'default-if-absent', 'claim-of-pod', 'claims-of-set', 'secret-parameters')),
  lives: optional(textOr(oneOf('cluster'), object<Beside>({ beside: name, otherwise: optional(path) }))),
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
