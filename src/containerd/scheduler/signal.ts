import type { Nanos } from './config.js'

/** An input of the scheduler; `at` counts nanoseconds from the start and never decreases. */
export type Signal =
  /** A write was committed; `dirty` is what the store reported with it, see `dirty.ts`. */
  | { readonly _tag: 'Written'; readonly at: Nanos; readonly dirty: boolean }
  /** A client asks for a collection and waits for its result (a synchronous delete). */
  | { readonly _tag: 'Triggered'; readonly at: Nanos; readonly waiter: string }
  /** A client waits for the next collection without asking for one. */
  | { readonly _tag: 'Awaited'; readonly at: Nanos; readonly waiter: string }
  /** A waiter gave up; the collection goes on. */
  | { readonly _tag: 'GaveUp'; readonly at: Nanos; readonly waiter: string }
  /** The timer that was set last has run out. */
  | { readonly _tag: 'TimerFired'; readonly at: Nanos }
  /** The collection ended well; `pause` is how long writes were locked out. */
  | { readonly _tag: 'Collected'; readonly at: Nanos; readonly pause: Nanos }
  | { readonly _tag: 'CollectionFailed'; readonly at: Nanos }

/** What the driver is asked to do, in order. */
export type Command =
  /** Let `TimerFired` happen `delay` from `at`; an earlier timer is forgotten. */
  | { readonly _tag: 'SetTimer'; readonly at: Nanos; readonly delay: Nanos }
  | { readonly _tag: 'Collect'; readonly at: Nanos; readonly because: CollectReason }
  | { readonly _tag: 'Resolve'; readonly at: Nanos; readonly waiters: ReadonlyArray<string>; readonly ok: boolean }
  /** The scheduler died; nothing follows. */
  | { readonly _tag: 'Crash'; readonly at: Nanos }

/** Why a tick collects. */
export type CollectReason =
  | { readonly _tag: 'Triggered' }
  | { readonly _tag: 'NeverCollected' }
  | { readonly _tag: 'Deletions'; readonly deletions: number; readonly deletionThreshold: number }
  | { readonly _tag: 'Mutations'; readonly mutations: number; readonly mutationThreshold: number }
