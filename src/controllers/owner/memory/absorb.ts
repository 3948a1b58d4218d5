import { rememberAbsent } from './absentees.js'
import type { Attempt } from './attempt.js'
import type { Draft } from './draft.js'
import { enqueueItem, enqueueVirtualDelete } from './draft.js'

/** Remembers absent owners, queues what is to be looked at, and the virtual delete event. */
export const absorb = <Err>(draft: Draft, attempt: Attempt<Err>): void => {
  for (const identity of attempt.absent) rememberAbsent(draft, identity)
  absorbWork(draft, attempt)
}

/** {@link absorb} without the absent owners. */
export const absorbWork = <Err>(
  draft: Draft,
  { enqueue, virtualDelete }: Pick<Attempt<Err>, 'enqueue' | 'virtualDelete'>,
): void => {
  for (const item of enqueue) enqueueItem(draft, item)
  if (virtualDelete !== undefined) enqueueVirtualDelete(draft, virtualDelete)
}
