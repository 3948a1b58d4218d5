/**
 * The store of a server in memory over a state that is a value. A cell holds the state of the moment; everything else is
 * shared between the states before and after.
 */
import type { ServedKinds } from '../../apiserver/definition.js'
import { type WholeObject, namespaceOf } from '../../apiserver/object.js'
import { type Store, noMemory } from '../../apiserver/store.js'
import { type Fields, encoded, fieldsOf, rebased } from './body.js'
import { lookupIn } from './lookup.js'
import { type ApiState, type Entry, keyOf, prefixOf } from './state.js'
import { settled } from './metadata.js'
import { sizeOf, valueAt, visitFrom, withValue, withoutKey } from './tree.js'

/** The state of the moment. */
export interface Cell {
  state: ApiState
  /** The object of the request that is under way, and its body. */
  draft: { readonly object: WholeObject; readonly body: Fields } | undefined
}

const keyOfObject = (object: WholeObject): string =>
  keyOf(object.apiVersion, object.kind, namespaceOf(object), object.metadata.name)

/** The entry of a uid. */
export const entryOf = ({ entries, keys }: ApiState, uid: string): Entry | undefined => {
  const key = valueAt(keys, uid)
  return key === undefined ? undefined : valueAt(entries, key)
}

/** A body whose metadata has no empty fields: the last finalizer takes their list with it. */
const settledBody = (body: Fields): Fields => ({ ...body, metadata: settled(fieldsOf(body['metadata'])) })

/** Entries of a kind, or of a kind in a namespace, in the order of names. */
export const entriesUnder = ({ entries }: Pick<ApiState, 'entries'>, prefix: string): ReadonlyArray<Entry> => {
  const found: Entry[] = []
  visitFrom(entries, prefix, (entry, key) => {
    const isMeant = key.startsWith(prefix)
    if (isMeant) found.push(entry)
    return isMeant
  })
  return found
}

const inOrder = (entries: ReadonlyArray<Entry>): ReadonlyArray<WholeObject> =>
  entries.toSorted((one, other) => one.place - other.place).map(({ object }) => object)

/** The store of the state in a cell. Everything that is not there was never there, or is gone. */
export const storeIn = (cell: Cell): Store => {
  const all = (holds: (object: WholeObject) => boolean = () => true): ReadonlyArray<WholeObject> => {
    const found: Entry[] = []
    visitFrom(cell.state.entries, '', (entry) => {
      if (holds(entry.object)) found.push(entry)
      return true
    })
    return inOrder(found)
  }
  const lookup = lookupIn(() => cell.state)
  const get: Store['get'] = ({ apiVersion, kind, namespace, name }) =>
    valueAt(cell.state.entries, keyOf(apiVersion, kind, namespace, name))?.object
  const namespace = (name: string): WholeObject | undefined =>
    get({ apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name })
  const put = (object: WholeObject): void => {
    const { state, draft } = cell
    const before = entryOf(state, object.metadata.uid)
    const basis = draft ?? before
    const body = settledBody(
      basis === undefined ? fieldsOf(encoded(object)) : rebased(basis.body, basis.object, object),
    )
    const key = keyOfObject(object)
    const place = before?.place ?? state.created
    cell.state = {
      ...state,
      created: before === undefined ? state.created + 1 : state.created,
      entries: withValue(state.entries, key, { object, body, place }),
      keys: before === undefined ? withValue(state.keys, object.metadata.uid, key) : state.keys,
    }
    if (draft !== undefined) cell.draft = { object, body }
  }
  return {
    find: (uid) => entryOf(cell.state, uid)?.object,
    get,
    list: () => all(),
    size: () => sizeOf(cell.state.entries),
    listIn: (name) => all((object) => namespaceOf(object) === name),
    listOf: (group, kind, name) =>
      inOrder(
        entriesUnder(cell.state, prefixOf(`${group}/`, kind, name)).filter(
          ({ object }) => name !== '' || namespaceOf(object) === undefined,
        ),
      ),
    listBy: (index, key) => inOrder(lookup(index, key)),
    namespace,
    hold: put,
    put,
    remove: (object) => {
      const { state } = cell
      cell.state = {
        ...state,
        entries: withoutKey(state.entries, keyOfObject(object)),
        keys: withoutKey(state.keys, object.metadata.uid),
      }
    },
    isGone: (address) => get(address) === undefined,
    isNamespaceGone: (name) => namespace(name) === undefined,
    freeUid: ({ metadata: { uid } }) => uid,
    memory: () => noMemory,
  }
}

/** The kinds that the state in a cell serves. */
export const servedIn = (cell: Cell): ServedKinds => {
  const changing = <A>(change: (served: ServedKinds) => A): A => {
    const served = cell.state.served.fork()
    const result = change(served)
    cell.state = { ...cell.state, served }
    return result
  }
  return {
    table: {
      find: (apiVersion, kind) => cell.state.served.table.find(apiVersion, kind),
      get scopes() {
        return cell.state.served.table.scopes
      },
    },
    hold: (definition) => {
      changing((served) => {
        served.hold(definition)
      })
    },
    isTaken: (definition) => cell.state.served.isTaken(definition),
    definitionOf: (object) => cell.state.served.definitionOf(object),
    define: (definition) => changing((served) => served.define(definition)),
    withdraw: (definition, objects) => changing((served) => served.withdraw(definition, objects)),
    fork: () => cell.state.served.fork(),
  }
}
