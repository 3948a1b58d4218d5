import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { kubernetesPodGc } from '../../../conformance/shapes/kubernetes-pod-gc.js'
import type { Case } from '../../../conformance/shape.js'

interface Recorded extends Case {
  readonly expected: Readonly<Record<string, unknown>>
}

const { cases } = JSON.parse(readFileSync('vectors/kubernetes/pod-gc.json', 'utf8')) as {
  readonly cases: ReadonlyArray<Recorded>
}

describe('recorded runs of pod GC of Kubernetes 1.36.2', () => {
  it('are those of single passes and of runs one after the other', () => {
    expect(cases.length).toBe(177)
  })

  it.each(cases.map((recorded) => [recorded.name, recorded] as const))(
    '%s: makes the same calls',
    async (_, recorded) => {
      const replayed = await kubernetesPodGc.replay({ ...recorded, expected: undefined })
      expect(replayed._tag === 'Replayed' && replayed.actual).toMatchObject(recorded.expected)
    },
  )
})
