/** Answers which recorded cases are also played on the fake cluster, and whether they end as recorded there. */
import { readFileSync } from 'node:fs'

import { judge } from '../../conformance/judge.js'
import { readingsOf } from '../../conformance/reading.js'
import type { Shape } from '../../conformance/shape.js'
import { kubernetesApiserverDelete } from '../../conformance/shapes/kubernetes-apiserver-delete.js'
import { kubernetesCascadeLive } from '../../conformance/shapes/kubernetes-cascade-live.js'
import { readVectorFile } from '../../conformance/vector-file.js'
import type { Cascade, Requests } from '../../test/testing/cluster/recorded.js'
import { playCascade, playRequests } from '../../test/testing/cluster/recorded.js'
import type { Recorded } from './cases.js'

interface Play {
  readonly file: string
  readonly shape: Shape
  readonly play: (input: unknown) => unknown
}

const plays: ReadonlyArray<Play> = [
  {
    file: 'vectors/kubernetes/cascade-live.json',
    shape: kubernetesCascadeLive,
    play: (input) => playCascade(input as Cascade),
  },
  {
    file: 'vectors/kubernetes/cascade-live-apiserver-delete.json',
    shape: kubernetesApiserverDelete,
    play: (input) => playRequests(input as Requests),
  },
]

/** Recordings of a live control plane, played on the fake cluster. */
export const casesPlayed = (of: string): ReadonlyArray<Recorded> =>
  plays
    .filter(({ file }) => file === of)
    .flatMap(({ file, shape, play }) => {
      const read = readVectorFile(readFileSync(file, 'utf8'))
      if (read._tag === 'Broken') throw new Error(`${file}: ${read.because}`)
      return read.entries.flatMap((entry) =>
        entry._tag === 'Malformed'
          ? []
          : readingsOf(shape, entry.recorded).map((reading) => ({
              file,
              name: `${reading.name}, played on a fake cluster`,
              source: 'recorded' as const,
              holds: () => Promise.resolve(holds(shape, reading, play)),
            })),
      )
    })

const holds = (
  shape: Shape,
  reading: ReturnType<typeof readingsOf>[number],
  play: (input: unknown) => unknown,
): boolean => {
  try {
    return judge(shape, reading, { _tag: 'Replayed', actual: play(reading.question.input) })._tag === 'Passed'
  } catch {
    return false
  }
}
