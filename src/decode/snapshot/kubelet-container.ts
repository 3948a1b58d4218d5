/**
 * Assembles a container collector snapshot from tool output. Each fact is known, assumed or unknown.
 */
import { option as O } from 'fp-ts'

import type { Container, LogLink, PodState, Sandbox, Snapshot } from '../../kubelet/container/snapshot.js'
import { type Knowledge, assumed, known, unknown } from '../../core/knowledge.js'
import type { KubeletPod } from '../kubelet/pods.js'

/**
 * Builds a snapshot for the container collector.
 *
 * Shape: a listed pod exists; if it is being deleted or evicted, its state is unknown; it is finished if its phase is
 * final and nothing of it runs. An unlisted pod is assumed gone if there is a reason (`absentPodsAreGone`), no running
 * container and no ready sandbox; else unknown.
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
  containers: parts.containers.map(containerAlone),
  sandboxes: parts.sandboxes,
  logDirectories: parts.logDirectories,
  logLinks: parts.logLinks,
})

/** A container without what other collectors read of it. */
export const containerAlone = ({ id, sandboxId, podUid, name, ...rest }: Container): Container => {
  const { state, createdAt, identified } = rest
  return { id, sandboxId, podUid, name, state, createdAt, identified }
}

type Traces = Pick<KubeletContainerParts, 'containers' | 'sandboxes' | 'logDirectories' | 'absentPodsAreGone'>

/** The state of every pod that a container, a sandbox or a log directory names, in the order of first mention. */
const podStatesOf = (traces: Traces, pods: ReadonlyArray<KubeletPod>): ReadonlyArray<PodState> => {
  const listed = new Map(pods.flatMap((pod) => [pod.uid, ...pod.aliases].map((uid) => [uid, pod] as const)))
  const alive = aliveUids(traces)
  return mentionedUids(traces).map((uid) => {
    const pod = listed.get(uid)
    return { uid, ...(pod === undefined ? absent(traces, alive.has(uid)) : present(pod, alive.has(uid))) }
  })
}

type Facts = Omit<PodState, 'uid'>

/**
 * Evicted is a pod only for the kubelet process that evicted it, so the reason in the status leaves it open. So does a
 * deletion, until the pod leaves the list.
 */
const present = (pod: KubeletPod, isAlive: boolean): Facts => {
  const open = O.isSome(pod.deletionTimestamp) || pod.reason === 'Evicted'
  return { contentRemoved: open ? unknown : known(false), runtimeRemoved: isDone(pod, isAlive, open) }
}

const isDone = (pod: KubeletPod, isAlive: boolean, open: boolean): Knowledge<boolean> => {
  if (pod.phase !== 'Succeeded' && pod.phase !== 'Failed') return open ? unknown : known(false)
  return isAlive || pod.running ? unknown : known(true)
}

const absent = ({ absentPodsAreGone }: Traces, isAlive: boolean): Facts => {
  const gone: Knowledge<boolean> =
    isAlive || O.isNone(absentPodsAreGone) ? unknown : assumed(true, absentPodsAreGone.value)
  return { contentRemoved: gone, runtimeRemoved: gone }
}

const mentionedUids = ({ containers, sandboxes, logDirectories }: Traces): ReadonlyArray<string> => [
  ...new Set([
    ...containers.map(({ podUid }) => podUid),
    ...sandboxes.map(({ podUid }) => podUid),
    ...logDirectories.map((name) => name.slice(name.lastIndexOf('_') + 1)),
  ]),
]

/** Uids with a container that runs or a sandbox that is ready: nothing of them is over. */
const aliveUids = ({ containers, sandboxes }: Traces): ReadonlySet<string> =>
  new Set([
    ...containers.filter(({ state }) => state === 'CONTAINER_RUNNING').map(({ podUid }) => podUid),
    ...sandboxes.filter(({ state }) => state === 'SANDBOX_READY').map(({ podUid }) => podUid),
  ])

/** Input for a container collector snapshot. */
export interface KubeletContainerParts {
  readonly at: Date
  /** Every pod source was seen, which no tool prints. False keeps containers of deleted pods, and all logs. */
  readonly allSourcesReady: boolean
  /** From `crictl ps -a`, or from Docker. */
  readonly containers: ReadonlyArray<Container>
  /** From `crictl pods`; none with Docker. */
  readonly sandboxes: ReadonlyArray<Sandbox>
  /** The kubelet's `/pods`; none: not queried, so every pod is unknown. */
  readonly pods: O.Option<ReadonlyArray<KubeletPod>>
  /**
   * Why a pod missing from `pods` may be assumed gone, e.g. `the kubelet has been up for days`; none: it is unknown,
   * since the kubelet may have just started, or may be terminating it.
   */
  readonly absentPodsAreGone: O.Option<string>
  /** Names in `/var/log/pods`. */
  readonly logDirectories: ReadonlyArray<string>
  /** Links in `/var/log/containers`. */
  readonly logLinks: ReadonlyArray<LogLink>
}
