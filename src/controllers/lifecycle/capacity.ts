/**
 * How many candidates each namespace keeps of a cluster-wide limit: weighted max-min fair shares, capped by the object counts
 * of ResourceQuotas.
 */
import { type Amount, amountFits, amountOf, amountValue, readWritten } from '../../core/amount.js'
import { flow, match, pipe } from '../../core/fp.js'
import { elementAt, ownField, compareText } from '../../internal/lists.js'
import { groupOf } from '../../apiserver/object.js'
import type { WholeObject } from '../../apiserver/index.js'
import type { Scope } from '../../apiserver/scope.js'
import type { GroupKind } from './rules.js'

/** How a limit is shared among namespaces. */
export type Share =
  | { readonly _tag: 'Equal' }
  /** Weights of namespaces; the rest have the weight of `others`. */
  | {
      readonly _tag: 'Weights'
      readonly weights: ReadonlyArray<{ readonly namespace: string; readonly weight: number }>
      readonly others: number
    }
  /** By the object counts of resource quotas; a namespace without one has the highest weight. */
  | { readonly _tag: 'Quotas' }

/** How many candidates of one kind are kept in the whole cluster. */
export interface Capacity extends GroupKind {
  readonly limit: number
  readonly share: Share
}

/** What one namespace asks for. */
export interface Demand {
  readonly namespace: string
  /** Candidates it has. */
  readonly candidates: number
  readonly weight: number
  /** A cap, whatever it asks for. */
  readonly cap: number
  /** The instant of the candidate that would be kept next, given how many are kept; later is newer. */
  readonly nextSince: (kept: number) => number
}

/**
 * How many candidates each namespace keeps, in the order given. The remainder of the division is given, one each, to
 * the namespaces whose next candidate is the newest; ties by name.
 */
export const shares = (limit: number, demands: ReadonlyArray<Demand>): ReadonlyArray<number> => {
  const wanted = demands.map(({ candidates, cap }) => Math.min(candidates, cap))
  const kept = wanted.map(() => 0)
  const byFill = demands
    .map((_, index) => index)
    .sort((a, b) => compareFill(wanted[a], demands[a], wanted[b], demands[b]))
  let left = BigInt(limit)
  let width = demands.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
  let at = 0
  for (; at < byFill.length; at++) {
    const index = elementAt(byFill, at)
    const [want, weight] = [BigInt(elementAt(wanted, index)), BigInt(elementAt(demands, index).weight)]
    // Its demand is met if want <= left * weight / width.
    if (want * width > left * weight) break
    kept[index] = Number(want)
    left -= want
    width -= weight
  }
  const open = byFill.slice(at)
  let over = left
  for (const index of open) {
    const part = (left * BigInt(elementAt(demands, index).weight)) / width
    kept[index] = Number(part)
    over -= part
  }
  const next = (index: number): number => elementAt(demands, index).nextSince(elementAt(kept, index))
  const inLine = open
    .filter((index) => elementAt(kept, index) < elementAt(wanted, index))
    .map((index) => ({ index, since: next(index), namespace: elementAt(demands, index).namespace }))
    .sort((a, b) => b.since - a.since || compareText(a.namespace, b.namespace))
  for (const { index } of inLine.slice(0, Number(over))) kept[index] = elementAt(kept, index) + 1
  return kept
}

/** Orders namespaces by how soon their demand is met: by wanted candidates per weight. */
const compareFill = (
  wantA: number | undefined,
  a: Demand | undefined,
  wantB: number | undefined,
  b: Demand | undefined,
): number => {
  const left = BigInt(wantA ?? 0) * BigInt(b?.weight ?? 1)
  const right = BigInt(wantB ?? 0) * BigInt(a?.weight ?? 1)
  return left < right ? -1 : left > right ? 1 : 0
}

/**
 * How many objects of one kind the ResourceQuotas of each namespace admit: the smallest hard limit. Scoped quotas are ignored,
 * since they count only some objects; so is `pods`, which leaves out finished pods.
 */
export const hardLimits = (
  { group, kind }: GroupKind,
  scopes: ReadonlyArray<Scope>,
  objects: ReadonlyArray<WholeObject>,
): ReadonlyMap<string, number> => {
  const limits = new Map<string, number>()
  const resource = scopes.find((scope) => scope.kind === kind && groupOf(scope.apiVersion) === group)?.resource
  if (resource === undefined) return limits
  const names = [`count/${resource}${group === '' ? '' : `.${group}`}`]
  if (group === '' && plainNames.has(resource)) names.push(resource)
  for (const object of objects) {
    if (object.kind !== 'ResourceQuota' || object.apiVersion !== 'v1' || isPartial(object)) continue
    for (const name of names) {
      const hard = countOf(ownField(ownField(object.spec, 'hard'), name))
      const namespace = object.metadata.namespace ?? ''
      if (hard !== null) limits.set(namespace, Math.min(hard, limits.get(namespace) ?? hard))
    }
  }
  return limits
}

const plainNames: ReadonlySet<string> = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
])

const isPartial = ({ spec }: WholeObject): boolean => {
  const scopes = ownField(spec, 'scopes')
  const selector = ownField(spec, 'scopeSelector')
  return (Array.isArray(scopes) && scopes.length > 0) || (selector !== undefined && selector !== null)
}

const countOf = (value: unknown): number | null => {
  if (typeof value === 'number') return asCount(value)
  return typeof value === 'string' ? pipe(readWritten(value), match(nothing, flow(amountOf, countOfAmount))) : null
}

const nothing = (): null => null
const asCount = (value: number): number | null => (Number.isSafeInteger(value) && value >= 0 ? value : null)
const countOfAmount = (amount: Amount): number | null =>
  amountFits(amount) ? asCount(Number(amountValue(amount))) : null
