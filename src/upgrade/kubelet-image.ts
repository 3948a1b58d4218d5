/** Releases of the kubelet, by the images that they remove. */
import { option as O } from 'fp-ts'

import { policyOfVersion } from '../core/switch.js'
import { conclude, remainingImages } from '../kubelet/image/conclude.js'
import type { Policy } from '../kubelet/image/policy.js'
import { type Plan, type PlanError, plan } from '../kubelet/image/plan.js'
import { presets } from '../kubelet/image/presets.js'
import type { Family } from '../kubelet/image/reason.js'
import type { Snapshot } from '../kubelet/image/snapshot.js'
import { switches } from '../kubelet/image/switches.js'
import { boardOf } from './board.js'
import type { Outcomes } from './change.js'
import { concluded } from './outcomes.js'
import { successOf } from './success.js'
import { type Compare, type Rules, comparing } from './upgrade.js'

/** The rules of a version of the kubelet, patches included. */
export const kubeletImageRules: Rules<Policy> = policyOfVersion<Policy>(presets, switches)

const outcomes = (policy: Policy, snapshot: Snapshot, planned: Plan): Outcomes => {
  const report = successOf(planned)
  return {
    ...concluded(planned, conclude(String)(planned)(report)),
    'records of pulls': O.match(
      () => 'stay',
      (ids: ReadonlyArray<string>) => `go, but for those of ${ids.length === 0 ? 'no image' : ids.join(', ')}`,
    )(remainingImages(policy)(snapshot)(report)),
  }
}

/**
 * Compares two releases of the kubelet by the images that each would remove.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { upgradeKubeletImage } from 'gcplan/upgrade'
 *
 * const compared = upgradeKubeletImage('1.30', '1.36')
 * console.log(typeof compared) // function
 * ```
 */
export const upgradeKubeletImage: Compare<Policy, Snapshot, Family, Plan, PlanError> = comparing({
  rules: kubeletImageRules,
  board: boardOf<Policy>(switches),
  plan,
  outcomes,
})
