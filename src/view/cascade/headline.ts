/** What to read before a request is sent: lost data, and what would not end; and how grave that is. */
import { named } from '../../apiserver/object.js'
import { formatBinaryBytes } from '../../internal/formats.js'
import { counted } from '../../internal/words.js'
import { explainEdit } from '../../simulate/cascade/edit.js'
import { explainCascade } from '../../simulate/cascade/explain.js'
import type { CascadePlan } from '../../simulate/cascade/reason.js'
import { explainWait, sayLosses } from '../../simulate/consequence/explain.js'
import type { Tone } from './model.js'

/** The sentences to read before the request is sent, not made safe yet. */
export const headlineOf = (plan: CascadePlan, touched: ReadonlySet<string>): readonly [string, ...string[]] => {
  const { data, stuck, never } = plan
  const losses = sayLosses(data, formatBinaryBytes)
  const unknown = data.filter(({ verdict }) => verdict === 'unknown').length
  const [first, ...others] = [
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
  const isKept = data.length > 0 && losses === undefined && unknown + plan.unknown.length === 0
  return first === undefined ? [sayHarmless(plan, touched)] : [first, ...others, ...(isKept ? [keepsData] : [])]
}

const keepsData = 'no volume loses its data'

/** How grave it is. */
export const toneOf = (plan: CascadePlan, touched: ReadonlySet<string>): Tone => {
  const { data, stuck, never, lostGroups, unknown, answers, isQuiet } = plan
  const isTouched = touched.size > 0
  if (!isTouched && answers.length > 0 && answers.every(({ _tag }) => _tag === 'Refused')) return 'refused'
  if (data.some(({ verdict }) => verdict === 'lost')) return 'loses'
  if (never.length > 0 || lostGroups.length > 0) return 'never'
  if (unknown.length > 0 || data.some(({ verdict }) => verdict === 'unknown') || mayEnd(plan) || !isQuiet)
    return 'unknown'
  if (stuck.length > 0) return 'waits'
  return isTouched ? 'harmless' : 'nothing'
}

/** What is stuck tells of every group without a server. */
const isTold = ({ stuck }: CascadePlan): boolean =>
  stuck.some(({ blockers }) => blockers.some(({ _tag }) => _tag === 'GroupNotListed'))

/** Content that was not listed may or may not hold a namespace. */
const mayEnd = ({ stuck, waits }: CascadePlan): boolean =>
  stuck.length > 0 &&
  waits.length === 0 &&
  stuck.every(({ blockers }) => blockers.every(({ _tag }) => _tag === 'ContentNotCovered'))

const sayWhetherItEnds = (plan: CascadePlan): string =>
  mayEnd(plan) ? 'whether this ends is unknown' : 'this ends only when others act'

/** What others have to do: outside parties, else whatever holds the objects. */
const holding = ({ waits, stuck }: CascadePlan): ReadonlyArray<string> =>
  waits.length > 0
    ? waits.map(explainWait)
    : stuck.map(({ target, blockers: [first] }) => `${named(target)}: ${explainCascade(first)}`)

const sayFirst = ([first = '', ...others]: ReadonlyArray<string>): string =>
  others.length === 0 ? first : `${first} (and ${others.length} more)`

const sayHarmless = ({ answers, outcomes, unknown }: CascadePlan, touched: ReadonlySet<string>): string => {
  const objects = outcomes.gone.filter(({ id }) => touched.has(id)).length
  if (touched.size === 0 && answers.every(({ _tag }) => _tag === 'Refused'))
    return `nothing goes: the API server rejects the ${answers.length === 1 ? 'request' : 'requests'}`
  if (unknown.length === 0)
    return `${counted(objects, 'object')} ${objects === 1 ? 'goes' : 'go'} in this plan, and ${keepsData}`
  return objects === 0
    ? 'no listed object goes; whether others go is unknown'
    : `${counted(objects, 'object')} ${objects === 1 ? 'goes' : 'go'} in this plan, and ${keepsData}, as far as the lists show`
}
