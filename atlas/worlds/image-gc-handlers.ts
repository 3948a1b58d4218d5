/** Answers what the node of a case is where images are listed once per runtime handler. */
import type { Digits } from '../universe.js'
import type { ImageDigit, Run } from './image-run.js'
import { CREATED, recordsOf, runMembers } from './image-run.js'
import { containerLabels } from './times.js'

interface Entry extends ImageDigit {
  readonly place: number
  readonly id: string
  readonly runtimeHandler: string
}

export const imageHandlersWorld = (digits: Digits): unknown => {
  const run = digits.get('run') as Run
  const entries = [1, 2, 3, 4].map((place): Entry => ({
    ...(digits.get(`entry-${place}`) as Omit<Entry, 'place'>),
    place,
  }))
  return {
    ...runMembers(run, true, run.failures),
    records: entries.flatMap((entry) => recordsOf(entry.id, entry.runtimeHandler, entry)),
    images: entries
      .filter(({ listed }) => listed)
      .map(({ id, runtimeHandler, size, pinned }) => ({
        id,
        repoTags: [],
        size,
        pinned,
        ...(runtimeHandler === '' ? {} : { spec: { image: id, runtimeHandler } }),
      })),
    containers: entries.filter(({ use }) => use !== 'none').map(containerOf),
  }
}

const containerOf = ({ place, id, runtimeHandler, use }: Entry): object => {
  const handler = use === 'otherHandler' ? 'other' : runtimeHandler
  return {
    id: `c-${place}`,
    podSandboxId: `s-${place}`,
    metadata: { name: 'app', attempt: 0 },
    image: { image: `registry.example/${place}:v1`, ...(handler === '' ? {} : { runtimeHandler: handler }) },
    state: 'CONTAINER_RUNNING',
    createdAt: CREATED,
    labels: containerLabels('app', `pod-${place}`, `uid-${place}`),
    ...(use === 'volume'
      ? { imageRef: 'sha256:elsewhere', mounts: [{ containerPath: '/vol', image: { image: id } }] }
      : { imageRef: id }),
  }
}
