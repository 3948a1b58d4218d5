/** The policies of all collectors, and whether one of them may act alone. */
import { type ServerPolicy, serverPresets } from '../../apiserver/policy.js'
import * as History from '../../controllers/history/policy.js'
import * as Lifecycle from '../../controllers/lifecycle/policy.js'
import * as Owner from '../../controllers/owner/policy.js'
import * as Pod from '../../controllers/pod/policy.js'
import * as Ttl from '../../controllers/ttl/policy.js'

/** A controller that can be stopped, besides those with a setting of their own. */
export type Stoppable = 'deployment' | 'statefulset' | 'daemonset' | 'cronjob' | 'garbage-collector'

/** The rules of all collectors. */
export interface Policies {
  /**
   * `each-on-its-own`: every collector acts on what it decides, as the real ones do. `all-agree`: an object is deleted
   * only if no applicable collector objects, as KEP-14 asks for.
   */
  readonly agreement: 'each-on-its-own' | 'all-agree'
  readonly pod: Pod.Policy
  readonly ttl: Ttl.Policy
  readonly history: History.Policy
  /** Takes no part while it is disabled, unless marks are to be cleared. */
  readonly lifecycle: Lifecycle.Policy
  readonly owner: Owner.Policy
  /** Controllers that do not run: they delete nothing and object to nothing. Default: none. */
  readonly stopped?: ReadonlyArray<Stoppable> | undefined
  /** The rules of the API server, as far as time is played. Default: those of Kubernetes 1.36. */
  readonly server?: ServerPolicy | undefined
}

const presetOf = (release: keyof typeof Owner.presets): Policies => ({
  agreement: 'each-on-its-own',
  pod: Pod.presets[release],
  ttl: Ttl.presets[release],
  history: History.presets[release],
  lifecycle: Lifecycle.defaultPolicy,
  owner: Owner.presets[release],
  server: serverPresets[release],
})

/**
 * The rules of eight releases; every collector acts on its own.
 *
 * @example
 * ```ts
 * import * as ControlPlane from 'gcplan/simulate/control-plane'
 *
 * console.log(ControlPlane.presets.kubernetes_1_20.ttl.controller, ControlPlane.presets.kubernetes_1_20.agreement)
 * // off each-on-its-own
 * ```
 */
export const presets: {
  readonly kubernetes_1_20: Policies
  readonly kubernetes_1_26: Policies
  readonly kubernetes_1_31: Policies
  readonly kubernetes_1_32: Policies
  readonly kubernetes_1_33: Policies
  readonly kubernetes_1_34: Policies
  readonly kubernetes_1_35: Policies
  readonly kubernetes_1_36: Policies
} = {
  kubernetes_1_20: presetOf('kubernetes_1_20'),
  kubernetes_1_26: presetOf('kubernetes_1_26'),
  kubernetes_1_31: presetOf('kubernetes_1_31'),
  kubernetes_1_32: presetOf('kubernetes_1_32'),
  kubernetes_1_33: presetOf('kubernetes_1_33'),
  kubernetes_1_34: presetOf('kubernetes_1_34'),
  kubernetes_1_35: presetOf('kubernetes_1_35'),
  kubernetes_1_36: presetOf('kubernetes_1_36'),
}

/** The rules of Kubernetes 1.36. */
export const defaultPolicies: Policies = presets.kubernetes_1_36
