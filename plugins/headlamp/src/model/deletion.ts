/** What follows from the deletion of one object, as it was chosen. */
import { either as E } from 'fp-ts'
import { type CascadePlan, type CascadeRequest, planCascade } from 'gcplan/simulate/cascade'
import { type CascadeView, cascadeView } from 'gcplan/view'
import { linesOf } from 'gcplan/decode'
import { type Asked, optionsOf } from './propagation.js'
import { isNamespace } from './reach.js'
import type { Seen } from './snapshot.js'

/** What follows, to show and to judge. */
export interface Deletion {
  readonly plan: CascadePlan
  readonly view: CascadeView
  /** As the view has it; `unknown` where a list that is missing could tell otherwise. */
  readonly tone: CascadeView['tone']
}

/** The request that a choice makes of an object. */
export const requestOf = (object: NonNullable<Seen['object']>, asked: Asked): CascadeRequest =>
  isNamespace(object)
    ? { _tag: 'DeleteNamespace', namespace: object.metadata.name, options: optionsOf(asked) }
    : { _tag: 'Delete', target: object.metadata.uid, options: optionsOf(asked) }

/**
 * What follows from the deletion of the object that was asked about.
 *
 * Fails: in words, if the object is gone or the snapshot is none.
 */
export const deletionIn = (seen: Seen, asked: Asked): E.Either<ReadonlyArray<string>, Deletion> => {
  const { snapshot, policy, cascade, object, unlisted } = seen
  if (object === null) return E.left(['It is gone already: the lists no longer hold it.'])
  const requests = [requestOf(object, asked)]
  const planned = planCascade(policy, { rules: cascade })(requests)(snapshot)
  if (E.isLeft(planned)) return E.left(linesOf(planned.left))
  const view = cascadeView(planned.right, { requests })
  const hides = unlisted.length > 0 && (view.tone === 'harmless' || view.tone === 'nothing' || view.tone === 'waits')
  return E.right({ plan: planned.right, view, tone: hides ? 'unknown' : view.tone })
}

/** True where the user is asked to type the name: what follows cannot be taken back, or is not known. */
export const asksForName = ({ tone }: Pick<Deletion, 'tone'>): boolean =>
  tone === 'loses' || tone === 'never' || tone === 'unknown'
