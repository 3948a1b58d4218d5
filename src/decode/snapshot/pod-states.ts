/**
 * The state of each pod that a node has traces of, from the kubelet's pod list.
 */
import { option as O } from 'fp-ts'

import type { PodState } from '../../kubelet/container/snapshot.js'
import { type Knowledge, assumed, known, unknown } from '../../core/knowledge.js'
import type { KubeletPod } from '../kubelet/pods.js'
import type { KubeletContainerParts } from './container-parts.js'

type Traces = Pick<KubeletContainerParts, 'containers' | 'sandboxes' | 'logDirectories' | 'absentPodsAreGone'>

/** The state of every pod that a container, a sandbox or a log directory names, in the order of first mention. */
export const podStatesOf = (traces: Traces, pods: ReadonlyArray<KubeletPod>): ReadonlyArray<PodState> => {
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
