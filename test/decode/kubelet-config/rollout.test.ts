import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { KubeletConfigRollout, RolloutFact } from '../../../src/decode/kubelet-config/index.js'
import {
  decodeKubeletConfigResource,
  decodeKubeletConfiguration,
  decodeMachineConfigPools,
  defaultEvictionHard,
  explainRolloutFact,
  kubeletConfigRollout,
} from '../../../src/decode/kubelet-config/index.js'
import { problemsIn, right } from './reading.js'

const pool = (name: string, labels: Readonly<Record<string, string>>, machineCount?: number): unknown => ({
  apiVersion: 'machineconfiguration.openshift.io/v1',
  kind: 'MachineConfigPool',
  metadata: { name, labels },
  ...(machineCount === undefined ? {} : { status: { machineCount } }),
})

const pools = {
  items: [
    pool('master', { imgc: 'optimized', 'pools.operator.machineconfiguration.openshift.io/master': '' }, 3),
    pool('worker', { imgc: 'optimized', 'pools.operator.machineconfiguration.openshift.io/worker': '' }, 1),
    pool('infra', {}),
  ],
}

const resource = (machineConfigPoolSelector: unknown, kubeletConfig: unknown = {}): unknown => ({
  apiVersion: 'machineconfiguration.openshift.io/v1',
  kind: 'KubeletConfig',
  metadata: { name: 'imgc-kubeconfig' },
  spec: { kubeletConfig, machineConfigPoolSelector },
})

const rollout = (selector: unknown, kubeletConfig?: unknown): KubeletConfigRollout =>
  kubeletConfigRollout(() => ({}))(right(decodeMachineConfigPools(pools)))(
    right(decodeKubeletConfigResource(resource(selector, kubeletConfig))),
  )

const selected = (selector: unknown): ReadonlyArray<string> => rollout(selector).pools.map(({ pool: name }) => name)
const matching = (...matchExpressions: ReadonlyArray<unknown>): ReadonlyArray<string> => selected({ matchExpressions })

describe('machineConfigPoolSelector', () => {
  it("selects the article's pools by label", () => {
    expect(selected({ matchLabels: { 'pools.operator.machineconfiguration.openshift.io/worker': '' } })).toEqual([
      'worker',
    ])
    expect(selected({ matchLabels: { imgc: 'optimized' } })).toEqual(['master', 'worker'])
  })

  it('knows the four operators', () => {
    expect(matching({ key: 'imgc', operator: 'In', values: ['optimized', 'x'] })).toEqual(['master', 'worker'])
    expect(matching({ key: 'imgc', operator: 'NotIn', values: ['optimized'] })).toEqual(['infra'])
    expect(matching({ key: 'imgc', operator: 'Exists' })).toEqual(['master', 'worker'])
    expect(matching({ key: 'imgc', operator: 'DoesNotExist', values: [] })).toEqual(['infra'])
  })

  it('wants every label and every expression', () => {
    const master = { key: 'pools.operator.machineconfiguration.openshift.io/master', operator: 'Exists' }
    expect(selected({ matchLabels: { imgc: 'optimized' }, matchExpressions: [master] })).toEqual(['master'])
    expect(selected({ matchLabels: { imgc: 'optimized', other: '' } })).toEqual([])
  })

  it('selects no pool when it is missing, empty, or met by none, and says which', () => {
    const because = (selector: unknown): unknown => rollout(selector).facts
    expect(because(undefined)).toEqual([{ _tag: 'SelectsNoPool', because: 'selector-missing' }])
    expect(because(null)).toEqual([{ _tag: 'SelectsNoPool', because: 'selector-missing' }])
    expect(because({})).toEqual([{ _tag: 'SelectsNoPool', because: 'selector-empty' }])
    expect(because({ matchLabels: {}, matchExpressions: [] })).toEqual([
      { _tag: 'SelectsNoPool', because: 'selector-empty' },
    ])
    expect(because({ matchLabels: { a: 'b' } })).toEqual([
      { _tag: 'SelectsNoPool', because: 'no-pool-has-these-labels' },
    ])
  })

  it('is refused with its path when an expression makes no sense', () => {
    const problems = (expression: unknown): unknown =>
      problemsIn(decodeKubeletConfigResource(resource({ matchExpressions: [expression] })))
    const at = 'spec.machineConfigPoolSelector.matchExpressions[0]'
    expect(problems({ key: 'a', operator: 'In' })).toEqual([
      { path: `${at}.values`, expected: 'at least one value', actual: 'undefined' },
    ])
    expect(problems({ key: 'a', operator: 'Exists', values: ['b'] })).toMatchObject([{ expected: 'no values' }])
    expect(problems({ key: 'a', operator: 'in', values: ['b'] })).toMatchObject([{ path: `${at}.operator` }])
    expect(problems({ operator: 'Exists' })).toMatchObject([{ path: `${at}.key`, expected: 'a string' }])
  })
})

describe('kubeletConfigRollout', () => {
  const settings = { imageGCHighThresholdPercent: 75, imageGCLowThresholdPercent: 70, imageMinimumGCAge: '5m30s' }

  it('says which nodes reboot and what their kubelets forget', () => {
    const { name, facts, untouched, pools: taken } = rollout({ matchLabels: { imgc: 'optimized' } }, settings)
    expect([name, untouched]).toEqual(['imgc-kubeconfig', ['infra']])
    expect(taken.map(({ policies }) => right(policies).image)).toEqual([
      { highThresholdPercent: 75, lowThresholdPercent: 70, minAge: 330_000, maxAge: 0 },
      { highThresholdPercent: 75, lowThresholdPercent: 70, minAge: 330_000, maxAge: 0 },
    ])
    expect(facts.map(explainRolloutFact)).toEqual([
      'pool master: its 3 nodes are drained and rebooted, one at a time',
      'pool master: a restarted kubelet forgets when images were seen and used: none is removed for space in the first 5m30s, and then in arbitrary order',
      'pool worker: its only node is drained and rebooted, one at a time',
      'pool worker: a restarted kubelet forgets when images were seen and used: none is removed for space in the first 5m30s, and then in arbitrary order',
    ])
  })

  it('keeps the default thresholds where neither the pool nor the settings have any', () => {
    const [worker] = rollout({ matchLabels: { imgc: 'optimized' } }, settings).pools
    expect(right(worker?.policies ?? E.left('no pool')).effective.evictionHard).toEqual(defaultEvictionHard)
  })

  it('explains every fact in one sentence', () => {
    const sentences = (...facts: ReadonlyArray<RolloutFact>): ReadonlyArray<string> => facts.map(explainRolloutFact)
    expect(
      sentences(
        { _tag: 'SelectsNoPool', because: 'selector-missing' },
        { _tag: 'SelectsNoPool', because: 'selector-empty' },
        { _tag: 'SelectsNoPool', because: 'no-pool-has-these-labels' },
        { _tag: 'NodesReboot', pool: 'a', machineCount: O.none },
        ...rollout(
          { matchLabels: { imgc: 'optimized' } },
          { imageGCHighThresholdPercent: 101, imageGCLowThresholdPercent: -1 },
        ).facts.slice(1, 2),
        ...rollout({ matchLabels: { imgc: 'optimized' } }, { imageMaximumGCAge: '24h' }).facts.slice(1, 2),
      ),
    ).toEqual([
      'selects no pool: it has no machineConfigPoolSelector',
      'selects no pool: an empty machineConfigPoolSelector matches nothing',
      'selects no pool: no pool has the labels it asks for',
      'pool a: its nodes are drained and rebooted, one at a time',
      'pool master: the kubelet would not start: invalid configuration: imageGCHighThresholdPercent (--image-gc-high-threshold) 101 must be between 0 and 100, inclusive; invalid configuration: imageGCLowThresholdPercent (--image-gc-low-threshold) -1 must be between 0 and 100, inclusive',
      'pool master: a restarted kubelet forgets when images were seen and used: none is removed for space in the first 2m0s, and then in arbitrary order, and none for its age in the first 24h0m0s',
    ])
  })

  it('says when the kubelets would not start', () => {
    const { facts } = rollout({ matchLabels: { imgc: 'optimized' } }, { imageGCHighThresholdPercent: 70 })
    expect(facts.map(({ _tag }) => _tag)).toEqual(['NodesReboot', 'SettingsRefused', 'NodesReboot', 'SettingsRefused'])
  })

  it('lays the settings over those of the pool, thresholds signal by signal', () => {
    const base = right(
      decodeKubeletConfiguration({ imageGCLowThresholdPercent: 60, evictionHard: { a: '1%', b: '2%' } }),
    )
    const { pools: taken } = kubeletConfigRollout(() => base)(right(decodeMachineConfigPools(pools)))(
      right(
        decodeKubeletConfigResource(
          resource(
            { matchLabels: { imgc: 'optimized' } },
            { imageGCHighThresholdPercent: 70, evictionHard: { b: '3%' } },
          ),
        ),
      ),
    )
    const policies = right(taken[0]?.policies ?? E.left('no pool'))
    expect(policies.image).toMatchObject({ highThresholdPercent: 70, lowThresholdPercent: 60 })
    expect([...policies.effective.evictionHard]).toEqual([
      ['a', '1%'],
      ['b', '3%'],
    ])
  })
})

describe('decodeMachineConfigPools', () => {
  it('reads one pool, an array and a list', () => {
    const names = (input: unknown): unknown => right(decodeMachineConfigPools(input)).map(({ name }) => name)
    expect(names(pools.items[1])).toEqual(['worker'])
    expect(names(pools.items)).toEqual(['master', 'worker', 'infra'])
    expect(names(pools)).toEqual(['master', 'worker', 'infra'])
    expect(names([])).toEqual([])
  })

  it('knows the number of machines only when the status says so', () => {
    expect(right(decodeMachineConfigPools(pools)).map(({ machineCount }) => machineCount)).toEqual([
      O.some(3),
      O.some(1),
      O.none,
    ])
  })

  it('refuses other kinds', () => {
    expect(problemsIn(decodeMachineConfigPools([{ kind: 'MachineConfig', metadata: { name: 'a' } }]))).toEqual([
      { path: '[0].kind', expected: '"MachineConfigPool"', actual: '"MachineConfig"' },
    ])
    expect(problemsIn(decodeKubeletConfigResource({ kind: 'KubeletConfiguration' })).map(({ path }) => path)).toEqual([
      'kind',
      'metadata',
      'spec',
    ])
  })

  it('names the path of a problem', () => {
    const read = decodeMachineConfigPools({
      items: [{ kind: 'MachineConfigPool', metadata: { name: 'a', labels: { b: 1 } } }],
    })
    expect(problemsIn(read)).toEqual([{ path: 'items[0].metadata.labels.b', expected: 'a string', actual: '1' }])
  })
})
