import { either as E } from 'fp-ts'
import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known } from '../../../src/core/knowledge.js'
import { demandEvents } from '../../../src/simulate/node/demands.js'
import { firstTickWhere, lastTickBefore, nextTick } from '../../../src/simulate/node/ticks.js'
import { growthRates } from '../../../src/simulate/node/growth.js'
import { containerOf } from '../../../src/kubelet/image/snapshot.js'
import { presentImages } from '../../../src/simulate/node/present-images.js'
import { presentLayers } from '../../../src/simulate/node/present-layers.js'
import { thresholdsMet } from '../../../src/simulate/node/thresholds-met.js'
import { signalsOfDisk } from '../../../src/simulate/node/eviction-pass.js'
import { stackOf } from '../../../src/reclaim/layers/stack.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import * as Layers from '../../../src/reclaim/layers/index.js'
import { hard, imageOf, later, noon, policiesOf } from './build.js'

describe('a rhythm', () => {
  it('has a first instant that is not before a moment', () => {
    expect([-5, 0, 1, 10, 11, 20].map((moment) => nextTick(0, 10, moment))).toEqual([0, 0, 10, 10, 20, 20])
    expect([3, 7, 8, 12].map((moment) => nextTick(7, 5, moment))).toEqual([7, 7, 12, 12])
    expect(nextTick(7, 5, Infinity)).toBe(Infinity)
  })

  it('has a last instant before a moment, but for the first', () => {
    expect([-5, 0, 1, 10, 11, 20, 21].map((moment) => lastTickBefore(0, 10, moment))).toEqual([
      null,
      null,
      0,
      0,
      10,
      10,
      20,
    ])
  })

  it('has a first instant at which something holds', () => {
    for (const first of [0, 3, 9, 10, 14, 55, 100]) {
      const asked: number[] = []
      const found = firstTickWhere(0, 10, 100, (moment) => {
        asked.push(moment)
        return moment >= first
      })
      expect(found).toBe(Math.ceil(first / 10) * 10)
      expect(asked.every((moment) => moment % 10 === 0 && moment >= 0 && moment <= 100)).toBe(true)
      expect(asked.length).toBeLessThan(8)
    }
    expect(firstTickWhere(0, 10, 99, (moment) => moment >= 95)).toBe(Infinity)
    expect(firstTickWhere(5, 10, 4, () => true)).toBe(Infinity)
    expect(firstTickWhere(5, 10, 5, () => true)).toBe(5)
  })
})

describe('growth in stretches', () => {
  const start = noon.getTime()
  const at = (seconds: number, usedBytes: number) => ({ at: later(seconds), usedBytes })

  it('is one rate, forever', () => {
    expect(growthRates({ _tag: 'None' }, start)).toEqual([{ from: start, rate: 0 }])
    expect(growthRates({ _tag: 'Constant', bytesPerSecond: 50 }, start)).toEqual([{ from: start, rate: 0.05 }])
  })

  it('has a rate from point to point, the one in force at the beginning first, and none after the last', () => {
    const points = [at(0, 100), at(10, 200), at(20, 200), at(30, 150)]
    const from = (seconds: number, rate: number) => ({ from: start + seconds * 1000, rate })
    expect(growthRates({ _tag: 'Trace', drops: 'repeat', points }, start)).toEqual([
      from(0, 0.01),
      from(10, 0),
      from(20, -0.005),
      from(30, 0),
    ])
    expect(growthRates({ _tag: 'Trace', drops: 'leave-out', points }, start)[2]).toEqual(from(20, 0))
    expect(growthRates({ _tag: 'Trace', drops: 'repeat', points: [] }, start)).toEqual([from(0, 0)])
    expect(growthRates({ _tag: 'Trace', drops: 'repeat', points: [at(-5, 0), at(5, 10)] }, start)).toEqual([
      from(0, 0.001),
      from(5, 0),
    ])
  })

  it('leaves out a step of no length, and goes on from the later one of its points', () => {
    const points = [at(0, 0), at(10, 10), at(10, 500), at(20, 510)]
    const stretches = growthRates({ _tag: 'Trace', drops: 'repeat', points }, start)
    expect(stretches.map(({ rate }) => rate)).toEqual([0.001, 0, 0.001, 0])
  })
})

describe('what demands do', () => {
  const start = noon.getTime()
  const errands = (...demands: ReadonlyArray<readonly [number, number | null]>): ReadonlyArray<unknown> =>
    demandEvents(
      demands.map(([at, until]) => ({
        at: later(at),
        ...(until === null ? {} : { until: later(until) }),
        image: imageOf('a'),
      })),
      start,
    ).map((one) => [(one.at - start) / 1000, one.begins, one.demand])

  it('is in order; of one instant ends come first, then the order of the demands', () => {
    expect(errands([20, 30], [10, 20], [20, null], [10, 20])).toEqual([
      [10, true, 1],
      [10, true, 3],
      [20, false, 1],
      [20, false, 3],
      [20, true, 0],
      [20, true, 2],
      [30, false, 0],
    ])
  })

  it('begins no earlier than the forecast, and leaves out what ended before', () => {
    expect(errands([-20, -10], [-20, 0], [-20, 5])).toEqual([
      [0, false, 1],
      [0, true, 1],
      [0, true, 2],
      [5, false, 2],
    ])
  })
})

describe('the signals of the disk of the images', () => {
  it('are those of all filesystems that lie on it', () => {
    const signals = (dedicatedImageFs: boolean, splitContainerImageFs: boolean) =>
      signalsOfDisk({ dedicatedImageFs, splitContainerImageFs })
    expect(signals(false, false)).toEqual(['imagefs.available', 'nodefs.available', 'containerfs.available'])
    expect(signals(true, false)).toEqual(['imagefs.available', 'containerfs.available'])
    expect(signals(true, true)).toEqual(['imagefs.available'])
  })
})

describe('images that are there', () => {
  const first = known(O.some(later(-100)))
  const record = (id: string) => ({
    id,
    runtimeHandler: '',
    firstDetected: first,
    lastUsed: known(O.none),
    size: 1,
    pinned: false,
  })
  const start = noon.getTime()
  const second = (seconds: number): number => start + seconds * 1000
  const rhythm = { first: start, period: 300_000 }
  const detected = (
    there: ReturnType<typeof presentImages>,
    at: number,
  ): ReadonlyArray<readonly [string, number | null, number | null]> =>
    there.records(at).map(({ id, firstDetected, lastUsed }) => {
      const secondsOf = (fact: typeof firstDetected): number | null =>
        fact._tag === 'Known' && O.isSome(fact.value) ? (fact.value.value.getTime() - start) / 1000 : null
      return [id, secondsOf(firstDetected), secondsOf(lastUsed)]
    })

  it('are remembered from the first look on that sees them', () => {
    const there = presentImages(start, [imageOf('a'), imageOf('b')], [record('a')], rhythm)
    expect(detected(there, start - 1)).toEqual([['a', -100, null]])
    expect(detected(there, start)).toEqual([
      ['a', -100, null],
      ['b', 0, null],
    ])
    there.come(imageOf('c'), second(10))
    expect(there.has('c')).toBe(true)
    expect(detected(there, second(299)).map(([id]) => id)).toEqual(['a', 'b'])
    expect(detected(there, second(900))[2]).toEqual(['c', 300, null])
    there.go('c')
    there.go('c')
    expect([there.has('c'), there.images().map(({ id }) => id)]).toEqual([false, ['a', 'b']])
    there.come(imageOf('c'), second(910))
    there.go('c')
    expect(detected(there, second(2000)).map(([id]) => id)).toEqual(['a', 'b'])
  })

  it('are seen by looks out of rhythm as well, and by no others where there is no rhythm', () => {
    const there = presentImages(start, [imageOf('a')], [], null)
    expect([detected(there, second(1000)), there.lastLook(second(1000))]).toEqual([[], null])
    there.looked(second(40))
    expect(detected(there, second(1000))).toEqual([['a', 40, null]])
    expect(there.lastLook(second(1000))).toBe(second(40))
    const rhythmic = presentImages(start, [imageOf('a')], [], rhythm)
    rhythmic.come(imageOf('b'), second(310))
    rhythmic.looked(second(320))
    expect(detected(rhythmic, second(320))).toEqual([
      ['a', 0, null],
      ['b', 320, null],
    ])
    expect([second(320), second(330), second(600), second(601)].map(rhythmic.lastLook)).toEqual([
      second(320),
      second(320),
      second(320),
      second(600),
    ])
    expect(presentImages(start, [], [], rhythm).lastLook(start)).toBe(null)
  })

  it('are in use while anything uses them, and were last used at the last look of that time', () => {
    const there = presentImages(start, [imageOf('a'), imageOf('b')], [], rhythm)
    there.use('a', second(10))
    there.use('a', second(400))
    there.use('zzz', second(400))
    expect(there.users()).toEqual([containerOf('runs a', 'a')])
    there.release('a', second(500))
    expect(there.users()).toHaveLength(1)
    there.release('a', second(700))
    there.release('zzz', second(700))
    expect([there.users(), detected(there, second(700))]).toEqual([
      [],
      [
        ['a', 0, 600],
        ['b', 0, null],
      ],
    ])
    // Between two looks nobody sees a use.
    there.use('b', second(710))
    there.release('b', second(899))
    there.use('a', second(710))
    there.release('a', second(720))
    expect(detected(there, second(2000))).toEqual([
      ['a', 0, 600],
      ['b', 0, null],
    ])
    there.use('b', second(900))
    there.release('b', second(901))
    expect(detected(there, second(2000))[1]).toEqual(['b', 0, 900])
  })

  it('are not taken for seen by a look at the very instant at which a use ends', () => {
    const there = presentImages(start, [imageOf('a')], [], rhythm)
    there.use('a', second(10))
    there.release('a', second(300))
    expect(detected(there, second(300))).toEqual([['a', 0, null]])
    const unseen = presentImages(start, [], [], rhythm)
    unseen.come(imageOf('n'), second(10))
    unseen.use('n', second(10))
    unseen.release('n', second(600))
    expect(detected(unseen, second(600))).toEqual([['n', 300, 300]])
  })

  it('take what is remembered from elsewhere, of images that are there', () => {
    const there = presentImages(start, [imageOf('a')], [], rhythm)
    there.remember([record('a'), record('zzz')])
    expect(detected(there, second(500))).toEqual([['a', -100, null]])
  })
})

describe('layers that are there', () => {
  const size = Layers.exactly
  const store: Layers.LayerStore = {
    layers: [
      { id: 'base', unpacked: size(1000), blob: { digest: 'x', size: size(10) } },
      { id: 'a', parent: 'base', unpacked: size(500), blob: { digest: 'y', size: size(20) } },
      { id: 'other', unpacked: size(7), blob: { digest: 'y', size: size(20) } },
      { id: 'bare', unpacked: size(3) },
      { id: 'kept', unpacked: size(70) },
      { id: 'on kept', parent: 'kept', unpacked: { least: 4, most: 40 } },
    ],
    images: [
      { id: 'A', topLayer: 'a', own: size(1) },
      { id: 'B', topLayer: 'base', own: size(2) },
      { id: 'O', topLayer: 'other', own: size(0) },
      { id: 'N', own: { least: 5, most: 50 } },
      { id: 'K', topLayer: 'on kept', own: size(0) },
      { id: 'R', topLayer: 'bare', own: size(0) },
    ],
    holders: [{ id: 'h', layer: 'kept' }],
  }
  const begin = (there: ReadonlyArray<number>) => {
    const stack = stackOf(store)
    if (E.isLeft(stack)) throw new Error(JSON.stringify(stack.left))
    return presentLayers(stack.right, there)
  }

  it('come with the first image on them and go with the last one', () => {
    const there = begin([])
    expect([there.add(0), there.add(1), there.remove(0), there.remove(1)]).toEqual([1531, 2, 521, 1012])
    expect([there.add(1), there.add(0)]).toEqual([1012, 521])
  })

  it('share downloads of the same contents', () => {
    const there = begin([0])
    expect([there.add(2), there.remove(0), there.remove(2), there.add(2)]).toEqual([7, 1511, 27, 27])
  })

  it('stay where something else stands on them; bounds count with the lower one', () => {
    const there = begin([4, 5])
    expect([there.remove(4), there.add(4), there.add(3), there.remove(3), there.remove(5)]).toEqual([4, 4, 5, 5, 3])
    expect([begin([]).add(99), begin([]).remove(99)]).toEqual([0, 0])
  })
})

describe('thresholds that so many free bytes meet', () => {
  const thresholds = [
    hard('10%'),
    { ...hard('20%'), minReclaim: { _tag: 'Quantity', quantity: '50' } as const },
    hard('500', 'nodefs.available'),
    hard('30%', 'imagefs.inodesFree'),
    { ...hard('90%'), operator: 'Never' as const },
  ]
  const policy = policiesOf({}, { thresholds }).eviction
  const counts = (layout: Eviction.Layout): ReadonlyArray<number> =>
    [600, 500, 499, 250, 249, 200, 199, 100, 99].map(thresholdsMet(policy, layout, 1000))

  it('are counted with and without what is to be reclaimed on top', () => {
    expect(counts(Eviction.oneFilesystem)).toEqual([0, 0, 2, 2, 3, 3, 4, 4, 6])
  })

  it('are those on the disk of the images', () => {
    expect(counts({ dedicatedImageFs: true, splitContainerImageFs: false })).toEqual([0, 0, 0, 0, 1, 1, 2, 2, 4])
  })
})
