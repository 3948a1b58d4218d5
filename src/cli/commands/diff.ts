/** `gcplan diff`: the differences between two plans that were saved as JSON. */
import { either as E, function as F } from 'fp-ts'

import { type PlanRecord, diff, explainDifference } from '../../document/index.js'
import { safeText } from '../../render/index.js'
import type { Command, Given } from '../command.js'
import { written } from '../document.js'
import { all } from '../fp.js'
import { readPlan, speakerOf } from '../plan/document.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { type Sources, answering } from '../sources.js'

/** The command. */
export const diffCommand: Command = {
  words: ['diff'],
  summary: 'compare two plans written with -o json',
  usage: '[FLAGS] BEFORE AFTER',
  about: ['Reasons are compared without the numbers in them, such as ages.'],
  groups: [outputFlags],
  examples: [
    'gcplan diff monday.json tuesday.json',
    'gcplan plan kubelet-image -o json FILES | gcplan diff approved.json -',
  ],
  exitCodes: { 0: 'no difference', 2: 'a difference', 3: null },
  prepare: (given) =>
    answering(
      all({ format: outputFormat(given), files: twoFiles(given) }),
      E.map(plansIn)(twoFiles(given)),
      (environment, { before, after }, { format }) => {
        const explain = explainDifference(speakerOf(after.collector))
        const lines = diff({ reasons: 'tags' })(before.plan)(after.plan).map((difference) => ({
          explained: explain(difference),
          difference,
        }))
        const text = (): string => lines.map(({ explained }) => `${safeText(explained)}\n`).join('')
        const stdout = written(format, environment, { document: () => lines, text })
        return E.right(resultOf(stdout, [], lines.length === 0 ? 0 : 2))
      },
    ),
}

const plansIn = ([first, second]: readonly [string, string]): Sources<
  Readonly<Record<'before' | 'after', PlanRecord>>
> => ({
  paths: [first, second],
  stdin: 'optional',
  read: (environment) =>
    F.pipe(
      all({ before: readPlan(environment.read(first)), after: readPlan(environment.read(second)) }),
      E.filterOrElse(
        ({ before, after }) => before.collector === after.collector,
        ({ before, after }) => `expected two plans of one collector, got ${before.collector} and ${after.collector}`,
      ),
    ),
})

const twoFiles = ({ files: [first, second, ...others] }: Given): E.Either<string, readonly [string, string]> =>
  first === undefined || second === undefined || others.length > 0
    ? E.left('expected two plans: BEFORE AFTER')
    : E.right([first, second])
