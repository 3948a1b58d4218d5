/**
 * Lifecycle rules in annotations of an object, or of its namespace.
 */
import { ownField } from '../../internal/access.js'
import type { KubeObject } from '../../apiserver/object.js'
import type { Rules } from './rules.js'

/** The prefix of every annotation of this collector. */
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

/** An annotation that can't be read. */
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
 * import * as Lifecycle from 'gcplan/controllers/lifecycle'
 *
 * const annotations = { [Lifecycle.annotationNames.ttlSeconds]: '3600', [Lifecycle.annotationNames.afterFinished]: 'yes' }
 * const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { namespace: 'shop', name: 'bill', uid: 'u-1', annotations } }
 * const { rules, unreadable } = Lifecycle.annotatedRules(Lifecycle.annotationNames)(job)
 * console.log(rules.ttlSeconds, unreadable[0]?.expected) // 3600 "true" or "false"
 * ```
 */
export const annotatedRules = (
  names: Readonly<Record<keyof Rules, string>>,
): ((object: Pick<KubeObject, 'metadata'>) => StatedRules) => {
  // Many objects have the same rules, which are then one shared record.
  let last: Texts = [undefined, undefined, undefined, undefined, undefined]
  let stated: StatedRules = noRules
  return ({ metadata }) => {
    const annotations: unknown = metadata.annotations
    if (typeof annotations !== 'object' || annotations === null) return noRules
    const enabled = ownField(annotations, names.enabled)
    const finished = ownField(annotations, names.afterFinished)
    const unused = ownField(annotations, names.afterUnused)
    const ttl = ownField(annotations, names.ttlSeconds)
    const retention = ownField(annotations, names.minRetentionSeconds)
    if (enabled !== last[0] || finished !== last[1] || unused !== last[2] || ttl !== last[3] || retention !== last[4]) {
      last = [enabled, finished, unused, ttl, retention]
      stated = statedBy(names, last)
    }
    return stated
  }
}

type Texts = readonly [enabled: unknown, finished: unknown, unused: unknown, ttl: unknown, retention: unknown]

const statedBy = (names: Readonly<Record<keyof Rules, string>>, texts: Texts): StatedRules => {
  if (texts.every((text) => text === undefined)) return noRules
  const rules: { -readonly [field in keyof Rules]: Rules[field] } = {}
  const unreadable: UnreadableRule[] = []
  flags.forEach((field, index) => {
    const value = texts[index]
    if (value === undefined) return
    if (value === 'true' || value === 'false') rules[field] = value === 'true'
    else unreadable.push({ annotation: names[field], expected: '"true" or "false"', actual: shown(value) })
  })
  spans.forEach((field, index) => {
    const value = texts[flags.length + index]
    if (value === undefined) return
    if (typeof value === 'string' && /^\d{1,15}$/.test(value)) rules[field] = Number(value)
    else unreadable.push({ annotation: names[field], expected: 'whole seconds', actual: shown(value) })
  })
  return { rules, unreadable }
}

const flags = ['enabled', 'afterFinished', 'afterUnused'] as const
const spans = ['ttlSeconds', 'minRetentionSeconds'] as const
const noRules: StatedRules = { rules: {}, unreadable: [] }

const shown = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : `a ${typeof value}`)
