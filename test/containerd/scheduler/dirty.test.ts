import { expect, it } from 'vitest'

import type { DeletedKind } from '../../../src/containerd/scheduler/index.js'
import { dirtyAfter, setsDirty } from '../../../src/containerd/scheduler/index.js'

it.each<[DeletedKind, boolean]>([
  ['container', true],
  ['content', true],
  ['image', true],
  ['lease', true],
  ['lease-resource', true],
  ['snapshot', true],
  ['sandbox', false],
  ['ingest', false],
])('deleting a %s marks the store dirty: %s', (kind, marks) => {
  expect(setsDirty({ _tag: 'Deleted', kind })).toBe(marks)
})

it('stays dirty through writes that delete nothing', () => {
  expect(dirtyAfter({ _tag: 'Changed' })(true)).toBe(true)
  expect(dirtyAfter({ _tag: 'Changed' })(false)).toBe(false)
})
