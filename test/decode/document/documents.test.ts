import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known, unknown } from '../../../src/core/index.js'
import {
  decodeKubeletContainerSnapshot,
  decodeKubeletImageMemory,
  decodeKubeletImageSnapshot,
  encodeKubeletContainerSnapshot,
  encodeKubeletImageMemory,
  encodeKubeletImageSnapshot,
} from '../../../src/decode/index.js'
import { right, wrongIn } from '../reading.js'

const container = {
  kind: 'gcplan/kubelet-container-snapshot',
  version: 1,
  at: '2026-01-01T12:00:00Z',
  allSourcesReady: true,
  pods: [],
  containers: [],
  sandboxes: [],
  logDirectories: [],
  logLinks: [],
}
const image = {
  kind: 'gcplan/kubelet-image-snapshot',
  version: 1,
  at: '2026-01-01T12:00:00Z',
  beganGC: { unknown: true },
  images: [],
  containers: [],
  imageFs: { capacityBytes: 100, availableBytes: '7' },
  memory: { records: [] },
}
const memory = (record: object): unknown => ({
  kind: 'gcplan/kubelet-image-memory',
  version: 1,
  records: [{ id: 'a', runtimeHandler: '', firstDetected: null, lastUsed: null, size: 1, pinned: false, ...record }],
})

describe('a snapshot file', () => {
  it('is read', () => {
    expect(right(decodeKubeletContainerSnapshot(container)).at).toEqual(new Date('2026-01-01T12:00:00Z'))
    expect(right(decodeKubeletImageSnapshot(image)).imageFs).toEqual(
      known({ capacityBytes: O.some(100), availableBytes: O.some('7') }),
    )
  })

  it('may name its schema', () => {
    expect(wrongIn(decodeKubeletContainerSnapshot({ $schema: './schema.json', ...container }))).toEqual([])
    expect(wrongIn(decodeKubeletContainerSnapshot({ $schema: 7, ...container }))).toEqual([
      '$schema: expected no such field, got 7',
    ])
  })

  it('has no fields that nobody knows, so that a misspelt one is found', () => {
    const pods = [{ uid: 'u', contentRemoved: true, runtimeRemved: true }]
    expect(wrongIn(decodeKubeletContainerSnapshot({ ...container, pods, 'a-b': 1 }))).toEqual([
      'pods[0].runtimeRemoved: expected a boolean, or {"assumed": ..., "because": ...}, or {"unknown": true}, got nothing',
      'pods[0].runtimeRemved: expected no such field, got true',
      '["a-b"]: expected no such field, got 1',
    ])
  })

  it('is of version 1', () => {
    expect(wrongIn(decodeKubeletContainerSnapshot({ ...container, version: 2 }))).toEqual([
      'version: expected 1, got 2',
    ])
    expect(wrongIn(decodeKubeletContainerSnapshot({ ...container, version: '1' }))).toEqual([
      'version: expected 1, got "1"',
    ])
  })

  it('is no file of another kind', () => {
    expect(wrongIn(decodeKubeletContainerSnapshot(image))).toEqual([
      'this is a kubelet-image snapshot, not kubelet-container snapshot; give a file of kind gcplan/kubelet-container-snapshot',
    ])
    expect(wrongIn(decodeKubeletImageSnapshot({}))[0]).toBe(
      'kind: expected "gcplan/kubelet-image-snapshot", got nothing',
    )
  })
})

describe('a fact', () => {
  it.each<[unknown, unknown]>([
    [null, known(O.none)],
    ['2026-01-01T00:00:00Z', known(O.some(new Date('2026-01-01T00:00:00Z')))],
    ['0001-01-01T00:00:00Z', known(O.none)],
    [{ known: null }, known(O.none)],
    [
      { assumed: null, because: 'x' },
      { _tag: 'Assumed', value: O.none, because: 'x' },
    ],
    [{ unknown: true }, unknown],
  ])('may be written as %j', (written, fact) => {
    expect(right(decodeKubeletImageMemory(memory({ lastUsed: written }))).records[0]?.lastUsed).toEqual(fact)
  })

  it.each<[unknown, string]>([
    [{ unknown: false }, 'records[0].lastUsed.unknown: expected true, got false'],
    [{ assumed: null }, 'records[0].lastUsed.because: expected a string, got nothing'],
    [{ known: null, because: 'x' }, 'records[0].lastUsed.because: expected no such field, got "x"'],
    [
      7,
      'records[0].lastUsed: expected RFC 3339 text such as "2026-01-01T12:00:00Z", or null, or {"assumed": ..., "because": ...}, or {"unknown": true}, got 7',
    ],
  ])('may not be written as %j', (written, line) => {
    expect(wrongIn(decodeKubeletImageMemory(memory({ lastUsed: written })))).toEqual([line])
  })
})

describe('writing', () => {
  it('keeps the form of a size', () => {
    for (const size of ['5', 5, '9223372036854775807'])
      expect(right(decodeKubeletImageMemory(memory({ size }))).records[0]?.size).toBe(size)
  })

  it.each([new Date(NaN), new Date(8.64e15), new Date(-62_135_596_800_001)])('refuses the instant %s', (at) => {
    const snapshot = { ...right(decodeKubeletContainerSnapshot(container)), at }
    expect(wrongIn(encodeKubeletContainerSnapshot(snapshot))[0]).toMatch(/^at: expected RFC 3339 text/)
  })

  it('refuses values that are not what their type says, and does not throw', () => {
    for (const garbage of [null, undefined, 7, 'x', [], {}, { records: 7 }, { records: [null, { lastUsed: 7 }] }]) {
      expect(wrongIn(encodeKubeletImageMemory(garbage as never)).length).toBeGreaterThan(0)
      expect(wrongIn(encodeKubeletImageSnapshot(garbage as never)).length).toBeGreaterThan(0)
      expect(wrongIn(encodeKubeletContainerSnapshot(garbage as never)).length).toBeGreaterThan(0)
    }
  })
})
