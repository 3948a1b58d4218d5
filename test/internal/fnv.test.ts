import { expect, it } from 'vitest'

import { fnv1a } from '../../src/internal/fnv.js'

it('FNV-1a gives the hashes that its authors list', () => {
  expect(['', 'a', 'foobar'].map(fnv1a)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
})
