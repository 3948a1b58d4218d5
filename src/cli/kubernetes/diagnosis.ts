/** Prints why objects still exist. */
import {
  type Blocker,
  type Diagnosis,
  explainActor,
  explainCascade,
  explainLook,
  explainSweep,
  explainWait,
} from '../../simulate/cascade/index.js'
import * as Owner from '../../controllers/owner/index.js'
import { renderTree } from '../../render/index.js'
import { type DiagnosisView, diagnosisTree, diagnosisView } from '../../view/index.js'
import type { ExitCode } from '../command.js'
import { printerOf } from '../document.js'
import { columnsOf } from '../lines.js'
import type { Format } from '../plan/flags.js'

const linesOf = (format: Format, found: ReadonlyArray<Diagnosis>): ReadonlyArray<string> => {
  if (format !== 'text')
    return columnsOf(format, ['left', 'left', 'left'])([
      ['STATE', 'OBJECT', 'WHO HAS TO ACT'],
      ...found.map((one) => rowOf(diagnosisView(one))),
    ])
  return found.length === 0
    ? ['nothing is being deleted']
    : found.flatMap((one) => renderTree([diagnosisTree(diagnosisView(one))]).split('\n'))
}

/** 3 if something is stuck, else 2 if something is being deleted, else 0. */
export const exitCodeOf = (found: ReadonlyArray<Diagnosis>): ExitCode => {
  if (found.some(({ state }) => state === 'stuck')) return 3
  return found.some(({ state }) => state !== 'stays') ? 2 : 0
}

const rowOf = ({ state, target, next }: DiagnosisView): ReadonlyArray<string> => [
  state,
  target.said,
  next.map(({ said }) => said).join('; also: '),
]

const documentOf = (found: ReadonlyArray<Diagnosis>): object => ({
  diagnoses: found.map(({ target, state, reasons, blockers, behind, waits, actors, namespace, definition }) => ({
    target,
    state,
    reasons: reasons.map((reason) => ({ ...reason, explained: Owner.explain(reason) })),
    holds: blockers.map(explained),
    behind: behind.map((other) => ({ target: other.target, holds: other.blockers.map(explained) })),
    waits: waits.map((wait) => ({ ...wait, explained: explainWait(wait) })),
    ...(namespace === undefined
      ? {}
      : {
          namespace: {
            ...namespace,
            nextSweep: { ...namespace.nextSweep, explained: explainSweep(namespace.nextSweep) },
          },
        }),
    ...(definition === undefined ? {} : { definition: { ...definition, explained: explainLook(definition) } }),
    actors: actors.map((actor) => ({ ...actor, explained: explainActor(actor) })),
  })),
})

const explained = (blocker: Blocker): object => ({ ...blocker, explained: explainCascade(blocker) })

/** Prints diagnoses in one format. */
export const printDiagnoses = printerOf('gcplan/diagnosis', documentOf, linesOf)
