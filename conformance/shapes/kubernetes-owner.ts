/**
 * Answers what the recordings of the owner collector have in common: objects, calls, and an API server that answers from
 * a list of objects and never changes it.
 */
import { either as E } from 'fp-ts'
import type { taskEither as TE } from 'fp-ts'

import * as Memory from '../../src/controllers/owner/memory/index.js'
import type { Address, Answer, Event } from '../../src/controllers/owner/index.js'
import { groupOf } from '../../src/apiserver/object.js'
import type { KubeObject, ObjectMeta } from '../../src/apiserver/object.js'
import type { Scope, ScopeTable } from '../../src/apiserver/scope.js'
import { scopeTable } from '../../src/apiserver/scope.js'
import type { OwnerLoop } from '../../src/simulate/loop/index.js'
import type { Case } from '../shape.js'

/** An object as it is recorded: times are text. */
export interface RecordedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Omit<ObjectMeta, 'deletionTimestamp'> & { readonly deletionTimestamp?: string }
}

/** Every request of this kind on this object fails. */
export interface Fault {
  readonly on: 'get' | 'delete' | 'patch' | 'delete-rv'
  readonly uid: string
  readonly error: string
}

/** How kinds are served, as the file says. */
export const scopesOf = ({ meta }: Case): ScopeTable =>
  scopeTable((meta as { readonly restMapping: ReadonlyArray<Scope> }).restMapping)

/** An object with its times read. */
export const objectOf = ({ apiVersion, kind, metadata }: RecordedObject): KubeObject => {
  const { deletionTimestamp, ...rest } = metadata
  return {
    apiVersion,
    kind,
    metadata: deletionTimestamp === undefined ? rest : { ...rest, deletionTimestamp: new Date(deletionTimestamp) },
  }
}

/** A request as it is recorded. */
export const callOf = (request: Memory.Request): object => {
  const { apiVersion, resource, namespace, name } = request.object
  const to = { apiVersion, resource, namespace, name }
  return request._tag === 'Delete'
    ? { verb: 'delete', ...to, options: request.options }
    : { verb: 'patch', ...to, patchType: request.patch.patchType, patch: request.patch.body }
}

/** A warning as it is recorded. */
export const warningOf = ({ _tag, type, message, involvedObject: { kind, apiVersion } }: Event): string =>
  `${type} ${_tag} ${message} involvedObject{kind=${kind},apiVersion=${apiVersion}}`

/** A queue item as it is recorded. */
export const itemOf = (node: Memory.Node): object => ({ ...node.identity, virtual: node.virtual })

/** A client that looks objects up by name alone. */
type Client = Memory.ApiClient<string> & { readonly get: (object: Address) => Answer<string> }

/** An API server that notes the calls it gets. */
export interface Server {
  readonly world: Client
  readonly calls: ReadonlyArray<object>
}

/** A server of these objects; it answers requests and carries none of them out. */
export const serverOf = (
  scopes: ScopeTable,
  objects: ReadonlyArray<KubeObject>,
  faults: ReadonlyArray<Fault> = [],
): Server => {
  const served = new Map(objects.map((object) => [placeOf(scopes, object), object] as const))
  const calls: object[] = []
  const faultOf = (on: Fault['on'], object: KubeObject | undefined): Fault | undefined =>
    faults.find((fault) => fault.on === on && fault.uid === object?.metadata.uid)
  return {
    calls,
    world: {
      get: (address) => {
        const object = served.get(keyOf(address))
        const fault = faultOf('get', object)
        if (object === undefined || fault?.error === 'NotFound') return { _tag: 'NotFound' }
        return fault === undefined ? { _tag: 'Found', object } : { _tag: 'Failed', error: fault.error }
      },
      call: (request) => {
        calls.push(callOf(request))
        const key = keyOf(request.object)
        const object = served.get(key)
        if (isUnsupported(scopes, request)) return { _tag: 'UnsupportedMediaType' }
        if (object === undefined) return { _tag: 'NotFound' }
        if (request._tag === 'Patch') return answerOf(faultOf('patch', object))
        const race = faultOf('delete-rv', object)
        if (race !== undefined && request.options.preconditions.resourceVersion !== undefined) {
          const now = afterRace(race.error, object)
          if (now === null) served.delete(key)
          else served.set(key, now)
          return { _tag: 'Conflict' }
        }
        return answerOf(faultOf('delete', object))
      },
    },
  }
}

/** An error as a server answers with it. */
export type Refused = Exclude<Memory.CallAnswer<string>, { readonly _tag: 'Accepted' }>

/** The port through which a server is asked. */
export const portOf = ({ get, call }: Client): OwnerLoop.Port<Refused> => {
  const send =
    (request: Memory.Request): TE.TaskEither<Refused, unknown> =>
    () => {
      const answer = call(request)
      return Promise.resolve(answer._tag === 'Accepted' ? E.right(undefined) : E.left(answer))
    }
  return {
    get: (object) => () => {
      const answer = get(object)
      if (answer._tag === 'Found') return Promise.resolve(E.right(answer.object))
      return Promise.resolve(answer._tag === 'Failed' ? E.left(answer) : E.right(undefined))
    },
    delete: (object, options) => send({ _tag: 'Delete', object, options }),
    patch: (object, patch) => send({ _tag: 'Patch', object, patch }),
    isNotFound: ({ _tag }) => _tag === 'NotFound',
    isConflict: ({ _tag }) => _tag === 'Conflict',
    isUnsupportedMediaType: ({ _tag }) => _tag === 'UnsupportedMediaType',
  }
}

const isUnsupported = (scopes: ScopeTable, request: Memory.Request): boolean =>
  request._tag === 'Patch' &&
  request.patch.patchType === 'application/strategic-merge-patch+json' &&
  scopes.find(request.object.apiVersion, request.object.kind)?.strategicMergePatch === false

const answerOf = (fault: Fault | undefined): Memory.CallAnswer<string> => {
  switch (fault?.error) {
    case undefined:
      return { _tag: 'Accepted' }
    case 'NotFound':
    case 'Conflict':
      return { _tag: fault.error }
    default:
      return { _tag: 'Failed', error: fault?.error ?? '' }
  }
}

/** What somebody else did to an object before a delete that insists on its version arrived. */
const afterRace = (error: string, { metadata, ...object }: KubeObject): KubeObject | null => {
  const bumped = { resourceVersion: `${metadata.resourceVersion ?? ''}0` }
  switch (error) {
    case 'GoneConflict':
      return null
    case 'BumpedConflict':
      return { ...object, metadata: { ...metadata, ...bumped } }
    case 'OwnersChangedConflict':
      return { ...object, metadata: { ...metadata, ...bumped, ownerReferences: [] } }
    case 'RecreatedConflict':
      return { ...object, metadata: { ...metadata, uid: `${metadata.uid}0` } }
    default:
      return { ...object, metadata }
  }
}

/** All versions of a resource show the same object. */
const keyOf = ({ apiVersion, resource, namespace, name }: Omit<Address, 'kind'>): string =>
  JSON.stringify([groupOf(apiVersion), resource, namespace ?? '', name])

const placeOf = (scopes: ScopeTable, { apiVersion, kind, metadata: { namespace, name } }: KubeObject): string =>
  keyOf({
    apiVersion,
    resource: scopes.find(apiVersion, kind)?.resource ?? `unserved ${kind}`,
    name,
    ...(namespace === undefined ? {} : { namespace }),
  })

/**
 * Uids of the observed objects that are looked at until nothing new waits. What would come back does not; an owner that
 * nobody observed is looked for once under each name, where the real component goes round its names forever.
 */
export const attempted = (
  begin: Memory.Memory,
  step: (memory: Memory.Memory) => Memory.Step<string> | undefined,
): ReadonlyArray<string> => {
  const uids = new Set<string>()
  const guesses = new Set<string>()
  let memory = begin
  for (let work = Memory.nextWork(memory); work !== undefined; work = Memory.nextWork(memory)) {
    const node = Memory.nodeOfItem(work.item)(memory)
    const guess = node?.virtual === true ? JSON.stringify(node.identity) : null
    const isNew = guess === null || !guesses.has(guess)
    if (guess !== null) guesses.add(guess)
    if (work._tag === 'Delete' && node?.virtual === false) uids.add(work.item.uid)
    const next = isNew ? (step(memory)?.memory ?? memory) : Memory.takeWork(work)(memory)
    memory = Memory.observeVirtualDeletes(next)
  }
  return [...uids]
}
