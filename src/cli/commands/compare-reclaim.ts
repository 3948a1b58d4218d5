/** `gcplan compare reclaim`: what each way of choosing images frees and loses on one node. */
import { either as E, function as F } from 'fp-ts'

import type { Int64 } from '../../index.js'
import * as Reclaim from '../../reclaim/index.js'
import type { Command } from '../command.js'
import { printerOf } from '../document.js'
import { columnsOf } from '../lines.js'
import { type Format, outputFlags, outputFormat } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { nodeIn, planError, reclaimGroups } from '../reclaim/prepare.js'
import { saidRules } from '../release/chosen.js'
import { answering } from '../sources.js'
import { formatBytes } from '../../render/index.js'

/** The command. */
export const compareReclaim: Command = {
  words: ['compare', 'reclaim'],
  summary: 'compare three ways to choose images on one node: kubelet, least recently used, least cost',
  usage: '[FLAGS] [FILES]',
  about: [
    'Runs each mode on the same node until it is done, as if every removal succeeded and nothing else changed. kubelet counts shared bytes in full for each image; least-recently-used has the same order but counts exactly; least-cost removes the cheapest set.',
    'COUNTED is the size that the runtime reports for the removed images, FREED what really became free. LOW YIELD images freed less than 5 % of that.',
  ],
  groups: [...reclaimGroups, outputFlags],
  examples: [
    'gcplan compare reclaim --snapshot snapshot.json --inspecti inspecti.json --usage usage.txt',
    'gcplan compare reclaim images.json ps.json stats.json memory.json inspecti.json usage.txt -o json',
  ],
  exitCodes: { 0: 'the modes are compared', 2: null },
  prepare: (given) =>
    answering(outputFormat(given), nodeIn(given), (environment, { policy, snapshot, chosen, notes }, format) =>
      F.pipe(
        Reclaim.compareModes(policy)(snapshot),
        E.map((modes) =>
          resultOf(print(format, environment, saidRules(chosen))({ modes, cost: policy.cost }), notes, 0),
        ),
        E.orElse(planError(notes)),
      ),
    ),
}

const aligns = ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'left'] as const

interface Compared {
  readonly modes: ReadonlyArray<Reclaim.ModeReport>
  readonly cost: Reclaim.Cost
}

const rowsOf = (format: Format, { modes, cost }: Compared): ReadonlyArray<ReadonlyArray<string>> => {
  const say = (bytes: Int64): string => (format === 'wide' ? `${bytes}` : formatBytes(bytes))
  return [
    ['MODE', 'RUNS', 'IMAGES', 'LOW YIELD', 'WANTED', 'COUNTED', 'FREED', 'COST', 'GOAL MET'],
    ...modes.map(({ mode, runs, images, lowYield, bytesToFree, counted, freed, goalMet, cost: lost }) => [
      mode,
      `${runs}`,
      `${images}`,
      `${lowYield}`,
      say(bytesToFree),
      say(counted),
      say(freed),
      cost._tag === 'PerImage' ? `${lost}` : say(Math.min(Math.round(lost), Number.MAX_SAFE_INTEGER)),
      goalMet ? 'yes' : 'no',
    ]),
  ]
}

const print = printerOf(
  'gcplan/reclaim-comparison',
  ({ modes }: Compared) => ({ modes }),
  (format, compared) => columnsOf(format, aligns)(rowsOf(format, compared)),
)
