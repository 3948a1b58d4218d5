/** Leaving out orders loses no end: the same ends are found as when every transition is followed. */
import { describe, expect, it } from 'vitest'

import { type WholeObject, scopes_1_36 } from '../../../src/apiserver/index.js'
import { serverBy } from '../../../src/apiserver/server.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { deletingControllers } from '../../../src/simulate/cascade/index.js'
import { emptyDigests } from '../../../src/simulate/outcomes/digest.js'
import { type Choice, explore } from '../../../src/simulate/outcomes/explore.js'
import { restingGroups } from '../../../src/simulate/outcomes/graph.js'
import { readsOf } from '../../../src/simulate/outcomes/informers.js'
import { machineOf } from '../../../src/simulate/outcomes/machine.js'
import { persistentChoice } from '../../../src/simulate/outcomes/persistent.js'
import { type Setup, type Stage, withVersion } from '../../../src/simulate/outcomes/setup.js'
import { firstWorld } from '../../../src/simulate/outcomes/start.js'
import { runs } from '../../runs.js'
import { plain } from './parts.js'
import { type SmallWorld, smallWorld } from './worlds.js'

const at = new Date('2026-01-01T12:00:00Z')

/** Follows every transition. */
const everyChoice: Choice = (_machine, _world, enabled) => enabled

/** The ends of a world under both ways to choose; nothing where there are too many moments to follow every transition. */
const bothEnds = (
  { objects, requests }: SmallWorld,
  cap: number,
  choose: Choice = persistentChoice,
): readonly [ReadonlyArray<string>, ReadonlyArray<string>] | undefined => {
  const digests = emptyDigests()
  const values = deletingControllers({ showsContent: () => true }).filter(({ fold }) => fold === undefined)
  const names = values.map(({ name }) => name)
  const server = serverBy({
    now: () => at,
    scopes: scopes_1_36,
    versionOf: (_change, object) => `v${digests.ofObject(object)}`,
  })(objects.map(withVersion(digests)))
  const setup: Setup = {
    policy: defaultPolicy,
    covers: () => true,
    digests,
    reads: names.map(readsOf),
    names,
    held: new Set(),
    optional: new Set(),
    making: 'binder',
    made: new Set(),
    adopts: false,
    admits: false,
    collects: true,
    folded: (controller) => controller,
    requests,
  }
  const stage: Stage = { world: firstWorld({ ...setup, requests: [] }, server, at, values) }
  const before = explore(machineOf({ ...setup, requests: [] }, stage), [stage.world], cap, everyChoice)
  if (!before.isComplete) return undefined
  const [rest] = restingGroups(before.states)
  const start = before.states[rest?.[0] ?? 0]?.world
  if (start === undefined) return undefined
  const machine = machineOf(setup, stage)
  const endsBy = (choice: Choice): ReadonlyArray<string> | undefined => {
    const { states, isComplete } = explore(machine, [start], cap, choice)
    const ends = restingGroups(states).flatMap((group) =>
      group.flatMap((number) => {
        const world = states[number]?.world
        return world === undefined ? [] : [`${digests.ofStore(world)} ${world.codes.join()}`]
      }),
    )
    return isComplete ? [...new Set(ends)].sort() : undefined
  }
  const all = endsBy(everyChoice)
  const fewer = all === undefined ? undefined : endsBy(choose)
  return all === undefined || fewer === undefined ? undefined : [all, fewer]
}

describe('following a persistent set of transitions', () => {
  const seeds = Array.from({ length: runs(200) }, (_, index) => 5000 + index)

  it('finds the ends that following every transition finds', () => {
    const found = seeds.flatMap((seed) => {
      const ends = bothEnds(smallWorld(seed), 1500)
      return ends === undefined ? [] : [{ seed, ends }]
    })
    expect(found.filter(({ ends: [all, fewer] }) => all.join() !== fewer.join())).toEqual([])
    expect(found.length).toBeGreaterThan(seeds.length / 5)
  })

  it('finds an end that needs a lookup after a conflict to be tried again', () => {
    expect(bothEnds(smallWorld(1018), 5000)?.map((ends) => ends.length)).toEqual([2, 2])
  })

  it('comes to what is left out as long as controllers go round in circles', () => {
    const held = { finalizers: ['example.com/hold'] }
    const [first, second] = [plain('first', held), plain('second', held)]
    const naming = (object: WholeObject, kind: string): WholeObject => ({
      ...object,
      metadata: { ...object.metadata, ownerReferences: [{ apiVersion: 'v1', kind, name: 'nobody', uid: 'nobody' }] },
    })
    // An owner of two names that is not there is looked up under the one and the other, for ever.
    const world: SmallWorld = {
      objects: [naming(first, 'ConfigMap'), naming(second, 'Secret'), plain('other')],
      requests: [{ _tag: 'Delete', uid: 'other', options: {} }],
    }
    // Nobody has to do with what is asked for, so that it may as well come last.
    const othersFirst: Choice = (_machine, _world, enabled) => {
      const others = enabled.filter(({ _tag }) => _tag !== 'Request')
      return others.length > 0 ? others : enabled
    }
    const [all, fewer] = bothEnds(world, 5000, othersFirst) ?? []
    expect(all?.every((end) => end.endsWith(' 200'))).toBe(true)
    expect(fewer).toEqual(all)
  })
})
