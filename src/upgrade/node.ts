/** The rules of a version of the kubelet for all that a forecast of its node plays. */
import { either as E, function as F } from 'fp-ts'

import type { NodeRules } from '../simulate/node/policies.js'
import { evictionRules } from './eviction.js'
import { kubeletContainerRules } from './kubelet-container.js'
import { kubeletImageRules } from './kubelet-image.js'
import type { Rules } from './upgrade.js'

/**
 * The rules of a version of the kubelet, patches included, for `nodePolicies` of `gcplan/simulate/node`.
 *
 * Fails: for text that is no version, and for a release without rules.
 *
 * @example
 * ```ts
 * import { nodeRules } from 'gcplan/upgrade'
 *
 * const rules = nodeRules('v1.31.4')
 * if (rules._tag === 'Right') console.log(rules.right.image.imageVolumes, rules.right.image.maxAgePass) // ignored present
 * ```
 */
export const nodeRules: Rules<NodeRules> = (version) =>
  F.pipe(
    E.Do,
    E.bind('image', () => kubeletImageRules(version)),
    E.bind('container', () => kubeletContainerRules(version)),
    E.bind('eviction', () => evictionRules(version)),
  )
