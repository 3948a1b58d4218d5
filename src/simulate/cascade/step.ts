/** What a plan remembers of a step: what changed and why, not all that a controller found on the way. */
import type { Effect } from '../../apiserver/answer.js'
import { type Target, targetOf } from '../../apiserver/object.js'
import type { Blocked } from '../../controllers/controller.js'
import { isOwn, ownerCollector } from '../../controllers/owner/controller.js'
import type { Step as EngineStep } from '../engine/engine.js'
import { changesOf } from './change.js'
import type { CascadeChange, Why } from './reason.js'

/** One reconcile of a controller, and its effects. */
export type Step = EngineStep<Why>

/** What is remembered of it. */
export interface KeptStep extends Pick<Step, 'by' | 'wave' | 'at' | 'accepted'> {
  readonly changes: ReadonlyArray<CascadeChange>
  /** The uid of the object that it was about. */
  readonly about?: string | undefined
  /** Why it couldn't act on that object. */
  readonly blocked?: Blocked | undefined
  /** Of the collector: why the objects that it patched may stay. */
  readonly leaves?: Leaves | undefined
}

/** Why objects stay whose references were taken away. */
export type Leaves =
  | { readonly _tag: 'Orphans'; readonly by: Target }
  /** Other owners of theirs live. */
  | { readonly _tag: 'Survivors' }

/** What is remembered of a step. Requests that change nothing are told of the collector only; sweeps send many of them. */
export const stepKept = (step: Step): KeptStep => {
  const { by, wave, at, reconciled } = step
  const accepted =
    by === ownerCollector || step.accepted.every(isChange) ? step.accepted : step.accepted.filter(isChange)
  const { about, blocked } = reconciled
  return { by, wave, at, accepted, changes: changesOf(step, accepted), about, blocked, leaves: leavesOf(step) }
}

const isChange = ({ before, after, created }: Effect<unknown>): boolean => before !== after || created === true

const leavesOf = ({ reconciled, accepted }: Step): Leaves | undefined => {
  if (accepted.length === 0 || !isOwn(reconciled)) return undefined
  const { work, owner, attempt } = reconciled
  if (work._tag === 'Orphan') return owner === undefined ? undefined : { _tag: 'Orphans', by: targetOf(owner) }
  return (attempt.classification?.solid.length ?? 0) > 0 ? survivors : undefined
}

const survivors: Leaves = { _tag: 'Survivors' }
