/** Prints why objects still exist. */
import {
  type Blocker,
  type Diagnosis,
  type NamespaceState,
  explainActor,
  explainCascade,
  explainLook,
  explainSweep,
  explainWait,
} from '../../simulate/cascade/index.js'
import * as Owner from '../../controllers/owner/index.js'
import { type Twig, renderTree } from '../../render/index.js'
import type { ExitCode } from '../command.js'
import { printerOf } from '../document.js'
import { columnsOf, counted } from '../lines.js'
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

const twigOf = ({
  target,
  state,
  reasons,
  blockers,
  behind,
  waits,
  actors,
  namespace,
  definition,
}: Diagnosis): Twig => ({
  text: `${sayObject(target)} ${states[state]}`,
  twigs: [
    // What it waits for is among what holds it.
    ...reasons
      .filter(({ _tag }) => _tag !== 'WaitsForBlockingDependents' || blockers.length === 0)
      .map((reason) => leaf(Owner.explain(reason))),
    ...blockers.map(blockerLeaf),
    ...(namespace === undefined ? [] : namespaceTwigs(namespace)),
    ...(definition === undefined ? [] : [...reportedTwigs(definition), leaf(explainLook(definition))]),
    ...section(
      'what holds those that it waits for',
      behind.map(({ target: other, blockers: others }) => ({ text: sayObject(other), twigs: others.map(blockerLeaf) })),
    ),
    ...section(
      'waits for others',
      waits.filter(({ holder }) => holder !== undefined).map((wait) => leaf(explainWait(wait))),
    ),
    ...section(
      'next steps',
      actors.map((actor) => leaf(explainActor(actor))),
    ),
  ],
})

const reportedTwigs = ({ reported }: Pick<NamespaceState, 'reported'>): ReadonlyArray<Twig> =>
  section(
    'reported by its controller',
    reported.map(({ type, message = '', since }) =>
      leaf(`${type}${since === undefined ? '' : ` since ${since.toISOString()}`}: ${message}`),
    ),
  )

const namespaceTwigs = ({ reported, pods, finalizers, nextSweep }: NamespaceState): ReadonlyArray<Twig> => [
  ...reportedTwigs({ reported }),
  ...section(
    'its pods, which go before everything else',
    firstOf(pods)
      .map((pod) => leaf(sayObject(pod)))
      .concat(moreOf(pods)),
  ),
  ...section(
    'finalizers on its content',
    finalizers.map(({ finalizer, objects, first }) =>
      leaf(`${finalizer} on ${counted(objects, 'object')}${objects === 1 ? ':' : ', e.g.'} ${sayObject(first)}`),
    ),
  ),
  leaf(explainSweep(nextSweep)),
]

const mostNamed = 10
const firstOf = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => all.slice(0, mostNamed)
const moreOf = (all: ReadonlyArray<unknown>): ReadonlyArray<Twig> =>
  all.length > mostNamed ? [leaf(`and ${counted(all.length - mostNamed, 'other')}`)] : []

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
