/** `gcplan plan reclaim`: which images to remove so that disk space is really freed, shared layers considered. */
import { either as E, function as F } from 'fp-ts'

import * as Reclaim from '../../reclaim/index.js'
import { planDocument } from '../../render/index.js'
import { goalCodes } from '../exit-codes.js'
import type { Command } from '../command.js'
import { written } from '../document.js'
import { printLines } from '../lines.js'
import { planOutput, planOutputFlags } from '../plan/flags.js'
import { imageLabel } from '../plan/labels.js'
import { begun, wholeOf } from '../output.js'
import { undecidedIn } from '../plan/undecided.js'
import { planResult, printPlan, shortfallNotes } from '../plan/print.js'
import { modeFlag } from '../reclaim/policy.js'
import { nodeIn, planError, reclaimGroups } from '../reclaim/prepare.js'
import { saidRules } from '../release/chosen.js'
import { answering } from '../sources.js'

/** The command. */
export const planReclaim: Command = {
  words: ['plan', 'reclaim'],
  summary: 'which images to remove so that disk space is really freed, at the least cost',
  usage: '[FLAGS] [FILES]',
  about: [
    'Plans one reclaim of a node whose images share layers: a layer becomes free only with its last image. Reaches the target at the least cost, and says how far the cost may be above the minimum.',
    'FILES are recognised by content; flags such as --images force a kind. Images missing from the layer store stay.',
    'Images that the kubelet protects stay: in use, pinned, younger than the minimum age, or of unknown history.',
  ],
  groups: [...reclaimGroups, { heading: 'How images are chosen', flags: [modeFlag] }, planOutputFlags],
  examples: [
    'gcplan plan reclaim images.json ps.json stats.json memory.json inspecti.json usage.txt',
    'gcplan plan reclaim --snapshot snapshot.json --inspecti inspecti.json --usage usage.txt --free-bytes 5000000000',
    'gcplan plan reclaim snapshot.json layers.json --storage-images images.json --storage-containers containers.json -o json',
  ],
  exitCodes: goalCodes,
  prepare: (given) =>
    answering(planOutput(given), nodeIn(given), (environment, { policy, snapshot, chosen, notes }, { format, only }) =>
      F.pipe(
        Reclaim.plan(policy)(snapshot),
        E.map((planned) => {
          const wording = { ...only, explain: Reclaim.explain, label: imageLabel(format), collector: 'reclaim' }
          const { measured } = planned.passes[0]
          const stdout = written(format, environment, {
            rules: saidRules(chosen),
            document: () =>
              Object.assign({}, planDocument(wording)(planned), {
                undecided: undecidedIn('reclaim')(planned),
                measured,
              }),
            text: () => {
              const listed = wholeOf(begun(printPlan(wording, format, environment)(planned)))
              return measured === undefined
                ? listed
                : `${listed}${printLines(format)([Reclaim.explainMeasurement(measured)])}`
            },
          })
          return planResult('reclaim', stdout, [...notes, ...shortfallNotes(format)(planned)])(planned)
        }),
        E.orElse(planError(notes)),
      ),
    ),
}
