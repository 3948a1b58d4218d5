import { describe, expect, it } from 'vitest'

import { readArguments } from '../../atlas/arguments.js'
import { drawBlocks } from '../../atlas/draw.js'

const universes = [
  { name: 'large', blocks: 50 },
  { name: 'small', blocks: 2 },
]

describe('a sample', () => {
  it('has the first block of each universe, however few are asked for', () => {
    expect(drawBlocks(universes, 1, 'seed')).toEqual([
      { name: 'large', block: 0 },
      { name: 'small', block: 0 },
    ])
  })

  it('goes on with others of each in turn, none twice, until there are as many as asked for', () => {
    const drawn = drawBlocks(universes, 10, 'seed')
    expect(drawn).toHaveLength(10)
    expect(drawn.slice(2, 4).map(({ name }) => name)).toEqual(['large', 'small'])
    expect(new Set(drawn.map(({ name, block }) => `${name} ${block}`)).size).toBe(10)
  })

  it('is drawn by the seed alone, and another seed draws another', () => {
    const drawn = drawBlocks(universes, 10, 'seed')
    expect(drawBlocks(universes, 10, 'seed')).toEqual(drawn)
    expect(drawBlocks(universes, 10, 'other')).not.toEqual(drawn)
  })

  it('is everything when more is asked for than there is', () => {
    expect(drawBlocks(universes, 99, 'seed')).toHaveLength(52)
  })
})

describe('the command line', () => {
  it.each([
    [[], { _tag: 'Whole', name: null, fresh: false }],
    [['--fresh', 'ttl-process'], { _tag: 'Whole', name: 'ttl-process', fresh: true }],
    [['ttl-process', '--block', '3'], { _tag: 'Block', name: 'ttl-process', block: 3 }],
    [['--sample', '102'], { _tag: 'Sample', blocks: 102 }],
  ])('reads %j', (words, command) => {
    expect(readArguments(words)).toEqual(command)
  })

  it.each([
    [['--block', '3'], '--block goes with a NAME alone'],
    [['a', '--block', 'x'], '--block wants a whole number'],
    [['a', '--sample', '5'], '--sample goes alone, with a number above zero'],
    [['--sample', '0'], '--sample goes alone, with a number above zero'],
    [['a', 'b'], 'more than one NAME'],
    [['--all'], 'unknown option --all'],
  ])('refuses %j', (words, because) => {
    expect(readArguments(words)).toEqual({ _tag: 'Misused', because })
  })
})
