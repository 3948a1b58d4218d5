/**
 * Answers how many dead containers may stay, and which rules of which release are in force.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'
import { either as E } from 'fp-ts'

import type { Problem } from '../../core/problem.js'
import { show } from '../../core/problem.js'
import type { Millis } from '../../core/time.js'
import { millis } from '../../core/time.js'

/** The knobs of one collection, and the rules that changed by release, each under its own name. */
export interface Policy {
  /** Age since creation below which nothing is collected; 0: every dead container is old enough. */
  readonly minAge: Millis
  /** Dead containers kept per pod and container name; 0 keeps none, negative means no limit. */
  readonly maxPerPodContainer: number
  /** Dead containers kept on the node; 0 keeps none, negative means no limit. */
  readonly maxContainers: number
  /** False: the periodic run. True: the eviction manager asks, and containers of finished pods go as well. */
  readonly evictNonDeletedPods: boolean
  /** Containers whose name the kubelet cannot read: `unit` gives them a unit like any other, `removed-first` removes them. */
  readonly unidentified: 'unit' | 'removed-first'
  /** `oldest-first` takes the excess from its old end; `newest-first` walks the same excess the other way. */
  readonly excessOrder: 'oldest-first' | 'newest-first'
  /** Order in which a unit goes that keeps nothing: backwards as listed, or by age like any other excess. */
  readonly wholeUnitOrder: 'as-listed' | 'by-age'
  readonly sandboxes: 'collected' | 'untouched'
  readonly logDirectories: 'collected' | 'untouched'
  /** A dead link goes by the status of its container, or whatever that status is. */
  readonly deadLinks: 'by-status' | 'unconditional'
}

/** A length of time: milliseconds, or a record of parts as date-fns writes it. */
export type Span =
  | Millis
  | {
      readonly days?: number
      readonly hours?: number
      readonly minutes?: number
      readonly seconds?: number
    }

/** What {@link makePolicy} takes: any field of {@link Policy}, the default for the rest. */
export interface PolicyInput extends Partial<Omit<Policy, 'minAge'>> {
  readonly minAge?: Span
}

/** One defect of a {@link PolicyInput}. */
export interface PolicyError extends Problem {
  readonly _tag: 'InvalidPolicyField'
}

/**
 * The kubelet's defaults: no minimum age, one dead container per pod and container name, no limit for the node.
 *
 * @upstream kubernetes v1.36.2 cmd/kubelet/app/options/options.go NewKubeletFlags
 */
export const defaultPolicy: Policy = {
  minAge: millis(0),
  maxPerPodContainer: 1,
  maxContainers: -1,
  evictNonDeletedPods: false,
  unidentified: 'unit',
  excessOrder: 'oldest-first',
  wholeUnitOrder: 'as-listed',
  sandboxes: 'collected',
  logDirectories: 'collected',
  deadLinks: 'by-status',
}

/**
 * Builds a policy from the fields given, defaults for the rest.
 *
 * Fails: every field that is not what its type says, and a negative `minAge`, which the kubelet's constructor refuses
 * too; all of them, `minAge` first.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/container/container_gc.go NewContainerGC
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { makePolicy } from 'gcplan/kubelet-container'
 *
 * const policy = makePolicy({ minAge: { minutes: 1 }, maxContainers: 100 })
 * console.log(E.isRight(policy) && policy.right.minAge) // 60000
 * ```
 */
export const makePolicy = (input: PolicyInput): E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> => {
  if (!isRecord(input)) return E.left([problem('', 'an object', input)])
  const policy = {
    ...defaultPolicy,
    ...given(input),
    minAge: input.minAge === undefined ? defaultPolicy.minAge : spanOf(input.minAge),
  }
  const [first, ...rest] = rules.flatMap(([field, expected, holds]) =>
    holds(policy[field]) ? [] : [problem(field, expected, input[field])],
  )
  return first === undefined ? E.right(policy) : E.left([first, ...rest])
}

type Rule = readonly [keyof Policy, string, (value: unknown) => boolean]

const word = (field: keyof Policy, ...words: ReadonlyArray<string>): Rule => [
  field,
  words.map((each) => JSON.stringify(each)).join(' or '),
  (value) => typeof value === 'string' && words.includes(value),
]

const rules: ReadonlyArray<Rule> = [
  [
    'minAge',
    'a span of whole milliseconds, zero or more',
    (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  ],
  ['maxPerPodContainer', 'a safe integer', Number.isSafeInteger],
  ['maxContainers', 'a safe integer', Number.isSafeInteger],
  ['evictNonDeletedPods', 'a boolean', (value) => typeof value === 'boolean'],
  word('unidentified', 'unit', 'removed-first'),
  word('excessOrder', 'oldest-first', 'newest-first'),
  word('wholeUnitOrder', 'as-listed', 'by-age'),
  word('sandboxes', 'collected', 'untouched'),
  word('logDirectories', 'collected', 'untouched'),
  word('deadLinks', 'by-status', 'unconditional'),
]

const given = (input: PolicyInput): Partial<Policy> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/** Milliseconds of a span; NaN for a record with a part that is no span. */
const spanOf = (span: unknown): Millis =>
  isRecord(span)
    ? millis(Object.entries(span).reduce((sum, [part, count]) => sum + (lengths.get(part) ?? NaN) * Number(count), 0))
    : (span as Millis)

const lengths: ReadonlyMap<string, number> = new Map([
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
])

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

const problem = (path: string, expected: string, actual: unknown): PolicyError => ({
  _tag: 'InvalidPolicyField',
  path,
  expected,
  actual: show(actual),
})
