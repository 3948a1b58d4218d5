/**
 * What each release of the kubelet takes from its configuration: fields, ranges and feature gates. Gates are written from
 * the oldest up, as they come, the rest from the newest down: each release is its neighbour and what differs.
 */
import type { Gate, Gates } from './gates.js'

/** What one release takes. */
export interface ConfigurationRules {
  /**
   * A negative `imageMinimumGCAge`: any image is old enough, or the kubelet does not start.
   *
   * @upstream kubernetes v1.36.2 pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration
   */
  readonly negativeMinAge: 'accepted' | 'refused'
  /**
   * Whether the release knows `imageMaximumGCAge`; an unknown field is decoded leniently, that is ignored.
   *
   * @upstream kubernetes v1.36.2 pkg/kubelet/kubeletconfig/util/codec/codec.go DecodeKubeletConfiguration
   */
  readonly imageMaximumGCAge: 'known' | 'unknown'
  /**
   * Whether it knows `mergeDefaultEvictionSettings`.
   *
   * @upstream kubernetes v1.33.13 pkg/kubelet/apis/config/v1beta1/defaults.go SetDefaults_KubeletConfiguration
   */
  readonly mergeDefaultEvictionSettings: 'known' | 'unknown'
  readonly gates: Gates
}

const alpha: Gate = { stage: 'alpha', on: false, locked: false }
const offBeta: Gate = { stage: 'beta', on: false, locked: false }
const beta: Gate = { stage: 'beta', on: true, locked: false }
const stable: Gate = { stage: 'stable', on: true, locked: true }
const deprecated: Gate = { stage: 'deprecated', on: false, locked: false }

const gates_1_31: Gates = {
  ImageMaximumGCAge: beta,
  ImageVolume: alpha,
  KubeletSeparateDiskGC: beta,
  RuntimeClassInImageCriApi: alpha,
}
const gates_1_32: Gates = { ...gates_1_31, AllowOverwriteTerminationGracePeriodSeconds: deprecated }
const gates_1_33: Gates = { ...gates_1_32, ImageVolume: offBeta, KubeletEnsureSecretPulledImages: alpha }
const gates_1_35: Gates = {
  ...gates_1_33,
  AllowOverwriteTerminationGracePeriodSeconds: { ...deprecated, locked: true },
  ImageMaximumGCAge: stable,
  ImageVolume: beta,
  KubeletEnsureSecretPulledImages: beta,
}
const gates_1_36: Gates = { ...gates_1_35, ImageVolume: stable }

const kubernetes_1_36: ConfigurationRules = {
  negativeMinAge: 'refused',
  imageMaximumGCAge: 'known',
  mergeDefaultEvictionSettings: 'known',
  gates: gates_1_36,
}
const kubernetes_1_35: ConfigurationRules = { ...kubernetes_1_36, negativeMinAge: 'accepted', gates: gates_1_35 }
const kubernetes_1_34: ConfigurationRules = { ...kubernetes_1_35, gates: gates_1_33 }
const kubernetes_1_33: ConfigurationRules = kubernetes_1_34
const kubernetes_1_32: ConfigurationRules = {
  ...kubernetes_1_33,
  mergeDefaultEvictionSettings: 'unknown',
  gates: gates_1_32,
}
const kubernetes_1_31: ConfigurationRules = { ...kubernetes_1_32, gates: gates_1_31 }
const kubernetes_1_26: ConfigurationRules = { ...kubernetes_1_31, imageMaximumGCAge: 'unknown', gates: {} }

/**
 * What each release takes. Before 1.26 it is as in 1.26.
 *
 * @upstream kubernetes v1.36.2 pkg/features/kube_features.go defaultVersionedKubernetesFeatureGates
 */
export const configurationPresets: {
  readonly kubernetes_1_26: ConfigurationRules
  readonly kubernetes_1_31: ConfigurationRules
  readonly kubernetes_1_32: ConfigurationRules
  readonly kubernetes_1_33: ConfigurationRules
  readonly kubernetes_1_34: ConfigurationRules
  readonly kubernetes_1_35: ConfigurationRules
  readonly kubernetes_1_36: ConfigurationRules
  /** Unverified: the release notes of 1.37.0-alpha.1 name no change to these settings. Only `1.37-preview` chooses it. */
  readonly kubernetes_1_37_preview: ConfigurationRules
} = {
  kubernetes_1_26,
  kubernetes_1_31,
  kubernetes_1_32,
  kubernetes_1_33,
  kubernetes_1_34,
  kubernetes_1_35,
  kubernetes_1_36,
  kubernetes_1_37_preview: kubernetes_1_36,
}

/** The rules of the latest release. */
export const defaultConfigurationRules: ConfigurationRules = kubernetes_1_36
