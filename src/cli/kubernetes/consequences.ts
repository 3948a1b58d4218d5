/** What a cascade does beyond the objects: to data, to what comes back, and who has to act before it ends. */
import {
  type CascadePlan,
  explainCascade,
  explainComesBack,
  explainData,
  explainEdit,
  explainWait,
  sayLosses,
} from '../../simulate/cascade/index.js'
import { formatBinaryBytes } from '../../render/index.js'
import { counted } from '../lines.js'
import { sayObject } from './object.js'

/** The sentences to read before the request is sent: lost data, and what would not end. */
export const sayWarning = (plan: CascadePlan): ReadonlyArray<string> => {
  const { data, stuck, never } = plan
  const losses = sayLosses(data, formatBinaryBytes)
  const unknown = data.filter(({ verdict }) => verdict === 'unknown').length
  const lines = [
    ...(losses === undefined ? [] : [losses]),
    ...plan.unknown.filter(({ _tag }) => _tag === 'ClaimsNotCovered').map(explainCascade),
    ...(unknown === 0
      ? []
      : [`whether ${counted(unknown, 'volume')} ${unknown === 1 ? 'keeps its' : 'keep their'} data is unknown`]),
    ...(isTold(plan) ? [] : plan.lostGroups.map(explainCascade)),
    ...(never.length === 0
      ? []
      : [`without an edit this never ends: ${sayFirst(never.map(({ edit }) => explainEdit(edit)))}`]),
    ...(stuck.length === 0 || never.length > 0 ? [] : [`${sayWhetherItEnds(plan)}: ${sayFirst(holding(plan))}`]),
  ]
  return [...(lines.length === 0 ? [sayHarmless(plan)] : lines), '']
}

/** What is stuck tells of every group without a server. */
const isTold = ({ stuck }: CascadePlan): boolean =>
  stuck.some(({ blockers }) => blockers.some(({ _tag }) => _tag === 'GroupNotListed'))

/** Content that was not listed may or may not hold a namespace. */
const sayWhetherItEnds = ({ stuck, waits }: CascadePlan): string =>
  waits.length === 0 && stuck.every(({ blockers }) => blockers.every(({ _tag }) => _tag === 'ContentNotCovered'))
    ? 'whether this ends is unknown'
    : 'this ends only when others act'

/** What others have to do: outside parties, else whatever holds the objects. */
const holding = ({ waits, stuck }: CascadePlan): ReadonlyArray<string> =>
  waits.length > 0
    ? waits.map(explainWait)
    : stuck.map(({ target, blockers: [first] }) => `${sayObject(target)}: ${explainCascade(first)}`)

const sayFirst = ([first = '', ...others]: ReadonlyArray<string>): string =>
  others.length === 0 ? first : `${first} (and ${others.length} more)`

const sayHarmless = ({ answers, waves, outcomes: { gone }, unknown }: CascadePlan): string => {
  const touched = new Set(waves.flatMap(({ changes }) => changes.map(({ target }) => target.id)))
  const objects = gone.filter(({ id }) => touched.has(id)).length
  if (touched.size === 0 && answers.every(({ _tag }) => _tag === 'Refused'))
    return `nothing goes: the API server rejects the ${answers.length === 1 ? 'request' : 'requests'}`
  if (unknown.length === 0)
    return `as planned, ${counted(objects, 'object')} ${objects === 1 ? 'goes' : 'go'}, and no volume loses its data`
  return objects === 0
    ? 'no listed object goes; whether others go is unknown'
    : `as planned, ${counted(objects, 'object')} ${objects === 1 ? 'goes' : 'go'}, and no volume loses its data, as far as the lists show`
}

/** Every verdict on data, what comes back, and who has to act. */
export const sayConsequences = ({
  data,
  comesBack,
  waits,
  never,
  later,
  conditions,
}: CascadePlan): ReadonlyArray<string> => [
  ...section('data', data.map(explainData)),
  ...section('waits for others', waits.map(explainWait)),
  ...section(
    'never ends without an edit',
    never.map(({ target, edit }) => `${sayObject(target)}: ${explainEdit(edit)}`),
  ),
  ...section(
    'goes later, deleted by the namespace controller once the pods of the namespace are gone',
    sayNames(later),
  ),
  ...section('comes back', comesBack.map(explainComesBack)),
  ...section(
    'conditions',
    conditions.flatMap(({ target, conditions: all }) =>
      all
        .filter(({ status }) => status === 'True')
        .map(({ type, message = '' }) => `Namespace ${target.name} ${type}: ${message}`),
    ),
  ),
]

const mostNamed = 10

const sayNames = (targets: CascadePlan['later']): ReadonlyArray<string> => [
  ...targets.slice(0, mostNamed).map(sayObject),
  ...(targets.length > mostNamed ? [`and ${targets.length - mostNamed} more`] : []),
]

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), '']
