import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { assumeRecords } from '../../../src/kubelet/image/index.js'
import { assumed, known } from '../../../src/core/index.js'
import { container, image, minute, minutes, node, planned, record, removed, reserved, unused } from './build.js'

const guess = 'somebody says so'
const numbers = { capacityBytes: O.some(1000), availableBytes: O.some(0) }
const stated = { firstDetected: O.some(minute(0)), lastUsed: O.none, because: guess }

describe('assumptions', () => {
  it('are none when everything was observed', () => {
    expect(planned(node([unused('a', 1)]), { maxAge: minutes(5) }).assumptions).toEqual([])
  })

  it('name a stated history once, with every image it decides', () => {
    const images = [image('b'), image('a'), image('used'), image('pinned', { pinned: true })]
    const snapshot = node([], {
      images,
      containers: [container('x', 'used')],
      memory: assumeRecords(stated)(images),
    })
    const decided = planned(snapshot)
    expect(removed('space', decided)).toEqual(['a', 'b'])
    expect(decided.assumptions).toEqual([
      {
        about: 'memory.records[*].firstDetected',
        assumed: '2026-01-01T12:00:00.000Z',
        because: guess,
        targets: ['a', 'b'],
      },
      { about: 'memory.records[*].lastUsed', assumed: 'never', because: guess, targets: ['a', 'b'] },
    ])
  })

  it('tell different statements apart', () => {
    const records = [
      record('a', 1, { lastUsed: assumed(O.some(minute(1)), 'one says so') }),
      record('b', 1, { lastUsed: assumed(O.some(minute(1)), 'another says so') }),
    ]
    const { assumptions } = planned(node([], { images: [image('a'), image('b')], memory: { records } }))
    expect(assumptions.map(({ because, targets }) => [because, targets])).toEqual([
      ['one says so', ['a']],
      ['another says so', ['b']],
    ])
  })

  it('leave out what is no longer listed', () => {
    expect(planned(node([], { memory: assumeRecords(stated)([image('gone')]) })).assumptions).toEqual([])
  })

  it('name the disk, and the start only where a maximum age asks for it', () => {
    const snapshot = node([unused('a', 40)], {
      imageFs: assumed(numbers, guess),
      beganGC: assumed(minute(0), guess),
    })
    const disk = { about: 'imageFs', assumed: '0 of 1000 bytes available', because: guess, targets: ['a'] }
    const began = { about: 'beganGC', assumed: '2026-01-01T12:00:00.000Z', because: guess, targets: ['a'] }
    expect(planned(snapshot).assumptions).toEqual([disk])
    expect(planned(snapshot, { maxAge: minutes(30) }).assumptions).toEqual([began, disk])
    expect(planned(snapshot, { maxAge: minutes(30), maxAgePass: 'absent' }).assumptions).toEqual([disk])
    expect(planned(snapshot, { maxAge: minutes(30), maxAgeGrace: 'none' }).assumptions).not.toContainEqual(began)
    expect(planned(snapshot, { entrance: 'DeleteUnusedImages' }).assumptions).toEqual([])
  })

  it('name what age removes for its last use, and neither for its detection nor for the disk', () => {
    const history = { ...stated, lastUsed: O.some(minute(1)) }
    const snapshot = node([], {
      images: [image('a')],
      memory: assumeRecords(history)([image('a')]),
      imageFs: assumed(numbers, guess),
    })
    const decided = planned(snapshot, { maxAge: minutes(30) })
    expect(removed('age', decided)).toEqual(['a'])
    expect(decided.assumptions.map(({ about }) => about)).toEqual(['memory.records[*].lastUsed'])
  })

  it('name images with a known history that go or wait by the stated history of another', () => {
    const own = [
      record('a', 1, { lastUsed: assumed(O.some(minute(1)), 'one says so'), firstDetected: assumed(O.none, guess) }),
      record('young', 1, { lastUsed: assumed(O.some(minute(60)), 'one says so') }),
    ]
    const known = [unused('b', 2), unused('c', 3), unused('d', 4)]
    const snapshot = node(known, {
      images: ['a', 'b', 'c', 'd', 'young'].map((id) => image(id)),
      memory: { records: [...own, ...known.map((each) => each.record)] },
    })
    const decided = planned(snapshot)
    expect([removed('space', decided), reserved(decided)]).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(decided.assumptions.at(-1)).toEqual({
      about: 'memory.records',
      assumed: 'as stated',
      because: `${guess}; one says so`,
      targets: ['b', 'c', 'd'],
    })
  })

  it('name others by a stated detection alone, whose image might be too young', () => {
    const own = record('a', 1, { firstDetected: assumed(O.none, guess) })
    const snapshot = node([], {
      images: ['a', 'b', 'c'].map((id) => image(id)),
      memory: { records: [own, record('b', 2), record('c', 3)] },
    })
    expect(planned(snapshot).assumptions.map(({ about, targets }) => [about, targets])).toEqual([
      ['memory.records[*].firstDetected', ['a']],
      ['memory.records', ['c']],
    ])
  })

  it('name no image that would go all the same', () => {
    const records = [record('a', 1, { lastUsed: assumed(O.some(minute(1)), guess) }), record('b', 2)]
    const decided = planned(node([], { images: [image('a'), image('b')], memory: { records } }))
    expect(removed('space', decided)).toEqual(['a', 'b'])
    expect(decided.assumptions.map(({ targets }) => targets)).toEqual([['a']])
  })

  it('say what was not reported', () => {
    const imageFs = assumed({ capacityBytes: O.none, availableBytes: O.some(7) }, guess)
    expect(planned(node([unused('a', 40)], { imageFs })).assumptions).toMatchObject([
      { assumed: '7 of unreported bytes available' },
    ])
  })

  it('are followed as if they were known', () => {
    const observed = node([unused('a', 40)], { imageFs: known(numbers) })
    expect(planned({ ...observed, imageFs: assumed(numbers, guess) }).passes).toEqual(planned(observed).passes)
  })
})
