import { either as E, function as F } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { decodeKubeletConfiguration, kubeletPolicies, noFlags } from '../../../src/decode/index.js'
import { presets as containerPresets } from '../../../src/kubelet/container/index.js'
import { evictionPresets } from '../../../src/kubelet/eviction/index.js'
import { presets as imagePresets } from '../../../src/kubelet/image/index.js'
import { nodePolicies } from '../../../src/simulate/node/index.js'
import { nodeRules } from '../../../src/upgrade/index.js'

const rules = {
  image: imagePresets.kubernetes_1_31,
  container: containerPresets.kubernetes_1_31,
  eviction: evictionPresets.kubernetes_1_31,
}

const policiesOf = (configuration: object) =>
  F.pipe(
    decodeKubeletConfiguration(configuration),
    E.flatMap((decoded) => kubeletPolicies(noFlags)(decoded)),
    E.map(nodePolicies(rules)),
    E.getOrElseW((error) => {
      throw new Error(JSON.stringify(error))
    }),
  )

describe('the rules of a node', () => {
  it('are those of the release where the kubelet sets nothing', () => {
    const policies = policiesOf({})
    expect(E.isRight(policies) && policies.right.image.imageVolumes).toBe(rules.image.imageVolumes)
    expect(E.isRight(policies) && policies.right.eviction.containerFs).toBe(rules.eviction.containerFs)
    expect(E.isRight(policies) && policies.right.container?.minAge).toBe(rules.container.minAge)
  })

  it('have the settings of the kubelet over them', () => {
    const policies = policiesOf({
      imageGCHighThresholdPercent: 60,
      imageGCLowThresholdPercent: 50,
      evictionHard: { 'imagefs.available': '7%' },
      evictionSoft: { 'imagefs.available': '9%' },
      evictionSoftGracePeriod: { 'imagefs.available': '2m' },
      evictionPressureTransitionPeriod: '1m',
    })
    if (E.isLeft(policies)) throw new Error(policies.left.message)
    expect(policies.right.image.highThresholdPercent).toBe(60)
    expect(policies.right.eviction.transitionPeriod).toBe(60_000)
    expect(policies.right.eviction.thresholds.map(({ signal, gracePeriod }) => [signal, gracePeriod])).toStrictEqual([
      ['imagefs.available', 0],
      ['imagefs.available', 120_000],
    ])
  })

  it('are those of a version, patches included', () => {
    expect(nodeRules('v1.31.4-eks-abc')).toStrictEqual(E.right(rules))
    expect(nodeRules('1.26.9')).toMatchObject({ right: { image: { pinned: 'honoured' } } })
    expect(E.isLeft(nodeRules('0.1'))).toBe(true)
  })

  it('are none where the kubelet would not start', () => {
    expect(
      nodePolicies(rules)({
        ...{ image: {}, container: {}, eviction: {} },
        effective: { evictionSoft: new Map([['imagefs.available', '9%']]) },
      }),
    ).toMatchObject({ left: { _tag: 'InvalidThreshold', signal: 'imagefs.available' } })
  })
})
