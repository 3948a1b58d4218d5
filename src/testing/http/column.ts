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

/** A number at a path; zero where there is none. */
export const number = (name: string, ...path: ReadonlyArray<string>): Column => ({
  name,
  type: 'integer',
  cell: (body) => at(body, ...path) ?? 0,
})

/** A value at a path, or what stands in for it. */
export const text = (name: string, otherwise: string, ...path: ReadonlyArray<string>): Column => ({
  name,
  type: 'string',
  cell: (body) => {
    const value = at(body, ...path)
    return value === undefined || value === '' ? otherwise : value
  },
})

/** How many entries a field has. */
export const count = (name: string, field: string): Column => ({
  name,
  type: 'integer',
  cell: (body) => {
    const value = at(body, field)
    return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
  },
})

/** A list at a path; the empty one where there is none. */
export const itemsAt = (body: unknown, ...path: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const items = at(body, ...path)
  return Array.isArray(items) ? items : []
}

/** A text at a path; the empty one where there is none. */
export const textAt = (body: unknown, ...path: ReadonlyArray<string>): string => {
  const value = at(body, ...path)
  return typeof value === 'string' ? value : ''
}

/** A number at a path; zero where there is none. */
export const numberAt = (body: unknown, ...path: ReadonlyArray<string>): number => {
  const value = at(body, ...path)
  return typeof value === 'number' ? value : 0
}

/** How many are ready of those that are wanted. */
export const readyOf = (name: string, ready: ReadonlyArray<string>, wanted: ReadonlyArray<string>): Column => ({
  name,
  type: 'string',
  cell: (body) => `${numberAt(body, ...ready)}/${numberAt(body, ...wanted)}`,
})

/** A text made of the object. */
export const cell = (name: string, of: (body: unknown, now: Date) => string): Column => ({
  name,
  type: 'string',
  cell: of,
})

/** The same, in wide tables alone. */
export const wide = (name: string, of: (body: unknown) => string): Column => ({
  name,
  type: 'string',
  priority: 1,
  cell: of,
})
