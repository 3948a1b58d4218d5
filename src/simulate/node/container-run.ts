/**
 * Answers what one run of the container collector gives back, and which images nobody holds any more after it.
 */
import type { either as E } from 'fp-ts'

import { apply } from '../../kubelet/container/apply.js'
import type { PlanError } from '../../kubelet/container/plan.js'
import { plan } from '../../kubelet/container/plan.js'
import { observe } from '../../kubelet/image/memory.js'
import type { PlanError as ImagePlanError } from '../../kubelet/image/plan.js'
import * as either from '../../core/either.js'
import * as option from '../../core/option.js'
import { known } from '../../core/knowledge.js'
import { plannedTargets } from '../../core/plan.js'
import { instant } from '../../core/time.js'
import { percentAt } from './image-run.js'
import type { RunEnd } from './image-run.js'
import type { World } from './world.js'
import { touch, usedAt, write } from './world.js'

/** What a forecast can fail with: the failures of the collectors. */
export type ForecastFailure = PlanError | ImagePlanError

/** One run, in one of its two entrances; without containers nothing ever happens. */
export const runContainers = (
  world: World,
  at: number,
  entrance: 'periodic' | 'eviction',
): E.Either<ForecastFailure, RunEnd> => {
  const { containers, policies } = world
  if (containers === null) return either.right({ changed: false, idleUntil: Infinity })
  const snapshot = { ...containers.snapshot, at: instant(at) }
  const planned = plan({ ...policies.container, evictNonDeletedPods: entrance === 'eviction' })(snapshot)
  if (either.isLeft(planned)) return planned
  const removed = plannedTargets(planned.right).map(({ id }) => id)
  const { wakeAt } = planned.right
  if (removed.length === 0)
    return either.right({ changed: false, idleUntil: option.isSome(wakeAt) ? wakeAt.value.getTime() : Infinity })
  const usagePercent = percentAt(world, at)
  if (either.isLeft(usagePercent)) return usagePercent
  const usedBefore = usedAt(world, at)
  world.containers = { ...containers, snapshot: apply(planned.right)(snapshot) }
  letGo(world, at, new Set(removed))
  const bytes = removed.reduce((sum, id) => sum + (containers.bytes.get(id) ?? 0), 0)
  for (const id of removed) containers.bytes.delete(id)
  write(world, at, -bytes)
  touch(world)
  world.told.runs.push({
    at: instant(at),
    collector: 'containers',
    entrance,
    usagePercent: usagePercent.right,
    countedBytes: bytes,
    freedBytes: bytes,
    removed,
    failed: [],
    usedBefore,
    usedAfter: usedAt(world, at),
  })
  return either.right({ changed: true, idleUntil: at })
}

/** Images of containers that go were last used when the image collector looked last. */
const letGo = (world: World, at: number, gone: ReadonlySet<string>): void => {
  if (!world.holders.some(({ id }) => gone.has(id))) return
  const seen = world.images.lastLook(at)
  if (seen !== null) {
    const look = {
      at: instant(seen),
      detectTime: option.some(instant(seen)),
      images: world.images.images(),
      containers: world.holders,
    }
    const held = observe(world.policies.image)(look)({ records: world.images.records(at) }).records
    const before = new Set(world.images.records(at).map(({ id }) => id))
    world.images.remember(held.filter(({ id }) => before.has(id)))
  }
  world.holders = world.holders.filter(({ id }) => !gone.has(id))
}

/** The containers of a pod that was evicted have ended, and nothing of them needs to stay. */
export const endPod = (world: World, uid: string): void => {
  if (world.containers === null) return
  const { snapshot, bytes } = world.containers
  const gone = { uid, contentRemoved: known(true), runtimeRemoved: known(true) }
  for (const { id, podUid } of snapshot.containers) if (podUid === uid) bytes.delete(id)
  world.containers = {
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
