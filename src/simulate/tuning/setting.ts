/** The kubelet settings to try, and how each is written into a kubelet configuration. */
import { formatGoDuration } from '../../core/go-duration.js'
import { type Millis, millis } from '../../core/time.js'

/** The image GC settings to choose. */
export interface Setting {
  readonly highThresholdPercent: number
  readonly lowThresholdPercent: number
  readonly minAge: Millis
  /** 0: off. */
  readonly maxAge: Millis
}

/** Values to try, in every combination that a kubelet accepts. */
export interface Sweep {
  readonly highThresholdPercent: ReadonlyArray<number>
  readonly lowThresholdPercent: ReadonlyArray<number>
  readonly minAge: ReadonlyArray<Millis>
  readonly maxAge: ReadonlyArray<Millis>
}

/** From 60 to 90 percent in steps of five, the kubelet's minimum age, no maximum age. */
export const defaultSweep: Sweep = {
  highThresholdPercent: [65, 70, 75, 80, 85, 90],
  lowThresholdPercent: [60, 65, 70, 75, 80],
  minAge: [millis(120_000)],
  maxAge: [millis(0)],
}

/** The kubelet's own settings. */
export const kubeletSetting: Setting = {
  highThresholdPercent: 85,
  lowThresholdPercent: 80,
  minAge: millis(120_000),
  maxAge: millis(0),
}

/** Every combination whose low threshold is below the high one and whose maximum age is off or above the minimum. */
export const settingsOf = (sweep: Sweep): ReadonlyArray<Setting> =>
  sweep.highThresholdPercent.flatMap((highThresholdPercent) =>
    sweep.lowThresholdPercent
      .filter((low) => low < highThresholdPercent)
      .flatMap((lowThresholdPercent) =>
        sweep.minAge.flatMap((minAge) =>
          sweep.maxAge
            .filter((maxAge) => maxAge === 0 || maxAge > minAge)
            .map((maxAge) => ({ highThresholdPercent, lowThresholdPercent, minAge, maxAge })),
        ),
      ),
  )

/** The configuration fields of a setting. */
export interface SettingFields {
  readonly imageGCHighThresholdPercent: number
  readonly imageGCLowThresholdPercent: number
  readonly imageMinimumGCAge: string
  readonly imageMaximumGCAge?: string
}

const fieldsOf = ({ highThresholdPercent, lowThresholdPercent, minAge, maxAge }: Setting): SettingFields => ({
  imageGCHighThresholdPercent: highThresholdPercent,
  imageGCLowThresholdPercent: lowThresholdPercent,
  imageMinimumGCAge: inGo(minAge),
  ...(maxAge === 0 ? {} : { imageMaximumGCAge: inGo(maxAge) }),
})

const inGo = (span: Millis): string => formatGoDuration(BigInt(span) * 1_000_000n)

/** A file of the kubelet, as plain data. */
export interface KubeletConfigurationDocument extends SettingFields {
  readonly apiVersion: 'kubelet.config.k8s.io/v1beta1'
  readonly kind: 'KubeletConfiguration'
}

/**
 * A setting as a configuration file of the kubelet, as plain data for JSON or YAML.
 *
 * @example
 * ```ts
 * import * as Tuning from 'gcplan/simulate/tuning'
 *
 * console.log(Tuning.kubeletConfiguration(Tuning.kubeletSetting).imageMinimumGCAge) // 2m0s
 * ```
 */
export const kubeletConfiguration = (setting: Setting): KubeletConfigurationDocument => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  ...fieldsOf(setting),
})

/** An object of OpenShift's machine configuration, as plain data. */
export interface KubeletConfigDocument {
  readonly apiVersion: 'machineconfiguration.openshift.io/v1'
  readonly kind: 'KubeletConfig'
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly machineConfigPoolSelector: { readonly matchLabels: Readonly<Record<string, string>> }
    readonly kubeletConfig: SettingFields
  }
}

/**
 * A setting as OpenShift's KubeletConfig for one machine config pool, as plain data; applying it reboots the pool's nodes.
 *
 * @example
 * ```ts
 * import * as Tuning from 'gcplan/simulate/tuning'
 *
 * const resource = Tuning.openshiftKubeletConfig({ name: 'image-gc', pool: 'worker' })(Tuning.kubeletSetting)
 * console.log(resource.spec.kubeletConfig.imageGCHighThresholdPercent) // 85
 * ```
 */
export const openshiftKubeletConfig =
  ({ name, pool }: { readonly name: string; readonly pool: string }) =>
  (setting: Setting): KubeletConfigDocument => ({
    apiVersion: 'machineconfiguration.openshift.io/v1',
    kind: 'KubeletConfig',
    metadata: { name },
    spec: {
      machineConfigPoolSelector: { matchLabels: { [`pools.operator.machineconfiguration.openshift.io/${pool}`]: '' } },
      kubeletConfig: fieldsOf(setting),
    },
  })
