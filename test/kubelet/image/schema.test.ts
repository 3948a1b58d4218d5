import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Policy, Snapshot } from '../../../src/kubelet/image/index.js'
import { defaultPolicy, plan } from '../../../src/kubelet/image/index.js'
import { image, node, record, unused } from './build.js'

const problemsOf = (snapshot: unknown, policy: unknown = defaultPolicy): ReadonlyArray<string> => {
  const refused = plan(policy as Policy)(snapshot as Snapshot)
  return E.isLeft(refused) && refused.left._tag === 'InvalidInput'
    ? [
        refused.left.source,
        ...refused.left.problems.map(({ path, expected, actual }) => `${path}: ${expected}, ${actual}`),
      ]
    : []
}

const sizeText = 'an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text'
const image0 = (given: object): unknown => ({ ...node(), images: [{ ...image('a'), ...given }] })
const record0 = (given: object): unknown => ({ ...node(), memory: { records: [{ ...record('a', 1), ...given }] } })

describe('a snapshot that can be planned', () => {
  it('may be empty', () => {
    expect(problemsOf(node())).toEqual([])
  })

  it('may hold sizes beyond 2^53 as decimal text, and ids of any text', () => {
    const large = node([unused('__proto__', 1, '9223372036854775807'), unused('constructor', 2, 0)])
    expect(problemsOf(large)).toEqual([])
  })

  it('may list an image twice', () => {
    expect(problemsOf({ ...node(), images: [image('a'), image('a')] })).toEqual([])
  })
})

it('refuses a negative size, as a number and as text, zero with a sign too', () => {
  for (const size of [-1, '-1', '-0'])
    expect(problemsOf(image0({ size }))).toEqual([
      'kubelet-image snapshot',
      `images[0].size: ${sizeText}, ${JSON.stringify(size)}`,
    ])
})

describe('a memory', () => {
  const memoryOf = (...records: ReadonlyArray<unknown>): unknown => ({ ...node(), memory: { records } })

  it('has one record per image and runtime handler', () => {
    const two = memoryOf(record('a', 1), record('b', 1), record('a', 2), record('a', 3, { runtimeHandler: 'kata' }))
    expect(problemsOf(two)).toEqual(['kubelet-image snapshot', 'memory.records[2]: one record per image, "a"'])
    const handlers = ['kata', 'runc', 'kata'].map((runtimeHandler) => record('a', 1, { runtimeHandler }))
    expect(problemsOf(memoryOf(...handlers))).toEqual([
      'kubelet-image snapshot',
      'memory.records[2]: one record per image, "a"',
    ])
    expect(problemsOf(memoryOf(...handlers.slice(0, 2), record('a', 1), record('__proto__', 1)))).toEqual([])
  })

  it('tells an id with a comma from an id with a runtime handler', () => {
    const images = [
      record('a', 1, { runtimeHandler: 'b' }),
      record('a,b', 1),
      record('a', 1, { runtimeHandler: 'b,c' }),
    ]
    expect(problemsOf(memoryOf(...images, record('a,b', 1, { runtimeHandler: 'c' })))).toEqual([])
  })

  it('is searched for second records only if its records are sound', () => {
    expect(problemsOf(memoryOf(record('a', 1), null))).toEqual([
      'kubelet-image snapshot',
      'memory.records[1]: an object, null',
    ])
  })
})

describe('a snapshot that is refused', () => {
  it.each([null, undefined, 7, 'text', [], new Map()])('is not %s', (garbage) => {
    expect(problemsOf(garbage).length).toBeGreaterThan(1)
  })

  it.each([-1, 0.5, NaN, 2 ** 53, '1e3', '01', '-5', '9223372036854775808', null, 5n])(
    'has a size that is no count of bytes: %s',
    (size) => {
      expect(problemsOf(image0({ size }))[1]).toContain(`images[0].size: ${sizeText}, `)
      expect(problemsOf(record0({ size }))[1]).toContain(`memory.records[0].size: ${sizeText}, `)
      expect(
        problemsOf({
          ...node(),
          imageFs: {
            _tag: 'Known',
            value: { capacityBytes: { _tag: 'Some', value: size }, availableBytes: { _tag: 'None' } },
          },
        })[1],
      ).toContain(`imageFs.value.capacityBytes.value: ${sizeText}, `)
    },
  )

  it.each([
    [{ at: new Date(NaN) }, 'at: a valid Date, Invalid Date'],
    [{ at: '2026-01-01T00:00:00Z' }, 'at: a valid Date, "2026-01-01T00:00:00Z"'],
    [{ beganGC: new Date(0) }, 'beganGC: an object with _tag Known or Assumed or Unknown, 1970-01-01T00:00:00.000Z'],
    [{ beganGC: { _tag: 'Known', value: new Date(NaN) } }, 'beganGC.value: a valid Date, Invalid Date'],
    [{ images: {} }, 'images: an array, an object'],
    [{ containers: [{}] }, 'containers[0].id: a string, undefined'],
    [
      { imageFs: { _tag: 'Assumed', value: {} } },
      'imageFs.value.capacityBytes: an object with _tag None or Some, undefined',
    ],
    [{ memory: {} }, 'memory.records: an array, undefined'],
  ])('has %j', (given, problem) => {
    expect(problemsOf({ ...node(), ...given })).toContain(problem)
  })

  it('has an image or a record with a wrong field', () => {
    expect(problemsOf(image0({ tags: [1] }))).toEqual(['kubelet-image snapshot', 'images[0].tags[0]: a string, 1'])
    expect(problemsOf(image0({ pinned: 'no' }))).toContain('images[0].pinned: a boolean, "no"')
    expect(problemsOf(record0({ lastUsed: { _tag: 'Known', value: null } }))).toContain(
      'memory.records[0].lastUsed.value: an object with _tag None or Some, null',
    )
    expect(problemsOf(record0({ firstDetected: undefined }))).toContain(
      'memory.records[0].firstDetected: an object with _tag Known or Assumed or Unknown, undefined',
    )
  })

  it('says every problem', () => {
    expect(problemsOf({ ...node(), at: 1, images: [image('a'), 7] })).toEqual([
      'kubelet-image snapshot',
      'at: a valid Date, 1',
      'images[1]: an object, 7',
    ])
  })
})

it('refuses a policy that makePolicy would refuse', () => {
  expect(problemsOf(node(), { ...defaultPolicy, highThresholdPercent: NaN })).toEqual([
    'kubelet-image policy',
    'highThresholdPercent: a whole number from 0 to 100, NaN',
  ])
  expect(problemsOf(node(), null)).toEqual(['kubelet-image policy', ': an object, null'])
})
