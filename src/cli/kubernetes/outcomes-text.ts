/** Prints every outcome of requests: what goes, may go and stays, and one course to each end. */
import {
  type ObjectOutcome,
  type PossibleEnd,
  explainCertainty,
  explainCourse,
  explainOutcome,
} from '../../simulate/outcomes/index.js'
import { counted } from '../lines.js'
import { sayObject } from './object.js'
import { type Explored, distinctEnds, isAffected } from './outcomes.js'

/** Lines about every outcome. */
export const sayOutcomes = ({ outcomes, before }: Explored): ReadonlyArray<string> => {
  const affected = outcomes.objects.filter((one) => isAffected(one, before.get(one.target.id)))
  const say = explainOutcome(outcomes.certainty)
  const saying = (verdict: ObjectOutcome['verdict']): ReadonlyArray<string> =>
    affected
      .filter((one) => one.verdict === verdict)
      .map((one) => `  ${isSaidByTitle(verdict) ? sayTitled(one) : say(one, before.get(one.target.id))}`)
  const every = outcomes.certainty === 'Proven' ? 'in every course' : 'in every course that was followed to its end'
  const distinct = distinctEnds(outcomes)
  return [
    '',
    'every outcome, unless outside parties remove a finalizer:',
    `  ${explainCertainty(outcomes)}`,
    `  ${counted(distinct.length, 'end')}`,
    ...section(`goes ${every}`, shortened(saying('Goes'))),
    ...section('may go', saying('MayGo')),
    ...section('stays', saying('Stays')),
    ...section('unknown, since no course was followed to its end', shortened(saying('Unknown'))),
    ...(affected.length === before.size ? [] : [`everything else stays as it is ${every}`]),
    ...distinct
      .slice(0, mostEnds)
      .flatMap(([place, end]) => [
        '',
        `one course to end ${place + 1}${sayAfter(end)}:`,
        ...explainCourse(outcomes.objects)(end).map((line, index) => `  ${index + 1}. ${line}`),
      ]),
    ...(distinct.length > mostEnds
      ? ['', `and ${counted(distinct.length - mostEnds, 'more end')}: -o json has them all`]
      : []),
  ]
}

const isSaidByTitle = (verdict: ObjectOutcome['verdict']): boolean => verdict === 'Goes' || verdict === 'Unknown'

/** What the controllers delete anyway is no work of the request. */
const sayTitled = ({ target, verdict, unasked }: ObjectOutcome): string =>
  `${sayObject(target)}${verdict === 'Goes' && unasked === 'Goes' ? ' (also without any request)' : ''}`

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`${title}:`, ...lines]

/** What goes is told by the waves too. */
const mostNamed = 10

const shortened = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length <= mostNamed ? lines : [...lines.slice(0, mostNamed), `  and ${lines.length - mostNamed} more`]

const mostEnds = 5

/** Where several things can happen before the requests. */
const sayAfter = ({ after }: PossibleEnd): string =>
  after === undefined || after === 0 ? '' : ` (it begins from another end of the phase before, number ${after + 1})`

const words: Readonly<Record<ObjectOutcome['verdict'], string>> = {
  Goes: 'goes',
  MayGo: 'may go',
  Stays: 'stays',
  Unknown: 'unknown',
}

/** Rows of a table: the verdict, the object, and the sentence. */
export const outcomeRows = ({ outcomes, before }: Explored): ReadonlyArray<ReadonlyArray<string>> =>
  outcomes.objects
    .filter((one) => isAffected(one, before.get(one.target.id)))
    .map((one) => [
      words[one.verdict],
      sayObject(one.target),
      explainOutcome(outcomes.certainty)(one, before.get(one.target.id)),
    ])

/** The part of the document. */
export const outcomesOf = ({ outcomes, before }: Explored): object => ({
  certainty: outcomes.certainty,
  explained: explainCertainty(outcomes),
  states: outcomes.states,
  drawn: outcomes.drawn,
  objects: outcomes.objects
    .filter(({ target }) => before.has(target.id))
    .map((one) => ({ ...one, explained: explainOutcome(outcomes.certainty)(one, before.get(one.target.id)) })),
  ends: (outcomes.phases.at(-1) ?? []).map((end) => ({
    after: end.after ?? null,
    codes: end.codes,
    left: end.objects.map(({ metadata: { uid } }) => uid),
    course: explainCourse(outcomes.objects)(end),
  })),
})
