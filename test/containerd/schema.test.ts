import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { looksSound, snapshotProblems } from '../../src/containerd/schema.js'
import { assumed, known, unknown } from '../../src/core/index.js'
import { blob, container, image, ingest, layer, lease, mount, sandbox, snapshot, stream } from './graph.js'

const full = {
  leases: [lease('p', ['content a', 'images i', 'ingests w', 'snapshots/o s'])],
  snapshots: [{ ...layer('s', 'r'), usage: known(7) }, { ...layer('t'), usage: unknown }, layer('u')],
  content: [
    { ...blob('a', { root: '1' }), size: 0 },
    { ...blob('b'), size: '9223372036854775807' },
  ],
  images: [image('i', 'a')],
  containers: [container('c', 's')],
  ingests: [
    ingest('w', 'a', '2026-01-01T00:00:00Z'),
    { ...ingest('v'), expected: assumed('', 'said so'), expireAt: unknown },
  ],
  sandboxes: [sandbox('x', { root: '1' })],
  streams: [stream('s', 'p')],
  mounts: [mount('m', 'p', { root: '1' })],
  unseen: [{ kind: 'Others', what: 'the streams', holdsNothing: O.some('none of them') }],
}

const sound: unknown = snapshot(full as never)

/** The snapshot with one value replaced, by its path. */
const spoiled = (path: string, by: unknown): unknown => {
  const replace = (value: unknown, steps: ReadonlyArray<string>): unknown => {
    const [step, ...rest] = steps
    if (step === undefined) return by
    const held = value as Readonly<Record<string, unknown>>
    return Array.isArray(value)
      ? value.map((item: unknown, index) => (index === Number(step) ? replace(item, rest) : item))
      : { ...held, [step]: replace(held[step], rest) }
  }
  return replace(
    sound,
    path.split(/[.[\]]+/).filter((step) => step !== ''),
  )
}

const problemsOf = (of: unknown): ReadonlyArray<string> => snapshotProblems(of)?.problems.map(({ path }) => path) ?? []

const texts = [
  'leases[0].id',
  'leases[0].resources.value[0].id',
  'leases[0].resources.value[0].type',
  'snapshots[0].snapshotter',
  'snapshots[0].key',
  'snapshots[0].parent',
  'snapshots[2].snapshotter',
  'snapshots[2].key',
  'snapshots[2].parent',
  'content[0].digest',
  'images[0].name',
  'images[0].target',
  'containers[0].id',
  'containers[0].snapshotter',
  'containers[0].snapshotKey',
  'containers[0].image',
  'ingests[0].ref',
  'ingests[0].expected.value',
  'ingests[0].expireAt.value',
  'sandboxes[0].id',
  'streams[0].name',
  'streams[0].lease',
  'mounts[0].name',
  'mounts[0].lease',
  'unseen[0].what',
  'unseen[0].kind',
]

const labelled = ['leases', 'snapshots', 'content', 'images', 'containers', 'sandboxes', 'mounts']

const lists = ['leases', 'snapshots', 'content', 'images', 'containers', 'ingests', 'sandboxes', 'streams', 'mounts']

describe('a snapshot', () => {
  it('is sound when it is what its type says', () => {
    expect(snapshotProblems(sound)).toBe(null)
    expect(looksSound(sound)).toBe(true)
  })

  it.each([
    ...texts.map((path) => [path, 7] as const),
    ...labelled.flatMap(
      (list) =>
        [
          [`${list}[0].labels`, {}],
          [`${list}[0].labels`, undefined],
        ] as const,
    ),
    ...lists.flatMap(
      (list) =>
        [
          [list, {}],
          [list, undefined],
          [`${list}[0]`, null],
          [`${list}[0]`, 'x'],
        ] as const,
    ),
    ['name', ''],
    ['name', 'a/b'],
    ['name', 7],
    ['inMetadata', 'yes'],
    ['unseen', {}],
    ['unseen[0].holdsNothing', null],
    ['unseen[0].kind', 'Streams'],
    ['leases[0].createdAt', new Date(Number.NaN)],
    ['leases[0].createdAt', '2026-01-01T00:00:00Z'],
    ['leases[0].resources.value', {}],
    ['leases[0].resources.value[0].type', 'contents'],
    ['leases[0].resources.value[0].type', 'xsnapshots/o'],
    ['leases[0].resources.value[0].type', 'snapshots/o/p'],
    ['snapshots[0].snapshotter', ''],
    ['snapshots[0].snapshotter', 'a/b'],
    ['snapshots[0].usage.value', -1],
    ['content[0].size', -1],
    ['content[0].size', 0.5],
    ['content[0].size', 2 ** 53],
    ['content[0].size', '-1'],
    ['content[0].size', '9223372036854775808'],
    ['content[0].size', 'x'],
    ['ingests[0].expireAt.value', 'soon'],
    ['ingests[1].expected.because', 7],
    ['ingests[1].expected.value', 7],
    ['mounts[0].labels[0]', ['a']],
    ['mounts[0].labels[0]', ['a', 'b', 'c']],
    ['mounts[0].labels[0]', [7, 'b']],
    ['mounts[0].labels[0]', ['a', 7]],
    ['mounts[0].labels[0]', 'ab'],
  ] as const)('is refused at %s when that is %j', (path, by) => {
    const broken = spoiled(`namespaces[0].${path}`, by)
    expect(problemsOf(broken)).toEqual([`namespaces[0].${path}`])
    expect(looksSound(broken)).toBe(false)
  })

  it.each([null, 'x', {}, { _tag: 'Other', value: 'x' }, { value: 'x', because: 'y' }, { _tag: 'Known' }])(
    'states no fact by %j',
    (fact) => {
      for (const path of ['ingests[0].expected', 'ingests[0].expireAt', 'leases[0].resources', 'snapshots[0].usage']) {
        const broken = spoiled(`namespaces[0].${path}`, fact)
        expect(problemsOf(broken).length).toBeGreaterThan(0)
        expect(looksSound(broken)).toBe(false)
      }
    },
  )

  it('is told from others, and what was expected is said', () => {
    expect(snapshotProblems(null)?.source).toBe('containerd snapshot')
    const expectedOf = (of: unknown): unknown => snapshotProblems(of)?.problems.map(({ expected }) => expected)
    expect(expectedOf(snapshot({ content: [blob('a'), blob('a')] }))).toEqual(['a unique key'])
    expect(expectedOf(snapshot({ inMetadata: false, content: [blob('a')] }))).toEqual(['no items outside the metadata'])
  })

  it('has at most a hundred problems named', () => {
    const content = Array.from({ length: 500 }, () => blob('a'))
    expect(snapshotProblems(snapshot({ content }))?.problems).toHaveLength(100)
  })

  it('may hold a blob of no bytes, in either form', () => {
    for (const size of [0, '0']) {
      expect(problemsOf(spoiled('namespaces[0].content[0].size', size))).toEqual([])
      expect(looksSound(spoiled('namespaces[0].content[0].size', size))).toBe(true)
    }
  })

  it.each([null, undefined, 'x', [], { at: new Date(0) }, { at: new Date(Number.NaN), namespaces: [] }])(
    'is none: %j',
    (value) => {
      expect(problemsOf(value).length).toBeGreaterThan(0)
      expect(looksSound(value)).toBe(false)
    },
  )

  it.each(lists)('may hold nothing in its list %s without metadata, streams and mounts aside', (list) => {
    const held = full[list as keyof typeof full]
    const without = snapshot({ inMetadata: false, [list]: held })
    const isManaged = list === 'streams' || list === 'mounts'
    expect(problemsOf(without)).toEqual(isManaged ? [] : [`namespaces[0].${list}`])
    expect(looksSound(without)).toBe(isManaged)
  })

  it.each(lists)('may hold a key once in its list %s', (list) => {
    const [first] = full[list as keyof typeof full]
    expect(problemsOf(spoiled(`namespaces[0].${list}`, [first, first]))).toContainEqual(
      expect.stringMatching(`^namespaces\\[0\\]\\.${list}\\[1\\]`),
    )
  })

  it('may hold one key of two snapshotters', () => {
    expect(snapshotProblems(snapshot({ snapshots: [layer('a:s'), layer('b:s')] }))).toBe(null)
  })

  it.each([2, 8, 9, 20])('may hold a label once among %i', (count) => {
    const labels = Array.from({ length: count }, (_, index) => [`k${index}`, 'v'])
    const twice = [...labels.slice(0, -1), labels[0]]
    expect(snapshotProblems(spoiled('namespaces[0].content[0].labels', labels))).toBe(null)
    expect(looksSound(spoiled('namespaces[0].content[0].labels', labels))).toBe(true)
    expect(snapshotProblems(spoiled('namespaces[0].content[0].labels', twice))?.problems).toEqual([
      {
        path: `namespaces[0].content[0].labels[${count - 1}][0]`,
        expected: 'a unique key',
        actual: '"k0"',
      },
    ])
    expect(looksSound(spoiled('namespaces[0].content[0].labels', twice))).toBe(false)
  })

  it('may hold snapshots of a snapshotter without a name among the resources of a lease', () => {
    expect(looksSound(snapshot({ leases: [lease('p', ['snapshots/ s'])] }))).toBe(true)
  })
})
