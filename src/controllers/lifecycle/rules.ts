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

/** What somebody wants for an object, or for many. What is absent is left to the next one in line. */
export interface Rules {
  /** True opts in. False opts out, where the object or its namespace says so, whatever anybody else says. */
  readonly enabled?: boolean | undefined
  /** Whole seconds from the instant nobody needs the object to the earliest instant it may go; absent: it is not timed. */
  readonly ttlSeconds?: number | undefined
  /** The object is not needed once it has finished. */
  readonly afterFinished?: boolean | undefined
  /** The object is not needed once no active object refers to it. */
  readonly afterUnused?: boolean | undefined
  /** Whole seconds for which a capacity leaves an object alone; absent: none. */
  readonly minRetentionSeconds?: number | undefined
}

/** Who made a rule, from the strongest. */
export type Origin = 'object' | 'namespace-kind' | 'namespace' | 'kind' | 'cluster'

/** Those whose opt-out nobody overrules: users, not the cluster. */
export const bindingOrigins: ReadonlySet<Origin> = new Set(['object', 'namespace-kind', 'namespace'])

/** A rule with the one who made it. */
export interface Setting<A> {
  readonly value: A
  readonly from: Origin
}

/** The rules of one object. A field nobody set is absent. */
export interface Resolution {
  readonly enabled?: Setting<boolean>
  readonly ttlSeconds?: Setting<number>
  readonly afterFinished?: Setting<boolean>
  readonly afterUnused?: Setting<boolean>
  readonly minRetentionSeconds?: Setting<number>
}

/** Rules of one maker. */
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
