/**
 * Answers what the memory is after workers that ran side by side are done: as after one finished attempt after the other,
 * but in one draft.
 */
import { leave } from '../../../../internal/trie/queue.js'
import { absorb } from './absorb.js'
import type { Attempt } from './attempt.js'
import { openDraft, sealed } from './draft.js'
import type { Work } from './drive.js'
import type { Memory } from './state.js'
import { itemKeying } from './state.js'

/** Work that was attempted, and what came of it. */
export interface Finished<Err> {
  readonly work: Work
  readonly attempt: Attempt<Err>
}

/** Takes all the work out of its queues, then folds what came of it into the memory, in order. */
export const foldAll =
  <Err>(finished: ReadonlyArray<Finished<Err>>) =>
  (memory: Memory): Memory => {
    const draft = openDraft(memory)
    for (const { work } of finished) {
      const { serial } = work.item
      if (work._tag === 'Delete') draft.toDelete = leave(itemKeying, draft.owner, draft.toDelete, serial)
      else draft.toOrphan = leave(itemKeying, draft.owner, draft.toOrphan, serial)
    }
    for (const { attempt } of finished) absorb(draft, attempt)
    return sealed(draft)
  }
