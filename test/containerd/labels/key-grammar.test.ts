import { describe, expect, it } from 'vitest'

import { keyBook, label, readKey, readOnce } from '../../../src/containerd/labels/key-grammar.js'

const read = (name: string) => readKey(`containerd.io/gc.${name}`)

describe('the key of a label', () => {
  it.each([
    ['ref.content', 'refContent'],
    ['ref.content.', 'refContent'],
    ['ref.content..', 'refContent'],
    ['ref.content.config', 'refContent'],
    ['ref.content/x', 'refContent'],
    ['ref.image', 'refImage'],
    ['ref.image.1', 'refImage'],
    ['ref.stream/1', 'refStream'],
    ['ref.mount.m', 'refMount'],
    ['ref.snapshot.o', 'refSnapshot'],
    ['ref.snapshot.', 'refSnapshot'],
    ['bref.content.1', 'backContent'],
    ['bref.container', 'backContainer'],
    ['bref.image/1', 'backImage'],
    ['bref.snapshot.o', 'backSnapshot'],
    ['root', 'root'],
    ['rootx', 'rootPrefixed'],
    ['root.note', 'rootPrefixed'],
    ['cond.snapshot.o', 'condition'],
    ['cond.snapshoto', 'condition'],
    ['cond.value-usedat', 'usedAt'],
    ['cond.value-usedat.1', 'usedAt'],
    ['cond.value-usedatx', 'usedAt'],
    ['expire', 'expire'],
    ['flat', 'flat'],
  ] as const)('%s counts', (name, meaning) => {
    expect(read(name).meaning).toBe(label[meaning])
  })

  it.each([
    'ref.contentbad',
    'ref.content-x',
    'ref.snapshot',
    'ref.snapshots.o',
    'ref.',
    'ref',
    'roo',
    'bref.contents',
    'bref.stream',
    'bref.mount',
    'bxyz.content',
    'broot',
    'cond.snap',
    'cond.value',
    'expire.1',
    'expirex',
    'flat.1',
    'FLAT',
    'other',
    '',
  ])('%j counts for nothing', (name) => {
    expect(read(name).meaning).toBe(label.none)
  })

  it('counts only with its whole prefix', () => {
    for (const key of ['gc.root', 'xcontainerd.io/gc.root', 'containerd.io/gcxroot', '__proto__', ''])
      expect(readKey(key).meaning).toBe(label.none)
  })

  it.each([
    ['ref.snapshot.overlayfs', 'overlayfs'],
    ['ref.snapshot.overlayfs/1', 'overlayfs'],
    ['ref.snapshot.my.snap', 'my.snap'],
    ['ref.snapshot.my.snap/1/2', 'my.snap'],
    ['ref.snapshot.', ''],
    ['ref.snapshot./1', ''],
    ['bref.snapshot.my.snap/1', 'my.snap'],
    ['bref.snapshot.', ''],
    ['bref.snapshot./1', ''],
    ['bref.snapshot..o', '.o'],
    ['bref.snapshot.o', 'o'],
    ['cond.snapshot.overlayfs', 'overlayfs'],
    ['cond.snapshotoverlayfs', 'overlayfs'],
    ['cond.snapshot./overlayfs', 'overlayfs'],
    ['cond.snapshot.//..overlayfs/note', 'overlayfs'],
    ['cond.snapshot.my.snap', 'my.snap'],
    ['ref.content.overlayfs', ''],
  ])('%s names the snapshotter %j', (name, snapshotter) => {
    expect(read(name).snapshotter).toBe(snapshotter)
  })

  it('is read once by a book and keeps its place', () => {
    const book = keyBook()
    const first = readOnce(book, 'containerd.io/gc.root')
    readOnce(book, '__proto__')
    expect(readOnce(book, 'containerd.io/gc.root')).toBe(first)
    expect(book.keys).toEqual(['containerd.io/gc.root', '__proto__'])
    expect(first.place).toBe(0)
  })
})
