/**
 * One sentence for each reason.
 */
import { absurd } from '../../core/absurd.js'
import type { KeepReason, Reason } from './reason.js'

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import * as PodGc from 'gcplan/controllers/pod'
 *
 * console.log(PodGc.explain({ _tag: 'NodeGone', node: 'worker-7' }))
 * // its node worker-7 was unknown for the length of the quarantine and does not exist
 * ```
 */
export const explain = (reason: Reason | KeepReason): string => {
  switch (reason._tag) {
    case 'TerminatedOverThreshold':
      return `${terminated(reason)}; ${reason.evicted ? 'it was evicted and ' : 'it '}is number ${reason.place} to go`
    case 'TerminatedOverShare':
      return `${shared(reason)}; it is among the first of them to go`
    case 'NodeOutOfService':
      return `its deletion was asked for, and its node ${reason.node} is not ready and out of service`
    case 'NodeGone':
      return `its node ${reason.node} was unknown for the length of the quarantine and does not exist`
    case 'UnscheduledTerminating':
      return `its deletion was asked for (${reason.since.toISOString()}), and it is bound to no node that would confirm it`
    default:
      return explainKept(reason)
  }
}

const explainKept = (reason: KeepReason): string => {
  switch (reason._tag) {
    case 'NotTerminated':
      return `it has not terminated: its phase is ${reason.phase}`
    case 'WithinThreshold':
      return `${terminated(reason)}; it is among those that stay`
    case 'WithinShare':
      return `${shared(reason)}; it is among those that stay`
    case 'NoThreshold':
      return `the threshold is ${reason.threshold}: terminated pods are not limited`
    case 'NotTerminating':
      return 'nobody has asked for its deletion'
    case 'Unscheduled':
      return 'it is bound to no node'
    case 'Scheduled':
      return `it is bound to node ${reason.node}, whose kubelet is to confirm its deletion`
    case 'OutOfServiceUntouched':
      return 'the rules in force do not look for nodes that are out of service'
    case 'ControllerOff':
      return 'the controller does not run'
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
      return `its node ${node} is not ready, but not tainted as out of service`
    case 'NodeNotSeen':
      return `its node ${node} was not seen, so nobody knows whether it is out of service`
    case 'NodeExists':
      return `its node ${node} exists`
    case 'NodeNotCovered':
      return `its node ${node} may exist: the snapshot does not cover nodes`
    case 'NodeInQuarantine':
      return `its node ${node} is unknown and in quarantine until ${reason.until.toISOString()}`
    case 'QuarantineNotBegun':
      return `its node ${node} is unknown and its quarantine has not begun`
    case 'NodeFound':
      return `its node ${node} was unknown for the length of the quarantine, and a lookup finds it`
    case 'NodeLookupFailed':
      return `its node ${node} was unknown for the length of the quarantine, and the lookup of it failed`
    case 'NodeNotLookedUp':
      return `its node ${node} was unknown for the length of the quarantine, and nobody has looked it up`
    default:
      return absurd(reason)
  }
}

const pods = (count: number): string => (count === 1 ? '1 pod has' : `${count} pods have`)

const terminated = ({
  terminated: count,
  threshold,
}: {
  readonly terminated: number
  readonly threshold: number
}): string => `${pods(count)} terminated and ${threshold} may stay`

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
}): string => `${pods(count)} terminated in namespace ${namespace} and ${share} may stay, its share of ${threshold}`
