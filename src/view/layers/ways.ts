/** What each way to choose images removes. */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { removalsOf } from '../../core/plan.js'
import { formatBytes } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import { counted } from '../../internal/words.js'
import { type ModeReport, compareModes } from '../../reclaim/compare.js'
import { explain } from '../../reclaim/explain.js'
import { freedBy } from '../../reclaim/layers/account.js'
import { type Plan, type PlanError, plan } from '../../reclaim/plan.js'
import type { Mode, Policy } from '../../reclaim/policy.js'
import type { Snapshot } from '../../reclaim/snapshot.js'
import type { WayView } from './model.js'

/** One way: what its first run removes, and what goes with it. */
export interface Way {
  readonly view: WayView
  readonly images: ReadonlySet<string>
  readonly layers: ReadonlySet<string>
}

const titles: Readonly<Record<Mode, string>> = {
  kubelet: "the kubelet's order",
  'least-recently-used': 'the same order, counted exactly',
  'least-cost': 'the cheapest set',
}

/** The ways of a node, in the order in which they are compared. */
export const waysOf = (policy: Omit<Policy, 'mode'>, snapshot: Snapshot): E.Either<PlanError, ReadonlyArray<Way>> =>
  fp.pipe(compareModes(policy)(snapshot), fp.flatMap(fp.traverseArray((report) => wayOf(policy, snapshot, report))))

const wayOf = (policy: Omit<Policy, 'mode'>, snapshot: Snapshot, report: ModeReport): E.Either<PlanError, Way> =>
  fp.pipe(
    plan({ ...policy, mode: report.mode })(snapshot),
    fp.flatMap((planned) => {
      const images = new Set(removalsOf(planned).map(({ target }) => target.imageId))
      return fp.pipe(
        freedBy(snapshot.layers)(images),
        fp.map(({ layers }): Way => ({ view: wayView(planned, report), images, layers: new Set(layers) })),
      )
    }),
  )

const wayView = (planned: Plan, report: ModeReport): WayView => {
  const { measured } = planned.passes[0]
  const [wantedBytes, countedBytes] = [measured?.bytesToFree ?? 0, measured?.counted ?? 0]
  const freedBytes = measured?.frees.least ?? 0
  const removals = removalsOf(planned)
  return {
    mode: report.mode,
    title: titles[report.mode],
    turns: removals.map(({ target, frees, reasons }) => ({
      id: safeText(target.imageId),
      label: safeText(target.tags.join(', ')),
      countedBytes: target.size,
      freedBytes: frees,
      sentences: reasons.map((reason) => safeText(explain(reason))),
    })),
    wantedBytes,
    countedBytes,
    freedBytes,
    all: {
      runs: report.runs,
      images: report.images,
      countedBytes: report.counted,
      freedBytes: report.freed,
      cost: report.cost,
      lowYield: report.lowYield,
      isReached: report.goalMet,
    },
    said: `${titles[report.mode]}: ${counted(removals.length, 'image')}, wanted ${formatBytes(wantedBytes)}, counted ${formatBytes(countedBytes)}, freed ${formatBytes(freedBytes)}`,
  }
}
