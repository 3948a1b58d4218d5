import type { Finding } from './finding.js'
import type { SettingFact } from './input.js'

/**
 * Lints the settings and feature gates of a kubelet against its release: those that it does not take, and those that make
 * no difference to it.
 *
 * One finding for each fact, in their order. A gate that is not examined is a note: the release may have it.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/component-base/featuregate/feature_gate.go SetFromMap
 *
 * @example
 * ```ts
 * import { configurationPresets, kubeletPolicies, noFlags } from 'gcplan/decode'
 * import { explainFinding, lintKubeletSettings } from 'gcplan/lint'
 *
 * const given = { featureGates: new Map([['ImageVolume', true]]) }
 * const policies = kubeletPolicies(noFlags, configurationPresets.kubernetes_1_36)(given)
 * const facts = policies._tag === 'Right' ? policies.right.idle : []
 * console.log(lintKubeletSettings(facts).map(explainFinding).join())
 * // feature gate ImageVolume is locked on in this release anyway: the setting changes nothing
 * ```
 */
export const lintKubeletSettings = (facts: ReadonlyArray<SettingFact>): ReadonlyArray<Finding> => facts.map(findingOn)

const findingOn = (fact: SettingFact): Finding => {
  switch (fact._tag) {
    case 'FieldUnknown':
      return { level: 'problem', _tag: 'SettingUnknown', field: fact.field }
    case 'FieldMisspelt':
      return { level: 'problem', _tag: 'SettingMisspelt', field: fact.field, meant: fact.meant }
    case 'GateUnrecognized':
      return { level: 'problem', _tag: 'GateUnknown', gate: fact.gate }
    case 'GateLocked':
      return { level: 'problem', _tag: 'GateLocked', gate: fact.gate, given: fact.given }
    case 'GateIdle':
      return { level: 'note', _tag: 'GateAtDefault', gate: fact.gate, on: fact.on, locked: fact.locked }
    case 'GateUnexamined':
      return fact.meant === undefined
        ? { level: 'note', _tag: 'GateUnexamined', gate: fact.gate }
        : { level: 'problem', _tag: 'GateMisspelt', gate: fact.gate, meant: fact.meant }
  }
}
