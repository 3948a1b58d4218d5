/** Prints the plan of a cascade, as text or as a document, and chooses the exit code. */
import type { Answer } from '../../apiserver/index.js'
import {
  type CascadePlan,
  type Wave,
  cascadeTree,
  delayOf,
  explainCascade,
  explainComesBack,
  explainData,
  explainEdit,
  explainWait,
} from '../../simulate/cascade/index.js'
import { renderTree } from '../../render/index.js'
import type { ExitCode } from '../command.js'
import { printerOf } from '../document.js'
import { columnsOf, counted } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { sayConsequences, sayWarning } from './consequences.js'
import { sayObject } from './object.js'
import type { Explored } from './outcomes.js'
import { outcomeRows, outcomesOf, sayOutcomes } from './outcomes-text.js'
import type { Asked } from './requests.js'

/** 3 if the API server rejects a request, else 2 if anything beyond the requested objects is deleted or stuck, else 0. */
export const exitCodeOf = ({ asked, plan }: Cascade): ExitCode => {
  if (plan.answers.some(({ _tag }, index) => _tag === 'Refused' && asked[index]?.isUnlisted !== true)) return 3
  const named = new Set(asked.flatMap(({ request }) => (request._tag === 'DeleteNamespace' ? [] : [request.target])))
  const others = plan.waves.some(({ changes }) =>
    changes.some(({ _tag, target }) => (_tag === 'Removed' || _tag === 'Marked') && !named.has(target.id)),
  )
  return others || plan.stuck.length > 0 ? 2 : 0
}

const textOf = ({ asked, plan, outcomes }: Cascade): ReadonlyArray<string> => {
  const tree = renderTree(cascadeTree({ ...plan, pending: [] }))
  return [
    ...sayWarning(plan),
    ...asked.map(({ request, said, isUnlisted }, index) =>
      request._tag === 'Vanish' ? said : `${said}: ${isUnlisted === true ? unlisted : sayAnswer(plan.answers[index])}`,
    ),
    '',
    ...(tree === '' ? [] : [...tree.split('\n'), '']),
    ...sayConsequences(plan),
    ...sayPending(plan),
    ...(plan.isQuiet ? [] : ['the simulation reached its limit of attempts']),
    ...(outcomes === undefined ? [oneCourse] : []),
    `in all: ${sayFates(plan)}`,
    ...(outcomes === undefined ? [] : sayOutcomes(outcomes)),
  ]
}

/** No race does not mean that there is one end. */
const oneCourse = 'this is one of the courses that the components can take; --outcomes follows all of them'

/** What the collector does anyway is told by a plan of its own, and only counted here. */
const sayPending = ({ pending }: CascadePlan): ReadonlyArray<string> => {
  const objects = new Set(pending.flatMap(({ changes }) => changes.map(({ target }) => target.id)))
  return objects.size === 0
    ? []
    : [
        `without any request controllers delete or change ${counted(objects.size, 'object')}; see gcplan plan kubernetes-owners`,
      ]
}

const sayFates = ({
  waves,
  stuck,
  later,
  outcomes: { gone, terminating, changed, untouched },
}: CascadePlan): string => {
  const touched = new Set([
    ...waves.flatMap(({ changes }) => changes.map(({ target }) => target.id)),
    ...stuck.map(({ target }) => target.id),
  ])
  const figure = (targets: CascadePlan['outcomes']['gone']): number =>
    targets.filter(({ id }) => touched.has(id)).length
  const figures = [figure(gone), figure(terminating), figure(changed)] as const
  const all = [gone, terminating, changed, untouched].reduce((sum, { length }) => sum + length, 0)
  const untold = all - figures.reduce((sum, count) => sum + count, 0)
  const next = later.filter(({ id }) => !touched.has(id)).length
  const goLater = next === 0 ? '' : `${next} to go later (once the pods of the namespace are gone), `
  return `${figures[0]} gone, ${figures[1]} still being deleted, ${figures[2]} changed, ${goLater}${counted(untold - next, 'other')}`
}

const unlisted = 'the lists hold its content but not the Namespace; it is deleted as if it were listed'

const sayAnswer = (answer: Answer | undefined): string => {
  switch (answer?._tag) {
    case undefined:
      return 'not answered'
    case 'Refused':
      return `refused with ${answer.code} ${answer.reason}: ${answer.message}`
    case 'Gone':
      return `${answer.code}, it is gone at once`
    case 'Stays':
      return `${answer.code}, its deletion begins`
  }
}

const tableOf = (format: Format, { plan, outcomes }: Cascade): ReadonlyArray<string> => {
  const delay = delayOf(plan)
  const rows = [
    ...(format === 'wide' ? plan.pending.flatMap((wave) => rowsOf(format, wave, 'before')) : []),
    ...plan.waves.flatMap((wave, index) => rowsOf(format, wave, String(index + 1), `${delay(wave) / 1000} s`)),
    ...plan.orphaned.map(({ target, by }) => ['', '', '', 'left behind', sayObject(target), `by ${sayObject(by)}`]),
    ...plan.survivors.map(({ target, owners }) => [
      '',
      '',
      '',
      'kept',
      sayObject(target),
      `by ${owners.map(sayObject).join(', ')}`,
    ]),
    ...plan.stuck.map(({ target, blockers }) => [
      '',
      '',
      '',
      'stuck',
      sayObject(target),
      sayAll(format, blockers.map(explainCascade)),
    ]),
    ...plan.later.map((target) => ['', '', '', 'later', sayObject(target), goesLater]),
    ...plan.never.map(({ target, edit }) => ['', '', '', 'never', sayObject(target), explainEdit(edit)]),
    ...plan.data.map((verdict) => [
      '',
      '',
      '',
      `data ${verdict.verdict}`,
      sayObject(verdict.target),
      explainData(verdict),
    ]),
    ...plan.waits.map((wait) => ['', '', '', 'waits', sayObject(wait.target), explainWait(wait)]),
    ...plan.lostGroups.map((group) => ['', '', '', 'unserved', `APIService ${group.service}`, explainCascade(group)]),
    ...plan.comesBack.map((one) => ['', '', '', 'comes back', sayObject(one.target), explainComesBack(one)]),
    ...(outcomes === undefined ? [] : outcomeRows(outcomes)).map((cells) => ['', '', '', ...cells]),
    ...plan.races.map((race) => ['', '', '', 'race', '', explainCascade(race)]),
    ...plan.unknown.map((unknown) => ['', '', '', 'unknown', '', explainCascade(unknown)]),
  ]
  return columnsOf(format, ['left', 'left', 'left', 'left', 'left', 'left'])([
    ['WAVE', 'AFTER', 'BY', 'WHAT', 'OBJECT', 'REASON'],
    ...rows,
  ])
}

const goesLater = 'its namespace is being deleted, and its turn comes once the pods are gone'

const rowsOf = (
  format: Format,
  { by, changes }: Wave,
  wave: string,
  delay = '',
): ReadonlyArray<ReadonlyArray<string>> =>
  changes.map(({ _tag, target, reasons }) => [
    wave,
    delay,
    by,
    _tag.toLowerCase(),
    sayObject(target),
    sayAll(format, reasons.map(explainCascade)),
  ])

const sayAll = (format: Format, [first = '', ...others]: ReadonlyArray<string>): string =>
  format === 'wide' ? [first, ...others].join('; also: ') : first

/** A planned cascade and what it follows from. */
export interface Cascade {
  readonly at: Date
  readonly asked: ReadonlyArray<Asked>
  readonly plan: CascadePlan
  /** Every outcome, if they were asked for. */
  readonly outcomes?: Explored | undefined
}

/** The document. Objects at each stage are the caller's own, changed; it names what becomes of them instead. */
const documentOf = ({ at, asked, plan, outcomes }: Cascade): object => ({
  at,
  requests: asked.map(({ request, said, isUnlisted }, index) => ({
    ...request,
    said,
    answer: isUnlisted === true ? null : answerOf(plan.answers[index]),
  })),
  pending: plan.pending.map(waveOf),
  waves: plan.waves.map(waveOf),
  fates: plan.outcomes,
  survivors: plan.survivors,
  orphaned: plan.orphaned,
  stuck: plan.stuck.map(({ target, blockers }) => ({ target, holds: blockers.map(explained) })),
  later: plan.later,
  never: plan.never.map((one) => ({ ...one, explained: explainEdit(one.edit) })),
  cycles: plan.cycles,
  races: plan.races.map(explained),
  unknown: plan.unknown.map(explained),
  data: plan.data.map((verdict) => ({ ...verdict, explained: explainData(verdict) })),
  waits: plan.waits.map((wait) => ({ ...wait, explained: explainWait(wait) })),
  lostGroups: plan.lostGroups.map((one) => ({ ...one, explained: explainCascade(one) })),
  comesBack: plan.comesBack.map((one) => ({ ...one, explained: explainComesBack(one) })),
  conditions: plan.conditions,
  warnings: plan.warnings,
  isQuiet: plan.isQuiet,
  ...(outcomes === undefined ? {} : { outcomes: outcomesOf(outcomes) }),
})

const answerOf = (answer: Answer | undefined): object | null => {
  if (answer === undefined) return null
  const { _tag, code } = answer
  return answer._tag === 'Refused' ? { _tag, code, reason: answer.reason, message: answer.message } : { _tag, code }
}

const waveOf = ({ by, at, changes }: Wave): object => ({
  by,
  at,
  changes: changes.map((change) => ({ ...change, reasons: change.reasons.map(explained) })),
})

const explained = (fact: Parameters<typeof explainCascade>[0]): object => ({ ...fact, explained: explainCascade(fact) })

/** Prints a cascade in one format. */
export const printCascade = printerOf('gcplan/cascade', documentOf, (format, cascade) =>
  format === 'text' ? textOf(cascade) : tableOf(format, cascade),
)
