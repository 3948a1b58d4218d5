/** Reads fields of specifications and statuses, whose types nobody has checked. */
import { ownField, isRecord } from '../../internal/lists.js'

/** A field that counts something; nothing where it holds no whole number from zero on. */
export const countIn = (value: unknown, name: string): number | undefined => {
  const count = ownField(value, name)
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** A field that holds text. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const text = ownField(value, name)
  return typeof text === 'string' ? text : undefined
}

/** A field that holds a list; where it holds none, the empty list. */
export const listIn = (value: unknown, name: string): ReadonlyArray<unknown> => {
  const list = ownField(value, name)
  return Array.isArray(list) ? list : []
}

/** The list of a field, empty where there is none; nothing where the field holds anything else. */
export const listOrNone = (value: unknown, name: string): ReadonlyArray<unknown> | undefined => {
  const list = ownField(value, name) ?? []
  return Array.isArray(list) ? list : undefined
}

/** The fields of a value; none where it has no fields. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? { ...value } : {})

/** True for the condition of a type that holds. */
export const hasCondition = (status: unknown, type: string): boolean =>
  listIn(status, 'conditions').some((one) => ownField(one, 'type') === type && ownField(one, 'status') === 'True')

/** True for a Job that is complete or has failed. */
export const isJobFinished = ({ status }: { readonly status?: unknown }): boolean =>
  hasCondition(status, 'Complete') || hasCondition(status, 'Failed')
