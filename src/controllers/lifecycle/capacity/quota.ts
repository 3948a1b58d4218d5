/**
 * How many objects of a kind the ResourceQuotas of a namespace admit. Scoped quotas are ignored, since they count only
 * some objects; so is `pods`, which leaves out finished pods.
 */
import { ownField } from '../../../internal/access.js'
import { amountFits, amountOf, amountValue, readWritten } from '../../../core/amount.js'
import type { WholeObject } from '../../../apiserver/index.js'
import { groupOf } from '../../../apiserver/coverage.js'
import type { Scope } from '../../../apiserver/scope.js'
import type { GroupKind } from '../rules.js'

/** The smallest hard limit of each namespace that has one, for one kind of object. */
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
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null
  if (typeof value !== 'string') return null
  const written = readWritten(value)
  if (written._tag === 'Left') return null
  const amount = amountOf(written.right)
  if (!amountFits(amount)) return null
  const count = Number(amountValue(amount))
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}
