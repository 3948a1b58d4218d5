/** Sentences for what DaemonSets do. */
import { explainOwnership } from '../workload/explain.js'
import type { DaemonWhy } from './reason.js'

/** One line for why a pod or revision is made, deleted, taken over or let go. */
export const explainDaemon = (why: DaemonWhy): string => {
  switch (why._tag) {
    case 'DaemonPodMissing':
      return `DaemonSet ${why.daemonSet} wants a pod on this node, which has none`
    case 'DaemonPodMisplaced':
      return `DaemonSet ${why.daemonSet} wants no pod on its node`
    case 'DaemonPodEnded':
      return `it has ended, and DaemonSet ${why.daemonSet} replaces it`
    case 'DaemonPodSurplus':
      return `its node has an older pod of DaemonSet ${why.daemonSet}`
    case 'DaemonRevisionMissing':
      return `DaemonSet ${why.daemonSet} has no revision of its template`
    default:
      return explainOwnership(why)
  }
}
