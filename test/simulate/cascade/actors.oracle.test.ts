import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { answer, judge } from '../../../conformance/judge.js'
import { readingsOf } from '../../../conformance/reading.js'
import type { Case } from '../../../conformance/shape.js'
import { kubernetesCascadeLiveActors } from '../../../conformance/shapes/kubernetes-cascade-live-actors.js'

const files: ReadonlyArray<readonly [string, number]> = [
  ['cascade-actors-namespaces', 86],
  ['cascade-actors-definitions', 36],
  ['cascade-actors-volumes', 57],
  ['cascade-actors-statefulsets', 34],
  ['cascade-actors-workloads', 67],
  ['cascade-actors-nodes', 5],
  ['cascade-actors-discovery', 2],
  ['cascade-actors-refused', 4],
  ['cascade-actors-extra', 10],
  ['races', 7],
]

describe.each(files)('recordings of a control plane with all its controllers, %s', (file, count) => {
  const { cases } = JSON.parse(readFileSync(`vectors/kubernetes-actors/${file}.json`, 'utf8')) as {
    readonly cases: ReadonlyArray<Case>
  }

  it('are as many as were recorded', () => {
    expect(cases.length).toBe(count)
  })

  it.each(
    cases
      .flatMap((recorded) => readingsOf(kubernetesCascadeLiveActors, recorded))
      .map((reading) => [reading.name, reading] as const),
  )('kubernetes 1.36.2: %s', async (_name, reading) => {
    expect(judge(kubernetesCascadeLiveActors, reading, await answer(kubernetesCascadeLiveActors, reading))).toEqual({
      _tag: 'Passed',
    })
  })
})
