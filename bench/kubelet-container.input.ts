/**
 * Answers which node the container benchmark decides about: pods of two containers, each restarted a few times, one pod in
 * ten deleted, two sandboxes and one log directory per pod.
 */
import type { Container, PodState, Sandbox, Snapshot } from '../src/kubelet/container/snapshot.js'
import { known } from '../src/core/knowledge.js'
import { after, instant, millis } from '../src/core/time.js'
import { digestOf, flattened, seeded } from './random.js'
import { option as O } from 'fp-ts'

const hour = 3_600_000
const attempts = 4
const names = ['app', 'sidecar']

/** The limits under which every phase of the container pass has work to do. */
export interface Limits {
  readonly minAge: number
  readonly maxPerPodContainer: number
  readonly maxContainers: number
}

/** Limits for a node with this many containers. */
export const limitsFor = (containers: number): Limits => ({
  minAge: hour,
  maxPerPodContainer: 2,
  maxContainers: Math.floor(containers / 6),
})

/** A node with about this many containers. */
export const containerSnapshot = (size: number): Snapshot => {
  const random = seeded(size)
  const at = instant(Date.UTC(2026, 0, 1, 12))
  const ago = (from: number, to: number): Date => after(at, millis(-Math.floor((from + random() * (to - from)) * hour)))
  const containers: Container[] = []
  const sandboxes: Sandbox[] = []
  const pods: PodState[] = []
  for (let pod = 0; containers.length < size; pod++) {
    const podUid = digestOf(pod).slice(0, 36)
    const gone = random() < 0.1
    pods.push({ uid: podUid, contentRemoved: known(gone), runtimeRemoved: known(gone) })
    for (let attempt = 0; attempt < 2; attempt++)
      sandboxes.push({
        id: digestOf(2 * pod + attempt),
        podUid,
        state: attempt === 1 && !gone ? 'SANDBOX_READY' : 'SANDBOX_NOTREADY',
        createdAt: ago(80 - attempt * 40, 120 - attempt * 40),
      })
    for (const name of names)
      for (let attempt = 0; attempt < attempts; attempt++)
        containers.push({
          id: digestOf(containers.length),
          sandboxId: digestOf(2 * pod + (attempt < 2 ? 0 : 1)),
          podUid,
          name,
          state: attempt === attempts - 1 && !gone ? 'CONTAINER_RUNNING' : 'CONTAINER_EXITED',
          createdAt: ago(0, 72),
          identified: true,
        })
  }
  return flattened({
    at,
    allSourcesReady: true,
    pods,
    containers,
    sandboxes,
    logDirectories: pods.map(({ uid }, index) => `default_pod-${index}_${uid}`),
    logLinks: containers.slice(0, size >> 3).map(({ id, name }, index) => ({
      path: `/var/log/containers/pod-${index}_default_${name}-${id}.log`,
      targetExists: random() < 0.9,
      containerStatus: O.none,
    })),
  })
}
