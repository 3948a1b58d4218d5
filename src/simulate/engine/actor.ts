/**
 * One controller as the engine runs it: its queue, its retries, and when it looks again. It is changed in place,
 * within one calculation.
 */
import { type Rhythm, after, millis, nextBeat } from '../../core/time.js'
import type { Again, Change, Controller, Reconciled, WorkItem } from '../../controllers/controller.js'

/** A controller that runs. */
export interface Actor<Why> {
  readonly name: string
  /** Kinds of which it hears; of every kind where there are none. */
  readonly watches: ReadonlySet<string> | undefined
  /** Refused requests after which it comes back. */
  readonly retries: Controller<Why>['retries']
  /** Hands it what it watches of the changes, what all hear, and those of its own reconciles that ended. */
  readonly hear: (changes: ReadonlyArray<Change>, news: News, finished: ReadonlyArray<Finished<Why>>) => void
  /** Puts keys into its queue, now or at an instant. */
  readonly wake: (keys: Iterable<string>, due?: Date) => void
  /** What is to be worked on now; nothing once it is quiet, until something changes or somebody rouses it. */
  readonly ready: (at: Date) => Wave<Why> | undefined
  /** Lets it try again what it tried in vain. */
  readonly rouse: () => void
  /** What it tries again and again without success. */
  readonly unsettled: () => ReadonlyArray<Reconciled<Why>>
  /** When it looks again although nothing changes. */
  readonly wakeAt: () => Date | undefined
}

/** What waited at one moment, in as many items at once as a controller has workers. */
export interface Wave<Why> {
  /** There is one at least. */
  readonly batch: ReadonlyArray<WorkItem<Why>>
  readonly rest: () => Wave<Why> | undefined
}

/** What all controllers hear at an instant. */
export interface News {
  /** The kinds of all changes, also of those that not everybody watches. */
  readonly kinds: ReadonlyArray<string>
  /** Whether anything has changed, be it of a kind that nobody watches. */
  readonly isNews: boolean
  readonly at: Date
}

/** A key that was worked on, and what came of it. */
export interface Finished<Why> {
  readonly key: string
  readonly reconciled: Reconciled<Why>
}

/**
 * Two names of one absent owner can take turns forever: the collector looks for one, then for the other. After so many
 * waves without any change nothing will change any more.
 */
const longestIdle = 100

/** What failed may have taught the controller something, so that the next attempt succeeds. */
const mostTriesInVain = 3

/** Runs a controller. */
export const actorOf = <Why>(first: Controller<Why>): Actor<Why> => {
  let controller = first
  const { delay = millis(0), workers = 1, needs = first.watches } = first
  const queue = new Set<string>()
  const afterChange = new Map<string, Rhythm | undefined>()
  const wakes = new Map<string, Date>()
  let returned: Finished<Why>[] = []
  let unsettled: ReadonlyArray<Finished<Why>> = []
  let idleWaves = 0
  let triesInVain = 0
  let isQuiet = false
  // Most clusters hold nothing of most controllers, which then cost nothing.
  let isAsleep = needs !== undefined
  const wakesIt = (kind: string): boolean => needs?.includes(kind) === true

  const rouse = (): void => {
    idleWaves = triesInVain = 0
    isQuiet = false
  }
  const wakeBy = (key: string, due: Date): void => {
    const planned = wakes.get(key)
    if (planned === undefined || due < planned) wakes.set(key, due)
  }
  const wake = (keys: Iterable<string>, due?: Date): void => {
    isAsleep = false
    if (due === undefined) isQuiet = false
    for (const key of keys)
      if (due === undefined) queue.add(key)
      else wakeBy(key, due)
  }
  const putBack = (at: Date): void => {
    for (const [key, rhythm] of afterChange)
      if (rhythm === undefined) queue.add(key)
      else wakeBy(key, nextBeat(rhythm, at))
    afterChange.clear()
  }
  const fold = (news: Parameters<NonNullable<Controller<Why>['fold']>>[0]): void => {
    if (controller.fold !== undefined) controller = controller.fold(news)
  }
  const itemOf = (key: string): WorkItem<Why> => ({ key, reconcile: (view) => controller.reconcile(view)(key) })
  const put = (key: string, again: Again, finished: Finished<Why>, at: Date): void => {
    if (again._tag === 'AfterChange') {
      afterChange.set(key, again.period === undefined ? undefined : { from: at, period: again.period })
      if (again.orAt !== undefined) wakes.set(key, again.orAt)
    }
    if (again._tag === 'At') wakes.set(key, again.at)
    if (again._tag === 'Retry') returned.push(finished)
  }
  /** Wakes what is due. */
  const wakeUp = (at: Date): void => {
    for (const [key, due] of wakes)
      if (due <= at) {
        wakes.delete(key)
        wake([key])
      }
  }
  /** What waits now. Every controller is asked before each wave, and most have nothing: no list is made of that. */
  const waiting = (): Wave<Why> | undefined => {
    if (controller.waiting !== undefined) return waveOf(controller.waiting()[Symbol.iterator](), workers)
    return queue.size === 0 ? undefined : waveOf([...queue].map(itemOf)[Symbol.iterator](), workers)
  }
  /** What failed waits again: for the next change, be it one of its own or of somebody else. */
  const giveBack = (): void => {
    if (controller.waiting === undefined) for (const { key } of returned) queue.add(key)
    else if (returned.length > 0)
      fold({ changes: [], finished: [], returned: returned.map(({ reconciled }) => reconciled) })
  }

  return {
    name: first.name,
    watches: first.watches === undefined ? undefined : new Set(first.watches),
    retries: first.retries,
    hear: (changes, { kinds, isNews, at }, finished) => {
      if (isAsleep && !kinds.some(wakesIt)) return
      isAsleep = false
      const keepsQueue = controller.waiting === undefined
      for (const each of finished) {
        // The keys of one that keeps its own queue are long texts that would be hashed for nothing.
        if (keepsQueue) queue.delete(each.key)
        if (each.reconciled.again !== undefined) put(each.key, each.reconciled.again, each, at)
      }
      if (isNews) {
        rouse()
        if (afterChange.size > 0) putBack(at)
      }
      if (controller.fold !== undefined)
        fold({ changes, finished: finished.map(({ reconciled }) => reconciled), returned: [] })
      if (keepsQueue)
        for (const change of changes) {
          const keys = controller.keysOf(change)
          // Most changes concern few controllers.
          if (keys.length > 0) wake(keys, delay === 0 ? undefined : after(at, delay))
        }
    },
    wake,
    rouse,
    ready: (at) => {
      if (wakes.size > 0) wakeUp(at)
      while (!isQuiet) {
        const wave = ++idleWaves > longestIdle ? undefined : waiting()
        if (wave !== undefined) return wave
        giveBack()
        isQuiet = returned.length === 0 || ++triesInVain > mostTriesInVain
        unsettled = returned
        if (returned.length > 0) returned = []
        idleWaves = 0
      }
      return undefined
    },
    unsettled: () => unsettled.map(({ reconciled }) => reconciled),
    wakeAt: () => {
      let earliest: Date | undefined
      for (const due of wakes.values()) if (earliest === undefined || due < earliest) earliest = due
      return earliest
    },
  }
}

/** Items are taken as they are worked on: all that a large queue holds at once would be a burden. */
const waveOf = <Why>(items: Iterator<WorkItem<Why>>, workers: number): Wave<Why> | undefined => {
  const batch: WorkItem<Why>[] = []
  while (batch.length < workers) {
    const next = items.next()
    if (next.done === true) break
    batch.push(next.value)
  }
  return batch.length === 0 ? undefined : { batch, rest: () => waveOf(items, workers) }
}
