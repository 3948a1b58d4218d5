/** Sentences for what the ResourceClaim controller does. */
import type { ResourceClaimWhy } from './controller.js'

/** One line for why a claim changes or goes. */
export const explainResourceClaim = ({ _tag }: ResourceClaimWhy): string => {
  switch (_tag) {
    case 'DevicesReleased':
      return 'pods that used it are gone or have ended'
    case 'DevicesUnused':
      return 'nobody uses it'
    case 'PodOfClaimEnded':
      return 'it was made for a pod, and that pod has ended'
  }
}
