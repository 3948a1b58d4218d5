/**
 * Compares the modes of a reclaim on one node: what each removes, what that costs, and how many runs it takes.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import { type Int64, int64FromBigint, int64ToBigint } from '../core/int64.js'
import { known } from '../core/knowledge.js'
import { removalsOf } from '../core/plan.js'
import { freedBy } from './layers/account.js'
import { type Plan, type PlanError, plan } from './plan.js'
import type { Mode, Policy } from './policy.js'
import type { Snapshot } from './snapshot.js'

/** One mode, run until usage is under the high threshold or nothing more is removed. */
export interface ModeReport {
  readonly mode: Mode
  readonly runs: number
  readonly images: number
  /** What the first run wanted. */
  readonly bytesToFree: Int64
  /** Bytes counted for the removed images, over all runs. */
  readonly counted: Int64
  /** Bytes certainly freed, over all runs. */
  readonly freed: Int64
  /** Images whose removal freed less than a twentieth of what they were counted as. */
  readonly lowYield: number
  /** The cost, by the policy. */
  readonly cost: number
  /** In the end, usage is below the high threshold, or the wanted bytes are free. */
  readonly goalMet: boolean
}

/** More runs than any store of images asks for. */
const bound = 1000

/**
 * Runs each of the three modes on one node until it is done.
 *
 * Order: kubelet, least recently used, least cost. Units: bytes. Fails as {@link plan} does.
 */
export const compareModes =
  (policy: Omit<Policy, 'mode'>) =>
  (snapshot: Snapshot): E.Either<PlanError, ReadonlyArray<ModeReport>> =>
    fp.traverseArray((mode: Mode) => runs({ ...policy, mode }, snapshot))(modes)

const modes: ReadonlyArray<Mode> = ['kubelet', 'least-recently-used', 'least-cost']

const runs = (policy: Policy, first: Snapshot): E.Either<PlanError, ModeReport> =>
  fp.chainRec({ snapshot: first, before: nothingYet(policy.mode), count: 0 }, ({ snapshot, before, count }) =>
    fp.pipe(
      plan(policy)(snapshot),
      fp.flatMap((planned) => {
        const numbers = numbersOf(planned)
        const report = withRun(policy, before, numbers, count)
        return numbers.images === 0 || policy.target._tag === 'Bytes' || count + 1 === bound
          ? fp.right(fp.right(report))
          : fp.pipe(
              after(snapshot, planned),
              fp.map((next) => fp.left({ snapshot: next, before: report, count: count + 1 })),
            )
      }),
    ),
  )

const withRun = (
  { target }: Policy,
  report: ModeReport,
  { images, counted, freed, lowYield, cost, wanted }: Numbers,
  count: number,
): ModeReport => ({
  ...report,
  runs: report.runs + (images > 0 ? 1 : 0),
  images: report.images + images,
  bytesToFree: count === 0 ? wanted : report.bytesToFree,
  counted: add(report.counted, counted),
  freed: add(report.freed, freed),
  lowYield: report.lowYield + lowYield,
  cost: report.cost + cost,
  goalMet: target._tag === 'Thresholds' ? int64ToBigint(wanted) === 0n : isEnough(freed, wanted),
})

const nothingYet = (mode: Mode): ModeReport => ({
  mode,
  runs: 0,
  images: 0,
  bytesToFree: 0,
  counted: 0,
  freed: 0,
  lowYield: 0,
  cost: 0,
  goalMet: false,
})

const isEnough = (freed: Int64, wanted: Int64): boolean => int64ToBigint(freed) >= int64ToBigint(wanted)

const add = (a: Int64, b: Int64): Int64 => int64FromBigint(int64ToBigint(a) + int64ToBigint(b))

interface Numbers {
  readonly images: number
  readonly counted: Int64
  readonly freed: Int64
  readonly lowYield: number
  readonly cost: number
  readonly wanted: Int64
}

const numbersOf = (planned: Plan): Numbers => {
  const removals = removalsOf(planned)
  const measured = planned.passes[0].measured
  const lowYielding = removals.filter(({ frees, target }) => int64ToBigint(frees) * 20n < int64ToBigint(target.size))
  return {
    images: removals.length,
    counted: measured?.counted ?? 0,
    freed: measured?.frees.least ?? 0,
    lowYield: lowYielding.length,
    cost: measured?.cost ?? 0,
    wanted: measured?.bytesToFree ?? 0,
  }
}

/** The node after a plan, if every removal succeeds. */
export const after = (snapshot: Snapshot, planned: Plan): E.Either<PlanError, Snapshot> => {
  const gone = new Set(removalsOf(planned).map(({ target }) => target.imageId))
  const { node, layers: store } = snapshot
  const keeps = ({ id }: { readonly id: string }): boolean => !gone.has(id)
  return fp.pipe(
    freedBy(store)(gone),
    fp.map(({ layers, bytes }) => {
      const freed = new Set(layers)
      return {
        ...snapshot,
        node: {
          ...node,
          images: node.images.filter(keeps),
          memory: { records: node.memory.records.filter(keeps) },
          imageFs:
            node.imageFs._tag === 'Unknown' ? node.imageFs : known(withMoreAvailable(node.imageFs.value, bytes.least)),
        },
        layers: {
          layers: store.layers.filter(({ id }) => !freed.has(id)),
          images: store.images.filter(keeps),
          holders: store.holders,
        },
      }
    }),
  )
}

type Disk = Extract<Snapshot['node']['imageFs'], { readonly _tag: 'Known' }>['value']

const withMoreAvailable = (disk: Disk, bytes: Int64): Disk =>
  fp.isNone(disk.availableBytes) ? disk : { ...disk, availableBytes: fp.some(add(disk.availableBytes.value, bytes)) }
