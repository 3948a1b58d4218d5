import { type ConfigInput, defaultConfig } from '../../containerd/scheduler/index.js'
import { type ContainerdConfigVersion, keys, pluginNames } from './keys.js'

/**
 * Writes settings of the scheduler as a configuration file of containerd; {@link decodeContainerdConfig} reads them
 * back.
 *
 * Shape: omits missing settings, and values that a file cannot hold.
 * Units: durations are given in nanoseconds and written as Go does.
 *
 * @example
 * ```ts
 * import { containerdConfigToml } from 'gcplan/decode'
 *
 * console.log(containerdConfigToml(2)({ scheduleDelay: 1_500_000_000 }).split('\n').at(-2)) // schedule_delay = "1.5s"
 * ```
 */
export const containerdConfigToml =
  (version: ContainerdConfigVersion) =>
  (config: ConfigInput): string => {
    const plugin = pluginNames[version]
    const lines = (Object.keys(keys) as ReadonlyArray<keyof typeof keys>).flatMap((field) => {
      const value = config[field]
      const text = value === undefined ? '' : keys[field].print(value)
      return text === '' ? [] : [`${keys[field].name} = ${text}`]
    })
    const name = version === 1 ? plugin : JSON.stringify(plugin)
    return [`version = ${version}`, '', `[plugins.${name}]`, ...lines, ''].join('\n')
  }

/**
 * The default settings, as a configuration file of containerd.
 *
 * @upstream containerd v2.3.4 plugins/gc/scheduler.go init
 *
 * @example
 * ```ts
 * import { defaultContainerdConfig } from 'gcplan/decode'
 *
 * console.log(defaultContainerdConfig(1))
 * // version = 1
 * //
 * // [plugins.scheduler]
 * // pause_threshold = 0.02
 * // deletion_threshold = 0
 * // mutation_threshold = 100
 * // schedule_delay = "0s"
 * // startup_delay = "100ms"
 * //
 * ```
 */
export const defaultContainerdConfig = (version: ContainerdConfigVersion): string =>
  containerdConfigToml(version)(defaultConfig)
