/** Shows why an object is still here, who acts next, and the edit that would end it, as plain JSON. */
import { named } from '../../apiserver/object.js'
import { explain } from '../../controllers/owner/explain.js'
import { safeText } from '../../internal/safe-text.js'
import type { Diagnosis } from '../../simulate/cascade/diagnose.js'
import { explainActor, explainCascade } from '../../simulate/cascade/explain.js'
import type { Actor } from '../../simulate/cascade/actor.js'
import type { Blocker } from '../../simulate/cascade/reason.js'
import type { NextAct } from '../cascade/model.js'
import { waitLine } from '../cascade/waits.js'
import { targetView } from '../target.js'
import { editsOf } from './edits.js'
import type { DiagnosisView, Sentence } from './model.js'
import { definitionView, namespaceView } from './reports.js'

/**
 * A diagnosis as an interface shows it: why an object is still here, who acts next, and the edits that would end it.
 *
 * Shape: plain JSON; in every text line breaks, control characters and marks of direction are escaped.
 * Order: the diagnosis's own; `next` begins with whoever has to act first, `edits` with those that are needed.
 *
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { diagnose } from 'gcplan/simulate/cascade'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 * import { diagnosisView } from 'gcplan/view'
 *
 * const at = new Date('2026-01-01T12:00:00Z')
 * const finalizers = ['example.com/backup']
 * const metadata = { namespace: 'shop', name: 'db', uid: 'u-1', finalizers, deletionTimestamp: at }
 * const found = diagnose(Owner.defaultPolicy)({
 *   at,
 *   objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata }],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })('u-1')
 * if (E.isRight(found) && O.isSome(found.right)) {
 *   const { said, next, edits } = diagnosisView(found.right.value)
 *   console.log(said) // ConfigMap shop/db is being deleted
 *   console.log(next[0].said) // the controller of example.com has to remove the finalizer example.com/backup
 *   console.log(edits[0]?.said, edits[0]?.isNeeded) // remove the finalizer example.com/backup from ConfigMap shop/db false
 * }
 * ```
 */
export const diagnosisView = (diagnosis: Diagnosis): DiagnosisView => {
  const { target, state, reasons, blockers, behind, waits, actors, namespace, definition } = diagnosis
  const [first, ...others] = actors
  return {
    target: targetView(target),
    state,
    said: safeText(`${named(target)} ${states[state]}`),
    why: reasons
      .filter(({ _tag }) => _tag !== 'WaitsForBlockingDependents' || blockers.length === 0)
      .map((reason) => ({ said: safeText(explain(reason)), reason: reason._tag })),
    holds: blockers.map(sentenceOf),
    behind: behind.map((one) => ({ target: targetView(one.target), holds: one.blockers.map(sentenceOf) })),
    waits: waits.map(waitLine),
    next: [nextAct(first), ...others.map(nextAct)],
    edits: editsOf(diagnosis),
    namespace: namespace === undefined ? null : namespaceView(namespace),
    definition: definition === undefined ? null : definitionView(definition),
  }
}

const states: Readonly<Record<Diagnosis['state'], string>> = {
  stays: 'stays',
  going: 'is about to go',
  terminating: 'is being deleted',
  stuck: 'is stuck',
}

const sentenceOf = (blocker: Blocker): Sentence<Blocker['_tag']> => ({
  said: safeText(explainCascade(blocker)),
  reason: blocker._tag,
})

const nextAct = (actor: Actor): NextAct => ({ who: actor._tag, said: safeText(explainActor(actor)) })
