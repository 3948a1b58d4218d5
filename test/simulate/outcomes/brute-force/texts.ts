/** Texts that are the same for moments that are the same, and short numbers for them. */
import type { WholeObject } from '../../../../src/apiserver/index.js'
import type { Change } from '../../../../src/controllers/controller.js'
import {
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
} from '../../../../src/controllers/owner/memory/index.js'
import type { Feeds, Moment } from './moment.js'

/** Texts of one enumeration. */
export interface Texts {
  readonly number: (text: string) => number
  readonly ofFound: (found: WholeObject | undefined | ReadonlyArray<WholeObject>) => string
  readonly ofNode: (node: Node | undefined) => string
  readonly ofMoment: (moment: Moment) => string
}

/** No text has a number yet. */
export const emptyTexts = (): Texts => {
  const numbers = new Map<string, number>()
  const number = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
  const once = <K extends object>(make: (key: K) => string): ((key: K) => number) => {
    const made = new WeakMap<K, number>()
    return (key) => {
      const before = made.get(key)
      if (before !== undefined) return before
      const now = number(make(key))
      made.set(key, now)
      return now
    }
  }
  const object = once((one: WholeObject) => JSON.stringify(one))
  const change = ({ _tag, object: one, ...more }: Change): string =>
    `${_tag} ${object(one)} ${'old' in more && more.old !== undefined ? object(more.old) : ''}`
  const node = once((one: Node) =>
    JSON.stringify([
      one.identity,
      one.owners,
      one.virtual,
      one.beingDeleted,
      one.deletingDependents,
      dependentsOf(one),
    ]),
  )
  const item = ({ uid, serial, left }: QueueItem, memory: Memory): string =>
    nodeOf(uid)(memory)?.serial === serial
      ? uid
      : `${uid} left ${left === null ? '' : [left.node, ...left.dependents].map(node).join()}`
  const work = ({ _tag, item: one }: Work, memory: Memory): string => `${_tag} ${item(one, memory)}`
  const graph = once((memory: Memory) =>
    [
      nodesOf(memory).map(node).join(),
      inAnyOrder(itemsToDelete(memory).map((one) => item(one, memory))),
      inAnyOrder(itemsToOrphan(memory).map((one) => item(one, memory))),
      inAnyOrder(absentOwners(memory).map((one) => JSON.stringify(one))),
    ].join('|'),
  )
  const server = once((one: Moment['server']) => inAnyOrder(one.list().map((each) => `${object(each)}`)))
  const feeds = once((some: Feeds) =>
    inAnyOrder([...some].map(([kind, changes]) => `${kind} ${changes.map(change).join()}`)),
  )
  const caches = once((some: Moment['caches']) =>
    [...some].map(([kind, cache]) => `${kind} ${[...cache.values()].map(object).join()}`).join('|'),
  )
  const keys = once((some: ReadonlySet<string>) => inAnyOrder([...some]))
  const actors = once((some: Moment['actors']) => some.map(({ past }) => past).join())
  const workers = once((some: Moment['workers']) =>
    inAnyOrder(some.map(({ id, trace, stale, refused }) => `${id} ${trace} ${Number(stale)}${Number(refused)}`)),
  )
  const alarms = once((some: Moment['alarms']) => inAnyOrder([...some].map(([key, due]) => `${key} ${due}`)))
  return {
    number,
    ofFound: (found) =>
      found === undefined ? '-' : 'metadata' in found ? `${object(found)}` : `[${found.map(object).join()}]`,
    ofNode: (found) => (found === undefined ? '-' : `${node(found)}`),
    ofMoment: (one) =>
      [
        server(one.server),
        one.now,
        one.codes.join(),
        graph(one.graph),
        feeds(one.graphFeeds),
        inAnyOrder(one.found.map((identity) => JSON.stringify(identity))),
        inAnyOrder(one.attempts.map(({ work: own, trace }) => `${work(own, one.graph)} ${trace}`)),
        caches(one.caches),
        feeds(one.feeds),
        actors(one.actors),
        keys(one.queue),
        workers(one.workers),
        keys(one.asleep),
        alarms(one.alarms),
      ].join('/'),
  }
}

const inAnyOrder = (texts: ReadonlyArray<string>): string => [...texts].sort().join(';')
