/** Sentences for what the Deployment controller does. */
import { explainOwnership } from '../workload/explain.js'
import type { DeploymentWhy } from './reason.js'

/** One line for why a ReplicaSet is made, scaled, taken over or let go. */
export const explainDeployment = (why: DeploymentWhy): string => {
  switch (why._tag) {
    case 'ReplicaSetMissing':
      return `Deployment ${why.deployment} has no ReplicaSet of its template`
    case 'ReplicaSetScaled':
      return `Deployment ${why.deployment} wants ${why.wanted} ${why.wanted === 1 ? 'pod' : 'pods'} of its template`
    default:
      return explainOwnership(why)
  }
}
