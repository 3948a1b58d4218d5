import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Observation } from '../../../src/kubelet/image/index.js'
import {
  assumeRecords,
  defaultPolicy,
  detectTimeOf,
  emptyMemory,
  observe,
  presets,
  remember,
} from '../../../src/kubelet/image/index.js'
import { assumed, known, unknown } from '../../../src/core/index.js'
import { container, disk, image, minute, minutes, node, record, unused } from './build.js'

const look = (given: Partial<Observation> = {}): Observation => ({
  at: minute(9),
  detectTime: O.some(minute(9)),
  images: [image('a')],
  containers: [],
  ...given,
})
const fold = observe(defaultPolicy)

describe('observe', () => {
  it('records a new image as detected then and never used', () => {
    expect(fold(look())(emptyMemory)).toEqual({
      records: [record('a', null, { firstDetected: known(O.some(minute(9))) })],
    })
  })

  it('records the zero time where the first look does', () => {
    expect(fold(look({ detectTime: O.none }))(emptyMemory).records[0]?.firstDetected).toEqual(known(O.none))
  })

  it('keeps what it remembers and takes over size and pin', () => {
    const before = { records: [record('a', 3, { firstDetected: known(O.some(minute(1))) })] }
    expect(fold(look({ images: [image('a', { size: 7, pinned: true })] }))(before)).toEqual({
      records: [record('a', 3, { firstDetected: known(O.some(minute(1))), size: 7, pinned: true })],
    })
  })

  it('moves last use to now while a container holds the image', () => {
    const memory = fold(look({ containers: [container('x', 'a')] }))({ records: [record('a', 3)] })
    expect(memory.records[0]?.lastUsed).toEqual(known(O.some(minute(9))))
  })

  it('makes an unknown last use known by seeing one, and leaves it unknown otherwise', () => {
    const before = { records: [record('a', null, { lastUsed: unknown, firstDetected: assumed(O.none, 'guess') })] }
    expect(fold(look({ containers: [container('x', 'a')] }))(before).records).toMatchObject([
      { lastUsed: known(O.some(minute(9))), firstDetected: assumed(O.none, 'guess') },
    ])
    expect(fold(look())(before)).toEqual(before)
  })

  it('forgets an image that is no longer listed', () => {
    expect(fold(look({ images: [] }))({ records: [record('a', 3)] })).toEqual(emptyMemory)
  })

  it('sorts records by key, capitals first', () => {
    const images = ['b', 'a', 'B', '__proto__'].map((id) => image(id))
    expect(fold(look({ images }))(emptyMemory).records.map(({ id }) => id)).toEqual(['B', '__proto__', 'a', 'b'])
  })

  it('has one record per image, and under the gate one per runtime handler', () => {
    const images = [image('a', { runtimeHandler: 'kata' }), image('a', { runtimeHandler: 'runc' })]
    expect(fold(look({ images }))(emptyMemory).records.map((each) => each.runtimeHandler)).toEqual([''])
    const gate = observe({ ...defaultPolicy, runtimeClassInImageCriApi: true })
    expect(gate(look({ images }))(emptyMemory).records.map((each) => each.runtimeHandler)).toEqual(['kata', 'runc'])
  })

  it('gives the same memory when it looks twice at the same instant', () => {
    const once = fold(look({ containers: [container('x', 'a')] }))(emptyMemory)
    expect(fold(look({ containers: [container('x', 'a')] }))(once)).toEqual(once)
  })
})

describe('what a look records as first detection', () => {
  it('is its moment, and on the first look of older releases the zero time', () => {
    const at = minute(9)
    expect(detectTimeOf(defaultPolicy)({ at, isFirst: true })).toEqual(O.some(at))
    expect(detectTimeOf(presets.kubernetes_1_26)({ at, isFirst: true })).toEqual(O.none)
    expect(detectTimeOf(presets.kubernetes_1_26)({ at, isFirst: false })).toEqual(O.some(at))
  })
})

describe('remember', () => {
  const snapshot = node([unused('a', 1)], { containers: [container('x', 'a')] })

  it('folds the snapshot into its own memory', () => {
    expect(remember(defaultPolicy)(snapshot).memory.records[0]?.lastUsed).toEqual(known(O.some(minute(60))))
  })

  it('looks only at a disk that is too full where statistics come first', () => {
    const roomy = { ...snapshot, imageFs: disk(1000, 500) }
    const { kubernetes_1_26 } = presets
    for (const unlooked of [roomy, { ...snapshot, imageFs: unknown }, { ...snapshot, imageFs: disk(0, 0) }])
      expect(remember(kubernetes_1_26)(unlooked)).toBe(unlooked)
    expect(remember(kubernetes_1_26)(snapshot).memory).not.toEqual(snapshot.memory)
    expect(remember({ ...kubernetes_1_26, entrance: 'DeleteUnusedImages' })(roomy).memory).not.toEqual(roomy.memory)
    expect(remember(defaultPolicy)(roomy).memory).not.toEqual(roomy.memory)
    expect(remember({ ...kubernetes_1_26, maxAgePass: 'present', maxAge: minutes(1) })(roomy).memory).not.toEqual(
      roomy.memory,
    )
    const atThreshold = { ...snapshot, imageFs: disk(1000, 150) }
    expect(remember(kubernetes_1_26)(atThreshold).memory).not.toEqual(snapshot.memory)
  })
})

it('states one history for every image', () => {
  const stated = { firstDetected: O.some(minute(-60)), lastUsed: O.none, because: 'pulled an hour ago' }
  expect(assumeRecords(stated)([image('a', { size: 7, pinned: true, runtimeHandler: 'kata' })])).toEqual({
    records: [
      {
        id: 'a',
        runtimeHandler: 'kata',
        size: 7,
        pinned: true,
        firstDetected: assumed(O.some(minute(-60)), 'pulled an hour ago'),
        lastUsed: assumed(O.none, 'pulled an hour ago'),
      },
    ],
  })
})
