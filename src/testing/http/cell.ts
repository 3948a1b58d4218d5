/** A server in memory over the state in a cell, which also notes each change with its version, for watches. */
import { type Answer, type WatchEvent, added, deleted, updated } from '../../apiserver/answer.js'
import { deleteStored } from '../../apiserver/delete.js'
import { hasEnded, podMark } from '../../apiserver/delete-pod.js'
import { type WholeObject, isPod, namespaceOf, withVersion } from '../../apiserver/object.js'
import type { ServerPolicy } from '../../apiserver/policy.js'
import type { DeleteOptions } from '../../apiserver/request.js'
import { type Server, serverOver } from '../../apiserver/server.js'
import { rebased } from './body.js'
import { changesSince, remembering } from './history.js'
import { type ApiState, type Change, type Entries, type Entry, keyOf } from './state.js'
import { type Cell, servedIn, storeIn } from './store.js'
import { valueAt } from './tree.js'

/** A cell that holds a state. */
export const cellOf = (state: ApiState): Cell => ({ state, draft: undefined })

const nextRevision = (cell: Cell): number => {
  const revision = cell.state.revision + 1
  cell.state = { ...cell.state, revision }
  return revision
}

/** The server of the state in a cell. It tells of every change of that state, whoever made it. */
export const serverIn = (cell: Cell): Server => {
  const inner = serverOver(
    {
      now: () => cell.state.at,
      scopes: cell.state.served.table,
      versionOf: () => String(nextRevision(cell)),
      policy: cell.state.rules.policy,
    },
    0,
    storeIn(cell),
    servedIn(cell),
    [],
  )
  let heard = cell.state.revision
  const noting = <A>(call: () => A): A => {
    const before = cell.state.entries
    const answer = call()
    for (const event of inner.drain()) note(cell, before, event)
    return answer
  }
  return {
    ...inner,
    // A getter: kinds come and go.
    get scopes() {
      return inner.scopes
    },
    create: (object) => noting(() => inner.create(object)),
    delete: (address, options) => {
      const pod = inner.get(address)
      const { at, rules } = cell.state
      if (pod === undefined || !goesAtOnce(at, options, pod, rules.policy))
        return noting(() => inner.delete(address, options))
      noting(() => inner.change(address, (object) => markedPod(at, options, object, rules.policy)))
      return noting(() => inner.vanish(address))
    },
    deleteInternally: (address, options) => noting(() => inner.deleteInternally(address, options)),
    update: (address, change) => noting(() => inner.update(address, change)),
    change: (address, ask) => noting(() => inner.change(address, ask)),
    vanish: (address) => noting(() => inner.vanish(address)),
    finalizeNamespace: (address, finalizers) => noting(() => inner.finalizeNamespace(address, finalizers)),
    patch: (address, patch) => noting(() => inner.patch(address, patch)),
    drain: () => {
      const changes = changesSince(cell.state, heard) ?? []
      heard = cell.state.revision
      return changes.map(eventOf)
    },
    fork: () => serverIn(cellOf(cell.state)),
  }
}

/**
 * True for a pod that a request stops and removes. It is marked and then removed: two changes, of which watches tell.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go updateForGracefulDeletionAndFinalizers
 */
const goesAtOnce = (at: Date, options: DeleteOptions, object: WholeObject, policy: ServerPolicy): boolean =>
  isPod(object) && !hasEnded(object) && deleteStored(at, options, object, policy)._tag === 'Gone'

const markedPod = (
  at: Date,
  options: DeleteOptions,
  object: WholeObject,
  policy: ServerPolicy,
): Answer<WholeObject> => ({
  _tag: 'Stays',
  code: 200,
  object: { ...object, metadata: { ...object.metadata, ...podMark(at, options, object, policy) } },
})

const eventOf = ({ type, before, entry }: Change): WatchEvent<WholeObject> => {
  switch (type) {
    case 'ADDED':
      return added(entry.object)
    case 'MODIFIED':
      return updated(entry.object, before?.object)
    case 'DELETED':
      return deleted(entry.object)
  }
}

const types = { Added: 'ADDED', Updated: 'MODIFIED', Deleted: 'DELETED' } as const

/** Notes a change: what was written has its version already, and what went gets one. */
const note = (cell: Cell, past: Entries, { _tag, object }: WatchEvent<WholeObject>): void => {
  const { apiVersion, kind, metadata } = object
  const key = keyOf(apiVersion, kind, namespaceOf(object), metadata.name)
  const before = valueAt(past, key)
  const own = Number(metadata.resourceVersion)
  const latest = cell.state.history.newer?.change.revision ?? cell.state.history.floor
  const isWritten = _tag !== 'Deleted' && own > latest && own <= cell.state.revision
  const revision = isWritten ? own : nextRevision(cell)
  const entry = _tag === 'Deleted' ? lastOf(before, object, revision) : valueAt(cell.state.entries, key)
  if (entry === undefined) return
  const change: Change = { type: types[_tag], revision, key, before, entry }
  cell.state = { ...cell.state, history: remembering(cell.state.history, change, cell.state.entries) }
}

/** What goes is told in its last state, at the version at which it went. */
const lastOf = (before: Entry | undefined, last: WholeObject, revision: number): Entry | undefined => {
  if (before === undefined) return undefined
  const object = withVersion(String(revision), last)
  return { ...before, object, body: rebased(before.body, before.object, object) }
}
