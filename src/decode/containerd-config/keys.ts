import type { ConfigInput, Nanos } from '../../containerd/scheduler/index.js'
import { formatGoDuration } from '../../core/go-duration.js'

/** Versions of the configuration file format. */
export type ContainerdConfigVersion = 1 | 2 | 3

/** The key under `plugins` that holds the settings. */
export const pluginNames: Readonly<Record<ContainerdConfigVersion, string>> = {
  1: 'scheduler',
  2: 'io.containerd.gc.v1.scheduler',
  3: 'io.containerd.gc.v1.scheduler',
}

/** What the settings are called in a file. */
type KeyName = 'pause_threshold' | 'deletion_threshold' | 'mutation_threshold' | 'schedule_delay' | 'startup_delay'

/** One setting. */
interface Key {
  readonly name: KeyName
  /** A value as the file writes it; empty for what is no value of this setting. */
  readonly print: (value: number) => string
}

const fraction = (value: number): string =>
  Number.isFinite(value) ? (Number.isInteger(value) ? value.toFixed(1) : String(value)) : ''
const integer = (value: number): string => (Number.isSafeInteger(value) ? String(value) : '')
const duration = (value: Nanos): string =>
  Number.isSafeInteger(value) ? JSON.stringify(formatGoDuration(BigInt(value))) : ''

/** The settings, in the order in which containerd prints them. */
export const keys: { readonly [K in keyof ConfigInput]-?: Key } = {
  pauseThreshold: { name: 'pause_threshold', print: fraction },
  deletionThreshold: { name: 'deletion_threshold', print: integer },
  mutationThreshold: { name: 'mutation_threshold', print: integer },
  scheduleDelay: { name: 'schedule_delay', print: duration },
  startupDelay: { name: 'startup_delay', print: duration },
}
