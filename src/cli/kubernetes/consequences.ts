/** What a cascade does beyond the objects: to data, to what comes back, and who has to act before it ends. */
import {
  type CascadePlan,
  explainComesBack,
  explainData,
  explainWait,
  sayLosses,
} from '../../simulate/cascade/index.js'
import { formatBinaryBytes } from '../../render/index.js'
import { counted } from '../lines.js'

/** The sentences to read before the request is sent: lost data, and what would never end. */
export const sayWarning = ({ data, stuck }: CascadePlan): ReadonlyArray<string> => {
  const losses = sayLosses(data, formatBinaryBytes)
  const unknown = data.filter(({ verdict }) => verdict === 'unknown').length
  const lines = [
    ...(losses === undefined ? [] : [losses]),
    ...(unknown === 0
      ? []
      : [`whether ${counted(unknown, 'volume')} ${unknown === 1 ? 'keeps its' : 'keep their'} data is unknown`]),
    ...(stuck.length === 0
      ? []
      : [`${counted(stuck.length, 'object')} will not go by ${stuck.length === 1 ? 'itself' : 'themselves'}`]),
  ]
  return lines.length === 0 ? [] : [...lines, '']
}

/** Every verdict on data, what comes back, and who has to act. */
export const sayConsequences = ({ data, comesBack, waits, conditions }: CascadePlan): ReadonlyArray<string> => [
  ...section('data', data.map(explainData)),
  ...section('waits for others', waits.map(explainWait)),
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

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), '']
