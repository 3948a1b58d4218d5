import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { answer, judge } from '../../../conformance/judge.js'
import { readingsOf } from '../../../conformance/reading.js'
import type { Case } from '../../../conformance/shape.js'
import { kubeletContainerGc } from '../../../conformance/shapes/kubelet-container-gc.js'

const { cases } = JSON.parse(readFileSync('vectors/kubelet/container-gc.json', 'utf8')) as {
  readonly cases: ReadonlyArray<Case>
}

it('has recorded collections', () => {
  expect(cases.length).toBe(345)
})

it.each(
  cases
    .flatMap((recorded) => readingsOf(kubeletContainerGc, recorded))
    .map((reading) => [reading.name, reading] as const),
)('kubelet 1.36.2: %s', async (_name, reading) => {
  expect(judge(kubeletContainerGc, reading, await answer(kubeletContainerGc, reading))).toEqual({ _tag: 'Passed' })
})
