/** One run of the container collector in a forecast: the bytes it frees, and the images that are no longer in use. */
import type { either as E } from 'fp-ts'

import { apply } from '../../kubelet/container/apply.js'
import { type PlanError, plan } from '../../kubelet/container/plan.js'
import type { Snapshot } from '../../kubelet/container/snapshot.js'
import { observe } from '../../kubelet/image/memory.js'
import type { PlanError as ImagePlanError } from '../../kubelet/image/plan.js'
import * as fp from '../../core/fp.js'
import { known } from '../../core/knowledge.js'
import { plannedTargets } from '../../core/plan.js'
import { instant } from '../../core/time.js'
import { type RunEnd, percentAt } from './image-run.js'
import { type NodeSimulation, bumpVersion, usedAt, changeUsage } from './state.js'

/** What a forecast can fail with: the failures of the collectors. */
export type ForecastFailure = PlanError | ImagePlanError

/** One run, in one of its two entrances; without containers nothing ever happens. */
export const runContainers = (
  simulation: NodeSimulation,
  at: number,
  entrance: 'periodic' | 'eviction',
): E.Either<ForecastFailure, RunEnd> => {
  const { containers, policies } = simulation
  if (containers === null) return fp.right({ changed: false, idleUntil: Infinity })
  const snapshot = { ...containers.snapshot, at: instant(at) }
  return fp.pipe(
    plan({ ...policies.container, evictNonDeletedPods: entrance === 'eviction' })(snapshot),
    fp.flatMap((planned): E.Either<ForecastFailure, RunEnd> => {
      const removed = plannedTargets(planned).map(({ id }) => id)
      const { wakeAt } = planned
      if (removed.length === 0)
        return fp.right({ changed: false, idleUntil: fp.isSome(wakeAt) ? wakeAt.value.getTime() : Infinity })
      return fp.pipe(
        percentAt(simulation, at),
        fp.map((usagePercent) => {
          const run = { at: instant(at), collector: 'containers', entrance, usagePercent, removed, failed: [] } as const
          const usedBefore = usedAt(simulation, at)
          const freedBytes = remove(simulation, at, apply(planned)(snapshot), containers.bytes, removed)
          const usedAfter = usedAt(simulation, at)
          simulation.log.runs.push({ ...run, countedBytes: freedBytes, freedBytes, usedBefore, usedAfter })
          return { changed: true, idleUntil: at }
        }),
      )
    }),
  )
}

const remove = (
  simulation: NodeSimulation,
  at: number,
  snapshot: Snapshot,
  bytes: Map<string, number>,
  removed: ReadonlyArray<string>,
): number => {
  simulation.containers = { snapshot, bytes }
  releaseImages(simulation, at, new Set(removed))
  const freed = removed.reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0)
  for (const id of removed) bytes.delete(id)
  changeUsage(simulation, at, -freed)
  bumpVersion(simulation)
  return freed
}

/** Images of containers that go were last used when the image collector looked last. */
const releaseImages = (simulation: NodeSimulation, at: number, gone: ReadonlySet<string>): void => {
  if (!simulation.holders.some(({ id }) => gone.has(id))) return
  const seen = simulation.images.lastLook(at)
  if (seen !== null) {
    const look = {
      at: instant(seen),
      detectTime: fp.some(instant(seen)),
      images: simulation.images.images(),
      containers: simulation.holders,
    }
    const held = observe(simulation.policies.image)(look)({ records: simulation.images.records(at) }).records
    const before = new Set(simulation.images.records(at).map(({ id }) => id))
    simulation.images.remember(held.filter(({ id }) => before.has(id)))
  }
  simulation.holders = simulation.holders.filter(({ id }) => !gone.has(id))
}

/** The containers of a pod that was evicted have ended, and nothing of them needs to stay. */
export const endPod = (simulation: NodeSimulation, uid: string): void => {
  if (simulation.containers === null) return
  const { snapshot, bytes } = simulation.containers
  const gone = { uid, contentRemoved: known(true), runtimeRemoved: known(true) }
  for (const { id, podUid } of snapshot.containers) if (podUid === uid) bytes.delete(id)
  simulation.containers = {
    bytes,
    snapshot: {
      ...snapshot,
      pods: [...snapshot.pods.filter((pod) => pod.uid !== uid), gone],
      containers: snapshot.containers.map((one) =>
        one.podUid === uid && one.state === 'CONTAINER_RUNNING' ? { ...one, state: 'CONTAINER_EXITED' } : one,
      ),
      sandboxes: snapshot.sandboxes.map((one) => (one.podUid === uid ? { ...one, state: 'SANDBOX_NOTREADY' } : one)),
    },
  }
}
