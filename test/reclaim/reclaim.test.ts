import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Int64 } from '../../src/core/index.js'
import { known, millis, unknown } from '../../src/core/index.js'
import * as Layers from '../../src/reclaim/layers/index.js'
import * as Reclaim from '../../src/reclaim/index.js'
import { at, nodeWith } from './build.js'

const { exactly } = Layers
const layer = (id: string, parent: string | null, bytes: number): Layers.Layer =>
  parent === null ? { id, unpacked: exactly(bytes) } : { id, parent, unpacked: exactly(bytes) }
const image = (id: string, topLayer: string): Layers.StoredImage => ({ id, topLayer, own: exactly(0) })

/** The oldest image shares all it has; the next stands on 300 alone, the last two share 200 and have 10 and 20. */
const store: Layers.LayerStore = {
  layers: [layer('base', null, 200), layer('alone', null, 300), layer('left', 'base', 10), layer('right', 'base', 20)],
  images: [image('base', 'base'), image('alone', 'alone'), image('left', 'left'), image('right', 'right')],
  holders: [],
}

const policy = (mode: Reclaim.Mode, bytes: number, more: Partial<Reclaim.Policy> = {}): Reclaim.Policy => ({
  ...Reclaim.defaultPolicy,
  mode,
  target: { _tag: 'Bytes', bytes },
  ...more,
})

const planned = (of: Reclaim.Policy, snapshot: Reclaim.Snapshot): Reclaim.Plan => {
  const result = Reclaim.plan(of)(snapshot)
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}
const ids = (plan: Reclaim.Plan): ReadonlyArray<string> => plan.passes[0].removals.map(({ target }) => target.imageId)
const keptOf = (plan: Reclaim.Plan, id: string): ReadonlyArray<Reclaim.KeepReason> =>
  plan.passes[0].kept.find(({ target }) => target.imageId === id)?.reasons ?? []
const measured = (plan: Reclaim.Plan): Reclaim.Measurement => {
  const found = plan.passes[0].measured
  if (found === undefined) throw new Error('nothing was measured')
  return found
}

describe('a reclaim', () => {
  it('takes in the mode of the kubelet what is counted, although it frees nothing', () => {
    const plan = planned(policy('kubelet', 150), nodeWith(store))
    expect(ids(plan)).toEqual(['base', 'alone'])
    expect(plan.passes[0].removals.map(({ frees }) => frees)).toEqual([0, 300])
    expect(measured(plan)).toMatchObject({ counted: 200, frees: exactly(300), bytesToFree: 150, reached: true })
    expect(ids(planned(policy('kubelet', 100), nodeWith(store)))).toEqual(['base'])
    expect(measured(planned(policy('kubelet', 100), nodeWith(store))).reached).toBe(false)
  })

  it('takes at least one image in the mode of the kubelet, and none in the others, when nothing is wanted', () => {
    expect(ids(planned(policy('kubelet', 0), nodeWith(store)))).toEqual(['base'])
    for (const mode of ['least-recently-used', 'least-cost'] as const) {
      const plan = planned(policy(mode, 0), nodeWith(store))
      expect([ids(plan), measured(plan).reached, measured(plan).leastCost]).toEqual([[], true, 0])
    }
  })

  it('takes images in order until enough is really free, without those that free nothing', () => {
    expect(ids(planned(policy('least-recently-used', 150), nodeWith(store)))).toEqual(['alone'])
    expect(ids(planned(policy('least-recently-used', 310), nodeWith(store)))).toEqual(['alone', 'left'])
    expect(ids(planned(policy('least-recently-used', 530), nodeWith(store)))).toEqual([
      'base',
      'alone',
      'left',
      'right',
    ])
  })

  it('takes the cheapest set that is enough, and everything where nothing is', () => {
    expect(ids(planned(policy('least-cost', 15), nodeWith(store)))).toEqual(['alone'])
    const dear = nodeWith(store, { counted: (id) => (id === 'alone' ? 1_000_000 : 100) })
    expect(ids(planned(policy('least-cost', 15), dear))).toEqual(['right'])
    expect(ids(planned(policy('least-cost', 230), dear))).toEqual(['base', 'left', 'right'])
    const all = planned(policy('least-cost', 531), dear)
    expect(ids(all)).toEqual(['base', 'alone', 'left', 'right'])
    expect(measured(all)).toMatchObject({ reached: false, leastCost: null, frees: exactly(530) })
  })

  it('weighs an image by the bytes to pull it, or each the same', () => {
    const snapshot = { ...nodeWith(store), pullBytes: new Map([['alone', 1e9]]) }
    expect(ids(planned(policy('least-cost', 15), snapshot))).toEqual(['right'])
    const few = policy('least-cost', 230, { cost: { _tag: 'PerImage' } })
    expect(ids(planned(few, snapshot))).toEqual(['alone'])
    expect(measured(planned(few, snapshot))).toMatchObject({ cost: 1, leastCost: 1 })
  })

  it('halves what an image costs with every half-life, twenty times at most, and never with one of zero', () => {
    const costAfter = (halfLife: number): number => {
      const cost = { _tag: 'ReuseValue', halfLife: millis(halfLife) } as const
      return measured(planned(policy('least-cost', 300, { cost }), nodeWith(store))).cost
    }
    // The image was last used 28.5 days ago.
    expect(costAfter(28.5 * 86_400_000)).toBeCloseTo(50)
    expect(costAfter(1000)).toBe(100 * 2 ** -20)
    expect(costAfter(0)).toBe(100)
  })

  it('counts an image that was never used from when it was first seen, and in full what nobody knows', () => {
    const { node, layers } = nodeWith(store)
    const records = node.memory.records.map((record) => ({ ...record, lastUsed: known(O.none) }))
    const never = planned(policy('least-cost', 300), { layers, node: { ...node, memory: { records } } })
    expect(measured(never).cost).toBeCloseTo(100 * 2 ** -(30.5 / 7))
    const old = records.map((record) => ({ ...record, firstDetected: known(O.none) }))
    const ever = planned(policy('least-cost', 300), { layers, node: { ...node, memory: { records: old } } })
    expect(measured(ever).cost).toBe(100 * 2 ** -20)
  })

  it('wants what brings the disk from the high threshold down to the low one', () => {
    const thresholds = { ...policy('least-cost', 0), target: { _tag: 'Thresholds' } } as const
    const plan = planned(thresholds, nodeWith(store))
    expect([measured(plan).bytesToFree, ids(plan)]).toEqual([100, ['alone']])
    const { node, layers } = nodeWith(store)
    for (const imageFs of [
      unknown,
      known({ capacityBytes: O.some(0), availableBytes: O.some(0) }),
      known({ capacityBytes: O.some(1000), availableBytes: O.some(160) }),
    ]) {
      const quiet = planned({ ...thresholds, mode: 'kubelet' }, { layers, node: { ...node, imageFs } })
      expect([ids(quiet), measured(quiet).bytesToFree]).toEqual([[], 0])
    }
    const tooMuch = {
      capacityBytes: O.some<Int64>('9223372036854775807'),
      availableBytes: O.some<Int64>('9223372036854775806'),
    }
    const over = Reclaim.plan(thresholds)({ layers, node: { ...node, imageFs: known(tooMuch) } })
    expect(E.isLeft(over) && over.left._tag).toBe('Int64Overflow')
  })
})

describe('a plan of a reclaim', () => {
  it('is one pass that removes all it names, with the rank and the last use of each', () => {
    const plan = planned(policy('least-recently-used', 310), nodeWith(store))
    const used = new Date('2026-01-03T00:00:00Z')
    expect(plan.passes).toHaveLength(1)
    expect(plan.passes[0]).toMatchObject({
      name: 'reclaim',
      observesAgain: true,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      reserve: [],
      events: [],
      refusal: O.none,
    })
    expect(plan.passes[0].removals[0]).toMatchObject({
      actions: [{ _tag: 'RemoveImage', id: 'alone' }],
      requires: [],
      frees: 300,
      reasons: [
        {
          _tag: 'Reclaimed',
          mode: 'least-recently-used',
          bytesToFree: 310,
          rank: 2,
          lastUsed: O.some(used),
          unusedFor: O.some(at.getTime() - used.getTime()),
        },
      ],
    })
    expect([plan.at, plan.assumptions]).toEqual([at, []])
  })

  it('wakes when an image grows old enough', () => {
    const { node, layers } = nodeWith(store)
    const records = node.memory.records.map((record) => ({ ...record, firstDetected: known(O.some(at)) }))
    const young = planned(policy('least-cost', 1), { layers, node: { ...node, memory: { records } } })
    expect(ids(young)).toEqual([])
    expect(young.wakeAt).toEqual(O.some(new Date(at.getTime() + Reclaim.defaultPolicy.image.minAge)))
  })

  it('differs by mode where the first that are enough are not the cheapest', () => {
    const dear = nodeWith(store, { counted: (id) => (id === 'alone' ? 1_000_000 : 100) })
    expect(ids(planned(policy('least-recently-used', 15), dear))).toEqual(['alone'])
    expect(ids(planned(policy('least-cost', 15), dear))).toEqual(['right'])
  })

  it('begins at the high threshold itself, and wants nothing where rounding alone got it there', () => {
    const { node, layers } = nodeWith(store)
    const withFree = (bytes: number, low: number, mode: Reclaim.Mode): Reclaim.Plan =>
      planned(
        {
          ...policy(mode, 0),
          target: { _tag: 'Thresholds' },
          image: { ...Reclaim.defaultPolicy.image, lowThresholdPercent: low },
        },
        { layers, node: { ...node, imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(bytes) }) } },
      )
    expect(measured(withFree(150, 80, 'kubelet')).bytesToFree).toBe(50)
    const rounded = withFree(159, 84, 'least-cost')
    expect(measured(rounded).bytesToFree).toBe(1)
  })

  it('takes an image for what is its own, a download of an empty layer, and what lies below an empty layer', () => {
    const own = {
      ...store,
      images: store.images.map((one) => (one.id === 'base' ? { ...one, own: exactly(30) } : one)),
    }
    expect(ids(planned(policy('least-recently-used', 150), nodeWith(own)))).toEqual(['base', 'alone'])
    const dear = nodeWith(own, { counted: (id) => (id === 'base' ? 1 : 1000) })
    expect(ids(planned(policy('least-cost', 30), dear))).toEqual(['base'])
    const thin: Layers.LayerStore = {
      layers: [
        { ...layer('packed', null, 0), blob: { digest: 'd', size: exactly(50) } },
        layer('below', null, 60),
        layer('empty', 'below', 0),
        layer('nothing', null, 0),
      ],
      images: [image('packed', 'packed'), image('empty', 'empty'), image('nothing', 'nothing')],
      holders: [],
    }
    expect(ids(planned(policy('least-recently-used', 50), nodeWith(thin)))).toEqual(['packed'])
    expect(ids(planned(policy('least-recently-used', 999), nodeWith(thin)))).toEqual(['packed', 'empty'])
  })

  it('is not misled by a download that stays for another layer', () => {
    const blob = { digest: 'both', size: exactly(50) }
    const twice: Layers.LayerStore = {
      layers: [{ ...layer('a', null, 1), blob }, { ...layer('b', null, 1), blob }, layer('c', null, 40)],
      images: [image('a', 'a'), image('b', 'b'), image('c', 'c')],
      holders: [],
    }
    const cheap = { counted: (id: string) => (id === 'c' ? 1000 : 1) }
    const both = planned(policy('least-cost', 40), nodeWith(twice, cheap))
    expect([ids(both), measured(both).reached]).toEqual([['a', 'b'], true])
    expect(measured(both).leastCost).toBe(measured(both).cost)
    // For the bound each has half of the download, so that one of them seems enough.
    const half = planned(policy('least-cost', 25), nodeWith(twice, cheap))
    expect([ids(half), measured(half).reached]).toEqual([['a', 'b'], true])
    expect(measured(half).leastCost ?? 0).toBeLessThan(measured(half).cost)
    const one = planned(policy('least-cost', 40), nodeWith(twice, { ...cheap, inUse: ['b'] }))
    expect([ids(one), measured(one).reached]).toEqual([['c'], true])
    const none = planned(policy('least-cost', 93), nodeWith(twice, cheap))
    expect([ids(none), measured(none).reached, measured(none).leastCost]).toEqual([['a', 'b', 'c'], false, null])
  })
})

describe('the cheapest set', () => {
  const blob = { digest: 'both', size: exactly(50) }

  it('is found without shared downloads where the one found with a part of them is not enough', () => {
    const shared: Layers.LayerStore = {
      layers: [
        layer('old', null, 40),
        { ...layer('a', null, 1), blob },
        { ...layer('b', null, 1), blob },
        layer('c', null, 30),
      ],
      images: [image('old', 'old'), image('a', 'a'), image('b', 'b'), image('c', 'c')],
      holders: [],
    }
    const pullBytes = new Map([
      ['old', 1000],
      ['a', 1],
      ['b', 1],
      ['c', 5],
    ])
    const cost = { _tag: 'ReuseValue', halfLife: millis(0) } as const
    const plan = planned(policy('least-cost', 25, { cost }), { ...nodeWith(shared), pullBytes })
    expect([ids(plan), measured(plan).cost, measured(plan).leastCost]).toEqual([['c'], 5, 1])
    const more = planned(policy('least-cost', 27, { cost }), { ...nodeWith(shared), pullBytes })
    expect([ids(more), measured(more).cost, measured(more).leastCost]).toEqual([['a', 'b'], 2, 2])
  })

  it('counts a download that went to a layer in use for nobody, and one of three layers for a third of it', () => {
    const three: Layers.LayerStore = {
      layers: [...['a', 'b', 'c'].map((id) => ({ ...layer(id, null, 1), blob })), layer('d', null, 60)],
      images: ['a', 'b', 'c', 'd'].map((id) => image(id, id)),
      holders: [],
    }
    const cost = { _tag: 'PerImage' } as const
    const bound = (wanted: number, inUse: ReadonlyArray<string>) =>
      measured(planned(policy('least-cost', wanted, { cost }), nodeWith(three, { inUse }))).leastCost
    // 50 bytes are 17 for each of three, rounded up.
    expect([bound(18, ['d']), bound(19, ['d']), bound(36, ['d']), bound(37, ['d'])]).toEqual([1, 2, 2, 3])
    expect([bound(2, ['c', 'd']), bound(3, ['c', 'd']), bound(3, ['c'])]).toEqual([2, null, 1])
  })

  it('leaves alone what costs nothing either, when nothing is wanted or less is enough', () => {
    const free = nodeWith(store, { counted: () => 0 })
    expect(ids(planned(policy('least-cost', 0), free))).toEqual([])
    expect(ids(planned(policy('least-cost', 15), free))).toHaveLength(1)
  })

  it('is that of strict order where sizes are too large for the search to tell apart', () => {
    const huge = 2 ** 53
    const large: Layers.LayerStore = {
      layers: [layer('a', null, 1), { id: 'b', unpacked: exactly(`${BigInt(huge) * 64n}`) }],
      images: [image('a', 'a'), image('b', 'b')],
      holders: [],
    }
    const wanted = `${BigInt(huge) * 64n + 1n}` as const
    const plan = planned({ ...policy('least-cost', 0), target: { _tag: 'Bytes', bytes: wanted } }, nodeWith(large))
    expect([ids(plan), measured(plan).reached]).toEqual([['a', 'b'], true])
  })
})

describe('what stays', () => {
  it('is in use, pinned, too young, of unknown history, irreplaceable or unknown to the store, with all its reasons', () => {
    const { node, layers } = nodeWith(store, { inUse: ['left'] })
    const images = node.images.map((one) => (one.id === 'right' ? { ...one, pinned: true } : one))
    const records = node.memory.records.map((record) => ({
      ...record,
      pinned: record.id === 'right',
      ...(record.id === 'base' ? { lastUsed: known(O.some(at)) } : {}),
    }))
    const plan = planned(policy('least-cost', 500), {
      node: { ...node, images, memory: { records } },
      layers: { ...layers, images: layers.images.filter(({ id }) => id !== 'alone') },
      cannotPullAgain: new Set(['alone', 'base']),
    })
    expect(ids(plan)).toEqual([])
    expect(keptOf(plan, 'left')[0]?._tag).toBe('InUse')
    expect(keptOf(plan, 'right')[0]?._tag).toBe('Pinned')
    expect(keptOf(plan, 'alone').map(({ _tag }) => _tag)).toEqual(['CannotPullAgain', 'LayersUnknown'])
    expect(keptOf(plan, 'base').map(({ _tag }) => _tag)).toContain('CannotPullAgain')
    expect(keptOf(plan, 'base')).toHaveLength(2)
  })

  it('may go when it cannot be pulled again, if the policy says so', () => {
    const snapshot = { ...nodeWith(store), cannotPullAgain: new Set(['alone']) }
    expect(ids(planned(policy('least-cost', 300), snapshot))).not.toContain('alone')
    expect(ids(planned(policy('least-cost', 300, { irreplaceable: 'may-go' }), snapshot))).toEqual(['alone'])
  })

  it('is not needed, or frees nothing', () => {
    const plan = planned(policy('least-cost', 300), nodeWith(store))
    expect(keptOf(plan, 'base')).toEqual([{ _tag: 'FreesNothing' }])
    expect(keptOf(plan, 'right')).toMatchObject([{ _tag: 'NotNeeded', frees: exactly(20) }])
  })

  it('is not called useless when nobody knows its size', () => {
    const bounded = { ...store, layers: [...store.layers, { id: 'dark', unpacked: Layers.unknownSize }] }
    const snapshot = nodeWith({ ...bounded, images: [...store.images, image('dark', 'dark')] })
    expect(keptOf(planned(policy('least-cost', 300), snapshot), 'dark')).toMatchObject([
      { _tag: 'NotNeeded', frees: { least: 0 } },
    ])
  })

  it('is an image of another look whose bytes only look free', () => {
    const held = nodeWith({ ...store, holders: [{ id: 'container', layer: 'alone' }] })
    expect(ids(planned(policy('least-cost', 15), held))).toEqual(['right'])
  })
})

describe('downloads', () => {
  const blob = (digest: string) => ({ digest, size: exactly(50) })
  const withBlobs = {
    ...store,
    layers: [
      { ...layer('a', null, 1), blob: blob('one') },
      { ...layer('b', null, 1), blob: blob('both') },
      { ...layer('c', null, 1), blob: blob('both') },
    ],
    images: [image('a', 'a'), image('b', 'b'), image('c', 'c')],
  }

  it('count for a set when one layer alone was made of them', () => {
    expect(ids(planned(policy('least-cost', 51), nodeWith(withBlobs)))).toEqual(['a'])
    expect(measured(planned(policy('least-cost', 51), nodeWith(withBlobs))).frees).toEqual(exactly(51))
  })

  it('of several layers go with the last', () => {
    const plan = planned(policy('least-recently-used', 103), nodeWith(withBlobs))
    expect(plan.passes[0].removals.map(({ frees }) => frees)).toEqual([51, 1, 51])
  })
})

describe('the sentences of a reclaim', () => {
  const sentence = (mode: Reclaim.Mode, rank: number): string =>
    Reclaim.explain({
      _tag: 'Reclaimed',
      mode,
      bytesToFree: 7,
      rank,
      cost: 1,
      lastUsed: O.none,
      unusedFor: O.none,
    })

  it('say why an image goes', () => {
    expect(sentence('least-cost', 1)).toBe(
      'chosen to free 7 bytes at the least cost; 1st least recently used of those chosen',
    )
    expect(sentence('kubelet', 2)).toContain('counting shared layers in full; 2nd least recently used')
    expect(sentence('least-recently-used', 3)).toContain('counting what is really freed; 3rd least recently used')
    expect(
      [4, 11, 12, 13, 21, 22, 101, 111, 113].map((rank) => sentence('kubelet', rank).match(/(\S+) least/)?.[1]),
    ).toEqual(['4th', '11th', '12th', '13th', '21st', '22nd', '101st', '111th', '113th'])
  })

  it('say why one stays', () => {
    const notNeeded = (frees: Layers.SizeBounds): string => Reclaim.explain({ _tag: 'NotNeeded', cost: 1, frees })
    expect(notNeeded(exactly(5))).toBe('the target is met without it; alone it would free 5 bytes')
    expect(notNeeded({ least: 5 })).toContain('alone it would free 5 or more bytes')
    expect(notNeeded({ least: 5, most: 9 })).toContain('alone it would free 5 to 9 bytes')
    expect(Reclaim.explain({ _tag: 'FreesNothing' })).toBe(
      'all of its layers are shared with other images or containers, so removing it would free nothing',
    )
    expect(Reclaim.explain({ _tag: 'CannotPullAgain' })).toBe('it cannot be pulled again')
    expect(Reclaim.explain({ _tag: 'LayersUnknown' })).toBe('its layers are unknown, so what it would free is unknown')
    expect(Reclaim.explain({ _tag: 'Pinned' })).toMatch(/pinned/)
  })

  it('say what is counted, what is free, and how far from the least it can be', () => {
    const measurement = { _tag: 'Reclaim', mode: 'least-cost', bytesToFree: 4, counted: 9, frees: exactly(5) } as const
    const say = (cost: number, leastCost: number | null, reached = true): string =>
      Reclaim.explainMeasurement({ ...measurement, reached, cost, leastCost })
    expect(say(101, 100)).toBe(
      'frees 5 bytes (counted: 9, wanted: 4), which is enough; the cost is at most 1.00 % above the least',
    )
    expect(say(0, 0)).toBe('frees 5 bytes (counted: 9, wanted: 4), which is enough')
    expect(say(3, 3)).toBe(
      'frees 5 bytes (counted: 9, wanted: 4), which is enough; no sufficient set of images costs less',
    )
    expect(say(3 + 1e-12, 3)).toMatch(/; no sufficient set of images costs less$/)
    expect(say(3 + 1e-6, 3)).toMatch(/; the cost is at most 0.00 % above the least$/)
    expect(say(3, 0)).toMatch(/; how much less another set could cost is unknown$/)
    const short = (frees: Layers.SizeBounds): string =>
      Reclaim.explainMeasurement({ ...measurement, frees, reached: false, cost: 1, leastCost: 3 })
    expect(short(exactly(3))).toBe('frees 3 bytes (counted: 9, wanted: 4), which is not enough')
    expect(short({ least: 3, most: 4 })).toBe('frees 3 to 4 bytes (counted: 9, wanted: 4), which may not be enough')
    expect(short({ least: 0 })).toBe('frees 0 or more bytes (counted: 9, wanted: 4), which may not be enough')
    expect(say(1, null, false)).not.toContain('above the least')
  })
})

describe('a comparison', () => {
  it('runs each mode until it is done', () => {
    const thresholds = { ...Reclaim.defaultPolicy, target: { _tag: 'Thresholds' } } as const
    const { node, layers } = nodeWith(store)
    const full = { ...node, imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(100) }) }
    const compared = Reclaim.compareModes(thresholds)({ node: full, layers })
    expect(compared).toEqual(
      E.right([
        expect.objectContaining({
          mode: 'kubelet',
          runs: 2,
          images: 2,
          counted: 200,
          freed: 300,
          lowYield: 1,
          goalMet: true,
        }),
        expect.objectContaining({
          mode: 'least-recently-used',
          runs: 1,
          images: 1,
          freed: 300,
          lowYield: 0,
          goalMet: true,
        }),
        expect.objectContaining({
          mode: 'least-cost',
          runs: 1,
          images: 1,
          bytesToFree: 100,
          counted: 100,
          goalMet: true,
        }),
      ]),
    )
  })

  it('adds up what was lost, and calls useless what frees less than a twentieth of what it counts', () => {
    const cheap: Layers.LayerStore = {
      layers: [layer('a', null, 5), layer('b', null, 4), layer('c', null, 500)],
      images: [image('a', 'a'), image('b', 'b'), image('c', 'c')],
      holders: [],
    }
    const compared = Reclaim.compareModes(policy('kubelet', 300, { cost: { _tag: 'PerImage' } }))(nodeWith(cheap))
    if (E.isLeft(compared)) throw new Error('refused')
    expect(compared.right.map(({ images, cost, lowYield }) => [images, cost, lowYield])).toEqual([
      [3, 3, 1],
      [3, 3, 1],
      [1, 1, 0],
    ])
  })

  it('is one run where bytes are asked for', () => {
    const compared = Reclaim.compareModes(policy('kubelet', 100))(nodeWith(store))
    if (E.isLeft(compared)) throw new Error('refused')
    expect(compared.right.map(({ runs, goalMet }) => [runs, goalMet])).toEqual([
      [1, false],
      [1, true],
      [1, true],
    ])
  })

  it('does not settle where nothing helps', () => {
    const used = nodeWith(store, { inUse: ['base', 'alone', 'left', 'right'] })
    const compared = Reclaim.compareModes(Reclaim.defaultPolicy)(used)
    if (E.isLeft(compared)) throw new Error('refused')
    expect(compared.right.map(({ runs, images, goalMet }) => [runs, images, goalMet])).toEqual([
      [0, 0, false],
      [0, 0, false],
      [0, 0, false],
    ])
  })

  it('refuses what a plan refuses', () => {
    const bad = { ...nodeWith(store), layers: { ...store, images: [image('x', 'gone')] } }
    expect(E.isLeft(Reclaim.compareModes(Reclaim.defaultPolicy)(bad))).toBe(true)
    expect(E.isLeft(Reclaim.plan(Reclaim.defaultPolicy)(bad))).toBe(true)
  })
})

describe('the node after a reclaim', () => {
  it('lacks the images, their records and their layers, and its disk is emptier', () => {
    const snapshot = nodeWith(store)
    const next = Reclaim.after(snapshot, planned(policy('least-cost', 300), snapshot))
    if (E.isLeft(next)) throw new Error('refused')
    const { node, layers } = next.right
    expect(node.images.map(({ id }) => id)).toEqual(['base', 'left', 'right'])
    expect(node.memory.records.map(({ id }) => id)).toEqual(['base', 'left', 'right'])
    expect(layers.layers.map(({ id }) => id)).toEqual(['base', 'left', 'right'])
    expect(layers.images).toHaveLength(3)
    expect(node.imageFs).toEqual(known({ capacityBytes: O.some(1000), availableBytes: O.some(400) }))
  })

  it('knows no more of the disk than before', () => {
    const snapshot = nodeWith(store)
    const plan = planned(policy('least-cost', 300), snapshot)
    for (const imageFs of [unknown, known({ capacityBytes: O.some(9), availableBytes: O.none })]) {
      const next = Reclaim.after({ ...snapshot, node: { ...snapshot.node, imageFs } }, plan)
      expect(E.isRight(next) && next.right.node.imageFs).toEqual(imageFs)
    }
    const spoiled = { ...snapshot, layers: { ...store, holders: [{ id: 'c', layer: 'gone' }] } }
    expect(E.isLeft(Reclaim.after(spoiled, plan))).toBe(true)
  })
})

describe('a policy or snapshot that is none', () => {
  it.each<[string, object, object, string]>([
    ['mode', { mode: 'best' }, {}, 'mode'],
    ['target', { target: { _tag: 'Bytes', bytes: -1 } }, {}, 'target'],
    ['target without bytes', { target: { _tag: 'Bytes' } }, {}, 'target'],
    ['another target', { target: { _tag: 'All', bytes: 1 } }, {}, 'target'],
    ['no target', { target: null }, {}, 'target'],
    ['cost', { cost: { _tag: 'ReuseValue', halfLife: 0.5 } }, {}, 'cost'],
    ['another cost', { cost: { _tag: 'Free', halfLife: 1 } }, {}, 'cost'],
    ['no cost', { cost: undefined }, {}, 'cost'],
    ['irreplaceable', { irreplaceable: true }, {}, 'irreplaceable'],
    ['cannotPullAgain', {}, { cannotPullAgain: ['a'] }, 'cannotPullAgain'],
    [
      'pullBytes',
      {},
      {
        pullBytes: new Map([
          ['a', 0],
          ['b', -1],
        ]),
      },
      'pullBytes',
    ],
    ['endless pullBytes', {}, { pullBytes: new Map([['a', Infinity]]) }, 'pullBytes'],
    ['an object of pullBytes', {}, { pullBytes: { a: 1 } }, 'pullBytes'],
  ])('is refused by its path: %s', (_, ofPolicy, ofSnapshot, path) => {
    const spoiled = { ...Reclaim.defaultPolicy, ...ofPolicy }
    const result = Reclaim.plan(spoiled)({ ...nodeWith(store), ...ofSnapshot })
    expect(E.isLeft(result) && result.left._tag === 'InvalidInput' && result.left.problems[0].path).toBe(path)
  })

  it('is told what was expected', () => {
    const said = (ofPolicy: object, ofSnapshot: object): ReadonlyArray<string> => {
      const spoiled = { ...Reclaim.defaultPolicy, ...ofPolicy }
      const result = Reclaim.plan(spoiled)({ ...nodeWith(store), ...ofSnapshot })
      if (E.isRight(result) || result.left._tag !== 'InvalidInput') return []
      return [result.left.source, ...result.left.problems.map(({ expected }) => expected)]
    }
    expect(said({ target: 7, cost: 7 }, {})).toEqual([
      'reclaim policy',
      'thresholds, or bytes of 0 and more',
      'a reuse value with a half-life in whole milliseconds, or a cost per image',
    ])
    expect(said({}, { cannotPullAgain: 7, pullBytes: 7 })).toEqual([
      'reclaim snapshot',
      'a Set',
      'a Map of bytes, 0 or more each',
    ])
    expect(said({}, { pullBytes: new Map([['a', 0]]) })).toEqual([])
    expect(measured(planned(policy('least-cost', 1), nodeWith(store)))._tag).toBe('Reclaim')
  })

  it('is refused where the image collector refuses it', () => {
    const { image: rules } = Reclaim.defaultPolicy
    const spoiled = { ...Reclaim.defaultPolicy, image: { ...rules, highThresholdPercent: 101 } }
    expect(E.isLeft(Reclaim.plan(spoiled)(nodeWith(store)))).toBe(true)
    const { node, layers } = nodeWith(store)
    expect(E.isLeft(Reclaim.plan(Reclaim.defaultPolicy)({ layers, node: { ...node, at: new Date(NaN) } }))).toBe(true)
    for (const nothing of [null, undefined, 7, [], {}])
      expect(E.isLeft(Reclaim.plan(Reclaim.defaultPolicy)(nothing as Reclaim.Snapshot))).toBe(true)
  })

  it('is a snapshot without images, and a plan for it', () => {
    expect(ids(planned(policy('least-cost', 1), nodeWith({ layers: [], images: [], holders: [] })))).toEqual([])
  })
})
