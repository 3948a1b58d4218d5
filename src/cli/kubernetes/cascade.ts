/** Prints the plan of a cascade, as text or as a document, and chooses the exit code. */
import type { Answer } from '../../apiserver/index.js'
import {
  type CascadePlan,
  type Wave,
  explainCascade,
  explainComesBack,
  explainData,
  explainEdit,
  explainWait,
} from '../../simulate/cascade/index.js'
import { renderTree } from '../../render/index.js'
import { type CascadeView, type WaveView, cascadeTree, cascadeView, sayRequest } from '../../view/index.js'
import type { ExitCode } from '../command.js'
import { printerOf } from '../document.js'
import { columnsOf, counted } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { sayConsequences } from './consequences.js'
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

const viewOf = ({ asked, plan }: Cascade): CascadeView =>
  cascadeView(plan, {
    requests: asked.map(({ request }) => request),
    unlisted: asked.flatMap(({ request, isUnlisted }) =>
      request._tag === 'DeleteNamespace' && isUnlisted === true ? [request.namespace] : [],
    ),
  })

const textOf = (cascade: Cascade): ReadonlyArray<string> => {
  const { outcomes } = cascade
  const view = viewOf(cascade)
  const tree = renderTree(cascadeTree({ ...view, pending: [] }))
  return [
    ...view.headline,
    '',
    ...view.requests.map(({ said, answer }) => (answer === null ? said : `${said}: ${answer}`)),
    '',
    ...(tree === '' ? [] : [...tree.split('\n'), '']),
    ...sayConsequences(view),
    ...sayPending(view),
    ...(view.isQuiet ? [] : ['the simulation reached its limit of attempts']),
    ...(outcomes === undefined ? [oneCourse] : []),
    `in all: ${view.totals.said}`,
    ...(outcomes === undefined ? [] : sayOutcomes(outcomes)),
  ]
}

/** No race does not mean that there is one end. */
const oneCourse = 'this is one possible course of events; --outcomes follows all of them'

/** What the collector does anyway is told by a plan of its own, and only counted here. */
const sayPending = ({ pending }: CascadeView): ReadonlyArray<string> => {
  const objects = new Set(pending.flatMap(({ changes }) => changes.map(({ target }) => target.id)))
  return objects.size === 0
    ? []
    : [
        `without any request controllers delete or change ${counted(objects.size, 'object')}; see gcplan plan kubernetes-owners`,
      ]
}

const tableOf = (format: Format, cascade: Cascade): ReadonlyArray<string> => {
  const { outcomes } = cascade
  const { pending, waves, sections } = viewOf(cascade)
  const rows = [
    ...(format === 'wide' ? pending.flatMap((wave) => rowsOf(format, wave, 'before')) : []),
    ...waves.flatMap((wave, index) => rowsOf(format, wave, String(index + 1), `${wave.afterMillis / 1000} s`)),
    ...sections.leftBehind.lines.map(({ target, by }) => rowOf('left behind', target.said, `by ${by.said}`)),
    ...sections.keptByOthers.lines.map(({ target, owners }) =>
      rowOf('kept', target.said, `by ${owners.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`),
    ),
    ...sections.stuck.lines.map(({ target, sentences }) => rowOf('stuck', target.said, sayAll(format, sentences))),
    ...sections.later.lines.map(({ target, said }) => rowOf('later', target.said, said)),
    ...sections.never.lines.map(({ target, said }) => rowOf('never', target.said, said)),
    ...sections.data.lines.map(({ target, verdict, said }) => rowOf(`data ${verdict}`, target.said, said)),
    ...sections.waits.lines.map(({ target, said }) => rowOf('waits', target.said, said)),
    ...sections.lostGroups.lines.map(({ service, said }) => rowOf('unserved', `APIService ${service}`, said)),
    ...sections.comesBack.lines.map(({ target, said }) => rowOf('comes back', target.said, said)),
    ...(outcomes === undefined ? [] : outcomeRows(outcomes)).map((cells) => ['', '', '', ...cells]),
    ...sections.races.lines.map(({ said }) => rowOf('race', '', said)),
    ...sections.unknown.lines.map(({ said }) => rowOf('unknown', '', said)),
  ]
  return columnsOf(format, ['left', 'left', 'left', 'left', 'left', 'left'])([
    ['WAVE', 'AFTER', 'BY', 'WHAT', 'OBJECT', 'REASON'],
    ...rows,
  ])
}

const rowOf = (what: string, object: string, reason: string): ReadonlyArray<string> => [
  '',
  '',
  '',
  what,
  object,
  reason,
]

const rowsOf = (
  format: Format,
  { by, changes }: WaveView,
  wave: string,
  delay = '',
): ReadonlyArray<ReadonlyArray<string>> =>
  changes.map(({ what, target, sentences }) => [
    wave,
    delay,
    by,
    what.toLowerCase(),
    target.said,
    sayAll(format, sentences),
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
  requests: asked.map(({ request, isUnlisted }, index) => ({
    ...request,
    said: sayRequest(plan)(request),
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
