import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { answer, judge } from '../../../conformance/judge.js'
import { readingsOf } from '../../../conformance/reading.js'
import type { Case } from '../../../conformance/shape.js'
import { kubeletContainerGc } from '../../../conformance/shapes/kubelet-container-gc.js'

const { examples } = JSON.parse(readFileSync('vectors/atlas/container-gc-own-links.json', 'utf8')) as {
  readonly examples: ReadonlyArray<Pick<Case, 'input' | 'expected'> & { readonly index: number }>
}

it('has an example of each part of the universe', () => {
  expect(examples.length).toBe(64)
})

it.each(
  examples
    .flatMap(({ index, input, expected }) => readingsOf(kubeletContainerGc, { name: `case ${index}`, input, expected }))
    .map((reading) => [reading.name, reading] as const),
)('kubelet 1.36.2, links of the kubelet itself: %s', async (_name, reading) => {
  expect(judge(kubeletContainerGc, reading, await answer(kubeletContainerGc, reading))).toEqual({ _tag: 'Passed' })
})
