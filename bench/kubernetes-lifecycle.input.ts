/**
 * Answers which cluster lifecycles are measured on: finished jobs that are opted in, or secrets of which pods mount half.
 */
import type { WholeObject } from '../src/apiserver/index.js'
import { annotationNames } from '../src/controllers/lifecycle/index.js'
import { seeded } from './random.js'

/** When the jobs are looked at. */
export const at: Date = new Date('2026-01-01T12:00:00Z')

const hour = 3_600_000

const rules = (vote: string): Readonly<Record<string, string>> => ({
  [annotationNames.enabled]: 'true',
  [annotationNames.ttlSeconds]: '3600',
  [vote]: 'true',
})

/** Jobs in no order, nine of ten of them finished more than an hour ago. */
export const jobsOf = (size: number): ReadonlyArray<WholeObject> => {
  const next = seeded(14)
  const annotations = rules(annotationNames.afterFinished)
  return Array.from({ length: size }, (_, index) => {
    const name = `job-${String(Math.floor(next() * 1e9)).padStart(9, '0')}-${index}`
    const ago = index % 10 === 0 ? next() * hour : hour + next() * 1000 * hour
    const time = `${new Date(at.getTime() - ago).toISOString().slice(0, 19)}Z`
    return {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { namespace: `ns-${index % 100}`, name, uid: `uid-${name}`, resourceVersion: '1', annotations },
      spec: { template: { spec: { containers: [{ name: 'main', image: 'busybox' }] } } },
      status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: time }] },
    }
  })
}

/** Half of the objects are secrets, half are pods, every other of which mounts a secret of its own. */
export const secretsOf = (size: number): ReadonlyArray<WholeObject> => {
  const annotations = rules(annotationNames.afterUnused)
  return Array.from({ length: size }, (_, index) => {
    const number = Math.floor(index / 2)
    const metadata = { namespace: `ns-${number % 100}`, resourceVersion: '1' }
    if (index % 2 === 0) {
      const name = `secret-${number}`
      return { apiVersion: 'v1', kind: 'Secret', metadata: { ...metadata, name, uid: `uid-${name}`, annotations } }
    }
    const name = `pod-${number}`
    const volumes = number % 2 === 0 ? [{ name: 'v', secret: { secretName: `secret-${number}` } }] : []
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, name, uid: `uid-${name}` },
      spec: { containers: [{ name: 'main', image: 'busybox', env: [{ name: 'A', value: 'b' }] }], volumes },
      status: { phase: 'Running' },
    }
  })
}
