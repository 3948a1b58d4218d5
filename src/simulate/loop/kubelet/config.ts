/**
 * Settings of the kubelet's loops. The periods are constants in the kubelet; differences between releases are named
 * switches.
 */
import { type Millis, millis } from '../../../core/time.js'

/** The switches and periods of the loops. */
export interface Config {
  /** Percent at which image collection begins; at 100 its loop may not start. */
  readonly highThresholdPercent: number
  /** Age beyond which an unused image is removed; 0 is off. */
  readonly maxAge: Millis
  /**
   * When the image loop does not start. `at-high-100`: whenever the high threshold is 100. `at-high-100-without-max-age`:
   * only if the maximum age is off as well. `never`: it always starts.
   */
  readonly imageLoopStops: 'never' | 'at-high-100' | 'at-high-100-without-max-age'
  /** Which failures of the image loop are recorded: all, or from the second in a row. */
  readonly imageFailuresRecorded: 'every' | 'from-second-in-a-row'
  /** From the end of one container collection to the start of the next. */
  readonly containerPeriod: Millis
  /** From the end of one image collection to the start of the next. */
  readonly imagePeriod: Millis
  /** From the end of one detection of images in use to the start of the next. */
  readonly detectionPeriod: Millis
  /** From the end of one listing of images to the start of the next. */
  readonly imageListPeriod: Millis
}

/**
 * The loops of the kubelet in 1.29 and later: containers every minute, images and detection every five, the image list
 * every 30 seconds, each counted from the end of the run before. High threshold 85, no maximum age.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kubelet.go StartGarbageCollection
 */
export const defaultConfig: Config = {
  highThresholdPercent: 85,
  maxAge: millis(0),
  imageLoopStops: 'at-high-100-without-max-age',
  imageFailuresRecorded: 'from-second-in-a-row',
  containerPeriod: millis(60_000),
  imagePeriod: millis(300_000),
  detectionPeriod: millis(300_000),
  imageListPeriod: millis(30_000),
}

/** Switches of releases; the remaining fields are those of {@link defaultConfig}. */
export const presets: {
  readonly kubernetes_1_26: Config
  readonly kubernetes_1_31: Config
  readonly kubernetes_1_32: Config
  readonly kubernetes_1_33: Config
  readonly kubernetes_1_34: Config
  readonly kubernetes_1_35: Config
  readonly kubernetes_1_36: Config
} = {
  kubernetes_1_26: { ...defaultConfig, imageLoopStops: 'at-high-100' },
  kubernetes_1_31: defaultConfig,
  kubernetes_1_32: defaultConfig,
  kubernetes_1_33: defaultConfig,
  kubernetes_1_34: defaultConfig,
  kubernetes_1_35: defaultConfig,
  kubernetes_1_36: defaultConfig,
}

/** True when the image loop runs at all. */
export const imageLoopRuns = ({ imageLoopStops, highThresholdPercent, maxAge }: Config): boolean => {
  switch (imageLoopStops) {
    case 'never':
      return true
    case 'at-high-100':
      return highThresholdPercent !== 100
    case 'at-high-100-without-max-age':
      return highThresholdPercent !== 100 || maxAge !== 0
  }
}
