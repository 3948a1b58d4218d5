/**
 * A simulated API server over a list of objects: it stores changes, gives each a new resource version, and returns
 * watch events. It is mutable, and local to one calculation.
 */
import { type Answer, type WatchEvent, alreadyExists, invalid, notFound, added, deleted, updated } from './answer.js'
import { type AdmitDelete, type Surroundings, createRefusal, deleteRefusal } from './admission.js'
import { create } from './create.js'
import { type ServedKinds, isDefinition, notEstablished, servedKinds } from './definition.js'
import { deleteStored, requestDelete } from './delete.js'
import { type WholeObject, namespaceOf, withVersion } from './object.js'
import { patched } from './patch.js'
import type { ServerPolicy } from './policy.js'
import type { DeleteOptions, Patch } from './request.js'
import { type Address, type ScopeTable, addressAs } from './scope.js'
import { type IndexKey, isSame } from './storage.js'
import { type Store, type StoreMemory, noMemory, storeAfter } from './store.js'
import { type Change, changed, finalized } from './update.js'

/** The type of a patch that a kind does not take. */
export interface UnsupportedMediaType {
  readonly _tag: 'UnsupportedMediaType'
  readonly code: 415
}

/** What a server is told: the time, the scopes, and how it numbers versions. */
export interface Ledger {
  readonly now: () => Date
  readonly scopes: ScopeTable
  /** The resource version that an object gets with the change of this number, which begin at one. */
  readonly versionOf: (change: number, object: WholeObject) => string | undefined
  /** A definition as the handler of its instances has it, which hears of changes later. Default: as it is. */
  readonly definitionSeen?: ((definition: WholeObject) => WholeObject) | undefined
  /** Default: the rules of Kubernetes 1.36. */
  readonly policy?: ServerPolicy | undefined
  /** Refuses to delete an object, in words, as an admission policy does; nobody refuses where it is left out. */
  readonly admitDelete?: AdmitDelete | undefined
}

/** What a server remembers beside the objects that it holds. */
interface Past {
  /** How many changes there were. */
  readonly version: number
  readonly store: StoreMemory
  readonly served: ServedKinds
}

/** A store of objects behind the rules of the API server. */
export interface Server {
  readonly get: (address: Address) => WholeObject | undefined
  /** By uid; what the store holds now. */
  readonly find: (uid: string) => WholeObject | undefined
  /** Everything that it holds, in the order of creation. */
  readonly list: () => ReadonlyArray<WholeObject>
  /** How many objects it holds. */
  readonly size: () => number
  /** Everything that it holds of one namespace, in the order of creation. */
  readonly listIn: (namespace: string) => ReadonlyArray<WholeObject>
  /** Everything of a kind, or of a kind in one namespace, whatever its version, in the order of creation. */
  readonly listOf: (group: string, kind: string, namespace?: string) => ReadonlyArray<WholeObject>
  /** What an index has under a key; an index is the function that gives the key of an object, and is kept for it. */
  readonly listBy: (index: IndexKey, key: string) => ReadonlyArray<WholeObject>
  /** It held an object at the address, and holds none there now. */
  readonly isGone: (address: Address) => boolean
  readonly addressOf: (object: WholeObject) => Address | undefined
  readonly create: (object: WholeObject) => Answer<WholeObject>
  readonly delete: (address: Address, options: DeleteOptions) => Answer<WholeObject>
  /** The same without admission, for components of the server itself. */
  readonly deleteInternally: (address: Address, options: DeleteOptions) => Answer<WholeObject>
  /** The answer to a request to delete an object that the store doesn't hold. */
  readonly refuse: (options: DeleteOptions) => Answer<WholeObject>
  readonly update: (address: Address, change: Change) => Answer<WholeObject>
  /** Any change: `ask` decides it, and gives back the very object where nothing changes. */
  readonly change: (address: Address, ask: (object: WholeObject) => Answer<WholeObject>) => Answer<WholeObject>
  /** The kinds that it serves now; definitions that come and go change them. */
  readonly scopes: ScopeTable
  /** Removes the object unconditionally. */
  readonly vanish: (address: Address) => Answer<WholeObject>
  /** Sets the finalizers in the specification of a namespace, by its subresource `finalize`. */
  readonly finalizeNamespace: (address: Address, finalizers: ReadonlyArray<string>) => Answer<WholeObject>
  readonly patch: (address: Address, patch: Patch) => Answer<WholeObject> | UnsupportedMediaType
  /** The changes since the last call, in order. */
  readonly drain: () => ReadonlyArray<WatchEvent<WholeObject>>
  /** Another server that holds and remembers the same, but no changes that were not drained. */
  readonly fork: () => Server
}

/** A server that holds these objects, whose clock stands at `at`. */
export const serverOf = (at: Date, scopes: ScopeTable): ((objects: ReadonlyArray<WholeObject>) => Server) =>
  serverBy({ now: () => at, scopes, versionOf: (change) => `after-${change}` })

/** A server that holds these objects. */
export const serverBy =
  (ledger: Ledger) =>
  (objects: ReadonlyArray<WholeObject>): Server =>
    serverAfter(ledger, { version: 0, store: noMemory, served: servedKinds(ledger.scopes) })(objects)

const serverAfter =
  (ledger: Ledger, past: Past) =>
  (objects: ReadonlyArray<WholeObject>): Server =>
    serverOver(ledger, past.version, storeAfter(past.store), past.served, objects)

/** A server over a store and the kinds that it serves, which may be anywhere; takes in further objects. */
export const serverOver = (
  ledger: Ledger,
  firstVersion: number,
  store: Store,
  served: ServedKinds,
  objects: ReadonlyArray<WholeObject>,
): Server => {
  const { now, versionOf, policy, admitDelete = () => undefined, definitionSeen = itself } = ledger
  const { get, find, list, listOf } = store
  let changes: WatchEvent<WholeObject>[] = []
  let version = firstVersion
  const addressOf = (object: WholeObject): Address | undefined => {
    const scope = served.table.find(object.apiVersion, object.kind)
    return scope === undefined ? undefined : addressAs(scope, namespaceOf(object), object.metadata.name)
  }
  const keep = (object: WholeObject): WholeObject => {
    version += 1
    const kept = withVersion(versionOf(version, object), object)
    store.put(kept)
    return kept
  }
  const settle = (
    address: Address,
    before: WholeObject,
    answer: Answer<WholeObject>,
    changesNothing: (before: WholeObject, after: WholeObject) => boolean,
  ): Answer<WholeObject> => {
    switch (answer._tag) {
      case 'Refused':
        return answer
      case 'Gone': {
        store.remove(before, address)
        changes.push(deleted(answer.last))
        // What is left of a kind that is no longer served stays in storage, and nobody is told.
        if (isDefinition(before))
          for (const instance of served.withdraw(before, list)) store.remove(instance, undefined)
        return answer
      }
      case 'Stays': {
        if (changesNothing(before, answer.object)) return { ...answer, object: before }
        const object = keep(answer.object)
        changes.push(updated(object, before))
        return { ...answer, object }
      }
    }
  }
  const onObject = (
    address: Address,
    ask: (object: WholeObject) => Answer<WholeObject>,
    changesNothing = isSame,
  ): Answer<WholeObject> => {
    const before = get(address)
    return before === undefined ? absent(address) : settle(address, before, ask(before), changesNothing)
  }
  /** What is left in a namespace that is gone can be read and deleted, but not changed. */
  const onPlaced: typeof onObject = (address, ask, changesNothing) => {
    const { namespace } = address
    return namespace !== undefined && store.isNamespaceGone(namespace)
      ? notFound(`namespaces ${namespace}`)
      : onObject(address, ask, changesNothing)
  }
  const hold = (object: WholeObject): void => {
    if (isDefinition(object)) served.hold(object)
    store.hold(object, addressOf(object))
  }
  const reveal = (instance: WholeObject): void => {
    hold(instance)
    changes.push(added(instance))
  }
  const surroundings: Surroundings = {
    namespace: store.namespace,
    isGone: store.isNamespaceGone,
    definitionOf: (object) => {
      const uid = served.definitionOf(object)
      const definition = uid === undefined ? undefined : find(uid)
      return definition === undefined ? undefined : definitionSeen(definition)
    },
  }
  objects.forEach(hold)
  return {
    scopes: served.table,
    get,
    find,
    list,
    size: store.size,
    listIn: store.listIn,
    listOf,
    listBy: store.listBy,
    isGone: store.isGone,
    addressOf,
    create: (object) => {
      const address = addressOf(object)
      if (address === undefined) return notFound(`${object.apiVersion} ${object.kind}`)
      if (get(address) !== undefined) return alreadyExists(`${address.resource} ${address.name}`)
      const refusal = createRefusal(object, surroundings)
      if (refusal !== undefined) return refusal
      const answer = create({ ...object, metadata: { ...object.metadata, uid: store.freeUid(object) } })
      if (answer._tag !== 'Stays') return answer
      const isSecond = isDefinition(object) && served.isTaken(object)
      const stored = isSecond ? notEstablished(answer.object) : answer.object
      hold(stored)
      const created = keep(stored)
      changes.push(added(created))
      if (isDefinition(created) && !isSecond) served.define(created).forEach(reveal)
      return { ...answer, object: created }
    },
    delete: (address, options) => {
      const object = get(address)
      if (object === undefined) return absent(address)
      const refused = admitDelete(object, listOf)
      const refusal = refused === undefined ? deleteRefusal(object) : invalid(refused)
      return settle(address, object, refusal ?? deleteStored(now(), options, object, policy), isSame)
    },
    deleteInternally: (address, options) => onObject(address, (object) => deleteStored(now(), options, object, policy)),
    refuse: (options) => requestDelete(now(), policy)(options)<WholeObject>(undefined),
    vanish: (address) => onObject(address, (last) => ({ _tag: 'Gone', code: 200, last })),
    finalizeNamespace: (address, finalizers) => onObject(address, finalized(finalizers)),
    update: (address, change) => onPlaced(address, changed(change)),
    change: (address, ask) => onPlaced(address, ask, (before, after) => before === after),
    patch: (address, patch) => {
      const strategic = served.table.find(address.apiVersion, address.kind)?.strategicMergePatch !== false
      return patch.patchType === 'application/strategic-merge-patch+json' && !strategic
        ? { _tag: 'UnsupportedMediaType', code: 415 }
        : onPlaced(address, patched(patch))
    },
    drain: () => {
      if (changes.length === 0) return noChanges
      const drained = changes
      changes = []
      return drained
    },
    fork: () => serverAfter(ledger, { version, store: store.memory(), served: served.fork() })(list()),
  }
}

const absent = ({ resource, name }: Address): Answer<never> => notFound(`${resource} ${name}`)

const noChanges: ReadonlyArray<never> = []

const itself = (definition: WholeObject): WholeObject => definition
