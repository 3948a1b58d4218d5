import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { answer, judge } from '../../../conformance/judge.js'
import { readingsOf } from '../../../conformance/reading.js'
import type { Case, Shape } from '../../../conformance/shape.js'
import { kubeletImageDetect } from '../../../conformance/shapes/kubelet-image-detect.js'
import { kubeletImageGc } from '../../../conformance/shapes/kubelet-image-gc.js'

const recorded: ReadonlyArray<readonly [file: string, shape: Shape, count: number]> = [
  ['image-gc', kubeletImageGc, 400],
  ['image-gc-worked-example', kubeletImageGc, 3],
  ['image-detect', kubeletImageDetect, 300],
]

describe.each(recorded)('%s', (file, shape, count) => {
  const { cases } = JSON.parse(readFileSync(`vectors/kubelet/${file}.json`, 'utf8')) as {
    readonly cases: ReadonlyArray<Case>
  }

  it('has recorded cases', () => {
    expect(cases.length).toBe(count)
  })

  it.each(cases.map((each) => [each.name, each] as const))('kubelet 1.36.2: %s', async (_name, each) => {
    const readings = readingsOf(shape, each)
    expect(judge(shape, readings, await answer(shape, readings))).toEqual({ _tag: 'Passed' })
  })
})
