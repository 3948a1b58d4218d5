/** Waits for changes of a cluster under watch, for programs that decide on the whole of it. */
import type { task as T } from 'fp-ts'

import type { WatchEvent } from '../../apiserver/answer.js'
import type { WholeObject } from '../../apiserver/object.js'
import { type Millis, millis } from '../../core/index.js'
import type { Clock, Signal } from '../../execute/index.js'
import { sleepUnless } from '../clock.js'
import { endingWith } from './ending.js'
import type { WatchedCluster } from './watch-cluster.js'

/** What to wait for. */
export interface ChangeOptions {
  readonly clock: Clock
  readonly signal?: Signal | undefined
  /** Changes that nobody waits for. Default: those of Events and Leases, which change all the time and decide nothing. */
  readonly ignores?: ((event: WatchEvent<WholeObject>) => boolean) | undefined
}

/** Changes as they come. */
export interface Changes {
  /** Waits for the next change, but for the first span in any case, so that swarms count once, and no longer than the second. */
  readonly next: (atLeast: Millis, atMost: Millis) => T.Task<void>
  /** Listens no longer. */
  readonly stop: () => void
}

/**
 * The changes of a cluster under watch, from now on.
 *
 * Shape: what comes between two waits ends the next one, so none is missed while a program works. The signal ends a wait.
 * Units: milliseconds.
 */
export const changesOf = (
  cluster: Pick<WatchedCluster, 'subscribe'>,
  { clock, signal, ignores = isNoise }: ChangeOptions,
): Changes => {
  let woken = endingWith(signal)
  const unsubscribe = cluster.subscribe((event) => {
    if (!ignores(event)) woken.stop()
  })
  return {
    next: (atLeast, atMost) => async () => {
      const least = Math.min(atLeast, atMost)
      await sleepUnless(clock, millis(least), signal)
      await sleepUnless(clock, millis(atMost - least), woken.signal)
      woken.stop()
      woken = endingWith(signal)
    },
    stop: () => {
      unsubscribe()
      woken.stop()
    },
  }
}

/** True for a change of an object that tells of others, and that nobody decides by. */
export const isNoise = ({ object: { kind } }: WatchEvent<WholeObject>): boolean => kind === 'Event' || kind === 'Lease'
