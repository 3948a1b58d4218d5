/** Options and phases that are none are refused by path, expected and actual. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { scopes_1_36 } from '../../../src/apiserver/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import type { CascadePolicy } from '../../../src/simulate/cascade/index.js'
import { cascadePresets, deletingControllers, recordedControllers } from '../../../src/simulate/cascade/index.js'
import { exploreOutcomes, largestBudget } from '../../../src/simulate/outcomes/index.js'
import { at, explored } from './compare.js'
import { crowdedWorld } from './crowded-worlds.js'
import { narrowWorld } from './narrow-worlds.js'
import { plain, pod } from './parts.js'

const phases = [{ requests: [{ _tag: 'Delete', uid: 'a', options: {} }] }] as const
const snapshot = {
  at,
  objects: [plain('a')],
  scopes: scopes_1_36.scopes,
  coverage: { _tag: 'Everything' },
} as const

/** The first problem of options, which may be anything. */
const problemOf = (options: unknown, asked: unknown = phases): unknown => {
  const found = exploreOutcomes(defaultPolicy, options as never)(asked as never)(snapshot)
  return E.isLeft(found) ? [found.left.source, found.left.problems[0]] : 'explored'
}
const [controller] = deletingControllers({ showsContent: () => true })

describe('of options is refused, with path, expected and actual,', () => {
  const ofBudget = `an integer from 0 to ${largestBudget}`
  it.each<readonly [string, unknown, string, string, string]>([
    ...(['budget', 'samples', 'seed'] as const).flatMap((path) => {
      const expected = {
        budget: ofBudget,
        samples: 'an integer from 0 to 1000000',
        seed: 'an integer from 0 to 4294967295',
      }
      return ([NaN, Infinity, -1, 1.5, '5', null, 2 ** 53] as const).map(
        (value) =>
          [
            `${path} ${JSON.stringify(value)} (${String(value)})`,
            { [path]: value },
            path,
            expected[path],
            typeof value === 'string' ? JSON.stringify(value) : String(value),
          ] as const,
      )
    }),
    ['nothing at all', null, '', 'an object', 'null'],
    ['what is no function', { onProgress: 'yes' }, 'onProgress', 'a function', '"yes"'],
    ['an admission that is no function', { admitDelete: {} }, 'admitDelete', 'a function', 'an object'],
    ['controllers that are no list', { controllers: 'all' }, 'controllers', 'an array', '"all"'],
    [
      'a controller that does nothing',
      { controllers: [{ name: 'x' }] },
      'controllers[0].keysOf',
      'a function',
      'undefined',
    ],
    ['rules that are none', { rules: 5 }, 'rules', 'rules', '5'],
  ])('%s', (_title, options, path, expected, actual) => {
    expect(problemOf(options)).toEqual(['outcome options', { path, expected, actual }])
  })

  it('a second controller of one name, and one of a name that takes part anyway', () => {
    expect(problemOf({ controllers: [controller, controller] })).toMatchObject([
      'outcome options',
      { path: 'controllers[1].name', expected: 'a unique value' },
    ])
    expect(problemOf({ controllers: [{ ...controller, name: 'kubelet' }] })).toMatchObject([
      'outcome options',
      { path: 'controllers[0].name', actual: '"kubelet"' },
    ])
  })

  it('a rule that is none', () => {
    expect(problemOf({ rules: {} })).toMatchObject([
      'cascade policy',
      { path: 'namespaceContent', actual: 'undefined' },
    ])
  })
})

it('options are taken at their limits, and whatever is left out is as usual', () => {
  expect(
    [{}, { budget: 0, samples: 0, seed: 0 }, { budget: largestBudget, seed: 2 ** 32 - 1 }].map((one) => problemOf(one)),
  ).toEqual(['explored', 'explored', 'explored'])
  expect(problemOf({ controllers: recordedControllers() })).toBe('explored')
})

it.each<readonly [string, unknown, string]>([
  ['no list', undefined, ''],
  ['a phase without requests', [{}], '[0].requests'],
  ['a collector that rests', [{ requests: [], collector: 'rests' }], '[0].collector'],
  ['a request without options', [{ requests: [{ _tag: 'Delete', uid: 'a' }] }], '[0].requests[0].options'],
])('of phases is refused %s', (_title, asked, path) => {
  expect(problemOf({}, asked ?? null)).toMatchObject(['phases', { path }])
})

it('the API server goes by the rules of the release', () => {
  const p = pod('p', 60, undefined, { finalizers: ['example.com/hold'] })
  const begun = { ...p, metadata: { ...p.metadata, deletionTimestamp: at, deletionGracePeriodSeconds: 60 } }
  const end = (rules: CascadePolicy) => {
    const found = exploreOutcomes(defaultPolicy, { rules })([{ requests: [] }])({ ...snapshot, objects: [begun] })
    if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
    return found.right.phases[0]?.map(({ objects }) => objects.map((it) => it.metadata.deletionTimestamp))
  }
  expect(end(cascadePresets.kubernetes_1_32)).toEqual([[new Date(at.getTime() - 60_000)]])
  expect(end(cascadePresets.kubernetes_1_33)).toEqual([[at]])
})

it('somebody is told from time to time how many moments were met', () => {
  const root = plain('root')
  const pods = ['a', 'b', 'c'].map((name) => pod(name, 30, undefined, { owners: [root], blocks: true }))
  const told: number[] = []
  const onProgress = (states: number): void => void told.push(states)
  const requests = [{ _tag: 'Delete', uid: 'root', options: { propagationPolicy: 'Foreground' } }] as const
  const found = exploreOutcomes(defaultPolicy, { onProgress, budget: 250, samples: 0 })([{ requests }])({
    ...snapshot,
    objects: [root, ...pods],
  })
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  expect(found.right.states).toBeGreaterThan(100)
  expect(told.length).toBeGreaterThan(2)
  expect(told).toEqual([...told].sort((a, b) => a - b))
  expect(told.at(-1)).toBe(found.right.states)
})

it('ends that were met are told though most courses were not followed', () => {
  const found = explored(crowdedWorld(2), 8)
  expect([found.certainty, found.drawn]).toEqual(['Sampled', 0])
  expect(found.phases.map(({ length }) => length)).toEqual([1])
})

it('few moments are met where the order cannot matter', () => {
  const states = [2, 3, 4, 5, 6, 8, 9, 10, 11].map((seed) => explored(crowdedWorld(seed), 3000).states)
  // Each way to leave orders out, taken away, makes them more: 234 without the one that saves least.
  expect(states.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(210)
  const sweeps = [6, 10, 14].map((seed) => explored(narrowWorld('owning namespace', seed), 600).states)
  expect(sweeps.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(40)
})
