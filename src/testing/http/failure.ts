/**
 * What a client is told when a request is refused, as a `Status`.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go NewNotFound
 */
import type { Scope } from '../../apiserver/scope.js'
import { groupOf } from '../../apiserver/object.js'
import type { Fields } from './body.js'

/** Tells refusals from bodies, which may say anything. */
const mark: unique symbol = Symbol('Failure')

/** A refusal. */
export interface Failure {
  readonly _tag: 'Failure'
  readonly [mark]: true
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly details?: Fields | undefined
  /** Metadata of the `Status`, where it has some. */
  readonly metadata?: Fields | undefined
}

/** A refusal. */
export const failure = (code: number, reason: string, message: string, details?: Fields): Failure => ({
  _tag: 'Failure',
  [mark]: true,
  code,
  reason,
  message,
  ...(details === undefined ? {} : { details }),
})

/** True for a refusal. */
export const isFailure = (value: object): value is Failure => mark in value

/** What a refusal says of the object: resource, group and name. */
export const detailsOf = ({ apiVersion, resource }: Pick<Scope, 'apiVersion' | 'resource'>, name: string): Fields => {
  const group = groupOf(apiVersion)
  return { ...(name === '' ? {} : { name }), ...(group === '' ? {} : { group }), kind: resource }
}

/** A resource with its group, e.g. `deployments.apps`. */
const qualified = ({ apiVersion, resource }: Pick<Scope, 'apiVersion' | 'resource'>): string => {
  const group = groupOf(apiVersion)
  return group === '' ? resource : `${resource}.${group}`
}

/** No object of this name. */
export const absent = (scope: Scope, name: string): Failure =>
  failure(404, 'NotFound', `${qualified(scope)} ${JSON.stringify(name)} not found`, detailsOf(scope, name))

/** The name is taken. */
export const taken = (scope: Scope, name: string): Failure =>
  failure(409, 'AlreadyExists', `${qualified(scope)} ${JSON.stringify(name)} already exists`, detailsOf(scope, name))

/** Another version of the object is meant. */
export const conflicting = (scope: Scope, name: string, why: string): Failure =>
  failure(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualified(scope)} ${JSON.stringify(name)}: ${why}`,
    detailsOf(scope, name),
  )

/** A precondition does not hold, as those say it who look at it themselves. */
export const unmet = (scope: Scope, name: string, what: string, given: string, is: string): Failure =>
  conflicting(scope, name, `Precondition failed: ${what} in precondition: ${given}, ${what} in object meta: ${is}`)

/** Somebody may not do this to the object. */
export const forbidding = (scope: Scope, name: string, why: string): Failure =>
  failure(403, 'Forbidden', `${qualified(scope)} ${JSON.stringify(name)} is forbidden: ${why}`, detailsOf(scope, name))

/** A field is wrong. */
export interface Cause {
  readonly field: string
  /** E.g. `FieldValueRequired`. */
  readonly reason: string
  readonly message: string
}

/** The object is not valid. Its causes are in the order of its fields. */
export const unprocessable = (kind: string, group: string, name: string, causes: ReadonlyArray<Cause>): Failure => {
  const said = causes.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))
  const text = said.length === 1 ? (said[0] ?? '') : `[${said.join(', ')}]`
  return failure(
    422,
    'Invalid',
    `${group === '' ? kind : `${kind}.${group}`} ${JSON.stringify(name)} is invalid: ${text}`,
    {
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { group }),
      ...(kind === '' ? {} : { kind }),
      causes: causes.map(({ field, reason, message }) => ({ reason, message, ...(field === '' ? {} : { field }) })),
    },
  )
}

/** A `Status` of a refusal. */
export const statusOf = ({ code, reason, message, details, metadata = {} }: Failure): Fields => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata,
  status: 'Failure',
  message,
  ...(reason === '' ? {} : { reason }),
  ...(details === undefined ? {} : { details }),
  code,
})

/** A custom resource does not take the method at this path. */
export const unsupportedVerb = (scope: Scope, verb: string): Failure =>
  failure(
    405,
    'MethodNotAllowed',
    `${verb} is not supported on resources of kind ${JSON.stringify(qualified(scope))}`,
    detailsOf(scope, ''),
  )

/** The path is there, and does not take the method. */
export const notAllowed: Failure = failure(
  405,
  'MethodNotAllowed',
  'the server does not allow this method on the requested resource',
  {},
)
