/**
 * Answers which rules an object states in its annotations, and a namespace for what is in it.
 */
import type { KubeObject } from '../object.js'
import type { Rules } from './rules.js'

/** What every annotation of this collector begins with. */
export const annotationPrefix = 'lifecycle.gcplan.io/'

/** The annotations of an object that state rules for it. */
export const annotationNames: Readonly<Record<keyof Rules, string>> = {
  enabled: `${annotationPrefix}enabled`,
  ttlSeconds: `${annotationPrefix}ttl-seconds`,
  afterFinished: `${annotationPrefix}after-finished`,
  afterUnused: `${annotationPrefix}after-unused`,
  minRetentionSeconds: `${annotationPrefix}min-retention-seconds`,
}

/** The annotations of a namespace that state rules for every object in it. */
export const namespaceAnnotationNames: Readonly<Record<keyof Rules, string>> = {
  enabled: `${annotationPrefix}default-enabled`,
  ttlSeconds: `${annotationPrefix}default-ttl-seconds`,
  afterFinished: `${annotationPrefix}default-after-finished`,
  afterUnused: `${annotationPrefix}default-after-unused`,
  minRetentionSeconds: `${annotationPrefix}default-min-retention-seconds`,
}

/** An annotation that says nothing readable. */
export interface UnreadableRule {
  readonly annotation: string
  readonly expected: string
  readonly actual: string
}

/** Rules as far as they could be read. */
export interface StatedRules {
  readonly rules: Rules
  readonly unreadable: ReadonlyArray<UnreadableRule>
}

/**
 * The rules that annotations state. `"true"` and `"false"` are flags, decimal digits are seconds; anything else can not be
 * read, and an object whose rules can not be read stays.
 *
 * @example
 * ```ts
 * import { Lifecycle } from 'gcplan/kubernetes'
 *
 * const annotations = { [Lifecycle.annotationNames.ttlSeconds]: '3600', [Lifecycle.annotationNames.afterFinished]: 'yes' }
 * const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { namespace: 'shop', name: 'bill', uid: 'u-1', annotations } }
 * const { rules, unreadable } = Lifecycle.annotatedRules(Lifecycle.annotationNames)(job)
 * console.log(rules.ttlSeconds, unreadable[0]?.expected) // 3600 "true" or "false"
 * ```
 */
export const annotatedRules =
  (names: Readonly<Record<keyof Rules, string>>) =>
  ({ metadata }: KubeObject): StatedRules => {
    const annotations: unknown = metadata.annotations
    if (typeof annotations !== 'object' || annotations === null) return noRules
    const rules: { -readonly [field in keyof Rules]: Rules[field] } = {}
    const unreadable: UnreadableRule[] = []
    for (const field of flags) {
      const value = own(annotations, names[field])
      if (value === undefined) continue
      if (value === 'true' || value === 'false') rules[field] = value === 'true'
      else unreadable.push({ annotation: names[field], expected: '"true" or "false"', actual: shown(value) })
    }
    for (const field of spans) {
      const value = own(annotations, names[field])
      if (value === undefined) continue
      if (typeof value === 'string' && /^\d{1,15}$/.test(value)) rules[field] = Number(value)
      else unreadable.push({ annotation: names[field], expected: 'whole seconds', actual: shown(value) })
    }
    return Object.keys(rules).length === 0 && unreadable.length === 0 ? noRules : { rules, unreadable }
  }

const flags = ['enabled', 'afterFinished', 'afterUnused'] as const
const spans = ['ttlSeconds', 'minRetentionSeconds'] as const
const noRules: StatedRules = { rules: {}, unreadable: [] }

const own = (record: object, name: string): unknown =>
  Object.hasOwn(record, name) ? (record as Readonly<Record<string, unknown>>)[name] : undefined

const shown = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : `a ${typeof value}`)
