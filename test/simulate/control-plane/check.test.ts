import { describe, expect, it } from 'vitest'

import type { Policies, Schedule, Snapshot } from '../../../src/simulate/control-plane/index.js'
import { defaultPolicies, planKubernetes, timeline } from '../../../src/simulate/control-plane/index.js'
import { spoilt } from '../../apiserver/soundness.js'
import { cluster, job, pod } from './building.js'

const sound = cluster(job('bill'), pod('web'))

const refusalOf = (policies: unknown, snapshot: unknown): unknown => {
  const planned = planKubernetes(policies as Policies)(snapshot as Snapshot)
  return planned._tag === 'Left'
    ? `${planned.left.source}: ${planned.left.problems.map(({ path }) => path).join(', ')}`
    : 'none'
}

describe('a cluster', () => {
  it.each<[place: string, thing: unknown]>([
    ['at', 0],
    ['objects', {}],
    ['objects[1]', null],
    ['objects[0].metadata.name', ''],
    ['apiNodes', null],
    ['memory', null],
    ['memory.pod', 7],
    ['memory.lifecycle', null],
    ['memory.lifecycle.marks', {}],
    ['scopes', {}],
    ['coverage', 'all'],
  ])('is refused for what is wrong at %s', (place, thing) => {
    expect(refusalOf(defaultPolicies, sound)).toBe('none')
    expect(refusalOf(defaultPolicies, spoilt(sound, place, thing))).toBe(`Kubernetes cluster snapshot: ${place}`)
  })

  it('is refused with a uid that comes twice', () => {
    expect(refusalOf(defaultPolicies, cluster(job('bill'), job('bill')))).toBe(
      'Kubernetes cluster snapshot: objects[1].metadata.uid',
    )
  })
})

describe('policies', () => {
  it.each<[place: string, thing: unknown]>([
    ['agreement', 'most'],
    ['pod', null],
    ['ttl', null],
    ['history', 'on'],
    ['lifecycle', null],
    ['lifecycle.period', null],
    ['owner', 7],
    ['stopped', 'deployment'],
    ['stopped', ['podgc']],
  ])('are refused for what is wrong at %s: %o', (place, thing) => {
    expect(refusalOf(spoilt(defaultPolicies, place, thing), sound)).toBe(
      `Kubernetes policies: ${place}${Array.isArray(thing) ? '[0]' : ''}`,
    )
  })

  it.each(['deployment', 'statefulset', 'daemonset', 'cronjob', 'garbage-collector'])(
    'may stop the %s controller',
    (name) => {
      expect(refusalOf({ ...defaultPolicies, stopped: [name] }, sound)).toBe('none')
    },
  )

  it.each(['each-on-its-own', 'all-agree'])('may be %s', (agreement) => {
    expect(refusalOf({ ...defaultPolicies, agreement }, sound)).toBe('none')
  })
})

describe('a schedule', () => {
  const refused = (schedule: unknown, snapshot: unknown = sound): unknown => {
    const played = timeline(defaultPolicies, schedule as Schedule)(snapshot as Snapshot, sound.at)
    return played._tag === 'Left' ? played.left : 'none'
  }
  const atOnce = { _tag: 'AtOnce' }
  const source = 'schedule of collectors'

  it.each([
    ['pod', { pod: { _tag: 'Sometimes' }, cronJob: atOnce }, 'an object with _tag AtOnce or Every', 'an object'],
    ['cronJob', { pod: atOnce, cronJob: 'often' }, 'an object with _tag AtOnce or Every', '"often"'],
    [
      'pod.period',
      { pod: { _tag: 'Every', period: 0 }, cronJob: atOnce },
      'a whole number of milliseconds, one or more',
      '0',
    ],
  ])('is refused for what is wrong at %s', (path, schedule, expected, actual) => {
    expect(refused({ pod: atOnce, cronJob: { _tag: 'Every', period: 1 } })).toBe('none')
    expect(refused(schedule)).toEqual({ _tag: 'InvalidInput', source, problems: [{ path, expected, actual }] })
  })

  it('starts at an instant of a cluster', () => {
    expect(refused(undefined, { ...sound, at: 7 })).toEqual({
      _tag: 'InvalidInput',
      source: 'Kubernetes cluster snapshot',
      problems: [{ path: 'at', expected: 'a valid Date', actual: '7' }],
    })
  })
})
