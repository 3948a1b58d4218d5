/**
 * Tables as `kubectl get` prints them: columns of the most common kinds, those that a definition states, and name and age of
 * all others.
 *
 * @upstream kubernetes 1.36.2 pkg/printers/internalversion/printers.go AddHandlers
 */
import { ownField } from '../../internal/lists.js'
import { type Column, ageColumn, ageOf, at, nameColumn } from './column.js'
import { builtInColumns } from './columns.js'
import type { Resource } from './resources.js'
import type { Entry } from './state.js'

/** What of each object is in its row. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'

/** The columns of a kind. */
export const columnsOf = ({ scope, version }: Resource): ReadonlyArray<Column> => {
  const known = builtInColumns.get(`${scope.apiVersion} ${scope.kind}`)
  if (known !== undefined) return known
  const stated = ownField(version, 'additionalPrinterColumns')
  return Array.isArray(stated) && stated.length > 0
    ? [nameColumn, ...stated.map(statedColumn)]
    : [nameColumn, ageColumn]
}

/** A column of a definition; of its path only plain fields are followed. */
const statedColumn = (stated: unknown): Column => {
  const [name, type, path] = ['name', 'type', 'jsonPath'].map((field) => ownField(stated, field))
  const fields = typeof path === 'string' ? path.split('.').filter((part) => part !== '') : []
  const priority = ownField(stated, 'priority')
  return {
    name: typeof name === 'string' ? name : '',
    type: typeof type === 'string' ? type : 'string',
    ...(typeof priority === 'number' ? { priority } : {}),
    cell: (body, now) => {
      const value = at(body, ...fields)
      return type === 'date' && value !== undefined ? ageOf(value, now) : (value ?? null)
    },
  }
}

/** The cells of an object. */
export const rowOf = (columns: ReadonlyArray<Column>, { body }: Entry, now: Date): ReadonlyArray<unknown> =>
  columns.map(({ cell }) => cell(body, now))
