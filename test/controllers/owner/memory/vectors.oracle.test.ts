import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { answer, judge } from '../../../../conformance/judge.js'
import { readingsOf } from '../../../../conformance/reading.js'
import type { Shape } from '../../../../conformance/shape.js'
import { kubernetesOwnerGcEvents } from '../../../../conformance/shapes/kubernetes-owner-gc-events.js'
import { kubernetesOwnerGc } from '../../../../conformance/shapes/kubernetes-owner-gc.js'
import { readVectorFile } from '../../../../conformance/vector-file.js'

const recorded: ReadonlyArray<readonly [file: string, shape: Shape, count: number]> = [
  ['kubernetes/owner-gc', kubernetesOwnerGc, 269],
  ['kubernetes/owner-gc-events', kubernetesOwnerGcEvents, 130],
  ['corners/owner-gc-events-corners', kubernetesOwnerGcEvents, 3],
]

describe.each(recorded)('%s', (name, shape, count) => {
  const file = readVectorFile(readFileSync(`vectors/${name}.json`, 'utf8'))
  const cases =
    file._tag === 'Vectors' ? file.entries.flatMap((entry) => (entry._tag === 'Sound' ? [entry.recorded] : [])) : []

  it('has recorded cases', () => {
    expect(cases.length).toBe(count)
  })

  it.each(cases.flatMap((each) => readingsOf(shape, each)).map((reading) => [reading.name, reading] as const))(
    'Kubernetes 1.36.2: %s',
    async (_name, reading) => {
      expect(judge(shape, reading, await answer(shape, reading))).toEqual({ _tag: 'Passed' })
    },
  )
})
