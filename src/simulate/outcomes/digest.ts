/**
 * What makes two worlds the same: everything that can affect what follows, and nothing else. Order of queues doesn't
 * count, since workers may take any item, nor do the numbers of nodes, which only tell them apart.
 */
import { type OwnerReference, type WholeObject, isDeletingDependents, isNamespace } from '../../apiserver/object.js'
import { isObject } from '../../internal/schema/object.js'
import type { Change } from '../../controllers/controller.js'
import {
  type Identity,
  type Memory,
  type Node,
  type QueueItem,
  type Work,
  absentOwners,
  dependentsOf,
  itemsToDelete,
  itemsToOrphan,
  nodeOf,
  nodesOf,
} from '../../controllers/owner/memory/index.js'
import type { CollectorState, ControllersState, World } from './world.js'

/** Numbers for things that are the same; it lives inside one exploration. */
export interface Digests {
  readonly ofText: (text: string) => number
  /** An object without its version. */
  readonly ofObject: (object: WholeObject) => number
  readonly ofChange: (change: Change) => string
  readonly ofWork: (work: Work, memory: Memory) => string
  readonly ofWorld: (world: World) => string
  /** What the server holds. */
  readonly ofStore: (world: World) => string
}

/** Nothing has a number yet. */
export const emptyDigests = (): Digests => {
  const numbers = new Map<string, number>()
  const ofText = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
  const cached = <K extends object>(make: (key: K) => string): ((key: K) => number) => {
    const made = new WeakMap<K, number>()
    return (key) => {
      const before = made.get(key)
      if (before !== undefined) return before
      const number = ofText(make(key))
      made.set(key, number)
      return number
    }
  }
  const ofObject = cached((object: WholeObject) => {
    const metadata = { ...object.metadata, resourceVersion: undefined }
    // Sweeps write the conditions of a namespace, the last one those that it ends with, and nobody reads them.
    return JSON.stringify(
      isNamespace(object) && isObject(object.status)
        ? { ...object, metadata, status: { ...object.status, conditions: undefined } }
        : { ...object, metadata },
    )
  })
  const ofChange = ({ _tag, object }: Change): string => `${_tag} ${ofObject(object)}`
  const ofOwners = cached((owners: ReadonlyArray<OwnerReference>) => JSON.stringify(owners))
  const ofNode = cached((node: Node) =>
    [
      identityText(node.identity),
      ofOwners(node.owners),
      ...[node.virtual, node.beingDeleted, node.deletingDependents].map(Number),
      dependentsOf(node).join(),
    ].join(' '),
  )
  const ofItem = (item: QueueItem, memory: Memory): string => {
    const { uid, serial, left } = item
    if (nodeOf(uid)(memory)?.serial === serial) return uid
    return left === null ? `${uid}?` : `${uid}-${[left.node, ...left.dependents].map(ofNode).join('-')}`
  }
  const ofWork = ({ _tag, item }: Work, memory: Memory): string => `${_tag} ${ofItem(item, memory)}`
  const ofMemory = cached((memory: Memory) =>
    [
      nodesOf(memory).map(ofNode).join(),
      sorted(itemsToDelete(memory).map((item) => ofItem(item, memory))),
      sorted(itemsToOrphan(memory).map((item) => ofItem(item, memory))),
      sorted(absentOwners(memory).map(identityText)),
    ].join('|'),
  )
  const ofServer = cached((server: World['server']) => sorted(server.list().map((object) => `${ofObject(object)}`)))
  const ofStreams = cached((streams: CollectorState['events']) =>
    sorted([...streams].map(([kind, changes]) => `${kind}:${changes.map(ofChange).join()}`)),
  )
  const ofInformers = cached((informers: World['informers']) =>
    sorted(
      [...informers].map(
        ([kind, pending]) =>
          `${kind}:${pending.map(({ change, before }) => `${ofChange(change)} ${before === undefined ? '' : ofObject(before)}`).join()}`,
      ),
    ),
  )
  const ofCollector = cached(({ memory, events, foundAbsent, attempts, waiting }: CollectorState) =>
    [
      ofMemory(memory),
      ofStreams(events),
      sorted(foundAbsent.map(identityText)),
      sorted(attempts.map(({ work, answers }) => `${ofWork(work, memory)} ${answers}`)),
      sorted(waiting.map((work) => ofWork(work, memory))),
    ].join('|'),
  )
  const ofControllers = cached(({ values, queue, running, waiting, timers }: ControllersState) =>
    [
      values.map(ofValue).join(),
      sorted([...queue]),
      sorted(
        running.map(
          ({ id, answers, conflicted, refused = false, overtaken }) =>
            `${id} ${answers} ${Number(conflicted)}${Number(refused)}${Number(overtaken)}`,
        ),
      ),
      sorted([...waiting]),
      sorted([...timers].map(([key, due]) => `${key} ${due}`)),
    ].join('|'),
  )
  const values = new WeakMap<object, number>()
  /** A controller is as good as another of its name, unless it folds: then each value is its own. */
  const ofValue = (value: ControllersState['values'][number]): number => {
    if (value.fold === undefined) return 0
    const known = values.get(value)
    if (known !== undefined) return known
    values.set(value, ++folded)
    return folded
  }
  let folded = 0
  return {
    ofText,
    ofObject,
    ofChange,
    ofWork,
    ofStore: ({ server }) => `${ofServer(server)}`,
    ofWorld: ({ server, now, collector, informers, controllers, codes }) =>
      [
        ofServer(server),
        now.getTime(),
        ofCollector(collector),
        ofInformers(informers),
        ofControllers(controllers),
        codes.join(),
      ].join(' '),
  }
}

const sorted = (texts: ReadonlyArray<string>): string => [...texts].sort().join(';')

const identityText = ({ apiVersion, kind, namespace = '', name, uid }: Identity): string =>
  JSON.stringify([apiVersion, kind, namespace, name, uid])

/** What the owner collector reads of an owner: whether it is the one that is named, and waits for its dependents. */
export const standingText = (owner: WholeObject): string =>
  [owner.apiVersion, owner.kind, owner.metadata.uid, Number(isDeletingDependents(owner))].join(' ')
