import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import {
  conditionsOf,
  corners,
  evictionsOf,
  forecastOf,
  growing,
  imageOf,
  later,
  layers,
  nodeOf,
  onlyEviction,
  policiesOf,
  runsOf,
  seconds,
} from './build.js'

describe('a disk that fills up', () => {
  it('is collected every five minutes, counts whole images and frees layers, until nothing is left to remove', () => {
    const made = forecastOf(nodeOf({ growth: growing(2) }))
    expect(runsOf(made)).toEqual([
      [600, 'images', 'periodic', 82, 2200, 3100, 2100, 'a b'],
      [1800, 'images', 'periodic', 85, 2500, 700, 700, 'c'],
      ...[
        [2100, 84, 2400],
        [2400, 90, 3000],
        [2700, 96, 3600],
        [3000, 100, 4000],
        [3300, 100, 4000],
        [3600, 100, 4000],
      ].map(([at, percent, wanted]) => [at, 'images', 'periodic', percent, wanted, 0, 0, '']),
    ])
    expect(corners(made)).toEqual([
      [0, 7000],
      [600, 8200],
      [600, 6100],
      [1800, 8500],
      [1800, 7800],
      [2900, 10_000],
      [3600, 10_000],
    ])
    expect([made.capacityBytes, seconds(made.fullAt), seconds(made.from), seconds(made.until)]).toEqual([
      10_000, 2900, 0, 3600,
    ])
    expect([conditionsOf(made), evictionsOf(made), made.pulls, made.refusals, made.assumptions]).toEqual([
      [['DiskPressure', 2410, null]],
      [],
      [],
      [],
      [],
    ])
  })

  it('is full at the instant at which nothing is left, and stays so', () => {
    const made = forecastOf(nodeOf({ growth: growing(2), images: [], usedBytes: 9000 }), policiesOf(), 1800)
    expect(seconds(made.fullAt)).toBe(500)
    expect(corners(made)).toEqual([
      [0, 9000],
      [500, 10_000],
      [1800, 10_000],
    ])
    expect(conditionsOf(made)).toEqual([['DiskPressure', 10, null]])
    expect(forecastOf(nodeOf({ growth: growing(2), images: [], usedBytes: 9000 }), policiesOf(), 499).fullAt).toBe(
      undefined,
    )
  })

  it('may be full by what is pulled, and at the beginning', () => {
    const demands = [{ at: later(30), image: imageOf('c') }]
    const policies = policiesOf({}, { thresholds: [] })
    expect(seconds(forecastOf(nodeOf({ images: [], usedBytes: 9300, demands }), policies).fullAt)).toBe(30)
    expect(forecastOf(nodeOf({ images: [], usedBytes: 9299, demands }), policies).fullAt).toBe(undefined)
  })
})

it('a disk that empties is collected while it is too full, and ends empty', () => {
  const inUse = { x: 'a', y: 'b' }
  const made = forecastOf(nodeOf({ growth: growing(-2), usedBytes: 8500, inUse }), policiesOf(), 6000)
  expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 85, 2500, 700, 700, 'c']])
  expect(corners(made)).toEqual([
    [0, 8500],
    [0, 7800],
    [3900, 0],
    [6000, 0],
  ])
})

describe('a recorded course', () => {
  const points = [
    { at: later(300), usedBytes: 600 },
    { at: later(-100), usedBytes: 100 },
    { at: later(200), usedBytes: 400 },
    { at: later(100), usedBytes: 900 },
  ]

  it('is repeated from point to point, whatever the order of the points, and still after the last', () => {
    expect(
      corners(forecastOf(nodeOf({ growth: { _tag: 'Trace', drops: 'repeat', points } }), policiesOf(), 400)),
    ).toEqual([
      [0, 7000],
      [100, 7400],
      [200, 6900],
      [300, 7100],
      [400, 7100],
    ])
  })

  it('may turn between two looks, and is seen as it is at the next', () => {
    const turning = [
      { at: later(0), usedBytes: 0 },
      { at: later(4), usedBytes: 400 },
      { at: later(100), usedBytes: 0 },
    ]
    const growth = { _tag: 'Trace', drops: 'repeat', points: turning } as const
    const made = forecastOf(nodeOf({ usedBytes: 8950, images: [], growth }), policiesOf(onlyEviction), 600)
    // More than 9000 bytes are in use until 88 s.
    expect(conditionsOf(made)).toEqual([['DiskPressure', 10, 380]])
  })

  it('is still where it fell, if falls are left out', () => {
    expect(
      corners(forecastOf(nodeOf({ growth: { _tag: 'Trace', drops: 'leave-out', points } }), policiesOf(), 400)),
    ).toEqual([
      [0, 7000],
      [100, 7400],
      [200, 7400],
      [300, 7600],
      [400, 7600],
    ])
  })
})

describe('runs of image collection', () => {
  it('try the next image where the removal of one fails', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8500, fails: new Set(['a']) }), policiesOf(), 700)
    expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 85, 2500, 2300, 1300, 'b c']])
    expect(made.runs[0]?.failed).toEqual(['a'])
  })

  it('try it again and again', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8500, images: ['a'], fails: new Set(['a']) }), policiesOf(), 700)
    expect(made.runs.map(({ at, failed }) => [seconds(at), failed])).toEqual([
      [0, ['a']],
      [300, ['a']],
      [600, ['a']],
    ])
  })

  it('stop as soon as exactly enough is counted', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8200 }), policiesOf({ lowThresholdPercent: 67 }), 10)
    expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 82, 1500, 1500, 500, 'a']])
  })

  it('remove one image even where nothing is wanted', () => {
    const same = { highThresholdPercent: 82, lowThresholdPercent: 82 }
    const made = forecastOf(nodeOf({ usedBytes: 8200 }), policiesOf(same), 10)
    expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 82, 0, 1500, 500, 'a']])
  })

  it('get nothing from an image that the store lacks', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8500, images: ['zzz'] }), policiesOf(), 10)
    expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 85, 2500, 100, 0, 'zzz']])
  })

  it('remove images that were not used for longer than the maximum age, however empty the disk', () => {
    const made = forecastOf(nodeOf({ usedBytes: 5000 }), policiesOf({ maxAge: millis(299_500_000) }), 4000)
    expect(runsOf(made)).toEqual([
      [0, 'images', 'periodic', 50, undefined, 1500, 500, 'a'],
      [600, 'images', 'periodic', 45, undefined, 1600, 1600, 'b'],
      [1800, 'images', 'periodic', 29, undefined, 700, 700, 'c'],
    ])
    expect(
      runsOf(
        forecastOf(nodeOf({ usedBytes: 5000 }), policiesOf({ maxAge: millis(299_500_000), maxAgePass: 'absent' })),
      ),
    ).toEqual([])
  })

  it('do both in one, first by age, then by space', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8500 }), policiesOf({ maxAge: millis(299_500_000) }), 200)
    expect(runsOf(made)).toEqual([
      [0, 'images', 'periodic', 85, 2500, 1500, 500, 'a'],
      [0, 'images', 'periodic', 80, 2000, 2300, 2300, 'b c'],
    ])
  })

  it('want nothing by space where the removals by age have freed enough', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8500 }), policiesOf({ maxAge: millis(298_500_000) }), 200)
    expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 85, 2500, 3100, 2100, 'a b']])
  })

  it('end where a removal by age fails', () => {
    const policies = policiesOf({ maxAge: millis(300_000_000) })
    const made = forecastOf(nodeOf({ usedBytes: 8500, fails: new Set(['a']) }), policies, 700)
    expect(runsOf(made)).toEqual([
      [0, 'images', 'periodic', 85, 2500, 2300, 1300, 'b c'],
      [300, 'images', 'periodic', 72, undefined, 0, 0, ''],
      [600, 'images', 'periodic', 72, undefined, 0, 0, ''],
    ])
    expect(made.runs.map(({ failed }) => failed)).toEqual([['a'], ['a'], ['a']])
  })

  it('begin and repeat as their spans say', () => {
    const spans = { imagePeriod: 60, firstImageRun: 7, lookPeriod: 5, firstLook: 3 }
    const made = forecastOf(
      nodeOf({ usedBytes: 8500, growth: growing(1), inUse: { x: 'a', y: 'b', z: 'c' } }),
      policiesOf(
        {},
        {},
        { spans: Object.fromEntries(Object.entries(spans).map(([name, one]) => [name, millis(one * 1000)])) },
      ),
      200,
    )
    expect(runsOf(made).map(([at, , , percent]) => [at, percent])).toEqual([
      [7, 86],
      [67, 86],
      [127, 87],
      [187, 87],
    ])
    const pressed = forecastOf(nodeOf({ usedBytes: 8996, images: [], growth: growing(1) }), {
      ...policiesOf(onlyEviction),
      spans: { lookPeriod: millis(5000), firstLook: millis(3000) },
    })
    // More than 9000 bytes are in use after 4 s; looks come at 3, 8, 13.
    expect(conditionsOf(pressed)).toEqual([['DiskPressure', 8, null]])
  })
})

describe('what a forecast rests on', () => {
  it('is said of sizes that are bounds, of images, layers and downloads', () => {
    const [base, ...rest] = layers.layers
    if (base === undefined) throw new Error('no layer')
    const loose = {
      ...layers,
      layers: [
        { ...base, unpacked: { least: 1000 }, blob: { digest: 'd', size: { least: 10, most: 20 } } },
        ...rest.map((layer) => ({ ...layer, blob: { digest: layer.id, size: { least: 5, most: '5' as const } } })),
      ],
      images: layers.images.map((image, index) => (index === 0 ? { ...image, own: { least: 0, most: 9 } } : image)),
    }
    expect(forecastOf(nodeOf({ layers: loose }), policiesOf(), 10).assumptions).toEqual([
      { _tag: 'SizesAreBounds', sizes: 3 },
      { _tag: 'NothingElseIsWritten' },
    ])
  })
})
