/** Columns of tables, and what every table has: names and ages. */
import { epochOfRfc3339 } from '../../core/time.js'
import { ownField } from '../../internal/lists.js'

/** One column. */
export interface Column {
  readonly name: string
  readonly type: string
  readonly format?: string
  readonly description?: string
  /** Zero: always printed. */
  readonly priority?: number
  readonly cell: (body: unknown, at: Date) => unknown
}

/** The value at a path of fields. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown => {
  let found = value
  for (const name of path) found = ownField(found, name)
  return found
}

/** The name of an object. */
export const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  cell: (body) => at(body, 'metadata', 'name') ?? '',
}

/** How long ago something was, as the API server writes it. */
export const ageOf = (text: unknown, now: Date): string => {
  const epoch = typeof text === 'string' ? epochOfRfc3339(text) : null
  return epoch === null ? '<unknown>' : spanText(Math.floor((now.getTime() - epoch) / 1000))
}

/**
 * A span in at most three figures.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/util/duration/duration.go HumanDuration
 */
const spanText = (seconds: number): string => {
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return withRest(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return withRest(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  const days = Math.floor(hours / 24)
  if (hours < 192) return withRest(days, 'd', hours % 24, 'h')
  if (days < 730) return `${days}d`
  const years = Math.floor(days / 365)
  return years < 8 ? withRest(years, 'y', days % 365, 'd') : `${years}y`
}

const withRest = (count: number, unit: string, rest: number, small: string): string =>
  rest === 0 ? `${count}${unit}` : `${count}${unit}${rest}${small}`

/** How long ago an object was created. */
export const ageColumn: Column = {
  name: 'Age',
  type: 'string',
  cell: (body, now) => ageOf(at(body, 'metadata', 'creationTimestamp'), now),
}
