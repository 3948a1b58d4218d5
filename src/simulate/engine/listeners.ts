/** Who hears of which change: most controllers watch a few kinds, and most changes are of kinds that few watch. */
import type { Change } from '../../controllers/controller.js'
import type { Actor, Finished } from './actor.js'

/** Controllers in their order. */
export interface Listeners<Why> {
  readonly all: ReadonlyArray<Listener<Why>>
  /** Those that watch a kind, made when it is first asked for. */
  readonly byKind: Map<string, ReadonlyArray<Listener<Why>>>
}

/** Reconciles that ended, and whose they are. */
export interface Own<Why> {
  readonly by: Actor<Why>
  readonly finished: ReadonlyArray<Finished<Why>>
}

interface Listener<Why> {
  readonly actor: Actor<Why>
  inbox: ReadonlyArray<Change>
}

const none: ReadonlyArray<never> = []

/** What is heard of changes of several kinds by those who watch some kinds; who watch the same of them share one list. */
const inboxesOf = (
  changes: ReadonlyArray<Change>,
  kinds: ReadonlyArray<string>,
): ((watches: ReadonlySet<string>) => ReadonlyArray<Change>) => {
  const inboxes = new Map<string, ReadonlyArray<Change>>()
  return (watches) => {
    const watched = kinds.filter((kind) => watches.has(kind))
    const known = inboxes.get(watched.join())
    if (known !== undefined) return known
    const inbox = watched.length === 0 ? none : changes.filter(({ object }) => watched.includes(object.kind))
    inboxes.set(watched.join(), inbox)
    return inbox
  }
}

const kindsOf = (changes: ReadonlyArray<Change>): ReadonlyArray<string> => {
  const kinds: string[] = []
  let last: string | undefined
  // Most changes that come together are of one kind.
  for (const { object } of changes) {
    if (object.kind === last) continue
    last = object.kind
    if (!kinds.includes(last)) kinds.push(last)
  }
  return kinds
}

/** Listeners to changes. */
export const listenersOf = <Why>(actors: ReadonlyArray<Actor<Why>>): Listeners<Why> => ({
  all: actors.map((actor) => ({ actor, inbox: none })),
  byKind: new Map(),
})

const watching = <Why>({ all, byKind }: Listeners<Why>, kind: string): ReadonlyArray<Listener<Why>> => {
  const known = byKind.get(kind)
  if (known !== undefined) return known
  const found = all.filter(({ actor: { watches } }) => watches?.has(kind) === true)
  byKind.set(kind, found)
  return found
}

const deliver = <Why>(
  listeners: Listeners<Why>,
  changes: ReadonlyArray<Change>,
  kinds: ReadonlyArray<string>,
): void => {
  const [kind] = kinds
  if (kind !== undefined && kinds.length === 1) {
    for (const listener of watching(listeners, kind)) listener.inbox = changes
    return
  }
  const inboxOf = inboxesOf(changes, kinds)
  for (const listener of listeners.all)
    if (listener.actor.watches !== undefined) listener.inbox = inboxOf(listener.actor.watches)
}

/** Hands changes to all but some, and the reconciles that ended to their controller. */
export const tell = <Why>(
  listeners: Listeners<Why>,
  changes: ReadonlyArray<Change>,
  at: Date,
  without: ReadonlySet<string>,
  own?: Own<Why>,
): void => {
  const kinds = kindsOf(changes)
  deliver(listeners, changes, kinds)
  const news = { kinds, isNews: changes.length > 0, at }
  for (const listener of listeners.all) {
    const { actor, inbox } = listener
    listener.inbox = none
    const finished = actor === own?.by ? own.finished : none
    if (without.has(actor.name) || (!news.isNews && finished === none)) continue
    actor.hear(actor.watches === undefined ? changes : inbox, news, finished)
  }
}
