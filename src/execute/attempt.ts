/** Executes one decision: checks what it requires, asks for admission, makes its calls. */
import type { Amendment, Family, Removal } from '../core/plan.js'
import type { Proposal } from '../core/admission.js'
import type { AdmissionRefusal } from '../core/report.js'
import { targetKey } from '../core/target.js'
import type { Millis } from '../core/time.js'
import { type Called, call, notAdmitted } from './call.js'
import type { Context } from './context.js'

/** What became of a decision. */
export type Attempted<F extends Family, E> =
  | { readonly _tag: 'Done'; readonly found?: 'gone' }
  | { readonly _tag: 'Failed'; readonly action: F['Action']; readonly error: E; readonly as?: 'conflict' }
  | { readonly _tag: 'Skipped'; readonly because: 'requirement-failed' | 'aborted' }
  | { readonly _tag: 'Refused'; readonly refusal: AdmissionRefusal }

/** Attempts one decision; never rejects. */
export const attempt = async <F extends Family, Err, E>(
  context: Context<F, Err, E>,
  proposed: Proposal<F>,
  done: ReadonlySet<string>,
): Promise<Attempted<F, E>> => {
  const { caller, admit } = context
  const proposal = held(proposed)
  if (caller.signal?.aborted === true) return aborted
  const { actions, requires }: Removal<F> | Amendment<F> =
    proposal._tag === 'Remove' ? proposal.removal : proposal.amendment
  for (const target of requires) if (!done.has(targetKey(target))) return requirementFailed
  const { pass } = proposal
  const stillAdmitted = admit === undefined ? undefined : () => refusalOf(admit, proposal)
  let isFirst = true
  for (const action of actions) {
    const refusal = stillAdmitted === undefined ? null : stillAdmitted()
    if (refusal !== null)
      return isFirst
        ? { _tag: 'Refused', refusal }
        : { _tag: 'Failed', action, error: notAdmitted<Err, E>(caller, refusal) }
    isFirst = false
    const onRetry = (error: E, attempts: number, wait: Millis): void => {
      context.tell({ _tag: 'Retrying', pass, action, error, attempt: attempts, wait })
    }
    const called: Called<E> = await call(caller, action, onRetry, stillAdmitted)
    if (called === 'gone') return foundGone
    if (called !== 'done') return { _tag: 'Failed', action, ...called }
  }
  return wasDone
}

/** What is admitted is what is called, though the caller may put other actions into the decision meanwhile. */
const held = <F extends Family>(proposal: Proposal<F>): Proposal<F> =>
  proposal._tag === 'Remove'
    ? { ...proposal, removal: { ...proposal.removal } }
    : { ...proposal, amendment: { ...proposal.amendment } }

const aborted = { _tag: 'Skipped', because: 'aborted' } as const
const requirementFailed = { _tag: 'Skipped', because: 'requirement-failed' } as const
const foundGone = { _tag: 'Done', found: 'gone' } as const
const wasDone = { _tag: 'Done' } as const

/** If undecided, refuse. */
const refusalOf = <F extends Family>(
  admit: NonNullable<Context<F, never, never>['admit']>,
  proposal: Proposal<F>,
): AdmissionRefusal | null => {
  try {
    const admitted = admit(proposal)
    return admitted._tag === 'Right' ? null : admitted.left
  } catch (thrown) {
    const refusal: AdmissionThrew = { _tag: 'AdmissionThrew', thrown }
    return refusal
  }
}

/** The admission callback threw. */
export interface AdmissionThrew extends AdmissionRefusal {
  readonly _tag: 'AdmissionThrew'
  readonly thrown: unknown
}
