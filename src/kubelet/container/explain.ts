/**
 * One sentence per reason, with its numbers.
 */
import { absurd } from '../../core/absurd.js'
import { ordinal, spanText } from '../../internal/words.js'
import type { KeepReason, Reason } from './reason.js'

/**
 * One sentence for a reason to remove or to keep. Times are RFC 3339 in UTC, spans in days to milliseconds.
 *
 * @example
 * ```ts
 * import { explain } from 'gcplan/kubelet/container'
 *
 * console.log(explain({ _tag: 'OverMaxPerPodContainer', rank: 3, limit: 1 }))
 * // 3rd newest dead container of its name in the pod, 1 is kept
 * ```
 */
export const explain = (reason: Reason | KeepReason): string => {
  switch (reason._tag) {
    case 'Unidentified':
      return 'its name cannot be parsed, so its pod is unknown'
    case 'PodContentShouldBeRemoved':
      return `pod ${named(reason.podUid)} is deleted or evicted: all its dead containers go`
    case 'PodRuntimeShouldBeRemoved':
      return `pod ${named(reason.podUid)} has finished, and the eviction manager reclaims disk space`
    case 'OverMaxPerPodContainer':
      return `${newest(reason.rank)} dead container of its name in the pod, ${areKept(reason.limit)}`
    case 'OverFairShareOfMaxContainers':
      return `${newest(reason.rank)} dead container of its name in the pod; ${reason.units} evict units share the node limit of ${reason.maxContainers}, so ${areKept(reason.share)}`
    case 'OverMaxContainers':
      return `${newest(reason.rank)} dead container on the node, ${areKept(reason.limit)}`
    case 'InactiveSandboxOfRemovedPod':
      return `not ready, without containers, and pod ${named(reason.podUid)} is gone`
    case 'InactiveAndNotNewestSandbox':
      return `not ready, without containers, and only the ${newest(reason.rank)} sandbox of its pod`
    case 'LogDirectoryOfRemovedPod':
      return `logs of pod ${named(reason.podUid)}, which is gone`
    case 'DeadLink':
      return `its target is missing and container ${reason.containerId} ${statusText(reason.status)}`
    case 'DeadLinkWithoutContainer':
      return 'its target is missing and its name contains no container ID'
    case 'LinkOfRemovedContainer':
      return `it goes with container ${reason.containerId}, whatever its target`
    case 'Running':
      return 'it is running'
    case 'YoungerThanMinAge':
      if (reason.age < 0) return `created in the future, below the minimum age until ${reason.eligibleAt.toISOString()}`
      return `created ${spanText(reason.age)} ago, below the minimum age of ${spanText(reason.minAge)} until ${reason.eligibleAt.toISOString()}`
    case 'WithinMaxPerPodContainer':
      return `${newest(reason.rank)} dead container of its name in the pod, ${areKept(reason.limit)}`
    case 'NoLimitPerPodContainer':
      return `dead containers per name and pod are not limited (${reason.maxPerPodContainer})`
    case 'WithinMaxContainers':
      return `one of ${reason.remaining} dead containers left on the node, limit ${reason.limit}`
    case 'PodNotRemoved':
      return `pod ${named(reason.podUid)} still exists`
    case 'SourcesNotReady':
      return 'not all pod sources are ready, so no pod counts as gone'
    case 'PodStateUnknown':
      return `unknown whether pod ${named(reason.podUid)} is gone`
    case 'LimitRestsOnUnknownPods':
      return `${reason.unknownUnits} ${reason.unknownUnits === 1 ? 'evict unit belongs' : 'evict units belong'} to pods of unknown state, so it may be within the limit of ${reason.limit}`
    case 'SandboxReady':
      return 'it is ready'
    case 'SandboxHasContainers':
      return reason.containers === 1
        ? `container ${reason.first} belongs to it`
        : `${reason.containers} containers belong to it, including ${reason.first}`
    case 'NewestSandboxOfPod':
      return `newest sandbox of pod ${named(reason.podUid)}`
    case 'NotALogLink':
      return 'its name does not end in .log, so the kubelet ignores it'
    case 'LinkTargetExists':
      return 'its target exists'
    case 'ContainerNotExited':
      return `its target is missing, but container ${reason.containerId} ${statusText(reason.status)}`
    case 'NotCollectedByThisPolicy':
      return 'not collected under this policy'
    default:
      return absurd(reason)
  }
}

const newest = (rank: number): string => (rank === 1 ? 'newest' : `${ordinal(rank)} newest`)

const named = (podUid: string): string => (podUid === '' ? '(no uid)' : podUid)

const areKept = (limit: number): string => `${limit} ${limit === 1 ? 'is' : 'are'} kept`

const statusText = (status: string): string => {
  switch (status) {
    case 'Gone':
      return 'no longer exists'
    case 'Nil':
      return 'has an empty status'
    default:
      return `is ${status.replace('CONTAINER_', '').toLowerCase()}`
  }
}
