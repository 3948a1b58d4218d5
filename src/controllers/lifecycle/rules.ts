/**
 * The rules of an object, where each comes from, and the annotations that state them. By precedence: the object, its
 * namespace for the kind, its namespace for every kind, the cluster for the kind, the cluster. An opt-out wins, except one
 * of the cluster.
 */
import { ownField } from '../../internal/lists.js'
import type { KubeObject } from '../../apiserver/object.js'

/** A kind of one API group, in any version. */
export interface GroupKind {
  /** Empty for the core group. */
  readonly group: string
  readonly kind: string
}

/** Rules for one object or for many. An absent field is left to the next layer. */
export interface Rules {
  /** True opts in. False opts out; from the object or its namespace, that overrides every other rule. */
  readonly enabled?: boolean | undefined
  /** The TTL: whole seconds from when the object is unneeded until it may be deleted; absent: no TTL. */
  readonly ttlSeconds?: number | undefined
  /** The object is not needed once it has finished. */
  readonly afterFinished?: boolean | undefined
  /** The object is not needed once no active object refers to it. */
  readonly afterUnused?: boolean | undefined
  /** Whole seconds for which a capacity leaves an object alone; absent: none. */
  readonly minRetentionSeconds?: number | undefined
}

/** The sources of rules, strongest first. */
export type Origin = 'object' | 'namespace-kind' | 'namespace' | 'kind' | 'cluster'

/** Sources whose opt-out is final: users, not the cluster. */
export const bindingOrigins: ReadonlySet<Origin> = new Set(['object', 'namespace-kind', 'namespace'])

/** A rule with its source. */
export interface Setting<A> {
  readonly value: A
  readonly from: Origin
}

/** The rules of one object. Unset fields are absent. */
export interface Resolution {
  readonly enabled?: Setting<boolean>
  readonly ttlSeconds?: Setting<number>
  readonly afterFinished?: Setting<boolean>
  readonly afterUnused?: Setting<boolean>
  readonly minRetentionSeconds?: Setting<number>
}

/** Rules of one source. */
export interface Layer {
  readonly from: Origin
  readonly rules: Rules
}

/** Every possible setting of a flag, shared by all objects. */
const flagSettings = new Map<Origin, readonly [off: Setting<boolean>, on: Setting<boolean>]>(
  (['object', 'namespace-kind', 'namespace', 'kind', 'cluster'] as const).map((from) => [
    from,
    [
      { value: false, from },
      { value: true, from },
    ],
  ]),
)

const flag = (value: boolean, from: Origin): Setting<boolean> =>
  flagSettings.get(from)?.[value ? 1 : 0] ?? { value, from }

/**
 * Rules by precedence: the first layer that sets a field decides it, but an opt-out of the object or its namespace
 * always wins.
 */
export const resolveRules = (layers: ReadonlyArray<Layer>): Resolution => {
  const resolution: { -readonly [field in keyof Resolution]: Resolution[field] } = {}
  for (const { from, rules } of layers) {
    const { enabled, ttlSeconds, afterFinished, afterUnused, minRetentionSeconds } = rules
    const optsOut = enabled === false && bindingOrigins.has(from) && resolution.enabled?.value === true
    if (enabled !== undefined && (resolution.enabled === undefined || optsOut)) resolution.enabled = flag(enabled, from)
    if (ttlSeconds !== undefined) resolution.ttlSeconds ??= { value: ttlSeconds, from }
    if (afterFinished !== undefined) resolution.afterFinished ??= flag(afterFinished, from)
    if (afterUnused !== undefined) resolution.afterUnused ??= flag(afterUnused, from)
    if (minRetentionSeconds !== undefined) resolution.minRetentionSeconds ??= { value: minRetentionSeconds, from }
  }
  return resolution
}

/** One text for a group and a kind. */
export const groupKindText = ({ group, kind }: GroupKind): string => (group === '' ? kind : `${kind}.${group}`)

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

/** Rules, as far as they are readable. */
export interface StatedRules {
  readonly rules: Rules
  readonly unreadable: ReadonlyArray<UnreadableRule>
}

/**
 * The rules that annotations state. Flags are `"true"` or `"false"`, seconds decimal digits. An object with any other
 * value stays.
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
