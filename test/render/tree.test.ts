import { describe, expect, it } from 'vitest'

import type { Twig } from '../../src/render/index.js'
import { renderTree } from '../../src/render/index.js'

const twig = (text: string, ...twigs: ReadonlyArray<Twig>): Twig => ({ text, twigs })

describe('a tree as text', () => {
  it('shows where each line belongs', () => {
    expect(renderTree([twig('a', twig('b', twig('c')), twig('d', twig('e'))), twig('f')]).split('\n')).toEqual([
      'a',
      '├─ b',
      '│  └─ c',
      '└─ d',
      '   └─ e',
      'f',
    ])
  })

  it('is empty without lines', () => {
    expect(renderTree([])).toBe('')
  })

  it('escapes what would break a line', () => {
    expect(renderTree([twig('a\nb')])).toBe('a\\u000ab')
  })

  it('is drawn however deep it is', () => {
    let deep = twig('leaf')
    for (let depth = 0; depth < 3000; depth++) deep = twig('', deep)
    expect(renderTree([deep]).split('\n').length).toBe(3001)
  })
})
