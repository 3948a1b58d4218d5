/** What releases do about kinds that the collector cannot list, and groups that it cannot discover. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { scopes_1_36 } from '../../../src/apiserver/index.js'
import { explain, plan, presets } from '../../../src/controllers/owner/index.js'
import type { Policy, Snapshot } from '../../../src/controllers/owner/index.js'
import { known } from '../../../src/core/index.js'
import { planCascade, simulate } from '../../../src/simulate/cascade/index.js'
import * as ControlPlane from '../../../src/simulate/control-plane/index.js'
import { exploreOutcomes } from '../../../src/simulate/outcomes/index.js'
import { upgradeKubernetes } from '../../../src/upgrade/index.js'
import { clusterOf, deleted, object, planOf, to } from './build.js'

const { kubernetes_1_26, kubernetes_1_31, kubernetes_1_32 } = presets

const pod = { apiVersion: 'v1', kind: 'Pod', name: 'gone', uid: 'gone' }
const widgets = { group: 'example.com', kind: 'Widget' }
const all: Snapshot = { ...clusterOf([object('c', [pod]), object('alone')]), scopes: scopes_1_36.scopes }
const unsynced: Snapshot = { ...all, unsyncedKinds: [widgets] }

const goingIn = (snapshot: Snapshot, policy: Policy): ReadonlyArray<string> =>
  planOf(snapshot, policy).passes.flatMap(({ removals }) => removals.map(({ target }) => target.id))

describe('a kind that cannot be listed', () => {
  it('stops all collection up to 1.31, and delays it from 1.32 on', () => {
    expect(goingIn(unsynced, kubernetes_1_31)).toEqual([])
    expect(goingIn(unsynced, kubernetes_1_32)).toEqual(['c'])
    expect(goingIn({ ...unsynced, unsyncedKinds: [] }, kubernetes_1_31)).toEqual(['c'])
    expect(goingIn(all, kubernetes_1_31)).toEqual(['c'])
  })

  it('says so of each object that would go or change, and leaves the rest as it is', () => {
    const owners = [to('alone'), to('nobody')]
    const snapshot = { ...unsynced, objects: [...unsynced.objects, object('both', owners)] }
    const [orphan, deletion] = planOf(snapshot, kubernetes_1_31).passes
    const reason = { _tag: 'KindUnsynced', group: 'example.com', kind: 'Widget' }
    expect(deletion.kept.map(({ target, reasons }) => [target.id, reasons])).toEqual([
      ['c', [reason]],
      ['alone', [{ _tag: 'NoOwners' }]],
      ['both', [reason]],
    ])
    expect([deletion.removals, deletion.amendments, deletion.examined, orphan.kept]).toEqual([[], [], [], []])
    expect(explain({ _tag: 'KindUnsynced', ...widgets })).toBe(
      'the collector does nothing before it has listed Widget of example.com',
    )
    expect(explain({ _tag: 'KindUnsynced', group: '', kind: 'Pod' })).toBe(
      'the collector does nothing before it has listed Pod',
    )
  })

  it('leaves nobody orphaned', () => {
    const owner = object('owner', [], deleted('orphan'))
    const snapshot = { ...unsynced, objects: [owner, object('d', [to('owner')])] }
    const acted = (policy: Policy) =>
      planOf(snapshot, policy).passes.flatMap(({ removals, amendments }) =>
        [...removals, ...amendments].map(({ target }) => target.id),
      )
    expect(acted(kubernetes_1_31)).toEqual([])
    expect(acted(kubernetes_1_32)).toContain('d')
  })

  it('says so of owners that would leave their dependents behind and of these, in the order of the snapshot', () => {
    const owner = (uid: string) => object(uid, [], deleted('orphan'))
    const ghost = object('g', [to('y')], {}, 'Ghost', 'gone.example.com/v1')
    const objects = [owner('x'), object('d', [to('x')]), owner('y'), ghost]
    const [orphan] = planOf({ ...unsynced, objects }, kubernetes_1_31).passes
    expect(orphan.kept.map(({ target, reasons: [{ _tag }] }) => [target.id, _tag])).toEqual([
      ['x', 'KindUnsynced'],
      ['d', 'KindUnsynced'],
      ['y', 'DependentNotServed'],
    ])
  })

  it('stops the collector of a cascade, of every course and of a timeline too', () => {
    const left = (policy: Policy): ReadonlyArray<unknown> => {
      const cascade = planCascade(policy)([])(unsynced)
      const played = simulate(policy)([{ requests: [], collector: 'restarts', pods: 'end' }])(unsynced)
      const explored = exploreOutcomes(policy)([{ requests: [] }])(unsynced)
      const policies = { ...ControlPlane.presets.kubernetes_1_31, owner: policy }
      const line = ControlPlane.timeline(policies)(
        { ...unsynced, objects: [...unsynced.objects], apiNodes: known([]), memory: ControlPlane.emptyMemory },
        unsynced.at,
      )
      return [
        E.isRight(cascade) && cascade.right.stages.final.length,
        E.isRight(played) && played.right[0]?.objects.length,
        E.isRight(explored) && explored.right.phases[0]?.map(({ objects }) => objects.length),
        E.isRight(line) && line.right.snapshot.objects.length,
      ]
    }
    expect(left(kubernetes_1_31)).toEqual([2, 2, [2], 2])
    expect(left(kubernetes_1_32)).toEqual([1, 1, [1], 1])
  })

  it('is a difference of two releases', () => {
    const compared = upgradeKubernetes(
      '1.31',
      '1.32',
    )({
      ...unsynced,
      objects: [...unsynced.objects],
      apiNodes: known([]),
      memory: ControlPlane.emptyMemory,
    })
    expect(E.isRight(compared) && compared.right.changes.map(({ change, because }) => [change._tag, because])).toEqual([
      ['Moved', [['owner.unsyncedKind']]],
    ])
  })

  it('has a group and a name', () => {
    const wrong = { ...unsynced, unsyncedKinds: JSON.parse('[{ "kind": "Widget" }]') }
    expect(plan(kubernetes_1_31)(wrong)).toMatchObject({ left: { problems: [{ path: 'unsyncedKinds[0].group' }] } })
    const cluster = { ...wrong, apiNodes: known([]), memory: ControlPlane.emptyMemory }
    expect(ControlPlane.planKubernetes(ControlPlane.defaultPolicies)(cluster)).toMatchObject({
      left: { problems: [{ path: 'unsyncedKinds[0].group' }] },
    })
  })
})

describe('a group that cannot be discovered', () => {
  const widget = { apiVersion: 'example.com/v1', kind: 'Widget', resource: 'widgets', namespaced: true }
  const owner = object('owner', [], deleted('foregroundDeletion'))
  const dependent = object('w', [to('owner', { blockOwnerDeletion: true })], {}, 'Widget', 'example.com/v1')
  const snapshot: Snapshot = {
    ...all,
    objects: [owner, dependent],
    scopes: [...all.scopes, { ...widget, strategicMergePatch: false }],
    undiscoveredGroups: ['example.com'],
  }
  const freed = (policy: Policy, given = snapshot) =>
    planOf(given, policy).passes.flatMap(({ removals, amendments }) =>
      [...removals, ...amendments].flatMap(({ reasons }) => reasons.map(({ _tag }) => _tag)),
    )

  it('holds no owner in 1.26, and is waited for since 1.31', () => {
    expect(freed(kubernetes_1_26)).toEqual(['NoBlockingDependents'])
    expect(freed(kubernetes_1_31)).toEqual(['OwnersWaiting'])
    expect(freed(kubernetes_1_26, { ...snapshot, undiscoveredGroups: ['other.com'] })).toEqual(['OwnersWaiting'])
    expect(freed(kubernetes_1_26, { ...snapshot, undiscoveredGroups: [] })).toEqual(['OwnersWaiting'])
  })

  it('has no watches', () => {
    const kept = (policy: Policy) =>
      planOf(snapshot, policy).passes[1].kept.map(({ target, reasons: [{ _tag }] }) => `${target.id} ${_tag}`)
    expect(kept(kubernetes_1_26)).toContain('w NotWatched')
    expect(kept(kubernetes_1_31)).toEqual(['owner WaitsForBlockingDependents'])
  })

  it('adds to the kinds that nobody watches', () => {
    const event = object('e', [to('gone')], {}, 'Event')
    const kept = planOf({ ...snapshot, objects: [event, dependent] }, kubernetes_1_26).passes[1].kept
    expect(kept.map(({ target, reasons: [{ _tag }] }) => `${target.id} ${_tag}`)).toEqual([
      'e NotWatched',
      'w NotWatched',
    ])
  })

  it('counts among all collectors', () => {
    const cluster = { ...snapshot, objects: [owner, dependent], apiNodes: known([]), memory: ControlPlane.emptyMemory }
    const going = (release: 'kubernetes_1_26' | 'kubernetes_1_31') => {
      const planned = ControlPlane.planKubernetes(ControlPlane.presets[release])(cluster)
      return E.isRight(planned) && planned.right.passes[0].removals.map(({ target }) => target.id)
    }
    expect([going('kubernetes_1_26'), going('kubernetes_1_31')]).toEqual([['owner'], ['w']])
  })

  it('counts in a cascade', () => {
    const left = (policy: Policy) => {
      const cascade = planCascade(policy)([])(snapshot)
      return E.isRight(cascade) && cascade.right.stages.final.map(({ metadata }) => metadata.uid)
    }
    expect(left(kubernetes_1_26)).toEqual(['w'])
    expect(left(kubernetes_1_31)).toEqual([])
  })

  it('is a text', () => {
    const wrong = { ...snapshot, undiscoveredGroups: JSON.parse('[1]') }
    expect(plan(kubernetes_1_31)(wrong)).toMatchObject({ left: { problems: [{ path: 'undiscoveredGroups[0]' }] } })
  })
})
