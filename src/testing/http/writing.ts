/** What every request that writes has in common: where it is carried out, who is asked first, and how it ends. */
import type { Answer } from '../../apiserver/answer.js'
import { type Address, addressAs } from '../../apiserver/scope.js'
import { type WholeObject, groupOf } from '../../apiserver/object.js'
import type { Server } from '../../apiserver/server.js'
import { type Reviewed, denialOf, reviewOf } from './admission.js'
import type { Fields } from './body.js'
import { type Failure, absent, conflicting, detailsOf, failure, taken, unprocessable } from './failure.js'
import type { Caller, HttpRequest } from './request.js'
import { bodyOf } from './show.js'
import { type Entry, keyOf } from './state.js'
import type { Cell } from './store.js'
import type { HttpTarget } from './target.js'
import { valueAt } from './tree.js'

/** One request that writes, and the server that carries it out. */
export interface Writing {
  readonly cell: Cell
  readonly server: Server
  readonly target: HttpTarget
  readonly request: HttpRequest
  readonly isDryRun: boolean
}

/** An accepted request. */
export type Accepted =
  /** The object after it, or, where it is gone, as it was last. */
  | { readonly _tag: 'Object'; readonly status: number; readonly entry: Entry }
  | { readonly _tag: 'Body'; readonly status: number; readonly body: Fields }
  /** All of them, as they were listed at a version. */
  | { readonly _tag: 'Objects'; readonly entries: ReadonlyArray<Entry>; readonly revision: number }

/** What a request comes to. */
export type Outcome = Accepted | Failure

/** Who sends requests if nothing else is said. */
const administrator: Caller = { user: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] }

/** The address of the object that a request names. */
export const addressOf = ({ resource: { scope }, namespace }: HttpTarget, name: string): Address =>
  addressAs(scope, namespace, name)

/** The object that a request names. */
export const presentIn = ({ cell, target }: Writing, name: string): Entry | undefined => {
  const { resource, namespace } = target
  return valueAt(cell.state.entries, keyOf(resource.scope.apiVersion, resource.scope.kind, namespace, name))
}

/** Asks the webhooks about a change, with its objects in the version of the request; nothing when they allow it. */
export const reviewed = (
  { cell, target, request, isDryRun }: Writing,
  change: Pick<Reviewed, 'operation' | 'name' | 'options'> & {
    readonly object: Fields | null
    readonly before: Entry | undefined
  },
): Failure | undefined => {
  const { validate } = cell.state.rules
  if (validate === undefined) return undefined
  const { resource, namespace, subresource } = target
  const { before, ...rest } = change
  const review = reviewOf(
    {
      ...rest,
      oldObject: before === undefined ? null : bodyOf(resource.scope, before),
      scope: resource.scope,
      subresource,
      namespace: resource.scope.kind === 'Namespace' ? change.name : namespace,
      dryRun: isDryRun,
      by: request.by ?? administrator,
    },
    cell.state.revision,
  )
  return denialOf(validate(review))
}

/** A refusal in memory as the server says it. */
export const refusalOf = (
  target: HttpTarget,
  name: string,
  { code, reason, message }: Extract<Answer<WholeObject>, { readonly _tag: 'Refused' }>,
): Failure => {
  const { scope } = target.resource
  switch (reason) {
    case 'NotFound':
      return absent(scope, name)
    case 'AlreadyExists':
      return taken(scope, name)
    case 'Conflict':
      return conflicting(scope, name, message)
    case 'Invalid': {
      if (message.startsWith('no new finalizers'))
        return invalidField(target, name, 'metadata.finalizers', `Forbidden: ${message}`, 'FieldValueForbidden')
      const [, field = '', said = message] = /^([A-Za-z][\w.[\]]*): ([^]*)$/.exec(message) ?? []
      return unprocessable(scope.kind, groupOf(scope.apiVersion), name, [
        { field, reason: 'FieldValueInvalid', message: said },
      ])
    }
    case 'Forbidden':
      return failure(code, reason, message, detailsOf(scope, name))
    case 'BadRequest':
      return failure(code, reason, message)
    // An error of which the server has no words says no reason.
    case 'InternalError':
      return failure(code, '', message)
  }
}

/** An object that cannot be as it is asked to be. */
export const invalidField = (
  { resource: { scope } }: HttpTarget,
  name: string,
  field: string,
  message: string,
  reason = 'FieldValueInvalid',
): Failure => unprocessable(scope.kind, groupOf(scope.apiVersion), name, [{ field, reason, message }])
