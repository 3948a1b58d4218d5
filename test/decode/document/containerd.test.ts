import { describe, expect, it } from 'vitest'

import { known, unknown } from '../../../src/core/index.js'
import { decodeContainerdSnapshot, encodeContainerdSnapshot } from '../../../src/decode/index.js'
import { right, wrongIn } from '../reading.js'

const lists = { content: [], snapshots: [], images: [], containers: [], leases: [], ingests: [] }
const recording = (held: object): object => ({
  now: '2026-01-01T12:00:00.5Z',
  namespaces: [{ name: 'n', ...lists, ...held }],
})
const file = (held: object): object => ({
  kind: 'gcplan/containerd-snapshot',
  version: 1,
  at: '2026-01-01T12:00:00Z',
  namespaces: [{ name: 'n', inMetadata: true, ...lists, sandboxes: [], streams: [], mounts: [], ...held }],
})

describe('a recording of metadata', () => {
  it('may leave out what older releases do not have', () => {
    const { at, namespaces } = right(decodeContainerdSnapshot(JSON.stringify(recording({}))))
    expect(at).toEqual(new Date('2026-01-01T12:00:00.5Z'))
    expect(namespaces).toEqual([{ name: 'n', inMetadata: true, ...lists, sandboxes: [], streams: [], mounts: [] }])
  })

  it('holds what it does not leave out', () => {
    const outside = { inMetadata: false, streams: [{ name: 's', lease: 'p' }], mounts: [{ name: 'm', lease: '' }] }
    expect(right(decodeContainerdSnapshot(recording(outside))).namespaces[0]).toMatchObject({
      ...outside,
      mounts: [{ name: 'm', lease: known('') }],
    })
    const open = { ...outside, mounts: [{ name: 'm', lease: { unknown: true } }] }
    expect(right(decodeContainerdSnapshot(recording(open))).namespaces[0]?.mounts[0]?.lease).toEqual(unknown)
    const sandboxes = [{ id: 'b' }]
    expect(right(decodeContainerdSnapshot(recording({ sandboxes }))).namespaces[0]).toMatchObject({
      inMetadata: true,
      sandboxes,
    })
  })

  it('may not leave out anything else', () => {
    expect(wrongIn(decodeContainerdSnapshot(recording({ containers: undefined })))).toEqual([
      'namespaces[0].containers: expected an array, got nothing',
    ])
    expect(wrongIn(decodeContainerdSnapshot(recording({ container: [] })))).toEqual([
      'namespaces[0].container: expected no such field, got an array of 0',
    ])
  })

  it('is read back from the file that it becomes', () => {
    const leases = [{ id: 'p', createdAt: '2026-01-01T00:00:00Z', resources: [{ type: 'snapshots/o', id: 'a/b' }] }]
    const snapshot = right(decodeContainerdSnapshot(recording({ leases })))
    expect(snapshot.namespaces[0]?.leases[0]?.resources).toEqual(known([{ type: 'snapshots/o', id: 'a/b' }]))
    expect(right(decodeContainerdSnapshot(right(encodeContainerdSnapshot(snapshot))))).toEqual(snapshot)
  })
})

describe('a snapshot file of containerd', () => {
  it('has every list, for what is left out is not known to be empty', () => {
    for (const list of ['sandboxes', 'streams', 'mounts', 'inMetadata'])
      expect(wrongIn(decodeContainerdSnapshot(file({ [list]: undefined })))[0]).toContain(
        `namespaces[0].${list}: expected`,
      )
  })

  it('may leave out when a lease was created', () => {
    const leases = [{ id: 'p', resources: [] }]
    const snapshot = right(decodeContainerdSnapshot(file({ leases })))
    expect(snapshot.namespaces[0]?.leases).toEqual([{ id: 'p', labels: [], resources: known([]) }])
    expect(right(decodeContainerdSnapshot(right(encodeContainerdSnapshot(snapshot))))).toEqual(snapshot)
  })

  it('may say of an ingest that nobody knows when it expires and what it expects', () => {
    const ingests = [{ ref: 'w', expected: { unknown: true }, expireAt: { assumed: '', because: 'x' } }]
    expect(right(decodeContainerdSnapshot(file({ ingests }))).namespaces[0]?.ingests[0]).toEqual({
      ref: 'w',
      expected: unknown,
      expireAt: { _tag: 'Assumed', value: '', because: 'x' },
    })
  })

  it('holds labels of any key', () => {
    const text = JSON.stringify(file({ images: [{ name: 'i', target: 't', labels: { X: 'y' } }] })).replace(
      'X',
      '__proto__',
    )
    const snapshot = right(decodeContainerdSnapshot(text))
    expect(snapshot.namespaces[0]?.images[0]?.labels).toEqual([['__proto__', 'y']])
    expect(right(encodeContainerdSnapshot(snapshot))).toContain('"__proto__": "y"')
  })

  it('is refused with the place of every wrong value', () => {
    const labels = { 'a.b': 7, c: null }
    expect(
      wrongIn(
        decodeContainerdSnapshot(
          file({
            name: 'a/b',
            content: [{ digest: 'd', size: -1, labels }],
            leases: [{ id: 'p', createdAt: '2026-01-01T00:00:00Z', resources: [{ type: 'snapshots/a/b', id: 'x' }] }],
          }),
        ),
      ),
    ).toEqual([
      'namespaces[0].name: expected a name that is not empty and has no "/", got "a/b"',
      'namespaces[0].content[0].size: expected an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text, got -1',
      'namespaces[0].content[0].labels["a.b"]: expected a string, got 7',
      'namespaces[0].content[0].labels.c: expected a string, got null',
      'namespaces[0].leases[0].resources[0].type: expected "content", "ingests", "images" or "snapshots/<snapshotter>", got "snapshots/a/b"',
    ])
  })

  it('is not written where a label comes twice', () => {
    const images = [
      {
        name: 'i',
        target: 't',
        labels: [
          ['a', '1'],
          ['a', '2'],
        ] as const,
      },
    ]
    const [namespace] = right(decodeContainerdSnapshot(recording({}))).namespaces
    const snapshot = { at: new Date(0), namespaces: namespace === undefined ? [] : [{ ...namespace, images }] }
    expect(wrongIn(encodeContainerdSnapshot(snapshot))).toEqual([
      'namespaces[0].images[0].labels: expected an object of strings, got null',
    ])
  })

  it('is named where another file was wanted', () => {
    expect(wrongIn(decodeContainerdSnapshot('NAME LABELS\nk8s.io\n'))[0]).toMatch(
      /^this is the table of ctr namespaces ls, not containerd snapshot; give a file of kind/,
    )
  })
})
