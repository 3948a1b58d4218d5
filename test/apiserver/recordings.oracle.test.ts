import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { answer, judge } from '../../conformance/judge.js'
import { readingsOf } from '../../conformance/reading.js'
import type { Case } from '../../conformance/shape.js'
import { kubernetesApiserverDelete } from '../../conformance/shapes/kubernetes-apiserver-delete.js'

const { cases } = JSON.parse(readFileSync('vectors/kubernetes/cascade-live-apiserver-delete.json', 'utf8')) as {
  readonly cases: ReadonlyArray<Case>
}

it('has recorded requests to a live server', () => {
  expect(cases.length).toBe(260)
})

it.each(
  cases
    .flatMap((recorded) => readingsOf(kubernetesApiserverDelete, recorded))
    .map((reading) => [reading.name, reading] as const),
)('kubernetes 1.36.2: %s', async (_name, reading) => {
  expect(judge(kubernetesApiserverDelete, reading, await answer(kubernetesApiserverDelete, reading))).toEqual({
    _tag: 'Passed',
  })
})
