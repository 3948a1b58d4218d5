/** Finalizers that somebody outside Kubernetes removes. */
import { safeText } from '../../internal/safe-text.js'
import { explainWait } from '../../simulate/consequence/explain.js'
import { type OutsideWait, isHopeless } from '../../simulate/consequence/holder.js'
import { targetView } from '../target.js'
import type { WaitLine } from './model.js'

/** One finalizer of one object. */
export const waitLine = (wait: OutsideWait): WaitLine => ({
  target: targetView(wait.target),
  said: safeText(explainWait(wait)),
  finalizer: safeText(wait.finalizer),
  party: wait.holder === undefined ? null : safeText(wait.holder.party),
  isHopeless: isHopeless(wait),
})
