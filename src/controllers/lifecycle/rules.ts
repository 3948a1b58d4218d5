/**
 * The rules of an object, and where each comes from. By precedence: the object, its namespace for the kind, its
 * namespace for every kind, the cluster for the kind, the cluster. An opt-out wins, except one of the cluster.
 */

/** A kind of one API group, whichever version. */
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

/** The few settings of flags there are; many objects share them. */
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

/** Rules by precedence: the first layer that sets a field decides it, but an opt-out of the object or its namespace decides alone. */
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
