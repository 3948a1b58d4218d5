/**
 * Assembles a container collector snapshot from tool output. Each fact is known, assumed or unknown.
 */
import { option as O } from 'fp-ts'

import type { Snapshot } from '../../kubelet/container/snapshot.js'
import type { KubeletContainerParts } from './container-parts.js'
import { podStatesOf } from './pod-states.js'

/**
 * Puts together a snapshot for the container collector.
 *
 * Shape: of a listed pod it is known that it stays, unless its deletion was asked for or its phase or reason leave that
 * open; it is known to be done when its phase is final and nothing of it runs. A pod that is not listed is assumed gone
 * if there is a ground, and if no container of it runs and no sandbox of it is ready; else unknown.
 * Order: lists as given; pods in the order of first mention by a container, a sandbox, a log directory.
 *
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { kubeletContainerSnapshot } from 'gcplan/decode'
 *
 * const snapshot = kubeletContainerSnapshot({
 *   at: new Date('2026-11-21T03:08:36Z'),
 *   allSourcesReady: true,
 *   containers: [],
 *   sandboxes: [],
 *   pods: O.some([]),
 *   absentPodsAreGone: O.some('the kubelet runs for days'),
 *   logDirectories: ['shop_crash_834a7c25'],
 *   logLinks: [],
 * })
 * console.log(JSON.stringify(snapshot.pods[0]?.contentRemoved))
 * // {"_tag":"Assumed","value":true,"because":"the kubelet runs for days"}
 * ```
 */
export const kubeletContainerSnapshot = (parts: KubeletContainerParts): Snapshot => ({
  at: parts.at,
  allSourcesReady: parts.allSourcesReady,
  pods: O.isNone(parts.pods) ? [] : podStatesOf(parts, parts.pods.value),
  containers: parts.containers.map(({ id, sandboxId, podUid, name, state, createdAt, identified }) => ({
    id,
    sandboxId,
    podUid,
    name,
    state,
    createdAt,
    identified,
  })),
  sandboxes: parts.sandboxes,
  logDirectories: parts.logDirectories,
  logLinks: parts.logLinks,
})
