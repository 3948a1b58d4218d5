/**
 * Decoder of containerd's configuration file: the garbage collection scheduler's settings, clamped to their bounds, and
 * notes on the rest.
 */
import { either as E, option as O } from 'fp-ts'
import type * as t from 'io-ts'

import { pipe } from '../../core/fp.js'
import {
  type Clamp,
  type Config,
  type ConfigInput,
  type Nanos,
  type Release,
  clampConfig,
} from '../../containerd/scheduler/index.js'
import { parseGoDuration } from '../../core/go-duration.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Decoder, decoder, holding, mapped, moveInto, own, readFrom, reading, refuse, stepTo } from '../codec.js'
import { isPlain, settings } from '../kubelet-config/leaf.js'
import { notesOn } from './notes.js'
import { type ContainerdConfigVersion, keys, pluginNames } from './keys.js'

/** The scheduler's settings in a configuration file. */
export interface ContainerdSchedulerConfig {
  /** Of the file; 1 if it states none. */
  readonly version: ContainerdConfigVersion
  /** The settings that the file makes. */
  readonly input: ConfigInput
  /** The settings in effect. */
  readonly config: Config
  /** Settings that were out of bounds. */
  readonly clamps: ReadonlyArray<Clamp>
  /** What was ignored in the file, in words. */
  readonly notes: ReadonlyArray<string>
}

/**
 * Reads the scheduler's settings from a configuration file of containerd, of version 1, 2 or 3.
 *
 * Takes parsed TOML, and the rules of a release. The settings are in `[plugins."io.containerd.gc.v1.scheduler"]`, in
 * version 1 in `[plugins.scheduler]`; missing ones have defaults.
 * Units: Go durations, such as `"100ms"`, become nanoseconds. Fails with InvalidInput, for values of the wrong type,
 * integers beyond 2^53 - 1, invalid durations, durations of more than 104 days, and other versions.
 *
 * @upstream containerd v2.3.4 plugins/gc/scheduler.go config, newScheduler
 *
 * @example
 * ```ts
 * import { decodeContainerdConfig } from 'gcplan/decode'
 * import { ContainerdScheduler } from 'gcplan/simulate/loop'
 *
 * const plugins = { 'io.containerd.gc.v1.scheduler': { pause_threshold: 0.7, schedule_delay: '1s' } }
 * const decoded = decodeContainerdConfig(ContainerdScheduler.releases.containerd_2_3)({ version: 3, plugins })
 * if (decoded._tag === 'Right') console.log(decoded.right.config.pauseThreshold, decoded.right.config.scheduleDelay) // 0.5 1000000000
 * ```
 */
export const decodeContainerdConfig =
  (release: Release) =>
  (input: unknown): E.Either<InvalidInput, ContainerdSchedulerConfig> =>
    E.map((file: File) => ({ ...file, ...clampConfig(release)(file.input) }))(
      readFrom(reader)('a configuration of containerd')(input),
    )

/**
 * One line for a setting that was out of bounds, in the words of the file.
 *
 * @example
 * ```ts
 * import { explainClamp } from 'gcplan/decode'
 *
 * console.log(explainClamp({ field: 'pauseThreshold', given: 0.7, used: 0.5 })) // pause_threshold is 0.7 and counts as 0.5
 * ```
 */
export const explainClamp = ({ field, given, used }: Clamp): string =>
  `${keys[field].name} is ${keys[field].print(given)} and counts as ${keys[field].print(used)}`

type File = Pick<ContainerdSchedulerConfig, 'version' | 'input' | 'notes'>

const fraction: Decoder<number> = holding('a number', (value): value is number => Number.isFinite(value))

const integer: Decoder<number> = reading('an integer from -(2^53 - 1) to 2^53 - 1', (value) => {
  const count = typeof value === 'bigint' ? Number(value) : value
  return Number.isSafeInteger(count) ? O.some(Number(count)) : O.none
})

const duration: Decoder<Nanos> = reading('a Go duration such as "100ms", of 104 days at most', (value) =>
  pipe(
    typeof value === 'string' ? O.fromEither(parseGoDuration(value)) : O.none,
    O.map(Number),
    O.filter(Number.isSafeInteger),
  ),
)

const table = mapped(
  settings({
    pause_threshold: fraction,
    deletion_threshold: integer,
    mutation_threshold: integer,
    schedule_delay: duration,
    startup_delay: duration,
  }),
  (set): ConfigInput =>
    Object.fromEntries(
      Object.entries(keys).flatMap(([field, { name }]) => (set[name] === undefined ? [] : [[field, set[name]]])),
    ),
)

const version: Decoder<ContainerdConfigVersion> = holding(
  '1, 2 or 3',
  (value): value is ContainerdConfigVersion => value === 1 || value === 2 || value === 3,
)

const anObject: Decoder<Fields> = holding('an object', isPlain)

type Fields = Readonly<Record<string, unknown>>

/** Reads a field that may be absent, and says where it lies. */
const fieldOf =
  (holder: Fields, errors: t.ValidationError[], context: t.Context) =>
  <A>(steps: readonly [name: string, step: string], type: Decoder<A>, absent: A): A => {
    const [name, step] = steps
    const actual = own(holder, name)
    if (actual === undefined) return absent
    return pipe(
      type.validate(actual, []),
      E.getOrElse((found) => {
        moveInto(errors, found, context, { step, type, actual })
        return absent
      }),
    )
  }

const reader: Decoder<File> = decoder('an object', (value, context) => {
  if (!isPlain(value)) return refuse(value, context)
  const errors: t.ValidationError[] = []
  const field = fieldOf(value, errors, context)
  const of = field(['version', '.version'], version, 1)
  const plugins = field(['plugins', '.plugins'], anObject, {})
  const plugin = pluginNames[of]
  const input = fieldOf(plugins, errors, context)([plugin, pathTo(plugin)], table, {})
  return errors.length > 0 ? E.left(errors) : E.right({ version: of, input, notes: notesOn(of, value, plugins) })
})

const pathTo = (plugin: string): string => `.plugins${stepTo(plugin)}`
