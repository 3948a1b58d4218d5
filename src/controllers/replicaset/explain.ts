/** Sentences for what ReplicaSets and ReplicationControllers do. */
import { explainOwnership } from '../workload/explain.js'
import type { ReplicasWhy } from './reason.js'

/** One line for why a pod is made, deleted, taken over or let go. */
export const explainReplicas = (why: ReplicasWhy): string => {
  switch (why._tag) {
    case 'TooFewReplicas':
    case 'TooManyReplicas':
      return `its ${why.kind} wants ${why.wanted} ${why.wanted === 1 ? 'pod' : 'pods'} and has ${why.present}`
    default:
      return explainOwnership(why)
  }
}
