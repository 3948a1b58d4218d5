/** Prints why objects still exist. */
import { type Blocker, type Diagnosis, explainActor, explainCascade } from '../../simulate/cascade/index.js'
import * as Owner from '../../controllers/owner/index.js'
import { type Twig, renderTree } from '../../render/index.js'
import type { ExitCode } from '../command.js'
import { printerOf } from '../document.js'
import { columnsOf } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { sayObject } from './object.js'

const linesOf = (format: Format, found: ReadonlyArray<Diagnosis>): ReadonlyArray<string> => {
  if (format !== 'text')
    return columnsOf(format, ['left', 'left', 'left'])([['STATE', 'OBJECT', 'WHO HAS TO ACT'], ...found.map(rowOf)])
  return found.length === 0
    ? ['nothing is being deleted']
    : found.flatMap((one) => renderTree([twigOf(one)]).split('\n'))
}

/** 3 if something is stuck, else 2 if something is being deleted, else 0. */
export const exitCodeOf = (found: ReadonlyArray<Diagnosis>): ExitCode => {
  if (found.some(({ state }) => state === 'stuck')) return 3
  return found.some(({ state }) => state !== 'stays') ? 2 : 0
}

const states: Readonly<Record<Diagnosis['state'], string>> = {
  stays: 'stays',
  going: 'is about to go',
  terminating: 'is being deleted',
  stuck: 'is stuck',
}

const twigOf = ({ target, state, reasons, blockers, behind, actors }: Diagnosis): Twig => ({
  text: `${sayObject(target)} ${states[state]}`,
  twigs: [
    // What it waits for is among what holds it.
    ...reasons
      .filter(({ _tag }) => _tag !== 'WaitsForBlockingDependents' || blockers.length === 0)
      .map((reason) => leaf(Owner.explain(reason))),
    ...blockers.map(blockerLeaf),
    ...section(
      'behind it',
      behind.map(({ target: other, blockers: others }) => ({ text: sayObject(other), twigs: others.map(blockerLeaf) })),
    ),
    ...section(
      'next steps',
      actors.map((actor) => leaf(explainActor(actor))),
    ),
  ],
})

const leaf = (text: string): Twig => ({ text, twigs: [] })

const blockerLeaf = (blocker: Blocker): Twig => leaf(explainCascade(blocker))

const section = (text: string, twigs: ReadonlyArray<Twig>): ReadonlyArray<Twig> =>
  twigs.length === 0 ? [] : [{ text, twigs }]

const rowOf = ({ target, state, actors }: Diagnosis): ReadonlyArray<string> => [
  state,
  sayObject(target),
  actors.map(explainActor).join('; also: '),
]

const documentOf = (found: ReadonlyArray<Diagnosis>): object => ({
  diagnoses: found.map(({ target, state, reasons, blockers, behind, actors }) => ({
    target,
    state,
    reasons: reasons.map((reason) => ({ ...reason, explained: Owner.explain(reason) })),
    holds: blockers.map(explained),
    behind: behind.map((other) => ({ target: other.target, holds: other.blockers.map(explained) })),
    actors: actors.map((actor) => ({ ...actor, explained: explainActor(actor) })),
  })),
})

const explained = (blocker: Blocker): object => ({ ...blocker, explained: explainCascade(blocker) })

/** Prints diagnoses in one format. */
export const printDiagnoses = printerOf('gcplan/diagnosis', documentOf, linesOf)
