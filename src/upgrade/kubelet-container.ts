/** Releases of the kubelet, by the containers, sandboxes and logs that they remove. */
import { policyOfVersion } from '../core/switch.js'
import { conclude } from '../kubelet/container/conclude.js'
import { type Plan, type PlanError, plan } from '../kubelet/container/plan.js'
import { type Policy, presets } from '../kubelet/container/policy.js'
import type { Family } from '../kubelet/container/reason.js'
import type { Snapshot } from '../kubelet/container/snapshot.js'
import { switches } from '../kubelet/container/switches.js'
import { boardOf } from './board.js'
import { concluded } from './outcomes.js'
import { successOf } from './success.js'
import { type Compare, type Rules, comparing } from './upgrade.js'

/** The rules of a version of the kubelet, patches included. */
export const kubeletContainerRules: Rules<Policy> = policyOfVersion<Policy>(presets, switches)

/** Compares two releases of the kubelet by the containers, sandboxes and logs that each would remove. */
export const upgradeKubeletContainer: Compare<Policy, Snapshot, Family, Plan, PlanError> = comparing({
  rules: kubeletContainerRules,
  board: boardOf<Policy>(switches),
  plan,
  outcomes: (_policy, _snapshot, planned) => concluded(planned, conclude(String)(planned)(successOf(planned))),
})
