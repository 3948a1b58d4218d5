import { runs } from '../../runs.js'
import { right } from '../reading.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { joinedLabels } from '../../../src/decode/ctr/labels.js'

const split = (column: string) => right(joinedLabels.decode(column))

const gc = 'containerd.io/gc.'

describe('a column of labels', () => {
  it.each(['', '-'])('%j holds none', (column) => {
    expect(split(column)).toEqual({ pairs: [], certain: true })
  })

  it('holds values with commas', () => {
    expect(split(`mirror=shop/web,team/batch,${gc}ref.content.0=sha256:a`)).toEqual({
      pairs: [
        ['mirror', 'shop/web,team/batch'],
        [`${gc}ref.content.0`, 'sha256:a'],
      ],
      certain: true,
    })
  })

  it.each([
    `${gc}root=x,y,z=1`,
    `${gc}flat=true,owner=importer`,
    `${gc}ref.content.l.0=sha256:a,owner=importer`,
    `${gc}expire=2026-11-22T02:52:33Z,${gc}flat=true,owner=importer`,
    `owner=importer,${gc}expire=2026-11-22T02:52:33,5Z`,
    `${gc}ref.snapshot.overlayfs=a,b`,
    `${gc}ref.snapshot.overlayfs=a,containerd.io/uncompressed=sha256:b`,
    `owner=a,b=c,d,${gc}ref.snapshot.overlayfs=a`,
  ])('%s reads in one way', (column) => {
    expect(split(column).certain).toBe(true)
  })

  it.each([
    ['a value that might go on', `${gc}ref.snapshot.overlayfs=a,b=c`],
    ['a value that goes on with what is no key', `${gc}ref.snapshot.overlayfs=a,"b"=c`],
    ['a time that might go on', `${gc}expire=2026-11-22T02:52:33Z,owner=importer`],
    ['a digest that is none', `${gc}ref.content=a,b=c`],
    ['a key that might go on', `${gc}ref.content.x=y=sha256:a`],
    ['a key with a comma', `a=b,${gc}ref.content.x,y=sha256:a`],
    ['a key with a comma at the beginning', `${gc}ref.content.x,y=sha256:a`],
    ['a condition', `${gc}cond.snapshot.overlayfs=usedat<1h,usedat=5|s`],
    ['a key that comes twice', 'a=b,a=c'],
    ['no label at all', 'whatever'],
  ])('%s reads in two ways', (_, column) => {
    expect(split(column).certain).toBe(false)
  })

  it('may hold many labels, and a value of many commas', () => {
    expect(split(Array.from({ length: 100_000 }, (_, index) => `k${index}=v`).join(',')).pairs).toHaveLength(100_000)
    expect(split(`a=${','.repeat(200_000)}`).pairs[0]?.[1]).toHaveLength(200_000)
  })

  it('takes what begins with a key of the collector for a label, whatever stands before it', () => {
    expect(split(`owner=x,${gc}ref.content.a b=sha256:a`)).toEqual({
      pairs: [
        ['owner', 'x'],
        [`${gc}ref.content.a b`, 'sha256:a'],
      ],
      certain: true,
    })
  })

  it('is read as it was written, or is not certain, as far as the collector goes', () => {
    const key = fc.oneof(
      fc.constantFrom('owner', 'a/b.c', 'odd key', 'x,y', `${gc}ref.content.0`, `${gc}ref.snapshot.overlayfs/1`),
      fc.constantFrom(`${gc}expire`, `${gc}root`, `${gc}cond.snapshot.o`, `${gc}ref.image`, `${gc}ref.content.q,r`),
      fc.constantFrom('__proto__', `${gc}ref.content.s=t`),
    )
    const value = fc
      .array(fc.constantFrom('a', 'b', ',', '=', 'sha256:a', 'c=d', '2026-01-01T00:00:00Z', '|', '<', ' '), {
        minLength: 1,
        maxLength: 5,
      })
      .map((parts) => parts.join(''))
    const labels = fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, minLength: 1, maxLength: 4 })
    const ours = (pairs: ReadonlyArray<readonly [string, string]>) =>
      pairs.filter(([name]) => name.startsWith(gc) && !name.startsWith(`${gc}root`)).sort()
    const roots = (pairs: ReadonlyArray<readonly [string, string]>) =>
      pairs.filter(([name]) => name.startsWith(`${gc}root`)).length
    fc.assert(
      fc.property(labels, (pairs) => {
        if (pairs.some(([name, value]) => name.startsWith(`${gc}ref.content`) && value.includes(','))) return
        const read = split(pairs.map((pair) => pair.join('=')).join(','))
        if (!read.certain) return
        expect(ours(read.pairs)).toEqual(ours(pairs))
        expect(roots(read.pairs)).toBe(roots(pairs))
      }),
      { numRuns: runs(10_000) },
    )
  })
})
