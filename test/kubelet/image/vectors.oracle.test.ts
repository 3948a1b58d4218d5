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

  const readings = cases.flatMap((recorded) => readingsOf(shape, recorded))

  it.each(readings.map((reading) => [reading.name, reading] as const))('kubelet 1.36.2: %s', async (_name, reading) => {
    expect(judge(shape, reading, await answer(shape, reading))).toEqual({ _tag: 'Passed' })
  })
})
