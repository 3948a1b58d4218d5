/** Lists the objects of one kind and watches them: one reflector, as informers have it. */
import { either as E } from 'fp-ts'

import { type WatchEvent, added, deleted, updated } from '../../apiserver/answer.js'
import type { WholeObject } from '../../apiserver/object.js'
import { millis } from '../../core/index.js'
import type { Asking } from './ask.js'
import { isExpired, refusalOf } from './classify.js'
import { sleepUnless, systemClock } from './clock.js'
import { decodeObject } from './decode-object.js'
import { fieldOf, itemsOf, textOf } from './json.js'
import { jsonLines } from './json-lines.js'
import { type ListOf, acceptOf, listAll } from './list.js'
import { collectionPath } from './paths.js'
import type { CallError, Client } from './request.js'

/** One kind under watch. */
export interface KindStore {
  readonly of: ListOf
  /** By uid, in the order in which they were seen first. */
  readonly objects: Map<string, WholeObject>
  /** The version of the last list or event. */
  version: string
  /** Whether a list has been read. */
  isListed: boolean
  /** Why the kind can't be listed now. */
  failure: CallError | undefined
}

/** A kind that has not been listed. */
export const kindStore = (of: ListOf): KindStore => ({
  ...{ of, objects: new Map(), version: '', isListed: false, failure: undefined },
})

/** What is told of changes. */
export type Tell = (event: WatchEvent<WholeObject>) => void

/** Lists a kind anew, and tells what is different from what was known. */
export const relist = async (
  { send }: Client,
  asking: Asking,
  store: KindStore,
  tell: Tell,
): Promise<E.Either<CallError, void>> => {
  const listed = await listAll(send, asking, store.of)
  if (E.isLeft(listed)) {
    store.failure = listed.left
    return listed
  }
  const decoded: WholeObject[] = []
  for (const page of listed.right.pages)
    for (const item of itemsOf(fieldOf(page, 'items'))) {
      const object = decodeObject(item, store.of.kind)
      if (E.isLeft(object)) {
        store.failure = object.left
        return object
      }
      decoded.push(object.right)
    }
  const left = new Set(decoded.map(({ metadata }) => metadata.uid))
  for (const [uid, object] of store.objects) if (!left.has(uid)) forget(store, uid, object, tell)
  for (const object of decoded) hold(store, object, tell)
  store.version = listed.right.resourceVersion
  store.isListed = true
  store.failure = undefined
  return E.right(undefined)
}

/** Takes note of an object, unless it is known in this version. */
const hold = ({ objects }: KindStore, object: WholeObject, tell: Tell): void => {
  const { uid, resourceVersion } = object.metadata
  const old = objects.get(uid)
  if (old !== undefined && resourceVersion !== undefined && old.metadata.resourceVersion === resourceVersion) return
  objects.set(uid, object)
  tell(old === undefined ? added(object) : updated(object, old))
}

const forget = ({ objects }: KindStore, uid: string, last: WholeObject, tell: Tell): void => {
  if (objects.delete(uid)) tell(deleted(last))
}

/** How long one watch lasts, in seconds; the server ends it. */
const watchSeconds = 300

/** The waits after failures in a row. */
const waitAfter = (failures: number): number => Math.min(30_000, 200 * 2 ** (failures - 1))

/** Watches a kind until its signal ends it; lists anew when what it knows is too old. Never rejects. */
export const watchKind = async (client: Client, asking: Asking, store: KindStore, tell: Tell): Promise<void> => {
  const { signal, clock = systemClock } = asking
  let failures = 0
  const isOver = (): boolean => signal?.aborted === true
  while (!isOver()) {
    if (!store.isListed || store.version === '') {
      const listed = await relist(client, asking, store, tell)
      if (E.isLeft(listed)) {
        await sleepUnless(clock, millis(waitAfter(++failures)), signal)
        continue
      }
    }
    const ended = await watchOnce(client, asking, store, tell)
    if (ended === undefined) {
      failures = 0
      continue
    }
    if (isExpired(ended)) store.isListed = false
    else await sleepUnless(clock, millis(waitAfter(++failures)), signal)
  }
}

/** One watch; why it ended, nothing if the server ended it in order. */
const watchOnce = async (
  { open }: Client,
  { signal }: Asking,
  store: KindStore,
  tell: Tell,
): Promise<CallError | undefined> => {
  const { kind, depth, namespace, labelSelector } = store.of
  const path = collectionPath({ apiVersion: kind.apiVersion, resource: kind.resource, namespace })
  const query = {
    ...{ watch: 'true', allowWatchBookmarks: 'true', timeoutSeconds: String(watchSeconds) },
    resourceVersion: store.version,
    ...(labelSelector === undefined ? {} : { labelSelector }),
  }
  try {
    const bytes = open({ method: 'GET', path, query, accept: acceptOf(depth, ''), signal })
    for await (const event of jsonLines(path, bytes)) {
      const failure = heard(store, event, tell)
      if (failure !== undefined) return failure
    }
    return undefined
  } catch (thrown) {
    return isCallError(thrown)
      ? thrown
      : { _tag: 'Cut', message: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

const isCallError = (thrown: unknown): thrown is CallError => textOf(fieldOf(thrown, '_tag')) !== undefined

/** Folds in one event of a watch; the error that it reports, if it is one. */
const heard = (store: KindStore, event: unknown, tell: Tell): CallError | undefined => {
  const type = fieldOf(event, 'type')
  const body = fieldOf(event, 'object')
  if (type === 'ERROR') {
    const code = fieldOf(body, 'code')
    return refusalOf({ status: typeof code === 'number' ? code : 500, body })
  }
  const version = textOf(fieldOf(fieldOf(body, 'metadata'), 'resourceVersion'))
  if (type === 'BOOKMARK') {
    store.version = version ?? store.version
    return undefined
  }
  const object = decodeObject(body, store.of.kind)
  // What can't be read is not known any more: the next list decides.
  if (E.isLeft(object)) {
    store.isListed = false
    return object.left
  }
  if (type === 'DELETED') {
    const known = store.objects.get(object.right.metadata.uid)
    if (known !== undefined) forget(store, object.right.metadata.uid, object.right, tell)
  } else hold(store, object.right, tell)
  store.version = version ?? store.version
  return undefined
}
