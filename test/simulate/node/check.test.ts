import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known } from '../../../src/core/knowledge.js'
import { millis } from '../../../src/core/time.js'
import * as Forecast from '../../../src/simulate/node/index.js'
import { imageOf, later, nodeOf, podsOf, policiesOf } from './build.js'

const problems = (node: unknown, policies: unknown = policiesOf(), horizon: unknown = millis(0)): unknown => {
  const made = Forecast.forecast(
    node as Forecast.ForecastNode,
    policies as Forecast.NodePolicies,
  )(horizon as Parameters<ReturnType<typeof Forecast.forecast>>[0])
  if (E.isRight(made)) return 'none'
  return 'problems' in made.left
    ? made.left.problems.map(({ path, expected, actual }) => `${path}: expected ${expected}, got ${actual}`)
    : made.left._tag
}

const node = nodeOf()
const bytes = 'a whole number of bytes, 0 to 2^53'
const span = 'a span in whole milliseconds, not negative'
const period = 'a span of at least one whole millisecond'
const disk = 'a disk whose capacity and free bytes are known, above 0 and below 2^53'

describe('a forecast refuses', () => {
  const trace = (point: object): unknown => ({ _tag: 'Trace', drops: 'repeat', points: [point] })
  const pressure = podsOf({})

  it.each<[string, unknown, ReadonlyArray<string>]>([
    [
      'growth of no kind',
      { growth: { _tag: 'Linear' } },
      ['growth: expected a growth: None, Constant or Trace, got an object'],
    ],
    ['no growth', { growth: null }, ['growth: expected a growth: None, Constant or Trace, got null']],
    [
      'growth that is no number',
      { growth: { _tag: 'Constant', bytesPerSecond: Infinity } },
      ['growth.bytesPerSecond: expected a finite number, got Infinity'],
    ],
    [
      'growth as text',
      { growth: { _tag: 'Constant', bytesPerSecond: '5' } },
      ['growth.bytesPerSecond: expected a finite number, got "5"'],
    ],
    [
      'points without an instant',
      { growth: trace({ at: new Date(Number.NaN), usedBytes: 1 }) },
      ['growth.points[0].at: expected a valid Date, got Invalid Date'],
    ],
    [
      'points with half bytes',
      { growth: trace({ at: later(0), usedBytes: 0.5 }) },
      [`growth.points[0].usedBytes: expected ${bytes}, got 0.5`],
    ],
    [
      'points below zero',
      { growth: trace({ at: later(0), usedBytes: -1 }) },
      [`growth.points[0].usedBytes: expected ${bytes}, got -1`],
    ],
    [
      'a trace that says nothing of falls',
      { growth: { _tag: 'Trace', points: [] } },
      ['growth.drops: expected "repeat" or "leave-out", got undefined'],
    ],
    [
      'containers without bytes',
      { containers: {} },
      ['containers.bytes: expected a Map of bytes, whole and 0 or more each, got undefined'],
    ],
    [
      'containers with bytes below zero',
      { containers: { bytes: new Map([['d', -1]]) } },
      ['containers.bytes: expected a Map of bytes, whole and 0 or more each, got an object'],
    ],
    [
      'a layout that is none',
      { pressure: { ...pressure, layout: {} } },
      [
        'pressure.layout.dedicatedImageFs: expected a boolean, got undefined',
        'pressure.layout.splitContainerImageFs: expected a boolean, got undefined',
      ],
    ],
    [
      'observations that are no Map',
      { pressure: { ...pressure, others: {} } },
      ['pressure.others: expected a Map, got an object'],
    ],
    [
      'a memory that is none',
      { pressure: { ...pressure, memory: {} } },
      [
        'metSince: expected a Map',
        'conditionsSeen: expected a Map',
        'met: expected an array',
        'observations: expected a Map',
      ].map((one) => `pressure.memory.${one}, got undefined`),
    ],
    ['demands that are no array', { demands: {} }, ['demands: expected an array, got an object']],
    [
      'demands at no instant',
      { demands: [{ at: 5, image: imageOf('a') }] },
      ['demands[0].at: expected a valid Date, got 5'],
    ],
    [
      'demands until no instant',
      { demands: [{ at: later(0), until: 'x', image: imageOf('a') }] },
      ['demands[0].until: expected a valid Date, got "x"'],
    ],
    [
      'demands for no image',
      { demands: [{ at: later(0), image: {} }] },
      ['demands[0].image.id: expected a string, got undefined'],
    ],
    [
      'demands that end before they begin',
      { demands: [{ at: later(1), until: later(0), image: imageOf('a') }] },
      ['demands[0]: expected a demand that ends after it begins, got an object'],
    ],
    ['failures that are no Set', { fails: ['a'] }, ['fails: expected a Set, got an array of 1']],
  ])('%s', (_, wrong, expected) => {
    expect(problems({ ...node, ...(wrong as object) })).toEqual(expected)
  })

  it('neither a disk that held nothing', () => {
    expect(problems({ ...node, growth: trace({ at: later(0), usedBytes: 0 }) })).toBe('none')
  })

  it('a demand neither that lasts no time nor that has no end', () => {
    const demands = [
      { at: later(1), until: later(1), image: imageOf('a') },
      { at: later(1), image: imageOf('a') },
    ]
    expect(problems({ ...node, demands, fails: new Set(), containers: undefined })).toBe('none')
  })

  it.each<[string, unknown]>([
    ['of unknown numbers', { _tag: 'Unknown' }],
    ['without a capacity', known({ capacityBytes: { _tag: 'None' }, availableBytes: { _tag: 'Some', value: 1 } })],
    ['without free bytes', known({ capacityBytes: { _tag: 'Some', value: 1 }, availableBytes: { _tag: 'None' } })],
    [
      'of no capacity',
      known({ capacityBytes: { _tag: 'Some', value: 0 }, availableBytes: { _tag: 'Some', value: 0 } }),
    ],
    [
      'beyond 2^53',
      known({ capacityBytes: { _tag: 'Some', value: '9007199254740992' }, availableBytes: { _tag: 'Some', value: 1 } }),
    ],
  ])('a disk %s', (_, imageFs) => {
    const [first] = problems({ ...node, images: { ...node.images, imageFs } }) as ReadonlyArray<string>
    expect(first?.startsWith(`images.imageFs: expected ${disk}, got `)).toBe(true)
  })

  it('takes the largest disk that a number holds, and one without room', () => {
    const imageFs = known({
      capacityBytes: { _tag: 'Some', value: '9007199254740991' },
      availableBytes: { _tag: 'Some', value: 0 },
    })
    expect(problems({ ...node, images: { ...node.images, imageFs } })).toBe('none')
  })

  it('spans that are none', () => {
    const spans = {
      imagePeriod: 0,
      containerPeriod: 0.5,
      lookPeriod: -1,
      podCleanUp: Number.NaN,
      firstImageRun: -1,
      firstContainerRun: '1',
      firstLook: null,
    }
    expect(problems(node, { ...policiesOf(), spans })).toEqual([
      `spans.imagePeriod: expected ${period}, got 0`,
      `spans.containerPeriod: expected ${period}, got 0.5`,
      `spans.lookPeriod: expected ${period}, got -1`,
      `spans.podCleanUp: expected ${period}, got NaN`,
      `spans.firstImageRun: expected ${span}, got -1`,
      `spans.firstContainerRun: expected ${span}, got "1"`,
      `spans.firstLook: expected ${span}, got null`,
    ])
    expect(problems(node, { ...policiesOf(), spans: { imagePeriod: 1, firstLook: 0 } })).toBe('none')
  })

  it('rules and nodes that their collectors refuse, before anything happens', () => {
    expect(problems(node, { ...policiesOf(), image: { ...policiesOf().image, lowThresholdPercent: 101 } })).not.toBe(
      'none',
    )
    expect(problems(node, { ...policiesOf(), eviction: { ...policiesOf().eviction, transitionPeriod: -1 } })).not.toBe(
      'none',
    )
    expect(problems({ ...node, pressure: { ...podsOf({}), pods: [{}] } })).not.toBe('none')
    expect(problems({ ...node, pressure: { ...podsOf({}), podStats: [{}] } })).not.toBe('none')
    expect(problems({ ...node, pressure: { ...podsOf({}), others: new Map([['x', {}]]) } })).not.toBe('none')
    expect(problems({ ...node, images: { ...node.images, images: [{}] } })).not.toBe('none')
    expect(problems({ ...node, layers: {} })).not.toBe('none')
    const late = { ...policiesOf(), spans: { firstContainerRun: millis(1000) } }
    expect(problems({ ...node, containers: { bytes: new Map(), snapshot: {} } }, late)).not.toBe('none')
    const container = { ...policiesOf().container, minAge: -1 }
    const snapshot = {
      at: later(0),
      allSourcesReady: true,
      pods: [],
      containers: [],
      sandboxes: [],
      logDirectories: [],
      logLinks: [],
    }
    expect(problems({ ...node, containers: { bytes: new Map([['d', 0]]), snapshot } }, late)).toBe('none')
    expect(problems({ ...node, containers: { bytes: new Map(), snapshot } }, { ...late, container })).toEqual([
      expect.stringMatching(/^minAge: /),
    ])
  })
})
