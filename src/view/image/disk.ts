/** The disk of the images, cut into what stays and what may go. */
import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import type { Plan } from '../../kubelet/image/plan.js'
import type { Measurement } from '../../kubelet/image/reason.js'
import type { Stack } from '../../reclaim/layers/stack.js'
import { freedWith } from './freed.js'
import type { DiskSegment, DiskThreshold, DiskView, Thresholds } from './model.js'
import type { Turn } from './turns.js'

/** The disk that a plan measured; null where it did not. */
export const diskOf = (
  plan: Plan,
  thresholds: Thresholds,
  turns: ReadonlyArray<Turn>,
  stack: Stack | null,
): DiskView | null => {
  const measured = plan.passes.map((pass) => pass.measured).find(isDisk)
  if (measured === undefined) return null
  const { capacityBytes, availableBytes, usagePercent } = measured
  const capacity = int64ToBigint(capacityBytes)
  const used = capacity - int64ToBigint(availableBytes)
  return {
    capacityBytes,
    usedBytes: int64FromBigint(used),
    usagePercent,
    segments: [...segmentsOf(used, imagesOf(plan, turns), stack), { part: 'free', bytes: availableBytes }],
    thresholds: [
      thresholdAt('low', thresholds.lowThresholdPercent, capacity),
      thresholdAt('high', thresholds.highThresholdPercent, capacity),
    ],
    isExact: stack !== null,
  }
}

type Disk = Extract<Measurement, { readonly _tag: 'Disk' }>

const isDisk = (measured: Measurement | undefined): measured is Disk => measured?._tag === 'Disk'

const thresholdAt = (kind: DiskThreshold['kind'], percent: number, capacity: bigint): DiskThreshold => ({
  kind,
  percent,
  bytes: Number.isFinite(percent) ? int64FromBigint((capacity * BigInt(Math.round(percent * 100))) / 10_000n) : 0,
})

/** Images by id, with what the runtime reports of their size. */
type Sizes = ReadonlyMap<string, bigint>

interface Images {
  readonly removable: Sizes
  readonly reserve: Sizes
  readonly kept: Sizes
}

/** Every image of a plan once; what is to be removed in one pass is not kept in another. */
const imagesOf = ({ passes }: Plan, turns: ReadonlyArray<Turn>): Images => {
  const sizes = (some: ReadonlyArray<Pick<Turn['removal'], 'target'>>): Sizes =>
    new Map(some.map(({ target }) => [target.imageId, int64ToBigint(target.size)]))
  const removable = sizes(turns.filter(({ isReserve }) => !isReserve).map(({ removal }) => removal))
  const reserve = without(sizes(turns.filter(({ isReserve }) => isReserve).map(({ removal }) => removal)), removable)
  const kept = without(without(sizes(passes.flatMap((pass) => pass.kept)), removable), reserve)
  return { removable, reserve, kept }
}

const without = (sizes: Sizes, others: Sizes): Sizes => new Map([...sizes].filter(([id]) => !others.has(id)))

/** Parts of what is in use; where images are counted in full they may come to more than that, and are cut. */
const segmentsOf = (used: bigint, images: Images, stack: Stack | null): ReadonlyArray<DiskSegment> => {
  let left = used
  let before = 0n
  const gone = new Set<string>()
  const take = (sizes: Sizes): bigint => {
    for (const id of sizes.keys()) gone.add(id)
    const whole =
      stack === null ? [...sizes.values()].reduce((sum, size) => sum + size, before) : freedWith(stack, gone)
    const bytes = whole - before < left ? whole - before : left
    before = whole
    left -= bytes
    return bytes
  }
  const [removable, reserve, kept] = [take(images.removable), take(images.reserve), take(images.kept)]
  const segment = (part: DiskSegment['part'], bytes: bigint): DiskSegment => ({ part, bytes: int64FromBigint(bytes) })
  return [segment('others', left), segment('kept', kept), segment('reserve', reserve), segment('removable', removable)]
}
