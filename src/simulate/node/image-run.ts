/** One run of the image collector in a forecast: disk usage before, bytes freed, failures. */
import type { either as E } from 'fp-ts'

import type { Family } from '../../kubelet/image/reason.js'
import type { Plan, PlanError } from '../../kubelet/image/plan.js'
import { plan } from '../../kubelet/image/plan.js'
import type { Snapshot } from '../../kubelet/image/snapshot.js'
import { bytesToFree, usageOf } from '../../kubelet/image/usage.js'
import * as either from '../../core/either.js'
import * as option from '../../core/option.js'
import { int64ToBigint } from '../../core/int64.js'
import { known } from '../../core/knowledge.js'
import type { Pass, Removal } from '../../core/plan.js'
import { instant } from '../../core/time.js'
import type { ForecastRun } from './outcome.js'
import type { NodeSimulation } from './state.js'
import { bumpVersion, usedAt, changeUsage } from './state.js'

/** What a run came to, and until when the next one of its kind would do nothing if nothing else happens. */
export interface RunEnd {
  readonly changed: boolean
  readonly idleUntil: number
  /** Images whose removal failed. */
  readonly failed?: ReadonlyArray<string>
}

/** The node as the image collector sees it at an instant. */
const snapshotAt = (simulation: NodeSimulation, at: number): Snapshot => ({
  at: instant(at),
  beganGC: simulation.node.images.beganGC,
  images: simulation.images.images(),
  containers: [...simulation.holders, ...simulation.images.users()],
  imageFs: known({
    capacityBytes: option.some(simulation.capacity),
    availableBytes: option.some(simulation.capacity - usedAt(simulation, at)),
  }),
  memory: { records: simulation.images.records(at) },
})

/** Percent in use as the kubelet counts it. */
export const percentAt = (simulation: NodeSimulation, at: number): E.Either<PlanError, number> =>
  usageOf(simulation.policies.image)(BigInt(simulation.capacity), BigInt(simulation.capacity - usedAt(simulation, at)))

/** One run, in one of its two entrances. */
export const runImages = (
  simulation: NodeSimulation,
  at: number,
  entrance: 'periodic' | 'eviction',
): E.Either<PlanError, RunEnd> => {
  const rules = {
    ...simulation.policies.image,
    entrance: entrance === 'periodic' ? ('GarbageCollect' as const) : ('DeleteUnusedImages' as const),
  }
  simulation.images.looked(at)
  const first = plan(rules)(snapshotAt(simulation, at))
  if (either.isLeft(first)) return first
  const failed = new Set<string>()
  let changed = false
  const aged = first.right.passes.find(({ name }) => name === 'age')
  let left: Plan = first.right
  if (aged !== undefined && aged.removals.length > 0) {
    const run = beginRun(simulation, at, entrance)
    if (either.isLeft(run)) return run
    changed = finishRun(simulation, at, run.right, remove(simulation, aged, failed))
    // A failure in the age pass ends the run of the kubelet.
    if (failed.size > 0) return either.right({ changed, idleUntil: at })
    const second = plan(rules)(snapshotAt(simulation, at))
    if (either.isLeft(second)) return second
    left = second.right
  }
  const space = left.passes.find(({ name }) => name === 'space')
  const goesOn = space !== undefined && (space.goal._tag === 'FreeBytes' || entrance === 'eviction')
  if (goesOn) {
    const run = beginRun(simulation, at, entrance)
    if (either.isLeft(run)) return run
    const done = remove(simulation, space, failed)
    if (entrance === 'periodic' || done.removed.length > 0)
      changed = finishRun(simulation, at, run.right, done) || changed
  }
  return either.right({ changed, idleUntil: changed ? at : wake(left), failed: [...failed] })
}

/** A run that finds the disk too full and, as the last one, nothing that can be removed. */
export const repeatIdleRun = (
  simulation: NodeSimulation,
  at: number,
  failed: ReadonlyArray<string>,
): E.Either<PlanError, null> =>
  either.map((run: Begun) => {
    simulation.images.looked(at)
    finishRun(simulation, at, run, { counted: 0, freed: 0, removed: [], failed })
    return null
  })(beginRun(simulation, at, 'periodic'))

const wake = ({ wakeAt }: Plan): number => (option.isSome(wakeAt) ? wakeAt.value.getTime() : Infinity)

type Begun = Pick<ForecastRun, 'entrance' | 'usagePercent' | 'wantedBytes' | 'usedBefore'>

const beginRun = (
  simulation: NodeSimulation,
  at: number,
  entrance: 'periodic' | 'eviction',
): E.Either<PlanError, Begun> => {
  const usagePercent = percentAt(simulation, at)
  if (either.isLeft(usagePercent)) return usagePercent
  const usedBefore = usedAt(simulation, at)
  const begun = { entrance, usagePercent: usagePercent.right, usedBefore }
  if (entrance === 'eviction' || usagePercent.right < simulation.policies.image.highThresholdPercent)
    return either.right(begun)
  const { capacity, policies } = simulation
  return either.map((wanted: bigint): Begun => ({ ...begun, wantedBytes: Number(wanted) }))(
    bytesToFree(policies.image)(BigInt(capacity), BigInt(capacity - usedBefore)),
  )
}

interface Done {
  readonly counted: number
  readonly freed: number
  readonly removed: ReadonlyArray<string>
  readonly failed: ReadonlyArray<string>
}

/** Removals, then those next in line, until the goal is met. */
const remove = (simulation: NodeSimulation, pass: Pass<Family>, failures: Set<string>): Done => {
  const removed: string[] = []
  const failed: string[] = []
  let counted = 0n
  let freed = 0
  const wanted = pass.goal._tag === 'FreeBytes' ? int64ToBigint(pass.goal.bytes) : null
  for (const removal of inOrder(pass)) {
    if (wanted !== null && removed.length > 0 && counted >= wanted) break
    const { imageId } = removal.target
    if (simulation.node.fails?.has(imageId) === true) {
      failed.push(imageId)
      failures.add(imageId)
      continue
    }
    removed.push(imageId)
    counted += int64ToBigint(removal.frees)
    simulation.images.go(imageId)
    simulation.gone.add(imageId)
    const place = simulation.stack.imageAt.get(imageId)
    if (place !== undefined) freed += simulation.layers.remove(place)
  }
  return { counted: Number(counted), freed, removed, failed }
}

const inOrder = ({ removals, reserve }: Pass<Family>): ReadonlyArray<Removal<Family>> => [...removals, ...reserve]

const finishRun = (
  simulation: NodeSimulation,
  at: number,
  begun: Begun,
  { counted, freed, removed, failed }: Done,
): boolean => {
  changeUsage(simulation, at, -freed)
  simulation.log.runs.push({
    at: instant(at),
    collector: 'images',
    ...begun,
    countedBytes: counted,
    freedBytes: freed,
    removed,
    failed,
    usedAfter: usedAt(simulation, at),
  })
  if (removed.length > 0) bumpVersion(simulation)
  return removed.length > 0
}
