/**
 * Validates a request and the object that it is about. A fast check runs first; only if it fails, a full one lists
 * every problem.
 */
import type { InvalidInput } from '../core/problem.js'
import { isInstant } from '../core/time.js'
import type { Check } from '../internal/check.js'
import { arrayOf, fields, findProblems, isDate, isFlag, isSafeInteger, isText, maybe } from '../internal/check.js'
import { isAbsentOr, isBoolean, objectWith, isRecord, isString, objectLooksSound } from './object-check.js'

/** Options of a delete. The server checks the policy, and which options go together. */
export const isOptions: Check = fields({
  gracePeriodSeconds: maybe(isSafeInteger),
  propagationPolicy: maybe(isText),
  orphanDependents: maybe(isFlag),
  preconditions: maybe(fields({ uid: maybe(isText), resourceVersion: maybe(isText) })),
})

const isMaybeInteger = isAbsentOr(Number.isSafeInteger)
const isMaybeString = isAbsentOr(isString)
const isMaybeBoolean = isAbsentOr(isBoolean)

const optionsLookSound = (options: unknown): boolean => {
  if (!isRecord(options)) return false
  const { preconditions } = options as { readonly preconditions?: unknown }
  return (
    isMaybeInteger(options['gracePeriodSeconds']) &&
    isMaybeString(options['propagationPolicy']) &&
    isMaybeBoolean(options['orphanDependents']) &&
    (preconditions === undefined ||
      (isRecord(preconditions) &&
        isMaybeString(preconditions['uid']) &&
        isMaybeString(preconditions['resourceVersion'])))
  )
}

const isDelete: Check = fields({ at: isDate, options: isOptions })

/** Empty text names nothing; the server rejects it. */
const isReference: Check = fields({
  apiVersion: isText,
  kind: isText,
  name: isText,
  uid: isText,
  controller: maybe(isFlag),
  blockOwnerDeletion: maybe(isFlag),
})

const isObject: Check = objectWith(isReference)

const isChange: Check = fields({ finalizers: maybe(arrayOf(isText)), ownerReferences: maybe(arrayOf(isReference)) })

/** What is wrong with a request to delete, in words; nothing when it is sound. */
export const deleteProblem = (at: unknown, options: unknown): string | undefined =>
  isInstant(at) && optionsLookSound(options) ? undefined : said(findProblems('request', isDelete, { at, options }))

/** What is wrong with a change, in words; nothing when it is sound. */
export const changeProblem = (change: unknown): string | undefined => said(findProblems('change', isChange, change))

/** What is wrong with an object, in words; nothing when it is sound. */
export const objectProblem = (object: unknown): string | undefined =>
  objectLooksSound(object) ? undefined : said(findProblems('object', isObject, object))

/** The same of an object that need not be there. */
export const problemIfThere = (object: unknown): string | undefined =>
  object === undefined ? undefined : objectProblem(object)

const said = (found: InvalidInput | null): string | undefined =>
  found?.problems
    .map(({ path, expected, actual }) => `${path === '' ? found.source : path}: expected ${expected}, got ${actual}`)
    .join('; ')
