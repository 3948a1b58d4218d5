/**
 * Answers requests like an API server whose store is a list of objects: it keeps what it is told, gives every change a new
 * resource version, and says what changed. It lives inside one calculation and is never handed out.
 */
import type { Answer } from '../api/answer.js'
import { conflict, notFound } from '../api/answer.js'
import { create } from '../api/create.js'
import { requestDelete } from '../api/delete.js'
import type { DeleteOptions } from '../api/options.js'
import type { WholeObject } from '../api/pod.js'
import type { Change } from '../api/update.js'
import { update } from '../api/update.js'
import { groupOf } from '../coverage.js'
import type { Patch } from '../owner/action.js'
import type { Observation } from '../owner/memory/observation.js'
import { added, deleted, updated } from '../owner/memory/observation.js'
import type { Address } from '../owner/reference.js'
import { addressAs, namespaceOf } from '../owner/reference.js'
import type { ScopeTable } from '../scope.js'
import { patched } from './patch.js'

/** A store of objects behind the rules of the API server. */
export interface Server {
  readonly get: (address: Address) => WholeObject | undefined
  /** By uid; what the store holds now. */
  readonly find: (uid: string) => WholeObject | undefined
  /** Everything that it holds, in the order of creation. */
  readonly list: () => ReadonlyArray<WholeObject>
  readonly addressOf: (object: WholeObject) => Address | undefined
  readonly create: (object: WholeObject) => Answer<WholeObject>
  readonly delete: (address: Address, options: DeleteOptions) => Answer<WholeObject>
  readonly update: (address: Address, change: Change) => Answer<WholeObject>
  readonly patch: (address: Address, patch: Patch) => Answer<WholeObject> | UnsupportedMediaType
  /** What changed since the last time somebody asked, in order. */
  readonly drain: () => ReadonlyArray<Observation>
}

/** The type of a patch that a kind does not take. */
export interface UnsupportedMediaType {
  readonly _tag: 'UnsupportedMediaType'
  readonly code: 415
}

/** A server that holds these objects, whose clock stands at `at`. */
export const serverOf =
  (at: Date, scopes: ScopeTable) =>
  (objects: ReadonlyArray<WholeObject>): Server => {
    const byUid = new Map<string, WholeObject>()
    const uids = new Map<string, string>()
    let changes: Observation[] = []
    let version = 0
    const addressOf = (object: WholeObject): Address | undefined => {
      const scope = scopes.find(object.apiVersion, object.kind)
      return scope === undefined ? undefined : addressAs(scope, namespaceOf(object), object.metadata.name)
    }
    const get = (address: Address): WholeObject | undefined => byUid.get(uids.get(placeOf(address)) ?? '')
    const keep = (object: WholeObject): WholeObject => {
      version += 1
      const kept = { ...object, metadata: { ...object.metadata, resourceVersion: `after-${version}` } }
      byUid.set(object.metadata.uid, kept)
      return kept
    }
    const settle = (before: WholeObject, answer: Answer<WholeObject>): Answer<WholeObject> => {
      switch (answer._tag) {
        case 'Refused':
          return answer
        case 'Gone': {
          byUid.delete(before.metadata.uid)
          const address = addressOf(before)
          if (address !== undefined) uids.delete(placeOf(address))
          changes.push(deleted(answer.last))
          return answer
        }
        case 'Stays': {
          if (isSame(before, answer.object)) return { ...answer, object: before }
          const object = keep(answer.object)
          changes.push(updated(object, before))
          return { ...answer, object }
        }
      }
    }
    const onObject = (address: Address, ask: (object: WholeObject) => Answer<WholeObject>): Answer<WholeObject> => {
      const before = get(address)
      return before === undefined ? notFound(`${address.resource} ${address.name}`) : settle(before, ask(before))
    }
    const hold = (object: WholeObject): void => {
      byUid.set(object.metadata.uid, object)
      const address = addressOf(object)
      if (address !== undefined) uids.set(placeOf(address), object.metadata.uid)
    }
    objects.forEach(hold)
    return {
      get,
      find: (uid) => byUid.get(uid),
      list: () => [...byUid.values()],
      addressOf,
      create: (object) => {
        const address = addressOf(object)
        if (address === undefined) return notFound(`${object.apiVersion} ${object.kind}`)
        if (get(address) !== undefined) return conflict(`${address.resource} ${address.name} already exists`)
        const answer = create(object)
        if (answer._tag !== 'Stays') return answer
        hold(answer.object)
        const created = keep(answer.object)
        changes.push(added(created))
        return { ...answer, object: created }
      },
      delete: (address, options) => onObject(address, requestDelete(at)(options)),
      update: (address, change) => onObject(address, update(change)),
      patch: (address, patch) => {
        const strategic = scopes.find(address.apiVersion, address.kind)?.strategicMergePatch !== false
        return patch.patchType === 'application/strategic-merge-patch+json' && !strategic
          ? { _tag: 'UnsupportedMediaType', code: 415 }
          : onObject(address, patched(patch))
      },
      drain: () => {
        const drained = changes
        changes = []
        return drained
      },
    }
  }

/** Where an object is stored; all versions of a resource are one. */
const placeOf = ({ apiVersion, resource, namespace, name }: Address): string =>
  `${groupOf(apiVersion)}\u0000${resource}\u0000${namespace ?? ''}\u0000${name}`

/** True when a request left everything as it was; it makes no new version then. */
const isSame = (before: WholeObject, after: WholeObject): boolean =>
  before === after ||
  (before.status === after.status && JSON.stringify(before.metadata) === JSON.stringify(after.metadata))
