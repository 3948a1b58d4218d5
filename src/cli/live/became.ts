/** What became of the targets of a run, as users read it. */
import { type CallError, sayCallError } from '../../adapters/kubernetes/index.js'
import type { CallFault } from '../../execute/index.js'
import type { TargetRef } from '../../guard/index.js'
import type { Family, Report } from '../../index.js'

/** What became of one target. */
export interface Became {
  readonly target: string
  readonly what: 'remove' | 'amend'
  readonly outcome: string
  readonly why?: string | undefined
}

/** Says what became of each target of a run. */
export const becameOf = <F extends Family & { readonly Target: TargetRef }>(
  report: Report<F, Failure>,
): ReadonlyArray<Became> =>
  report.passes.flatMap(({ amended = [], outcomes }) => [
    ...amended.map((each) => became('amend', each.amendment.target, each)),
    ...outcomes.map((each) => became('remove', each.removal.target, each)),
  ])

type Failure = CallError | CallFault

/** How a call on a target ended. */
type Ended =
  | { readonly _tag: 'Removed' | 'Amended'; readonly found?: 'gone' }
  | { readonly _tag: 'Failed'; readonly error: Failure }
  | { readonly _tag: 'Skipped'; readonly because: string }
  | { readonly _tag: 'Refused' }

const became = (what: Became['what'], target: TargetRef, ended: Ended): Became => {
  const named = { target: sayTarget(target), what }
  switch (ended._tag) {
    case 'Failed':
      return ended.error._tag === 'Aborted'
        ? {
            ...named,
            outcome: 'cut off',
            why: 'the interrupt came before the response; the call may have taken effect',
          }
        : { ...named, outcome: 'failed', why: sayFailure(ended.error) }
    case 'Skipped':
      return { ...named, outcome: 'skipped', why: ended.because }
    case 'Refused':
      return { ...named, outcome: 'not approved' }
    case 'Removed':
    case 'Amended':
      return { ...named, outcome: 'done', ...(ended.found === 'gone' ? { why: 'it was gone already' } : {}) }
  }
}

/** Targets of most collectors are objects, with these fields. */
interface Named extends TargetRef {
  readonly kind?: string
  readonly namespace?: string
  readonly name?: string
}

const sayTarget = ({ kind, _tag, namespace, name, id }: Named): string =>
  `${kind ?? _tag} ${namespace === undefined || namespace === '' ? '' : `${namespace}/`}${name ?? id}`

/** Faults of a run have no message of their own. */
const sayFailure = (error: Failure): string => {
  switch (error._tag) {
    case 'DeadlineExceeded':
      return 'no answer in time'
    case 'NotAdmitted':
      return 'no longer admitted'
    case 'PortThrew':
    case 'Aborted':
      return error._tag
    default:
      return sayCallError(error)
  }
}
