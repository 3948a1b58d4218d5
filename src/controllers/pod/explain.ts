/**
 * One sentence for each reason.
 */
import { absurd } from '../../core/absurd.js'
import { ordinal } from '../../internal/words.js'
import type { KeepReason, Reason } from './reason.js'

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import * as PodGc from 'gcplan/controllers/pod'
 *
 * console.log(PodGc.explain({ _tag: 'NodeGone', node: 'worker-7' }))
 * // its node worker-7 was missing for the whole quarantine and does not exist
 * ```
 */
export const explain = (reason: Reason | KeepReason): string => {
  switch (reason._tag) {
    case 'TerminatedOverThreshold':
      return `${terminated(reason)}; it ${reason.evicted ? 'was evicted and ' : ''}is ${first(reason.place)} to be deleted`
    case 'TerminatedOverShare':
      return `${shared(reason)}; it is among the first to be deleted`
    case 'NodeOutOfService':
      return `it is being deleted, and its node ${reason.node} is not ready and is tainted out-of-service`
    case 'NodeGone':
      return `its node ${reason.node} was missing for the whole quarantine and does not exist`
    case 'UnscheduledTerminating':
      return `it is being deleted (deletionTimestamp ${reason.since.toISOString()}) and was never scheduled to a node`
    default:
      return explainKept(reason)
  }
}

const explainKept = (reason: KeepReason): string => {
  switch (reason._tag) {
    case 'NotTerminated':
      return `it has not terminated: its phase is ${reason.phase}`
    case 'WithinThreshold':
      return `${terminated(reason)}; it is among those kept`
    case 'WithinShare':
      return `${shared(reason)}; it is among those kept`
    case 'NoThreshold':
      return `the threshold is ${reason.threshold}: terminated pods are not limited`
    case 'NotTerminating':
      return 'it is not being deleted'
    case 'Unscheduled':
      return 'it is not scheduled to a node'
    case 'Scheduled':
      return `it is scheduled to node ${reason.node}, whose kubelet has to confirm its deletion`
    case 'OutOfServiceUntouched':
      return 'this policy ignores the out-of-service taint of nodes'
    case 'ControllerOff':
      return 'the controller is disabled'
    default:
      return explainNode(reason)
  }
}

const explainNode = (
  reason: Exclude<Extract<KeepReason, { readonly node: string }>, { readonly _tag: 'Scheduled' }>,
): string => {
  const { node } = reason
  switch (reason._tag) {
    case 'NodeReady':
      return `its node ${node} is ready`
    case 'NodeNotOutOfService':
      return `its node ${node} is not ready, but not tainted out-of-service`
    case 'NodeNotSeen':
      return `its node ${node} is not in the snapshot, so whether it is out of service is unknown`
    case 'NodeExists':
      return `its node ${node} exists`
    case 'NodeNotCovered':
      return `its node ${node} may exist: the snapshot does not cover nodes`
    case 'NodeInQuarantine':
      return `its node ${node} is missing and in quarantine until ${reason.until.toISOString()}`
    case 'QuarantineNotBegun':
      return `its node ${node} is missing, and its quarantine has not begun`
    case 'NodeFound':
      return `its node ${node} was missing for the whole quarantine, but a lookup finds it`
    case 'NodeLookupFailed':
      return `its node ${node} was missing for the whole quarantine, and looking it up failed`
    case 'NodeNotLookedUp':
      return `its node ${node} was missing for the whole quarantine, but has not been looked up yet`
    default:
      return absurd(reason)
  }
}

const first = (place: number): string => (place === 1 ? 'the first' : `the ${ordinal(place)}`)

const pods = (count: number): string => (count === 1 ? '1 terminated pod' : `${count} terminated pods`)

const terminated = ({
  terminated: count,
  threshold,
}: {
  readonly terminated: number
  readonly threshold: number
}): string => `${pods(count)}, threshold ${threshold}`

const shared = ({
  namespace,
  terminated: count,
  share,
  threshold,
}: {
  readonly namespace: string
  readonly terminated: number
  readonly share: number
  readonly threshold: number
}): string => `${pods(count)} in namespace ${namespace}, whose share of the threshold ${threshold} is ${share}`
