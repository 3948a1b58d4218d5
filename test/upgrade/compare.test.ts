/** What two releases make of one snapshot, with the switch behind each difference. */
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { scopes_1_36 } from '../../src/apiserver/index.js'
import { type Family, type Pass, type Plan, known, millis } from '../../src/core/index.js'
import { presets as containerdPresets } from '../../src/containerd/index.js'
import type { Policy } from '../../src/kubelet/image/index.js'
import { emptyMemory } from '../../src/simulate/control-plane/index.js'
import {
  containerdRules,
  explainBecause,
  explainUpgradeError,
  kubernetesRules,
  upgradeKubeletImage,
  upgradeKubernetes,
} from '../../src/upgrade/index.js'
import { boardOf } from '../../src/upgrade/board.js'
import { comparing } from '../../src/upgrade/upgrade.js'
import { container, disk, minutes, node, unused } from '../kubelet/image/build.js'

const noon = new Date('2026-01-01T12:00:00Z')

const images = node([unused('i0', 1, 10), unused('i1', 2, 20), unused('i2', 3, 30)], {
  containers: [container('c', 'i0', { imageVolumes: ['i1'] })],
  imageFs: disk(2000, 50),
})

const settings = (rules: Policy): Policy => ({
  ...rules,
  highThresholdPercent: 90,
  lowThresholdPercent: 80,
  minAge: millis(0),
  maxAge: minutes(600),
})

const compared = (from: string, to: string) => {
  const found = upgradeKubeletImage(from, to, settings)(images)
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  const { changes, switches } = found.right
  return {
    changes: changes.map(({ change, because }) => [
      change._tag,
      'target' in change ? change.target.id : 'pass' in change ? change.pass : change.outcome,
      explainBecause(because),
    ]),
    switches: switches.map((one) => [one.name, one.before, one.after, one.changes]),
    outcomes: changes.flatMap(({ change }) =>
      change._tag === 'OutcomeChanged' ? [[change.before, change.after]] : [],
    ),
  }
}

const old =
  'Failed to garbage collect required amount of images. Attempted to free 350 bytes, but only found 50 bytes eligible to free.'
const now =
  "Insufficient free disk space on the node's image filesystem (98% of 2.0 KiB used). Failed to free sufficient space by deleting unused images (freed 30 bytes). Investigate disk usage, as it could be used by active images, logs, volumes, or other data."

describe('images of a full disk, one of them mounted as a volume', () => {
  it('are decided by three switches from 1.34 to 1.35', () => {
    const { changes, switches, outcomes } = compared('1.34', '1.35')
    expect(changes).toEqual([
      ['ReasonsChanged', 'i1', 'imageVolumes'],
      ['Moved', 'i1', 'imageVolumes'],
      ['ReasonsChanged', 'i2', 'imageVolumes'],
      ['OutcomeChanged', 'events', 'imageVolumes and shortage together'],
      ['OutcomeChanged', 'error', 'imageVolumes and shortage together'],
      ['OutcomeChanged', 'records of pulls', 'postGCHooks'],
    ])
    expect(switches).toEqual([
      ['imageVolumes', 'ignored', 'in-use', 5],
      ['shortage', 'attempted-to-free', 'insufficient-free-space', 2],
      ['postGCHooks', 'absent', 'present', 1],
    ])
    expect(outcomes).toEqual([
      [`FreeDiskSpaceFailed: ${old}`, `FreeDiskSpaceFailed: ${now}`],
      [old, now],
      ['stay', 'go, but for those of no image'],
    ])
  })

  it('are looked at by one more pass since 1.26, which a switch alone brings, and another fills', () => {
    const { changes, switches, outcomes } = compared('1.26', '1.36')
    expect(changes.slice(2, 6)).toEqual([
      ['PassAppeared', 'age', 'maxAgePass'],
      ['Appeared', 'i2', 'maxAgePass and maxAgeGrace together'],
      ['Appeared', 'i0', 'maxAgePass'],
      ['Appeared', 'i1', 'maxAgePass and imageVolumes together'],
    ])
    expect(changes).toContainEqual(['OutcomeChanged', 'next change by itself', 'maxAgePass and maxAgeGrace together'])
    expect(outcomes).toContainEqual(['nothing', '2026-01-01T22:00:00.001Z'])
    expect(switches).toContainEqual(['runOrder', 'stats-first', 'detect-first', 0])
    expect(compared('1.36', '1.26').changes).toContainEqual(['PassDisappeared', 'age', 'maxAgePass'])
  })

  it('are decided alike by one release', () => {
    expect(compared('1.36', '1.36')).toEqual({ changes: [], switches: [], outcomes: [] })
  })
})

describe('a cluster', () => {
  const gone = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'x' }
  const metadata = { namespace: 'a', name: 'c', uid: 'u', resourceVersion: '10', ownerReferences: [gone] }
  const snapshot = {
    at: noon,
    objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata }],
    scopes: scopes_1_36.scopes,
    coverage: { _tag: 'Everything' },
    apiNodes: known([]),
    memory: emptyMemory,
  } as const

  it('names the collector of a switch', () => {
    const found = upgradeKubernetes('1.33', '1.34')(snapshot)
    if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
    const [one, ...more] = found.right.changes
    expect([more, one?.because]).toEqual([[], [['owner.deletePreconditions']]])
    expect(one?.change).toMatchObject({
      _tag: 'ActionsChanged',
      before: { actions: [{ action: { options: { preconditions: { uid: 'u' } } } }] },
      after: { actions: [{ action: { options: { preconditions: { uid: 'u', resourceVersion: '10' } } } }] },
    })
  })

  it('is not compared with a release that nobody knows, or by rules that give no plan', () => {
    const failure = (from: string, to: string, at: Date) => {
      const found = upgradeKubernetes(from, to)({ ...snapshot, at })
      return E.isLeft(found) && explainUpgradeError(({ source }: { readonly source: string }) => source)(found.left)
    }
    expect(failure('1.25', '1.36', noon)).toBe(
      'from: expected one of 1.20, 1.26, 1.31 … 1.36, got "1.25"; the nearest is 1.26',
    )
    expect(failure('1.36', 'next', noon)).toBe('to: expected a version such as 1.33 or v1.33.4, got "next"')
    expect(failure('1.31', '1.36', new Date(NaN))).toBe('1.31: Kubernetes cluster snapshot')
  })
})

it('patches choose the rules that differ in them', () => {
  const rule = (version: string) => {
    const rules = kubernetesRules(version)
    return E.isRight(rules) && rules.right.collectors.history.revisionOfTemplate
  }
  expect(['1.34.1', '1.34.2', '1.34', '1.33.9'].map(rule)).toEqual([
    'as-written',
    'newest-by-meaning',
    'newest-by-meaning',
    'as-written',
  ])
})

it('containerd 2.1 has the rules of 2.0', () => {
  expect(containerdRules('v2.1.4')).toEqual(E.right(containerdPresets.containerd_2_0))
})

it('a change that two switches bring about alone counts for both, and settings go over the rules', () => {
  interface Rules {
    readonly a: boolean
    readonly b: boolean
    readonly limit: number
  }
  const row = { decides: 'whether it goes', upstream: 'kubernetes 1.36.2 a.go b' }
  const compare = comparing<Rules, null, Family, Plan<Family>, string>({
    rules: (version) => E.right({ a: version === 'new', b: version === 'new', limit: 1 }),
    board: boardOf<Rules>({ a: row, b: row, limit: 'setting' }),
    plan:
      ({ a, b, limit }) =>
      () =>
        limit > 1
          ? E.left('too many')
          : E.right({ at: noon, passes: [emptyPass(a || b ? 'both' : 'none')], wakeAt: O.none, assumptions: [] }),
    outcomes: () => ({}),
  })
  const found = compare('old', 'new')(null)
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  expect(found.right.changes.map(({ because }) => explainBecause(because))).toEqual(['a, or b', 'a, or b'])
  expect(found.right.switches.map(({ name, changes }) => [name, changes])).toEqual([
    ['a', 2],
    ['b', 2],
  ])
  expect(compare('old', 'new', (rules) => ({ ...rules, limit: 2 }))(null)).toEqual(
    E.left({ _tag: 'NoPlan', release: 'old', error: 'too many' }),
  )
})

const emptyPass = (name: string): Pass<Family> => ({
  name,
  observesAgain: false,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'continue',
  removals: [],
  reserve: [],
  kept: [],
  events: [],
  refusal: O.none,
})
