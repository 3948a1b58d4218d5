import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { answer, judge } from '../../../../conformance/judge.js'
import { readingsOf } from '../../../../conformance/reading.js'
import type { Case } from '../../../../conformance/shape.js'
import { kubernetesApiserverDelete } from '../../../../conformance/shapes/kubernetes-apiserver-delete.js'

const { cases } = JSON.parse(readFileSync('vectors/kubernetes/cascade-live-apiserver-delete.json', 'utf8')) as {
  readonly cases: ReadonlyArray<Case>
}

it('has recorded requests to a live server', () => {
  expect(cases.length).toBe(260)
})

it.each(cases.map((recorded) => [recorded.name, recorded] as const))(
  'kubernetes 1.36.2: %s',
  async (_name, recorded) => {
    const readings = readingsOf(kubernetesApiserverDelete, recorded)
    expect(judge(kubernetesApiserverDelete, readings, await answer(kubernetesApiserverDelete, readings))).toEqual({
      _tag: 'Passed',
    })
  },
)
