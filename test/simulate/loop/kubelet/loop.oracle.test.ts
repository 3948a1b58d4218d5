import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import type { Case } from '../../../../conformance/shape.js'
import { kubeletGcLoop } from '../../../../conformance/shapes/kubelet-gc-loop.js'

const { cases } = JSON.parse(readFileSync('vectors/kubelet/gc-loop.json', 'utf8')) as {
  readonly cases: ReadonlyArray<Case>
}

it('has recorded courses of the loops', () => {
  expect(cases.length).toBe(24)
})

it.each(cases.map((recorded) => [recorded.name, recorded] as const))('kubelet 1.36.2: %s', async (_name, recorded) => {
  expect(await kubeletGcLoop.replay({ ...recorded, expected: undefined })).toEqual({
    _tag: 'Replayed',
    actual: recorded.expected,
  })
})
