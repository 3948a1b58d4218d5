import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { kubernetesTtlAfterFinished } from '../../../conformance/shapes/kubernetes-ttl-after-finished.js'
import type { Case } from '../../../conformance/shape.js'

interface Recorded extends Case {
  readonly expected: Readonly<Record<string, unknown>>
}

const { cases } = JSON.parse(readFileSync('vectors/kubernetes/ttl-after-finished.json', 'utf8')) as {
  readonly cases: ReadonlyArray<Recorded>
}

describe('recorded work on finished Jobs of Kubernetes 1.36.2', () => {
  it('is that on cached Jobs, and that of reckoning what time is left', () => {
    expect(cases.length).toBe(283)
  })

  it.each(cases.map((recorded) => [recorded.name, recorded] as const))('%s: comes to the same', async (_, recorded) => {
    const replayed = await kubernetesTtlAfterFinished.replay({ ...recorded, expected: undefined })
    expect(replayed._tag === 'Replayed' && replayed.actual).toMatchObject(recorded.expected)
  })
})
