import { describe, expect, it } from 'vitest'

import type { Snapshot } from '../../../src/controllers/lifecycle/index.js'
import { plan } from '../../../src/controllers/lifecycle/index.js'
import { spoilt } from '../../apiserver/soundness.js'
import { clusterOf, enabled, marked, noon, secret } from './build.js'

const sound = clusterOf([secret('a'), secret('b')], {
  owners: [
    { _tag: 'Classified', uid: 'a', solid: ['x'], dangling: ['y'], waiting: ['z'] },
    { _tag: 'Unclassified', uid: 'b', because: 'nobody serves it' },
  ],
  memory: marked(['a', noon], ['b', noon]),
})

const refusalOf = (snapshot: unknown): unknown => {
  const planned = plan(enabled())(snapshot as Snapshot)
  return planned._tag === 'Left' && planned.left._tag === 'InvalidInput'
    ? `${planned.left.source}: ${planned.left.problems.map(({ path }) => path).join(', ')}`
    : planned._tag
}

describe('a cluster with lifecycles', () => {
  it.each<[place: string, thing: unknown, at?: string]>([
    ['at', 0],
    ['objects', null],
    ['objects[0]', 7],
    ['objects[1].metadata.uid', ''],
    ['objects[1].metadata.uid', 'a'],
    ['owners', {}],
    ['owners[0]', null],
    ['owners[0]._tag', 'Solid', 'owners[0]'],
    ['owners[0].uid', ''],
    ['owners[0].solid', 'x'],
    ['owners[0].dangling[0]', 7],
    ['owners[0].waiting', undefined],
    ['owners[1].uid', 7],
    ['owners[1].uid', 'a'],
    ['owners[1].because', undefined],
    ['memory', null],
    ['memory.marks', {}],
    ['memory.marks[0].uid', ''],
    ['memory.marks[0].since', 0],
    ['memory.marks[0].epoch', 7],
    ['memory.marks[1].uid', 'a'],
    ['scopes', null],
    ['coverage', null],
  ])('is refused for what is wrong at %s: %o', (place, thing, where = place) => {
    expect(refusalOf(sound)).toBe('Right')
    expect(refusalOf(spoilt(sound, place, thing))).toBe(`Kubernetes lifecycle snapshot: ${where}`)
  })

  it.each([[null], [undefined], ['all'], [[]]])('is not %o', (value) => {
    expect(String(refusalOf(value))).toMatch(/^Kubernetes lifecycle snapshot: /)
  })
})
