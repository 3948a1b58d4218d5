/**
 * The effect of creating an OpenShift KubeletConfig: which pools take it, with which policies, and at what cost. The
 * nodes of a pool are drained and rebooted one by one, and a restarted kubelet has lost its image records.
 */
import { type readonlyNonEmptyArray as RNEA, either as E, option as O } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import type { GoDuration } from '../../core/go-duration.js'
import type { KubeletConfiguration } from './configuration.js'
import { noFlags, overlaid } from './flags.js'
import type { KubeletConfigResource, MachineConfigPool } from './machine-config.js'
import { type KubeletPolicies, kubeletPolicies } from './policies.js'
import { selectsLabels } from './pool-selector.js'
import { type ConfigurationProblem, explainConfigurationProblem } from './validate.js'

/** A consequence of creating the resource. */
export type RolloutFact =
  | {
      readonly _tag: 'SelectsNoPool'
      readonly because: 'selector-missing' | 'selector-empty' | 'no-pool-has-these-labels'
    }
  /** The kubelet of these nodes would not start with these settings. */
  | {
      readonly _tag: 'SettingsRefused'
      readonly pool: string
      readonly problems: RNEA.ReadonlyNonEmptyArray<ConfigurationProblem>
    }
  /** Every node of the pool is drained and rebooted, one at a time. */
  | { readonly _tag: 'NodesReboot'; readonly pool: string; readonly machineCount: O.Option<number> }
  /** After the restart every image counts as just seen and never used. */
  | {
      readonly _tag: 'ImageAgesForgotten'
      readonly pool: string
      readonly imageMinimumGCAge: GoDuration
      readonly imageMaximumGCAge: GoDuration
    }

/** A selected pool, with the policies of its kubelets, or why they would not start. */
export interface PoolRollout {
  readonly pool: string
  readonly policies: E.Either<RNEA.ReadonlyNonEmptyArray<ConfigurationProblem>, KubeletPolicies>
}

/** What creating a KubeletConfig would do. */
export interface KubeletConfigRollout {
  readonly name: string
  /** In the order of the given pools. */
  readonly pools: ReadonlyArray<PoolRollout>
  /** Names of the pools that are not selected. */
  readonly untouched: ReadonlyArray<string>
  /** Pool by pool. */
  readonly facts: ReadonlyArray<RolloutFact>
}

/**
 * What creating this KubeletConfig would do to these pools.
 *
 * `base` gives a pool's current configuration: the resource's fields replace it, threshold maps merge by signal. Pools
 * keep their order.
 *
 * @upstream openshift/machine-config-operator pkg/controller/kubelet-config
 *
 * @example
 * ```ts
 * import { decodeKubeletConfigResource, decodeMachineConfigPools, explainRolloutFact, kubeletConfigRollout } from 'gcplan/decode'
 *
 * const pools = decodeMachineConfigPools([{ kind: 'MachineConfigPool', metadata: { name: 'worker', labels: { imgc: 'optimized' } }, status: { machineCount: 2 } }])
 * const resource = decodeKubeletConfigResource({
 *   kind: 'KubeletConfig',
 *   metadata: { name: 'imgc' },
 *   spec: { kubeletConfig: { imageGCHighThresholdPercent: 75, imageGCLowThresholdPercent: 70 }, machineConfigPoolSelector: { matchLabels: { imgc: 'optimized' } } },
 * })
 * if (pools._tag === 'Right' && resource._tag === 'Right') {
 *   const rollout = kubeletConfigRollout(() => ({}))(pools.right)(resource.right)
 *   console.log(rollout.facts.slice(0, 1).map(explainRolloutFact).join()) // pool worker: its 2 nodes are drained and rebooted, one at a time
 * }
 * ```
 */
export const kubeletConfigRollout =
  (base: (pool: MachineConfigPool) => KubeletConfiguration) =>
  (pools: ReadonlyArray<MachineConfigPool>) =>
  (resource: KubeletConfigResource): KubeletConfigRollout => {
    const selects = selectsLabels(resource.selector)
    const selected = pools
      .filter((pool) => selects(pool.labels))
      .map((pool) => ({
        pool,
        policies: kubeletPolicies(noFlags)(overlaid([base(pool), resource.configuration])),
      }))
    return {
      name: resource.name,
      pools: selected.map(({ pool, policies }) => ({ pool: pool.name, policies })),
      untouched: pools.filter((pool) => !selects(pool.labels)).map((pool) => pool.name),
      facts:
        selected.length === 0
          ? [{ _tag: 'SelectsNoPool', because: whyNoPool(resource) }]
          : selected.flatMap(({ pool, policies }) => factsOf(pool, policies)),
    }
  }

/** One sentence for a fact about a rollout. */
export const explainRolloutFact = (fact: RolloutFact): string => {
  switch (fact._tag) {
    case 'SelectsNoPool':
      return {
        'selector-missing': 'selects no pool: it has no machineConfigPoolSelector',
        'selector-empty': 'selects no pool: an empty machineConfigPoolSelector matches nothing',
        'no-pool-has-these-labels': 'selects no pool: no pool has the labels it asks for',
      }[fact.because]
    case 'SettingsRefused':
      return `pool ${fact.pool}: the kubelet would not start: ${fact.problems.map(explainConfigurationProblem).join('; ')}`
    case 'NodesReboot':
      return `pool ${fact.pool}: ${nodesOf(fact.machineCount)} drained and rebooted, one at a time`
    case 'ImageAgesForgotten':
      return `pool ${fact.pool}: a restarted kubelet forgets when images were seen and used: none is removed for space in the first ${fact.imageMinimumGCAge}, and then in arbitrary order${agePart(fact.imageMaximumGCAge)}`
  }
}

const nodesOf = (count: O.Option<number>): string =>
  O.isNone(count) ? 'its nodes are' : count.value === 1 ? 'its only node is' : `its ${count.value} nodes are`

const agePart = (maximumAge: GoDuration): string =>
  maximumAge === '0s' ? '' : `, and none for its age in the first ${maximumAge}`

const whyNoPool = (resource: KubeletConfigResource): Extract<RolloutFact, { _tag: 'SelectsNoPool' }>['because'] => {
  if (resource.selector._tag === 'Missing') return 'selector-missing'
  return resource.selector.requirements.length === 0 ? 'selector-empty' : 'no-pool-has-these-labels'
}

const factsOf = (pool: MachineConfigPool, policies: PoolRollout['policies']): ReadonlyArray<RolloutFact> => {
  const reboot: RolloutFact = { _tag: 'NodesReboot', pool: pool.name, machineCount: pool.machineCount }
  return pipe(
    policies,
    E.match(
      (problems): ReadonlyArray<RolloutFact> => [reboot, { _tag: 'SettingsRefused', pool: pool.name, problems }],
      ({ effective: { imageMinimumGCAge, imageMaximumGCAge } }) => [
        reboot,
        { _tag: 'ImageAgesForgotten', pool: pool.name, imageMinimumGCAge, imageMaximumGCAge },
      ],
    ),
  )
}
