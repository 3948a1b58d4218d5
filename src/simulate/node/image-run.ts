/** One run of the image collector in a forecast: disk usage before, bytes freed, failures. */
import type { either as E } from 'fp-ts'

import type { Family } from '../../kubelet/image/reason.js'
import { type Plan, type PlanError, plan } from '../../kubelet/image/plan.js'
import type { Snapshot } from '../../kubelet/image/snapshot.js'
import { bytesToFree, usageOf } from '../../kubelet/image/usage.js'
import * as fp from '../../core/fp.js'
import { int64ToBigint } from '../../core/int64.js'
import { known } from '../../core/knowledge.js'
import type { Pass, Removal } from '../../core/plan.js'
import { instant } from '../../core/time.js'
import type { ForecastRun } from './outcome.js'
import { type NodeSimulation, bumpVersion, usedAt, changeUsage } from './state.js'

/** What a run came to, and until when the next one of its kind would do nothing if nothing else happens. */
export interface RunEnd {
  readonly changed: boolean
  readonly idleUntil: number
  /** Images whose removal failed. */
  readonly failed?: ReadonlyArray<string>
}

const snapshotAt = (simulation: NodeSimulation, at: number): Snapshot => ({
  at: instant(at),
  beganGC: simulation.node.images.beganGC,
  images: simulation.images.images(),
  containers: [...simulation.holders, ...simulation.images.users()],
  imageFs: known({
    capacityBytes: fp.some(simulation.capacity),
    availableBytes: fp.some(simulation.capacity - usedAt(simulation, at)),
  }),
  memory: { records: simulation.images.records(at) },
})

/** Percent in use as the kubelet counts it. */
export const percentAt = (simulation: NodeSimulation, at: number): E.Either<PlanError, number> =>
  usageOf(simulation.policies.image)(BigInt(simulation.capacity), BigInt(simulation.capacity - usedAt(simulation, at)))

/** One run, in one of its two entrances. */
export const runImages = (simulation: NodeSimulation, at: number, entrance: Entrance): E.Either<PlanError, RunEnd> => {
  const rules = {
    ...simulation.policies.image,
    entrance: entrance === 'periodic' ? ('GarbageCollect' as const) : ('DeleteUnusedImages' as const),
  }
  simulation.images.looked(at)
  const planNow = (): E.Either<PlanError, Plan> => plan(rules)(snapshotAt(simulation, at))
  const run: ImageRun = { simulation, at, entrance, planNow }
  return fp.pipe(planNow(), fp.flatMap(removeAged(run)), fp.flatMap(removeForSpace(run)))
}

type Entrance = 'periodic' | 'eviction'

interface ImageRun {
  readonly simulation: NodeSimulation
  readonly at: number
  readonly entrance: Entrance
  readonly planNow: () => E.Either<PlanError, Plan>
}

/** What the age pass came to, and the plan after it; none where a failure ended the run of the kubelet. */
interface Aged {
  readonly left: Plan | null
  readonly changed: boolean
}

const removeAged =
  ({ simulation, at, entrance, planNow }: ImageRun) =>
  (first: Plan): E.Either<PlanError, Aged> => {
    const aged = first.passes.find(({ name }) => name === 'age')
    if (aged === undefined || aged.removals.length === 0) return fp.right({ left: first, changed: false })
    return fp.pipe(
      beginRun(simulation, at, entrance),
      fp.flatMap((begun): E.Either<PlanError, Aged> => {
        const done = remove(simulation, aged)
        const changed = finishRun(simulation, at, begun, done)
        return done.failed.length > 0
          ? fp.right({ left: null, changed })
          : fp.map((left: Plan): Aged => ({ left, changed }))(planNow())
      }),
    )
  }

const removeForSpace =
  ({ simulation, at, entrance }: ImageRun) =>
  ({ left, changed: hasChanged }: Aged): E.Either<PlanError, RunEnd> => {
    if (left === null) return fp.right({ changed: hasChanged, idleUntil: at })
    const endOf = (changed: boolean, failed: ReadonlyArray<string>): RunEnd => ({
      changed,
      idleUntil: changed ? at : wake(left),
      failed,
    })
    const space = left.passes.find(({ name }) => name === 'space')
    if (space === undefined || (space.goal._tag !== 'FreeBytes' && entrance !== 'eviction'))
      return fp.right(endOf(hasChanged, []))
    return fp.pipe(
      beginRun(simulation, at, entrance),
      fp.map((begun) => {
        const done = remove(simulation, space)
        const isLogged = entrance === 'periodic' || done.removed.length > 0
        const changed = isLogged && finishRun(simulation, at, begun, done)
        return endOf(changed || hasChanged, [...new Set(done.failed)])
      }),
    )
  }

/** A run that finds the disk too full and, as the last one, nothing that can be removed. */
export const repeatIdleRun = (
  simulation: NodeSimulation,
  at: number,
  failed: ReadonlyArray<string>,
): E.Either<PlanError, null> =>
  fp.map((run: Begun) => {
    simulation.images.looked(at)
    finishRun(simulation, at, run, { counted: 0, freed: 0, removed: [], failed })
    return null
  })(beginRun(simulation, at, 'periodic'))

const wake = ({ wakeAt }: Plan): number => (fp.isSome(wakeAt) ? wakeAt.value.getTime() : Infinity)

type Begun = Pick<ForecastRun, 'entrance' | 'usagePercent' | 'wantedBytes' | 'usedBefore'>

const beginRun = (simulation: NodeSimulation, at: number, entrance: Entrance): E.Either<PlanError, Begun> =>
  fp.pipe(
    percentAt(simulation, at),
    fp.flatMap((usagePercent): E.Either<PlanError, Begun> => {
      const { capacity, policies } = simulation
      const usedBefore = usedAt(simulation, at)
      const begun = { entrance, usagePercent, usedBefore }
      return entrance === 'eviction' || usagePercent < policies.image.highThresholdPercent
        ? fp.right(begun)
        : fp.pipe(
            bytesToFree(policies.image)(BigInt(capacity), BigInt(capacity - usedBefore)),
            fp.map((wanted): Begun => ({ ...begun, wantedBytes: Number(wanted) })),
          )
    }),
  )

interface Done {
  readonly counted: number
  readonly freed: number
  readonly removed: ReadonlyArray<string>
  readonly failed: ReadonlyArray<string>
}

const remove = (simulation: NodeSimulation, pass: Pass<Family>): Done => {
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
