/**
 * Settings of containerd's GC scheduler, their bounds, and the rules that changed by release.
 */

/** A length of time, or an instant counted from the start of the scheduler, in whole nanoseconds. Exact up to 104 days. */
export type Nanos = number

/** Settings as written by the operator, in containerd's names. */
export interface ConfigInput {
  /** Largest share of time that may be spent in pauses; 0 turns the rule off. Clamped to 0 - 0.5. Default 0.02. */
  readonly pauseThreshold?: number
  /** Deletions that bring a collection forward; 0: deletions only let the next tick collect. Default 0. */
  readonly deletionThreshold?: number
  /** Writes after which the next tick collects; 0: every tick collects. Negative counts as 0. Default 100. */
  readonly mutationThreshold?: number
  /** Nanoseconds between a reason to collect and the collection. Negative counts as 0. Default 0. */
  readonly scheduleDelay?: Nanos
  /** Nanoseconds between start and the first tick; 0: no tick until something happens. Default 100 ms. */
  readonly startupDelay?: Nanos
}

/** Rules that differ by release, each under its own name. */
export interface Release {
  /** The average pause counts as at least 5 ms. */
  readonly pauseFloor: boolean
  /** What a first collection that fails does: `crash` kills the scheduler, `retry` schedules another one. */
  readonly firstFailure: 'crash' | 'retry'
}

/** Settings in effect. */
export interface Config extends Release {
  readonly pauseThreshold: number
  readonly deletionThreshold: number
  readonly mutationThreshold: number
  readonly scheduleDelay: Nanos
  readonly startupDelay: Nanos
}

/** A setting that was out of bounds, and what it became. */
export interface Clamp {
  readonly field: 'pauseThreshold' | 'mutationThreshold' | 'scheduleDelay' | 'startupDelay'
  readonly given: number
  readonly used: number
}

/** The rules of each release line. */
export const releases: {
  readonly containerd_1_6: Release
  readonly containerd_1_7: Release
  readonly containerd_2_0: Release
  readonly containerd_2_2: Release
  readonly containerd_2_3: Release
} = {
  containerd_1_6: { pauseFloor: false, firstFailure: 'crash' },
  containerd_1_7: { pauseFloor: true, firstFailure: 'crash' },
  containerd_2_0: { pauseFloor: true, firstFailure: 'crash' },
  containerd_2_2: { pauseFloor: true, firstFailure: 'retry' },
  containerd_2_3: { pauseFloor: true, firstFailure: 'retry' },
}

/** The defaults of the newest release. */
export const defaultConfig: Config = {
  pauseThreshold: 0.02,
  deletionThreshold: 0,
  mutationThreshold: 100,
  scheduleDelay: 0,
  startupDelay: 100_000_000,
  ...releases.containerd_2_3,
}

/** Settings in effect, with every clamp that was needed, in the order of the fields. */
export const clampConfig =
  (release: Release) =>
  (input: ConfigInput): { readonly config: Config; readonly clamps: ReadonlyArray<Clamp> } => {
    const given = { ...defaultConfig, ...input, ...release }
    const config: Config = {
      ...given,
      pauseThreshold: Math.min(0.5, Math.max(0, given.pauseThreshold)),
      mutationThreshold: Math.max(0, given.mutationThreshold),
      scheduleDelay: Math.max(0, given.scheduleDelay),
      startupDelay: Math.max(0, given.startupDelay),
    }
    const clamps = clampable.flatMap((field) =>
      config[field] === given[field] ? [] : [{ field, given: given[field], used: config[field] }],
    )
    return { config, clamps }
  }

const clampable: ReadonlyArray<Clamp['field']> = [
  'pauseThreshold',
  'mutationThreshold',
  'scheduleDelay',
  'startupDelay',
]
