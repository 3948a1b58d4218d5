import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import type { Case } from '../../../conformance/shape.js'
import { kubeletEviction } from '../../../conformance/shapes/kubelet-eviction.js'

const counts = { parse: 300, eval: 356, rank: 150, sync: 110 }

describe.each(Object.entries(counts))('recorded eviction decisions: %s', (name, count) => {
  const { cases } = JSON.parse(readFileSync(`vectors/kubelet/eviction-thresholds-${name}.json`, 'utf8')) as {
    readonly cases: ReadonlyArray<Case>
  }

  it('are all there', () => {
    expect(cases.length).toBe(count)
  })

  it.each(cases.map((recorded) => [recorded.name, recorded] as const))('kubelet 1.36.2: %s', async (_, recorded) => {
    expect(await kubeletEviction.replay({ ...recorded, expected: undefined })).toEqual({
      _tag: 'Replayed',
      actual: recorded.expected,
    })
  })
})
