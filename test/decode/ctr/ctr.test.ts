import { describe, expect, it } from 'vitest'

import type { Labels } from '../../../src/containerd/index.js'
import {
  decodeCtrContainerInfos,
  decodeCtrContainers,
  decodeCtrContent,
  decodeCtrImages,
  decodeCtrIngests,
  decodeCtrLeases,
  decodeCtrNamespaces,
  decodeCtrSnapshotInfos,
  decodeCtrSnapshots,
  decodeCtrSnapshotUsages,
  identify,
} from '../../../src/decode/index.js'
import { capture, right, wrongIn } from '../reading.js'
import { files, namespaces, states, table, tables } from './recorded.js'

/** Labels by key, for comparing. */
const sorted = (labels: Labels): Labels => [...labels].sort(([a], [b]) => (a < b ? -1 : 1))
const byKey = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<A> =>
  [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

describe('every recorded output of ctr', () => {
  it('is there', () => {
    expect(files.length).toBe(87)
    expect(files.filter(({ kind }) => kind === 'Empty')).toEqual([])
  })

  it.each(files)('$file is known as $kind', ({ file, kind }) => {
    expect(identify(capture(file))._tag).toBe(kind)
  })

  it.each(files.filter(({ reader }) => reader !== null))('$file is read', ({ file, reader }) => {
    expect(wrongIn(reader?.(capture(file)) ?? { _tag: 'Left', left: { _tag: 'WrongFile' } as never })).toEqual([])
  })

  it.each(files)('$file is refused by every reader of other files, with what to run', ({ file, kind }) => {
    if (kind === 'Unrecognized') return
    for (const [, wanted, reader] of tables) {
      if (reader === null || wanted === kind) continue
      const [line = ''] = wrongIn(reader(capture(file)))
      expect(line.startsWith(`this is ${identify(capture(file)).is}, not ctr `), `${wanted}: ${line}`).toBe(true)
      expect(line).toMatch(/; run ctr /)
    }
  })

  it('says that a list of bare names is no table', () => {
    expect(wrongIn(decodeCtrImages(table('0-initial', 'build', 'images-ls-q.txt')))).toEqual([
      'expected a line REF TYPE DIGEST SIZE PLATFORMS LABELS, got "registry.example.com/shop/web:1.5.0"',
    ])
  })
})

describe.each(namespaces)(
  'the tables of $state, $namespace.name, say what the metadata says:',
  ({ state, namespace }) => {
    const read = (name: string): string => table(state, namespace.name, name)

    it('images', () => {
      const images = right(decodeCtrImages(read('images-ls.txt')))
      expect(images.map(({ name, target, labels }) => ({ name, target, labels: sorted(labels.pairs) }))).toEqual(
        byKey(namespace.images, ({ name }) => name).map((image) => ({
          ...image,
          labels: sorted(image.labels),
        })),
      )
      expect(images.every(({ labels }) => labels.certain)).toBe(true)
    })

    it('content, with sizes to four digits', () => {
      const content = right(decodeCtrContent(read('content-ls.txt')))
      expect(content.map(({ digest, labels }) => ({ digest, labels: sorted(labels.pairs) }))).toEqual(
        byKey(namespace.content, ({ digest }) => digest).map((blob) => ({
          digest: blob.digest,
          labels: sorted(blob.labels),
        })),
      )
      expect(content.every(({ labels }) => labels.certain)).toBe(true)
      for (const { digest, size, exact } of content) {
        const real = Number(namespace.content.find((blob) => blob.digest === digest)?.size)
        expect(Math.abs(Number(size) - real)).toBeLessThanOrEqual(exact ? 0 : real / 2000)
      }
    })

    it('snapshots and their parents', () => {
      expect(right(decodeCtrSnapshots(read('snapshots-ls.txt')))).toEqual(
        byKey(namespace.snapshots, ({ key }) => key).map(({ key, parent }) => ({ key, parent })),
      )
    })

    it('leases, to the second', () => {
      const leases = right(decodeCtrLeases(read('leases-ls.txt')))
      expect(leases.map(({ id, labels }) => ({ id, labels: sorted(labels.pairs) }))).toEqual(
        byKey(namespace.leases, ({ id }) => id).map(({ id, labels }) => ({
          id,
          labels: sorted(labels),
        })),
      )
      for (const { id, createdAt, labels } of leases) {
        const real = namespace.leases.find((lease) => lease.id === id)?.createdAt?.getTime() ?? 0
        expect(createdAt.getTime()).toBe(Math.floor(real / 1000) * 1000)
        expect(labels.certain).toBe(true)
      }
    })

    it('ingests by name', () => {
      expect(right(decodeCtrIngests(read('content-active.txt'))).map(({ ref }) => ref)).toEqual(
        namespace.ingests.map(({ ref }) => ref).sort(),
      )
    })
  },
)

describe.each(namespaces.filter(({ state }) => state === states[0]))(
  'the further answers of $namespace.name say what the metadata says:',
  ({ state, namespace }) => {
    const read = (name: string): string => table(state, namespace.name, name)

    it('labels of snapshots', () => {
      expect(right(decodeCtrSnapshotInfos(read('snapshots-info.json-seq.txt')))).toEqual(
        byKey(namespace.snapshots, ({ key }) => key).map(({ key, parent, labels }) => ({
          key,
          parent,
          labels,
        })),
      )
    })

    it('containers by id and image', () => {
      expect(right(decodeCtrContainers(read('containers-ls.txt')))).toEqual(
        byKey(namespace.containers, ({ id }) => id).map(({ id, image }) => ({ id, image })),
      )
    })

    it('usage in bytes with -b, unknown without', () => {
      const exact = right(decodeCtrSnapshotUsages(read('snapshots-usage-b.txt')))
      expect(exact.map(({ key }) => key)).toEqual(namespace.snapshots.map(({ key }) => key).sort())
      expect(exact.every(({ usage }) => usage._tag === 'Known' && Number(usage.value) % 4096 === 0)).toBe(true)
      const rounded = right(decodeCtrSnapshotUsages(read('snapshots-usage.txt')))
      expect(rounded.every(({ usage }) => usage._tag === 'Unknown')).toBe(true)
    })
  },
)

describe('details of containers', () => {
  it('say what they hold', () => {
    const [container] = right(decodeCtrContainerInfos(table('0-initial', 'k8s.io', 'containers-info-container.json')))
    const known = namespaces[2]?.namespace.containers.find(({ id }) => id === container?.id)
    expect(container).toEqual(known)
  })

  it('come one after the other', () => {
    const one = table('0-initial', 'k8s.io', 'containers-info-container.json')
    const two = table('0-initial', 'k8s.io', 'containers-info-sandbox.json')
    expect(right(decodeCtrContainerInfos(`${one}${two}`))).toHaveLength(2)
  })

  it('may have no labels and no snapshot', () => {
    expect(right(decodeCtrContainerInfos({ ID: 'a', Labels: null, Snapshotter: '', SnapshotKey: '' }))).toEqual([
      { id: 'a', snapshotter: '', snapshotKey: '', image: '', labels: [] },
    ])
  })

  it('may have a label __proto__', () => {
    const text = '{"ID": "a", "Labels": {"__proto__": "x"}, "Snapshotter": "o", "SnapshotKey": "s"}'
    expect(right(decodeCtrContainerInfos(text))[0]?.labels).toEqual([['__proto__', 'x']])
  })
})

describe('a table', () => {
  const snapshots = (...rows: ReadonlyArray<string>): string => ['KEY   PARENT KIND ', ...rows, ''].join('\n')

  it('may have lost the blanks at the ends of its lines', () => {
    expect(right(decodeCtrNamespaces('NAME LABELS\na\nb\n'))).toEqual([{ name: 'a' }, { name: 'b' }])
  })

  it('has no blank line but at its end', () => {
    expect(right(decodeCtrSnapshots(snapshots('a     b      Active', '  ')))).toEqual([{ key: 'a', parent: 'b' }])
    expect(wrongIn(decodeCtrSnapshots(snapshots('a     b      Active', '', 'c     d      Active')))).toEqual([
      'line 3.KEY: expected a string, not empty, got ""',
      'line 3.KIND: expected "Committed" or "Active" or "View" or "Unknown", got ""',
    ])
  })

  it('may begin with a byte order mark and end its lines as Windows does', () => {
    expect(right(decodeCtrNamespaces('\uFEFFNAME LABELS\r\na\r\n'))).toEqual([{ name: 'a' }])
  })

  it('counts places in characters', () => {
    expect(right(decodeCtrSnapshots(snapshots('ä😀    ö      Active ', 'b            View   ')))).toEqual([
      { key: 'ä😀', parent: 'ö' },
      { key: 'b', parent: '' },
    ])
  })

  it('may have blanks within a cell', () => {
    expect(right(decodeCtrSnapshots(snapshots('a b   c d    Active')))).toEqual([{ key: 'a b', parent: 'c d' }])
  })

  it('is refused where columns are not below their headings', () => {
    expect(wrongIn(decodeCtrSnapshots(snapshots('a     b      Active', 'longer-key b Active')))).toEqual([
      'line 3: expected columns below their headings, got "longer-key b Active"',
    ])
    expect(wrongIn(decodeCtrSnapshots(snapshots('a     b      Dead')))).toEqual([
      'line 2.KIND: expected "Committed" or "Active" or "View" or "Unknown", got "Dead"',
    ])
    expect(wrongIn(decodeCtrContent('DIGEST\tSIZE\tAGE\tLABELS\nsha256:a\t12B\t2 seconds\n'))).toEqual([
      'line 2: expected columns below their headings, got "sha256:a\\t12B\\t2 seconds"',
    ])
  })

  it('is refused when it was cut', () => {
    const whole = 'line break at the end, without which the table was cut'
    expect(wrongIn(decodeCtrSnapshots(snapshots('a     b      Active').trimEnd()))).toEqual([
      `line 2: expected a ${whole}, got "a     b      Active"`,
    ])
    expect(wrongIn(decodeCtrSnapshots('KEY PARENT KIND'))).toEqual([
      `line 1: expected a ${whole}, got "KEY PARENT KIND"`,
    ])
  })

  it('is a text', () => {
    expect(wrongIn(decodeCtrSnapshots([]))).toEqual(['expected a string, got an array of 0'])
  })

  it('names a hundred problems at most', () => {
    expect(wrongIn(decodeCtrSnapshots(snapshots(...Array.from({ length: 500 }, () => 'x'))))).toHaveLength(100)
  })
})

describe('a size', () => {
  const sizeOf = (size: string) => decodeCtrContent(`DIGEST\tSIZE\tAGE\tLABELS\nsha256:a\t${size}\tnow\t-\n`)

  it.each([
    ['0B', 0, true],
    ['999B', 999, true],
    ['1kB', 1000, false],
    ['65.35kB', 65350, false],
    ['1.234MB', 1234000, false],
    ['1000GB', 1e12, false],
    ['9.223EB', '9223000000000000000', false],
  ])('%s is %s bytes', (size, bytes, exact) => {
    expect(right(sizeOf(size))[0]).toMatchObject({ size: bytes, exact })
  })

  it.each(['9.224EB', '1.5B', '12', 'kB', '-1B', '1e3kB', '1ZB'])('%s is none', (size) => {
    expect(wrongIn(sizeOf(size))).toEqual([`line 2.SIZE: expected a size such as "65.35kB", got "${size}"`])
  })

  it.each([
    ['4096', 4096],
    ['9223372036854775807', '9223372036854775807'],
    ['512.0 B', 512],
  ])('of a snapshot is exact as %s', (size, value) => {
    const table = `KEY SIZE${' '.repeat(20)}INODES\na   ${size.padEnd(24)}1\n`
    expect(right(decodeCtrSnapshotUsages(table))[0]?.usage).toEqual({ _tag: 'Known', value })
  })
})
