import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { answer, judge } from '../../../../conformance/judge.js'
import { readingsOf } from '../../../../conformance/reading.js'
import type { Case } from '../../../../conformance/shape.js'
import { kubernetesCascadeLive } from '../../../../conformance/shapes/kubernetes-cascade-live.js'

const { cases } = JSON.parse(readFileSync('vectors/kubernetes/cascade-live.json', 'utf8')) as {
  readonly cases: ReadonlyArray<Case>
}

it('has recorded cascades of a live control plane', () => {
  expect(cases.length).toBe(299)
})

it.each(cases.map((recorded) => [recorded.name, recorded] as const))(
  'kubernetes 1.36.2: %s',
  async (_name, recorded) => {
    const readings = readingsOf(kubernetesCascadeLive, recorded)
    expect(judge(kubernetesCascadeLive, readings, await answer(kubernetesCascadeLive, readings))).toEqual({
      _tag: 'Passed',
    })
  },
)
