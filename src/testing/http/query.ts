/** Parameters of requests: flags, numbers, selectors. What cannot be read is refused as the server refuses it. */
import { either as E } from 'fp-ts'

import { isRecord, ownField } from '../../internal/lists.js'
import { type Failure, failure, isFailure, unprocessable } from './failure.js'
import type { Resource } from './resources.js'
import { type Selects, fieldSelector, labelSelector } from './selector.js'

/** Parameters as they came. */
export type Query = Readonly<Record<string, string>>

/** A parameter that is not empty. */
export const given = (query: Query, name: string): string | undefined => {
  const value = Object.hasOwn(query, name) ? query[name] : undefined
  return value === '' ? undefined : value
}

/** True for a flag that is set, as Go reads flags. */
export const isSet = (query: Query, name: string): boolean =>
  Object.hasOwn(query, name) && !['0', 'false'].includes(query[name]?.toLowerCase() ?? '')

/** A whole number; absent where the parameter is. */
export const wholeNumber = (query: Query, name: string): number | undefined | Failure => {
  const value = given(query, name)
  if (value === undefined) return undefined
  return /^-?\d{1,15}$/.test(value)
    ? Number(value)
    : failure(400, 'BadRequest', `strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`)
}

/** A value, or a refusal thrown together with others: the first one counts. */
export const firstFailure = (...values: ReadonlyArray<unknown>): Failure | undefined =>
  values.filter(isRecord).find((value): value is typeof value & Failure => isFailure(value))

/** Which of the objects are meant. */
export interface Selection {
  readonly selects: Selects
  /** A selector is given: how many objects remain is not said then. */
  readonly isSelective: boolean
}

/** The selectors of a request, for a kind. Other options that are wrong are told before a field that the kind does not have. */
export const selectionOf = ({ scope, version }: Resource, query: Query, wrongOption?: Failure): Selection | Failure => {
  const [labels, fields] = [given(query, 'labelSelector'), given(query, 'fieldSelector')]
  if (labels === undefined && fields === undefined) return { selects: () => true, isSelective: false }
  const byLabels = labels === undefined ? E.right(everything) : labelSelector(labels)
  const byFields = fields === undefined ? E.right(everything) : fieldSelector(scope, definedFields(version))(fields)
  if (E.isLeft(byLabels)) return failure(400, 'BadRequest', byLabels.left)
  if (E.isLeft(byFields)) {
    const { isReadable, message } = byFields.left
    return (isReadable ? wrongOption : undefined) ?? failure(400, 'BadRequest', message)
  }
  return { selects: (entry) => byLabels.right(entry) && byFields.right(entry), isSelective: true }
}

const everything: Selects = () => true

/** The fields that a definition lets its objects be selected by. */
const definedFields = (version: unknown): ReadonlyArray<string> => {
  const fields = ownField(version, 'selectableFields')
  return Array.isArray(fields)
    ? fields.flatMap((field: unknown) => {
        const path = ownField(field, 'jsonPath')
        return typeof path === 'string' ? [path.replace(/^\./, '')] : []
      })
    : []
}

/** A parameter of a list that goes with no other, or is unknown. */
export const wrongListOption = (field: string, reason: string, message: string): Failure =>
  unprocessable('ListOptions', 'meta.k8s.io', '', [{ field, reason, message }])
