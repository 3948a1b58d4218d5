/** Releases of containerd, by what they remove from their metadata. */
import { conclude } from '../containerd/conclude.js'
import { type PlanError, plan } from '../containerd/plan.js'
import { type Policy, presets } from '../containerd/policy.js'
import type { ContainerdFamily, Plan } from '../containerd/reason.js'
import type { Snapshot } from '../containerd/snapshot.js'
import { switches } from '../containerd/switches.js'
import { policyOfVersion } from '../core/switch.js'
import { boardOf } from './board.js'
import { concluded } from './outcomes.js'
import { successOf } from './success.js'
import { type Compare, type Rules, comparing } from './upgrade.js'

/** The rules of a version of containerd; 2.1 has those of 2.0. */
export const containerdRules: Rules<Policy> = policyOfVersion<Policy>(
  { ...presets, containerd_2_1: presets.containerd_2_0 },
  switches,
)

/** Compares two releases of containerd by what each would remove from its metadata. */
export const upgradeContainerd: Compare<Policy, Snapshot, ContainerdFamily, Plan, PlanError> = comparing({
  rules: containerdRules,
  board: boardOf<Policy>(switches),
  plan,
  outcomes: (_policy, _snapshot, planned) => concluded(planned, conclude(String)(planned)(successOf(planned))),
})
