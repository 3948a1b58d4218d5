/**
 * Whether two pod templates are equal. The API omits empty fields and prints a value in one way, so templates are
 * compared as JSON; `null` and empty lists count as absent.
 */
import { ownField, isRecord } from '../internal/lists.js'

/** A pod template as the API prints it; only compared, never interpreted. */
export type Template = Readonly<Record<string, unknown>>

/** The label that tells the ReplicaSets of a Deployment, and their pods, apart. */
export const templateHash = 'pod-template-hash'

/**
 * The template of a ReplicaSet or Deployment without the label that tells ReplicaSets apart.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/deployment/util/deployment_util.go EqualIgnoreHash
 */
export const withoutHash = (template: Template): Template => {
  const { metadata } = template
  if (!isRecord(metadata) || !isRecord(metadata['labels'])) return template
  const labels = Object.entries(metadata['labels']).filter(([key]) => key !== templateHash)
  return { ...template, metadata: { ...metadata, labels: labels.length === 0 ? null : Object.fromEntries(labels) } }
}

/** A comparison of so many values is of JSON; one that goes on may be going round in a circle. */
const patience = 10_000

/** True for values that print alike, whatever the order of fields. */
export const sameTemplate = (one: Template, other: Template): boolean => {
  const pending: [unknown, unknown][] = [[one, other]]
  const compared = new Map<unknown, Set<unknown>>()
  let steps = 0
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const a = orAbsent(pair[0])
    const b = orAbsent(pair[1])
    if (Object.is(a, b)) continue
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false
    } else if (!isRecord(a) || !isRecord(b)) return false
    if (++steps > patience && isRepeated(compared, a, b)) continue
    for (const key of Object.keys(a)) pending.push([ownField(a, key), ownField(b, key)])
    for (const key of Object.keys(b)) if (!Object.hasOwn(a, key)) pending.push([undefined, ownField(b, key)])
  }
  return true
}

const orAbsent = (value: unknown): unknown =>
  value === null || (Array.isArray(value) && value.length === 0) ? undefined : value

const isRepeated = (compared: Map<unknown, Set<unknown>>, a: unknown, b: unknown): boolean => {
  const with_ = compared.get(a)
  if (with_?.has(b) === true) return true
  if (with_ === undefined) compared.set(a, new Set([b]))
  else with_.add(b)
  return false
}
