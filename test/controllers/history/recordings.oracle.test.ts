import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { answer, judge } from '../../../conformance/judge.js'
import { readingsOf } from '../../../conformance/reading.js'
import type { Case, Shape } from '../../../conformance/shape.js'
import { kubernetesHistoryCronJob } from '../../../conformance/shapes/kubernetes-history-cronjob.js'
import { kubernetesHistoryDaemonSet } from '../../../conformance/shapes/kubernetes-history-daemonset.js'
import { kubernetesHistoryDeployment } from '../../../conformance/shapes/kubernetes-history-deployment.js'
import { kubernetesHistoryStatefulSet } from '../../../conformance/shapes/kubernetes-history-statefulset.js'

const recordings: ReadonlyArray<readonly [string, number, Shape]> = [
  ['deployment', 132, kubernetesHistoryDeployment],
  ['statefulset', 137, kubernetesHistoryStatefulSet],
  ['daemonset', 220, kubernetesHistoryDaemonSet],
  ['cronjob', 220, kubernetesHistoryCronJob],
]

describe.each(recordings)('recorded clean-ups of the %s controller of kubernetes 1.36.2', (name, count, shape) => {
  const { cases } = JSON.parse(readFileSync(`vectors/kubernetes/history-${name}.json`, 'utf8')) as {
    readonly cases: ReadonlyArray<Case>
  }
  const readings = cases.flatMap((recorded) => readingsOf(shape, recorded))

  it('are all there', () => {
    expect(readings.length).toBe(count)
  })

  it.each(readings.map((reading) => [reading.name, reading] as const))('%s', async (_name, reading) => {
    expect(judge(shape, reading, await answer(shape, reading))).toEqual({ _tag: 'Passed' })
  })
})
