/**
 * Answers the least that has to be done: find the jobs whose hour is over, or the secrets that no pod mounts.
 */
import type { WholeObject } from '../src/apiserver/index.js'
import { annotationNames } from '../src/controllers/lifecycle/index.js'
import { compareText } from '../src/internal/lists.js'

const inOrder = (a: WholeObject, b: WholeObject): number =>
  compareText(a.metadata.namespace ?? '', b.metadata.namespace ?? '') || compareText(a.metadata.name, b.metadata.name)

/** Uids of jobs that are due, the one that was due first first. */
export const naiveJobs = (at: Date, objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => {
  const due: { readonly object: WholeObject; readonly end: number }[] = []
  for (const object of objects) {
    const ttl = object.metadata.annotations?.[annotationNames.ttlSeconds]
    const { conditions } = object.status as {
      conditions: { type: string; status: string; lastTransitionTime: string }[]
    }
    const done = conditions.find(({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True')
    if (ttl === undefined || done === undefined) continue
    const end = Date.parse(done.lastTransitionTime) + Number(ttl) * 1000
    if (end <= at.getTime()) due.push({ object, end })
  }
  due.sort((a, b) => a.end - b.end || inOrder(a.object, b.object))
  return due.map(({ object }) => object.metadata.uid)
}

/** Uids of secrets that no pod mounts and whose mark is old enough. */
export const naiveSecrets = (objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => {
  const used = new Set<string>()
  for (const { kind, metadata, spec } of objects) {
    if (kind !== 'Pod') continue
    const { volumes } = spec as { volumes: { secret: { secretName: string } }[] }
    for (const { secret } of volumes) used.add(`${metadata.namespace ?? ''} ${secret.secretName}`)
  }
  return objects
    .filter(({ kind, metadata }) => kind === 'Secret' && !used.has(`${metadata.namespace ?? ''} ${metadata.name}`))
    .sort(inOrder)
    .map(({ metadata }) => metadata.uid)
}
