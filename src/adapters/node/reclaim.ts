/** Removes the images that an outlook allows to remove. */
import { function as F, type task as T, taskEither as TE } from 'fp-ts'

import { type Outcome, millis } from '../../core/index.js'
import { type CallFault, type Clock, type Signal, backoff, executeWith } from '../../execute/index.js'
import { perform } from '../../kubelet/image/index.js'
import type { Outlook } from '../../outlook/index.js'
import type { Family } from '../../reclaim/index.js'
import { systemClock } from '../clock.js'
import { type SocketError, classifySocketError } from '../socket/error.js'
import type { Node } from './connect.js'

/** Why an image was not removed: the runtime refused, or by a new look it may not go any more. */
export type ReclaimError = SocketError | CallFault | { readonly _tag: 'MayNotGo' }

/** How images are removed. */
export interface ReclaimOptions {
  /** Waits between attempts; by default that of the machine. */
  readonly clock?: Clock | undefined
  /** Its abort ends the work after the call that is under way. */
  readonly signal?: Signal | undefined
}

/**
 * Removes the images of an outlook's cheapest plan; none where it refuses that.
 *
 * Shape: looks at the runtime again before each removal, so that what was started meanwhile keeps its image. A call that fails for a while
 * is made three times, a look before each.
 * Order: of the plan. Errors are in the outcomes.
 */
export const reclaim =
  (
    { runtime, removeImage }: Pick<Node, 'runtime' | 'removeImage'>,
    { clock = systemClock, signal }: ReclaimOptions = {},
  ) =>
  ({ reclaim: planned, refusals, mayGo }: Outlook): T.Task<ReadonlyArray<Outcome<Family, ReclaimError>>> =>
  async () => {
    if (refusals.length > 0) return []
    const { passes } = await executeWith<Family, Exclude<ReclaimError, CallFault>>({
      ...{ clock, signal, deadline: millis(60_000) },
      classify: (error) => (error._tag === 'MayNotGo' ? 'fatal' : classifySocketError(error)),
      retry: { attempts: 3, wait: backoff({ first: millis(500), factor: 4, limit: millis(10_000) }) },
      perform: perform({
        removeImage: (id) =>
          F.pipe(
            runtime,
            TE.filterOrElseW(
              (now) => mayGo(now).has(id),
              () => ({ _tag: 'MayNotGo' }) as const,
            ),
            TE.flatMap(() => removeImage(id)),
          ),
      }),
    })(planned)()
    return passes.flatMap(({ outcomes }) => outcomes)
  }
