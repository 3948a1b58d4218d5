/**
 * Answers what one run of the image collector does to the disk: what it counts, what becomes free, what fails.
 */
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
import type { World } from './world.js'
import { touch, usedAt, write } from './world.js'

/** What a run came to, and until when the next one of its kind would do nothing if nothing else happens. */
export interface RunEnd {
  readonly changed: boolean
  readonly idleUntil: number
  /** Images whose removal failed. */
  readonly failed?: ReadonlyArray<string>
}

/** The node as the image collector sees it at an instant. */
const snapshotAt = (world: World, at: number): Snapshot => ({
  at: instant(at),
  beganGC: world.node.images.beganGC,
  images: world.images.images(),
  containers: [...world.holders, ...world.images.users()],
  imageFs: known({
    capacityBytes: option.some(world.capacity),
    availableBytes: option.some(world.capacity - usedAt(world, at)),
  }),
  memory: { records: world.images.records(at) },
})

/** Percent in use as the kubelet counts it. */
export const percentAt = (world: World, at: number): E.Either<PlanError, number> =>
  usageOf(world.policies.image)(BigInt(world.capacity), BigInt(world.capacity - usedAt(world, at)))

/** One run, in one of its two entrances. */
export const runImages = (world: World, at: number, entrance: 'periodic' | 'eviction'): E.Either<PlanError, RunEnd> => {
  const rules = {
    ...world.policies.image,
    entrance: entrance === 'periodic' ? ('GarbageCollect' as const) : ('DeleteUnusedImages' as const),
  }
  world.images.looked(at)
  const first = plan(rules)(snapshotAt(world, at))
  if (either.isLeft(first)) return first
  const failed = new Set<string>()
  let changed = false
  const aged = first.right.passes.find(({ name }) => name === 'age')
  let left: Plan = first.right
  if (aged !== undefined && aged.removals.length > 0) {
    const run = beginRun(world, at, entrance)
    if (either.isLeft(run)) return run
    changed = finishRun(world, at, run.right, carryOut(world, aged, failed))
    // A failure in the age pass ends the run of the kubelet.
    if (failed.size > 0) return either.right({ changed, idleUntil: at })
    const second = plan(rules)(snapshotAt(world, at))
    if (either.isLeft(second)) return second
    left = second.right
  }
  const space = left.passes.find(({ name }) => name === 'space')
  const goesOn = space !== undefined && (space.goal._tag === 'FreeBytes' || entrance === 'eviction')
  if (goesOn) {
    const run = beginRun(world, at, entrance)
    if (either.isLeft(run)) return run
    const done = carryOut(world, space, failed)
    if (entrance === 'periodic' || done.removed.length > 0) changed = finishRun(world, at, run.right, done) || changed
  }
  return either.right({ changed, idleUntil: changed ? at : wake(left), failed: [...failed] })
}

/** A run that finds the disk too full and, as the last one, nothing that can be removed. */
export const repeatIdleRun = (world: World, at: number, failed: ReadonlyArray<string>): E.Either<PlanError, null> =>
  either.map((run: Begun) => {
    world.images.looked(at)
    finishRun(world, at, run, { counted: 0, freed: 0, removed: [], failed })
    return null
  })(beginRun(world, at, 'periodic'))

const wake = ({ wakeAt }: Plan): number => (option.isSome(wakeAt) ? wakeAt.value.getTime() : Infinity)

type Begun = Pick<ForecastRun, 'entrance' | 'usagePercent' | 'wantedBytes' | 'usedBefore'>

const beginRun = (world: World, at: number, entrance: 'periodic' | 'eviction'): E.Either<PlanError, Begun> => {
  const usagePercent = percentAt(world, at)
  if (either.isLeft(usagePercent)) return usagePercent
  const usedBefore = usedAt(world, at)
  const begun = { entrance, usagePercent: usagePercent.right, usedBefore }
  if (entrance === 'eviction' || usagePercent.right < world.policies.image.highThresholdPercent)
    return either.right(begun)
  const { capacity, policies } = world
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
const carryOut = (world: World, pass: Pass<Family>, failures: Set<string>): Done => {
  const removed: string[] = []
  const failed: string[] = []
  let counted = 0n
  let freed = 0
  const wanted = pass.goal._tag === 'FreeBytes' ? int64ToBigint(pass.goal.bytes) : null
  for (const removal of inLine(pass)) {
    if (wanted !== null && removed.length > 0 && counted >= wanted) break
    const { imageId } = removal.target
    if (world.node.fails?.has(imageId) === true) {
      failed.push(imageId)
      failures.add(imageId)
      continue
    }
    removed.push(imageId)
    counted += int64ToBigint(removal.frees)
    world.images.go(imageId)
    world.gone.add(imageId)
    const place = world.stack.imageAt.get(imageId)
    if (place !== undefined) freed += world.layers.remove(place)
  }
  return { counted: Number(counted), freed, removed, failed }
}

const inLine = ({ removals, reserve }: Pass<Family>): ReadonlyArray<Removal<Family>> => [...removals, ...reserve]

const finishRun = (world: World, at: number, begun: Begun, { counted, freed, removed, failed }: Done): boolean => {
  write(world, at, -freed)
  world.told.runs.push({
    at: instant(at),
    collector: 'images',
    ...begun,
    countedBytes: counted,
    freedBytes: freed,
    removed,
    failed,
    usedAfter: usedAt(world, at),
  })
  if (removed.length > 0) touch(world)
  return removed.length > 0
}
