/** Lists the objects of one kind and watches them: one reflector, as informers have it. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { type WatchEvent, added, deleted, updated } from '../../apiserver/answer.js'
import type { WholeObject } from '../../apiserver/object.js'
import { refusalOf } from '../../apiserver/refusal.js'
import { millis } from '../../core/index.js'
import { thrownText } from '../../core/thrown.js'
import type { Asking } from './ask.js'
import { isExpired } from './classify.js'
import { sleepUnless, systemClock } from '../clock.js'
import { type OfKind, decodeObject } from './decode-object.js'
import type { ServedKind } from './discovery.js'
import { itemsOf, textOf } from './json.js'
import { ownField } from '../../internal/lists.js'
import { jsonLines } from './json-lines.js'
import type { KindStore } from './kind-store.js'
import { type Listed, acceptOf, listAll } from './list.js'
import { collectionPath } from './paths.js'
import { endingWith } from './ending.js'
import type { CallError, Client } from './request.js'

/** Who is told how watches fare. */
export interface WatchTold {
  /** Told when the watch of a kind ends with an error; it is opened anew, and further errors are not told until the kind is heard of again. */
  readonly onCut?: ((kind: ServedKind, error: CallError) => void) | undefined
  /** Told when a kind whose watch was cut is heard of again. */
  readonly onHeard?: ((kind: ServedKind) => void) | undefined
}

/** How a kind is watched. */
export interface Watching extends Asking, WatchTold {
  /** While all is well, something is heard of the kind within this span, in milliseconds. */
  readonly freshness: number
  /** Milliseconds that never decrease. */
  readonly steady: () => number
}

/** What is told of changes. */
export type Tell = (event: WatchEvent<WholeObject>) => void

/** Changes that came at once: who hears of one of them can look up all. */
type Changes = ReadonlyArray<WatchEvent<WholeObject>>

/** What is told of changes once the store has them all. */
export type TellAll = (changes: Changes) => void

/** Lists a kind anew, and tells what is different from what was known. */
export const relist = (
  { send }: Client,
  watching: Watching,
  store: KindStore,
  tell: TellAll,
): TE.TaskEither<CallError, void> =>
  F.pipe(
    TE.fromIO<number, CallError>(watching.steady),
    TE.bindTo('asked'),
    TE.bind('listed', () => listAll(send, watching, store.of)),
    TE.bindW('objects', ({ listed }) => TE.fromEither(objectsIn(listed, store.of.kind))),
    TE.map(({ asked, listed, objects }) => {
      const left = new Set(objects.map(({ metadata }) => metadata.uid))
      const gone = [...store.objects.values()].filter(({ metadata }) => !left.has(metadata.uid))
      const changes = [
        ...gone.flatMap((object) => forgotten(store, object)),
        ...objects.flatMap((object) => held(store, object)),
      ]
      store.version = listed.resourceVersion
      store.isListed = true
      store.failure = undefined
      hear(watching, store, asked)
      tell(changes)
    }),
    TE.mapLeft((error) => {
      store.failure = error
      return error
    }),
  )

/** Takes note that the objects are those of the server at a time. */
const hear = ({ onHeard }: Watching, store: KindStore, at: number): void => {
  store.heardAt = at
  if (store.isCut) onHeard?.(store.of.kind)
  store.isCut = false
}

const objectsIn = ({ pages }: Listed, kind: OfKind): E.Either<CallError, ReadonlyArray<WholeObject>> =>
  F.pipe(
    pages.flatMap((page) => itemsOf(ownField(page, 'items'))),
    E.traverseArray((item) => decodeObject(item, kind)),
  )

/** Takes note of an object; no change if it is known in this version. */
const held = ({ objects }: KindStore, object: WholeObject): Changes => {
  const { uid, resourceVersion } = object.metadata
  const old = objects.get(uid)
  if (old !== undefined && resourceVersion !== undefined && old.metadata.resourceVersion === resourceVersion) return []
  objects.set(uid, object)
  return [old === undefined ? added(object) : updated(object, old)]
}

/** Takes note that an object is gone, as it was last; no change if it was not known. */
const forgotten = ({ objects }: KindStore, last: WholeObject): Changes =>
  objects.delete(last.metadata.uid) ? [deleted(last)] : []

/** The waits after failures in a row. */
const waitAfter = (failures: number): number => Math.min(30_000, 200 * 2 ** (failures - 1))

/** So many watches in a row may be cut off before they say anything, until a list has to say what is there. */
const silentCuts = 3

/** Watches a kind until its signal ends it; lists anew when what it knows is too old. Never rejects. */
export const watchKind = async (client: Client, watching: Watching, store: KindStore, tell: TellAll): Promise<void> => {
  const { signal, clock = systemClock, steady, freshness, onCut } = watching
  let failures = 0
  let cuts = 0
  const wait = (): Promise<void> => sleepUnless(clock, millis(waitAfter(++failures)), signal)
  const watch = async (): Promise<void> => {
    const [began, heardAt] = [steady(), store.heardAt]
    const ended = await watchOnce(client, watching, store, tell)
    const isHeard = store.heardAt > heardAt
    cuts = isHeard || ended?._tag !== 'Cut' ? 0 : cuts + 1
    // Of a watch that lasted, the next one may be expected to last.
    if (isHeard || steady() - began >= 1000) failures = 0
    if (ended === undefined) return
    if (isExpired(ended)) {
      store.version = ''
      return
    }
    if (!store.isCut && signal?.aborted !== true) {
      store.isCut = true
      onCut?.(store.of.kind, ended)
    }
    await wait()
  }
  const isCutOff = (): boolean => cuts >= silentCuts && steady() - store.heardAt > freshness / 2
  while (signal?.aborted !== true) {
    const isFresh = store.isListed && store.version !== '' && !isCutOff()
    await F.pipe(
      isFresh ? TE.right(undefined) : relist(client, watching, store, tell),
      TE.matchE(
        () => wait,
        () => watch,
      ),
    )()
  }
}

/** One watch; why it ended, nothing if the server ended it in order. */
const watchOnce = async (
  { open }: Client,
  watching: Watching,
  store: KindStore,
  tell: TellAll,
): Promise<CallError | undefined> => {
  const { kind, depth, namespace, labelSelector } = store.of
  const path = collectionPath({ apiVersion: kind.apiVersion, resource: kind.resource, namespace })
  const seconds = Math.max(1, Math.floor(watching.freshness / 3000))
  const query = {
    ...{ watch: 'true', allowWatchBookmarks: 'true', timeoutSeconds: String(seconds) },
    resourceVersion: store.version,
    ...(labelSelector === undefined ? {} : { labelSelector }),
  }
  const silence = silenceOf(watching, seconds * 1250)
  try {
    const bytes = open({ method: 'GET', path, query, accept: acceptOf(depth, ''), signal: silence.signal })
    for await (const event of jsonLines(path, bytes)) {
      const failure = heard(store, event, tell)
      if (failure !== undefined) return failure
      hear(watching, store, watching.steady())
      silence.broken()
    }
    hear(watching, store, watching.steady())
    return undefined
  } catch (thrown) {
    if (silence.signal.aborted && watching.signal?.aborted !== true)
      return { _tag: 'Cut', message: 'silent for too long' }
    return isCallError(thrown) ? thrown : { _tag: 'Cut', message: thrownText(thrown) }
  } finally {
    silence.stop()
  }
}

/** Ends a watch that says nothing for so long: the server ends each before that, unless the connection is dead. */
const silenceOf = ({ clock = systemClock, signal, steady }: Watching, longest: number) => {
  const ending = endingWith(signal)
  let since = steady()
  const listen = async (): Promise<void> => {
    for (;;) {
      const left = since + longest - steady()
      if (left <= 0) ending.stop()
      if (ending.signal.aborted) return
      await sleepUnless(clock, millis(left), ending.signal)
    }
  }
  void listen()
  return {
    ...ending,
    broken: () => {
      since = steady()
    },
  }
}

const isCallError = (thrown: unknown): thrown is CallError => textOf(ownField(thrown, '_tag')) !== undefined

/** Folds in one event of a watch; the error that it reports, if it is one. */
const heard = (store: KindStore, event: unknown, tell: TellAll): CallError | undefined => {
  const type = ownField(event, 'type')
  const body = ownField(event, 'object')
  if (type === 'ERROR') {
    const code = ownField(body, 'code')
    return refusalOf({ status: typeof code === 'number' ? code : 500, body })
  }
  const version = textOf(ownField(ownField(body, 'metadata'), 'resourceVersion'))
  if (type === 'BOOKMARK') {
    store.version = version ?? store.version
    return undefined
  }
  return F.pipe(
    decodeObject(body, store.of.kind),
    E.match(
      // What can't be read is not known any more: the next list decides.
      (error) => {
        store.isListed = false
        return error
      },
      (object) => {
        store.version = version ?? store.version
        tell(type === 'DELETED' ? forgotten(store, object) : held(store, object))
        return undefined
      },
    ),
  )
}
