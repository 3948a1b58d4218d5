/** `gcplan compare reclaim`: what each way of choosing images frees and loses on one node. */
import { either as E, function as F } from 'fp-ts'

import type { Int64 } from '../../index.js'
import * as Reclaim from '../../reclaim/index.js'
import type { Command } from '../command.js'
import { written } from '../document.js'
import { columnsOf, printLines } from '../lines.js'
import { type Format, outputFlags, outputFormat } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { onNode, planError, reclaimGroups } from '../reclaim/prepare.js'
import { formatBytes } from '../../render/index.js'

/** The command. */
export const compareReclaim: Command = {
  words: ['compare', 'reclaim'],
  summary: 'what each way to choose images frees and costs on one node: kubelet, least recently used, least cost',
  usage: '[FLAGS] [FILES]',
  about: [
    'Runs each mode on the same node until it is done, as if every removal succeeded and nothing else changed. kubelet counts shared bytes in full for each image; least-recently-used has the same order but counts exactly; least-cost removes the cheapest set.',
    'COUNTED is the size that the runtime reports for the removed images, FREED what really became free. LOW YIELD images freed less than a twentieth of what they counted.',
  ],
  groups: [...reclaimGroups, outputFlags],
  examples: [
    'gcplan compare reclaim --snapshot snapshot.json --inspecti inspecti.json --usage usage.txt',
    'gcplan compare reclaim images.json ps.json stats.json memory.json inspecti.json usage.txt -o json',
  ],
  exitCodes: { 0: 'the modes are compared', 2: null },
  prepare: (given) =>
    F.pipe(
      outputFormat(given),
      E.flatMap((format) =>
        onNode(given, format, (environment, { policy, snapshot, notes }) =>
          F.pipe(
            Reclaim.compareModes(policy)(snapshot),
            E.map((modes) => {
              const stdout = written(format, environment, {
                document: () => ({ kind: 'gcplan/reclaim-comparison', version: 1, modes }),
                text: () => printLines(format)(columnsOf(format, aligns)(rowsOf(format, policy.cost, modes))),
              })
              return resultOf(stdout, notes, 0)
            }),
            E.orElse(planError(notes)),
          ),
        ),
      ),
    ),
}

const aligns = ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'left'] as const

const rowsOf = (
  format: Format,
  cost: Reclaim.Cost,
  modes: ReadonlyArray<Reclaim.ModeReport>,
): ReadonlyArray<ReadonlyArray<string>> => {
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
