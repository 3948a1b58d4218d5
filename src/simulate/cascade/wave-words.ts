/** What waves and their changes are called. */
import { type Millis, between } from '../../core/time.js'
import type { CascadeChange, CascadePlan, CascadeReason, Wave } from './reason.js'

/** How long after the requests a wave comes at the earliest. */
export const delayOf =
  ({ askedAt }: Pick<CascadePlan, 'askedAt'>) =>
  ({ at }: Pick<Wave, 'at'>): Millis =>
    between(askedAt, at)

/** What a change does to its object. A pod that its kubelet has stopped has had its deletion timestamp before. */
export const verbOf = (tag: CascadeChange['_tag'], reason: CascadeReason): string =>
  tag === 'Marked' && reason._tag === 'PodEnded' ? 'now waits only for its finalizers' : verbs[tag]

const verbs: Readonly<Record<CascadeChange['_tag'], string>> = {
  Removed: 'is removed',
  Marked: 'gets deletionTimestamp',
  Patched: 'is changed',
  Created: 'is created',
  Asked: 'is not changed',
}
