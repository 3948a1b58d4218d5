/** Calls that failed without an error from the port: timed out, aborted, thrown, or not admitted. */
import type { AdmissionRefusal } from '../core/report.js'
import { thrownText } from '../core/thrown.js'
import type { Millis } from '../core/time.js'

/** Why a call has no response. */
export type CallFault =
  /** It did not return within its deadline. It may still take effect. */
  | { readonly _tag: 'DeadlineExceeded'; readonly deadline: Millis }
  /** The run was aborted during the call. It may still take effect. */
  | { readonly _tag: 'Aborted' }
  /** The port threw, or its promise was rejected. */
  | { readonly _tag: 'PortThrew'; readonly thrown: unknown }
  /** It was not made: the action is no longer admitted. */
  | { readonly _tag: 'NotAdmitted'; readonly refusal: AdmissionRefusal }

/** True for a fault of a call, as opposed to an error of the port. */
export const isCallFault = (error: unknown): error is CallFault => {
  if (typeof error !== 'object' || error === null || !('_tag' in error)) return false
  return typeof error._tag === 'string' && faults.has(error._tag)
}

const faults: ReadonlySet<string> = new Set<CallFault['_tag']>([
  'DeadlineExceeded',
  'Aborted',
  'PortThrew',
  'NotAdmitted',
])

/** One sentence for a fault. */
export const explainFault = (fault: CallFault): string => {
  switch (fault._tag) {
    case 'DeadlineExceeded':
      return `no answer within ${fault.deadline} ms`
    case 'Aborted':
      return 'the run was called off before the answer came'
    case 'PortThrew':
      return `the port threw: ${thrownText(fault.thrown)}`
    case 'NotAdmitted':
      return `no longer admitted: ${fault.refusal._tag}`
  }
}
