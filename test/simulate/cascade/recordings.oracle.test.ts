import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { answer, judge } from '../../../conformance/judge.js'
import { readingsOf } from '../../../conformance/reading.js'
import type { Case } from '../../../conformance/shape.js'
import { kubernetesCascadeLive } from '../../../conformance/shapes/kubernetes-cascade-live.js'

const { cases } = JSON.parse(readFileSync('vectors/kubernetes/cascade-live.json', 'utf8')) as {
  readonly cases: ReadonlyArray<Case>
}

it('has recorded cascades of a live control plane', () => {
  expect(cases.length).toBe(299)
})

it.each(
  cases
    .flatMap((recorded) => readingsOf(kubernetesCascadeLive, recorded))
    .map((reading) => [reading.name, reading] as const),
)('kubernetes 1.36.2: %s', async (_name, reading) => {
  expect(judge(kubernetesCascadeLive, reading, await answer(kubernetesCascadeLive, reading))).toEqual({
    _tag: 'Passed',
  })
})
