import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { InvalidInput } from '../../../src/core/problem.js'
import * as Layers from '../../../src/reclaim/layers/index.js'
import { freedIn, freedInTurn } from '../../../src/reclaim/layers/account.js'
import { exclusiveIn } from '../../../src/reclaim/layers/shares.js'
import { stackOf } from '../../../src/reclaim/layers/stack.js'

const { exactly, freedBy, sharesOf, unknownSize } = Layers

const layer = (id: string, parent: string | null, unpacked: Layers.SizeBounds = exactly(1)): Layers.Layer =>
  parent === null ? { id, unpacked } : { id, parent, unpacked }
const image = (id: string, topLayer: string | null, own: Layers.SizeBounds = exactly(0)): Layers.StoredImage =>
  topLayer === null ? { id, own } : { id, topLayer, own }

/** Base 100, runtime 50 on it, two services of 5 and 7 on that, and an image of the base alone. */
const store: Layers.LayerStore = {
  layers: [
    layer('web', 'runtime', exactly(5)),
    layer('shop', 'runtime', exactly(7)),
    layer('runtime', 'base', exactly(50)),
    layer('base', null, exactly(100)),
  ],
  images: [image('web:1', 'web'), image('shop:1', 'shop', exactly(2)), image('base:1', 'base'), image('empty', null)],
  holders: [],
}

const freed = (of: Layers.LayerStore, ...images: ReadonlyArray<string>): Layers.Freed => {
  const result = freedBy(of)(new Set(images))
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}
const shares = (of: Layers.LayerStore): Layers.SharedUse => {
  const result = sharesOf(of)
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}
const problems = (of: unknown): ReadonlyArray<string> => {
  const result: E.Either<InvalidInput, unknown> = sharesOf(of as Layers.LayerStore)
  return E.isLeft(result) ? result.left.problems.map(({ path, expected }) => `${path}: ${expected}`) : []
}

describe('what images give back', () => {
  it('is the layers on which nothing stands any more, lower ones first, and what is their own', () => {
    expect(freed(store, 'web:1')).toEqual({ bytes: exactly(5), layers: ['web'], blobs: [] })
    expect(freed(store, 'web:1', 'shop:1')).toEqual({
      bytes: exactly(64),
      layers: ['runtime', 'web', 'shop'],
      blobs: [],
    })
    expect(freed(store, 'base:1', 'empty', 'unheard of')).toEqual({ bytes: exactly(0), layers: [], blobs: [] })
    expect(freed(store, 'web:1', 'shop:1', 'base:1').bytes).toEqual(exactly(164))
  })

  it('is not what a container or a leftover stands on', () => {
    const held = { ...store, holders: [{ id: 'container', layer: 'runtime' }] }
    expect(freed(held, 'web:1', 'shop:1', 'base:1')).toEqual({ bytes: exactly(14), layers: ['web', 'shop'], blobs: [] })
    const leftover = { ...store, layers: [...store.layers, layer('left', 'runtime')] }
    expect(freed(leftover, 'web:1', 'shop:1', 'base:1').layers).toEqual(['web', 'shop'])
  })

  it('has downloads that no layer needs any more, each once', () => {
    const blob = { digest: 'd', size: exactly(30) }
    const layers = [
      { ...layer('a', null), blob },
      { ...layer('b', null), blob },
    ]
    const both = { layers, images: [image('a:1', 'a'), image('b:1', 'b')], holders: [] }
    expect(freed(both, 'a:1')).toEqual({ bytes: exactly(1), layers: ['a'], blobs: [] })
    expect(freed(both, 'a:1', 'b:1')).toEqual({ bytes: exactly(32), layers: ['a', 'b'], blobs: ['d'] })
  })

  it('is a bound where sizes are, and beyond 2^53 a text', () => {
    const layers = [layer('a', null, { least: 3, most: 9 }), layer('b', 'a', unknownSize)]
    const some = { layers, images: [image('a:1', 'a'), image('b:1', 'b', { least: 1, most: 2 })], holders: [] }
    expect(freed(some, 'b:1').bytes).toEqual({ least: 1 })
    expect(freed({ ...some, images: [image('a:1', 'a')], layers: layers.slice(0, 1) }, 'a:1').bytes).toEqual({
      least: 3,
      most: 9,
    })
    const huge = '9007199254740993'
    const large = { layers: [layer('a', null, exactly(huge))], images: [image('a:1', 'a', exactly(1))], holders: [] }
    expect(freed(large, 'a:1').bytes).toEqual(exactly('9007199254740994'))
  })

  it('is told of layers and images with names of the language', () => {
    const names = ['__proto__', 'constructor', 'toString']
    const layers = names.map((name, at) => layer(name, names[at - 1] ?? null))
    const odd = { layers, images: names.map((name) => image(name, name)), holders: [] }
    expect(freed(odd, 'toString', 'constructor').layers).toEqual(['constructor', 'toString'])
  })
})

describe('a store that was read', () => {
  it('is asked again and again, and each time as at first', () => {
    const stack = stackOf({ ...store, holders: [{ id: 'container', layer: 'web' }] })
    if (E.isLeft(stack)) throw new Error('refused')
    const without = (...gone: ReadonlyArray<string>): Layers.Freed =>
      freedIn(stack.right, (_, { id }) => gone.includes(id))
    expect(without().layers).toEqual([])
    expect(exclusiveIn(stack.right)(1)).toEqual(exactly(9))
    expect(freedInTurn(stack.right, [0, 1, 2, 3])).toEqual([0, 9, 0, 0])
    expect(without('shop:1').layers).toEqual(['shop'])
    expect(without('web:1', 'shop:1', 'base:1').layers).toEqual(['shop'])
    expect(exclusiveIn(stack.right)(0)).toEqual(exactly(0))
    expect([...stack.right.imageAt]).toEqual([
      ['web:1', 0],
      ['shop:1', 1],
      ['base:1', 2],
      ['empty', 3],
    ])
  })
})

describe('what images share', () => {
  it('is told of each image and each group', () => {
    expect(shares(store)).toEqual({
      images: [
        { id: 'web:1', unpacked: exactly(155), exclusive: exactly(5) },
        { id: 'shop:1', unpacked: exactly(159), exclusive: exactly(9) },
        { id: 'base:1', unpacked: exactly(100), exclusive: exactly(0) },
        { id: 'empty', unpacked: exactly(0), exclusive: exactly(0) },
      ],
      shared: [
        { layers: ['base'], images: ['web:1', 'shop:1', 'base:1'], unpacked: exactly(100), held: false },
        { layers: ['runtime'], images: ['web:1', 'shop:1'], unpacked: exactly(50), held: false },
      ],
    })
  })

  it('is one group for layers in a row that carry the same images, and another where they are held', () => {
    const layers = [layer('a', null), layer('b', 'a'), layer('c', 'b')]
    const images = [image('x', 'c'), image('y', 'c')]
    expect(shares({ layers, images, holders: [] }).shared).toEqual([
      { layers: ['a', 'b', 'c'], images: ['x', 'y'], unpacked: exactly(3), held: false },
    ])
    const held = shares({ layers, images, holders: [{ id: 'container', layer: 'b' }] })
    expect(held.shared.map((group) => [group.layers, group.held])).toEqual([
      [['a', 'b'], true],
      [['c'], false],
    ])
  })

  it('is nothing alone for an image whose layers are held', () => {
    const one = { layers: [layer('a', null), layer('b', 'a')], images: [image('x', 'b')] }
    expect(shares({ ...one, holders: [{ id: 'container', layer: 'a' }] }).images[0]?.exclusive).toEqual(exactly(1))
    expect(shares({ ...one, holders: [] }).images[0]?.exclusive).toEqual(exactly(2))
  })
})

describe('a store that is none', () => {
  it.each<[string, unknown, ReadonlyArray<string>]>([
    [
      'a circle',
      { ...store, layers: [layer('web', 'shop'), layer('shop', 'web'), layer('base', null)] },
      ['layers: layers that end in a lowest one'],
    ],
    ['a parent that is missing', { ...store, layers: [...store.layers, layer('x', 'gone')] }, ['layers[4].parent']],
    ['a layer of an image that is missing', { ...store, images: [image('x', 'gone')] }, ['images[0].topLayer']],
    ['a layer of a holder that is missing', { ...store, holders: [{ id: 'c', layer: 'gone' }] }, ['holders[0].layer']],
    ['two layers of one id', { ...store, layers: [...store.layers, layer('web', null)] }, ['layers[4].id']],
    ['two images of one id', { ...store, images: [image('x', null), image('x', null)] }, ['images[1].id']],
    ['a negative size', { ...store, images: [image('x', null, exactly(-1))] }, ['images[0].own.least']],
    ['a size that is no number', { ...store, images: [image('x', null, exactly(NaN))] }, ['images[0].own.least']],
    [
      'a size beyond 2^53 as a number',
      { ...store, images: [image('x', null, exactly(2 ** 53))] },
      ['images[0].own.least'],
    ],
    [
      'a size beyond 2^63',
      { ...store, images: [image('x', null, exactly('9223372036854775808'))] },
      ['images[0].own.least'],
    ],
    ['half a byte', { ...store, layers: [layer('a', null, { least: 0, most: 0.5 })] }, ['layers[0].unpacked.most']],
    ['no size at all', { ...store, layers: [{ id: 'a' }] }, ['layers[0].unpacked: an object']],
    ['a layer without an id', { ...store, layers: [{ unpacked: exactly(1) }] }, ['layers[0].id: a string']],
    [
      'a parent that is no text',
      { ...store, layers: [{ ...layer('a', null), parent: 0 }] },
      ['layers[0].parent: a string'],
    ],
    [
      'a layer that stands on itself',
      { ...store, layers: [layer('a', 'a')] },
      ['layers: layers that end in a lowest one'],
    ],
    ['an image that is a text', { ...store, images: ['web:1'] }, ['images[0]: an object']],
    ['an image without an id', { ...store, images: [{ own: exactly(1) }] }, ['images[0].id: a string']],
    [
      'a layer of an image that is no text',
      { ...store, images: [{ ...image('x', null), topLayer: null }] },
      ['images[0].topLayer: a string'],
    ],
    ['no holders', { ...store, holders: undefined }, ['holders: an array']],
    [
      'a blob without a digest',
      { ...store, layers: [{ ...layer('a', null), blob: { size: exactly(1) } }] },
      ['layers[0].blob.digest'],
    ],
    ['bounds the wrong way round', { ...store, images: [image('x', null, { least: 2, most: 1 })] }, ['images[0].own']],
    ['a holder without an id', { ...store, holders: [{ layer: 'web' }] }, ['holders[0].id']],
    ['a holder without a layer', { ...store, holders: [{ id: 'c', layer: 7 }] }, ['holders[0].layer']],
    ['no list', { layers: {}, images: [], holders: [] }, ['layers']],
    ['nothing', null, ['']],
    [
      'a blob without a size',
      { ...store, layers: [{ ...layer('a', null), blob: { digest: 'd' } }] },
      ['layers[0].blob'],
    ],
  ])('is refused with the path of what is wrong: %s', (_, input, paths) => {
    const found = problems(input)
    expect(found.length).toBeGreaterThan(0)
    expect(paths.every((path) => found.some((line) => line.startsWith(path)))).toBe(true)
  })

  it('is refused by everything that reads one, with a hundred problems at most', () => {
    const layers = Array.from({ length: 300 }, (_, at) => layer(`${at}`, 'gone'))
    const bad = { layers, images: [], holders: [] }
    const result = freedBy(bad)(new Set())
    expect(E.isLeft(result) && result.left.problems.length).toBe(100)
    expect(problems(bad)[0]).toBe('layers[0].parent: the id of a layer of the store')
  })

  it('may hold bounds as decimal text, which compare as numbers', () => {
    const own = { least: '9', most: '10' } as const
    expect(problems({ ...store, images: [image('x', null, own)] })).toEqual([])
    const reversed = { least: '10', most: '9' } as const
    expect(problems({ ...store, images: [image('x', null, reversed)] })).toEqual([
      'images[0].own: bounds of which the lower is not above the upper',
    ])
  })

  it('is told what was expected and what is there', () => {
    const wrong = {
      layers: [layer('a', 'b'), layer('b', 'a'), layer('b', 'a')],
      images: [image('x', null), image('x', 'gone')],
      holders: [],
    }
    expect(freedBy(wrong)(new Set())).toEqual(
      E.left({
        _tag: 'InvalidInput',
        source: 'layers',
        problems: [
          { path: 'layers[2].id', expected: 'a unique id', actual: '"b"' },
          { path: 'images[1].id', expected: 'a unique id', actual: '"x"' },
          { path: 'images[1].topLayer', expected: 'the id of a layer of the store', actual: '"gone"' },
          { path: 'layers', expected: 'layers that end in a lowest one', actual: '"a circle of parents"' },
        ],
      }),
    )
    const sizes = { ...store, images: [image('x', null, exactly(-1)), image('y', null, { least: 2, most: 1 })] }
    const malformed = freedBy(sizes)(new Set())
    expect(E.isLeft(malformed) && malformed.left.source).toBe('layers')
    expect(problems(sizes)).toContain(
      'images[0].own.least: an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text',
    )
    expect(problems(sizes)).toContain('images[1].own: bounds of which the lower is not above the upper')
  })

  it('is told of a hundred thousand layers in a circle, and of as many problems the first hundred', () => {
    const circle = Array.from({ length: 100_000 }, (_, at) => layer(`${at}`, `${(at + 1) % 100_000}`))
    expect(problems({ layers: circle, images: [], holders: [] })).toEqual(['layers: layers that end in a lowest one'])
    const holders = Array.from({ length: 100_000 }, () => ({ id: 'container', layer: 'gone' }))
    expect(problems({ layers: [], images: [], holders }).length).toBe(100)
  })

  it('is one with a holder twice, but none without a Set of images', () => {
    const holders = ['runtime', 'runtime'].map((held) => ({ id: 'container', layer: held }))
    expect(freed({ ...store, holders }, 'web:1', 'shop:1').layers).toEqual(['web', 'shop'])
    expect(freedBy(store)(['web:1'] as unknown as ReadonlySet<string>)).toEqual(
      E.left({
        _tag: 'InvalidInput',
        source: 'images',
        problems: [{ path: '', expected: 'a Set', actual: 'an array of 1' }],
      }),
    )
  })

  it('is empty and still one', () => {
    expect(shares({ layers: [], images: [], holders: [] })).toEqual({ images: [], shared: [] })
  })
})
