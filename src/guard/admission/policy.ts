/** What an admission gate lets pass: limits, what is protected, and what it does where it does not know. */
import type { either as E } from 'fp-ts'

import type { Target } from '../../apiserver/object.js'
import * as fp from '../../core/fp.js'
import { type InvalidInput, show } from '../../core/problem.js'
import { isRecord } from '../../internal/lists.js'
import { list, object } from '../../internal/schema/object.js'
import {
  type Schema,
  flag,
  name,
  oneOf,
  opaque,
  optional,
  problemsOf,
  text,
  where,
  safeInteger,
} from '../../internal/schema/schema.js'
import { isSpanMillis } from '../../core/time.js'
import type { Listing } from '../facts.js'
import type { Guard } from '../guard.js'
import { controlPlaneAccounts } from './accounts.js'

/** At most so many objects of a kind, of a namespace, or of both, may go in one cascade; with neither, of anything. */
export interface Cap {
  readonly kind?: string | undefined
  readonly namespace?: string | undefined
  /** So many may go. */
  readonly count?: number | undefined
  /** So many percent of those that there are may go, or `floor`, whichever is more. Needs a kind or a namespace. */
  readonly percent?: number | undefined
  /** Default: 0. */
  readonly floor?: number | undefined
}

/** A label, with any value or with one. */
export interface ProtectedLabel {
  readonly key: string
  readonly value?: string | undefined
}

/** The rules of a gate. */
export interface AdmissionPolicy {
  /** A cascade may touch so many objects; a larger one is refused without being planned. */
  readonly limit: number
  readonly caps: ReadonlyArray<Cap>
  /** No object of these kinds may go, as `Kind` or `Kind.group`; an approval is no exception. */
  readonly protectedKinds: ReadonlyArray<string>
  /** No object with one of these labels may go; an approval is no exception. */
  readonly protectedLabels: ReadonlyArray<ProtectedLabel>
  /** What takes an approval beside what is too much. */
  readonly refuses: {
    /** Data of volumes and volume snapshots is destroyed, or may be. */
    readonly dataLoss: boolean
    /** A namespace goes in which there are pods. */
    readonly namespacesWithPods: boolean
    /** A definition goes of which there are instances. */
    readonly definitionsWithInstances: boolean
  }
  /** A guard of your own over what goes, with the labels and annotations of the cluster. */
  readonly guard?: ((listing: Listing) => Guard<Target>) | undefined
  /** Where the snapshot is stale or does not show all that may be touched. */
  readonly whenUnknown: 'refuse' | 'allow'
  /** A snapshot is stale from this age on, in milliseconds. */
  readonly maxAge: number
  /**
   * Groups of which nothing can be deleted, such as metrics: while one can't be asked what it serves, no cascade is unknown for that.
   * Default: those of the metrics APIs.
   */
  readonly readOnlyGroups: ReadonlyArray<string>
  /** The annotation whose value is the digest of an approved cascade. */
  readonly approvalAnnotation: string
  /** Accounts whose deletions pass, by name, or by the beginning of one with `*` at its end. */
  readonly accounts: ReadonlyArray<string>
  /** What is in this namespace passes, and so does the namespace itself: a gate never stands in its own way. */
  readonly ownNamespace?: string | undefined
}

/**
 * Groups of the metrics APIs, whose kinds can be read alone.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/metrics/pkg/apis/metrics/v1beta1/types.go NodeMetrics
 */
const metricsGroups: ReadonlyArray<string> = ['metrics.k8s.io', 'custom.metrics.k8s.io', 'external.metrics.k8s.io']

/** The rules that hold where nothing else is said. */
export const defaultAdmissionPolicy: AdmissionPolicy = {
  limit: 1000,
  caps: [],
  protectedKinds: [],
  protectedLabels: [{ key: 'gcplan.dev/protected', value: 'true' }],
  refuses: { dataLoss: true, namespacesWithPods: true, definitionsWithInstances: true },
  whenUnknown: 'refuse',
  maxAge: 60_000,
  readOnlyGroups: metricsGroups,
  approvalAnnotation: 'gcplan.dev/approved-cascade',
  accounts: controlPlaneAccounts,
}

const count = where(safeInteger, 'a whole number, 0 or more', (value) => value >= 0)
const percent = where(count, 'a whole percentage, at most 100', (value) => value <= 100)

const cap: Schema<Cap> = where(
  object<Cap>({
    kind: optional(name),
    namespace: optional(name),
    count: optional(count),
    percent: optional(percent),
    floor: optional(count),
  }),
  'a count, or a percentage of a kind or namespace',
  (one) => one.count !== undefined || (one.percent !== undefined && (one.kind ?? one.namespace) !== undefined),
)

const policy: Schema<AdmissionPolicy> = object<AdmissionPolicy>({
  limit: count,
  caps: list(cap),
  protectedKinds: list(name),
  protectedLabels: list(object<ProtectedLabel>({ key: name, value: optional(text) })),
  refuses: object<AdmissionPolicy['refuses']>({
    dataLoss: flag,
    namespacesWithPods: flag,
    definitionsWithInstances: flag,
  }),
  guard: optional(
    opaque('a function', (value): value is NonNullable<AdmissionPolicy['guard']> => typeof value === 'function'),
  ),
  whenUnknown: oneOf('refuse', 'allow'),
  maxAge: where(safeInteger, 'whole milliseconds, 0 or more', isSpanMillis),
  readOnlyGroups: list(text),
  approvalAnnotation: name,
  accounts: list(where(name, 'a name, or the beginning of one with * at its end', (account) => account !== '*')),
  ownNamespace: optional(name),
})

/** The problems of what is to be a policy; null when there is none. */
export const findAdmissionPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'admission policy',
  policy,
)

const known: ReadonlySet<string> = new Set([...Object.keys(defaultAdmissionPolicy), 'guard', 'ownNamespace'])

/**
 * Makes a policy of the fields that are given, e.g. in a file, and the defaults for the rest.
 *
 * Fails: `InvalidInput` for fields that there are not, and for values that mean nothing.
 *
 * @example
 * ```ts
 * import { makeAdmissionPolicy } from 'gcplan/guard/admission'
 *
 * const policy = makeAdmissionPolicy({ limits: 10 })
 * if (policy._tag === 'Left') console.log(policy.left.problems[0].path, policy.left.problems[0].expected) // limits no such field
 * ```
 */
export const makeAdmissionPolicy = (stated: unknown): E.Either<InvalidInput, AdmissionPolicy> => {
  if (!isRecord(stated)) return fp.left(invalid([{ path: '', expected: 'an object', actual: show(stated) }]))
  const [first, ...others] = Object.entries(stated).flatMap(([field, value]) =>
    known.has(field) ? [] : [{ path: field, expected: 'no such field', actual: show(value) }],
  )
  if (first !== undefined) return fp.left(invalid([first, ...others]))
  const made = { ...defaultAdmissionPolicy, ...stated }
  const problems = findAdmissionPolicyProblems(made)
  return problems === null ? fp.right(made) : fp.left(problems)
}

const invalid = (problems: InvalidInput['problems']): InvalidInput => ({
  _tag: 'InvalidInput',
  source: 'admission policy',
  problems,
})
