import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { judge } from '../../../conformance/judge.js'
import { readingsOf } from '../../../conformance/reading.js'
import type { Case } from '../../../conformance/shape.js'
import { kubernetesApiserverDelete } from '../../../conformance/shapes/kubernetes-apiserver-delete.js'
import { kubernetesCascadeLive } from '../../../conformance/shapes/kubernetes-cascade-live.js'
import type { Cascade, Requests } from './recorded.js'
import { playCascade, playRequests } from './recorded.js'

const casesOf = (file: string): ReadonlyArray<Case> =>
  (JSON.parse(readFileSync(`vectors/kubernetes/${file}.json`, 'utf8')) as { readonly cases: ReadonlyArray<Case> }).cases

describe.each([
  ['cascades of a live control plane', 'cascade-live', 299, kubernetesCascadeLive, playCascade],
  ['requests to a live server', 'cascade-live-apiserver-delete', 260, kubernetesApiserverDelete, playRequests],
] as const)('a fake cluster replays %s', (_what, file, count, shape, play) => {
  const readings = casesOf(file).flatMap((recorded) => readingsOf(shape, recorded))

  it('which are all there', () => {
    expect(readings.length).toBe(count)
  })

  it.each(readings.map((reading) => [reading.name, reading] as const))('kubernetes 1.36.2: %s', (_name, reading) => {
    const actual = play(reading.question.input as Cascade & Requests)
    expect(judge(shape, reading, { _tag: 'Replayed', actual })).toEqual({ _tag: 'Passed' })
  })
})
