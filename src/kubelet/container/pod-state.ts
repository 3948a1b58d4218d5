/**
 * Whether a pod is gone: known, assumed or unknown.
 */
import { type Knowledge, known } from '../../core/knowledge.js'
import { elementAt, numberOfKey } from '../../internal/lists.js'
import type { NodeIndex, PodsByUid } from './node-index.js'
import type { Policy } from './policy.js'
import type { PodState, Snapshot } from './snapshot.js'

/** What a kubelet's pod workers know of one pod. */
export interface WorkerFacts {
  readonly uid: string
  /** The workers know this uid. */
  readonly knownToWorkers: boolean
  readonly evicted: boolean
  readonly deleted: boolean
  /** Its containers were all seen to have ended. */
  readonly terminated: boolean
  /** The first housekeeping pass is over; before that, no unknown pod counts as gone. */
  readonly podsSynced: boolean
}

/**
 * A pod's state from what the pod workers know. `contentRemoved`: evicted, or deleted and terminated. `runtimeRemoved`:
 * terminated. Both for a pod unknown to synced workers.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/pod_workers.go ShouldPodContentBeRemoved
 * @example
 * ```ts
 * import { podState } from 'gcplan/kubelet/container'
 *
 * const finishedJob = { uid: 'u', knownToWorkers: true, evicted: false, deleted: false, terminated: true, podsSynced: true }
 * console.log(JSON.stringify(podState(finishedJob).runtimeRemoved)) // {"_tag":"Known","value":true}
 * ```
 */
export const podState = (facts: WorkerFacts): PodState => ({
  uid: facts.uid,
  contentRemoved: known(facts.knownToWorkers ? facts.evicted || (facts.deleted && facts.terminated) : facts.podsSynced),
  runtimeRemoved: known(facts.knownToWorkers ? facts.terminated : facts.podsSynced),
})

/** A fact of a pod that can say whether it is gone. */
export type PodFact = 'contentRemoved' | 'runtimeRemoved'

/** Whether a pod is gone, and which of its facts say so, the first one first. */
export interface PodVerdict {
  readonly verdict: 'gone' | 'stays' | 'unknown'
  /** Never empty, but for an unknown pod. */
  readonly by: ReadonlyArray<PodFact>
}

/** Looks up fates by uid. */
export interface PodVerdicts {
  /** Counts finished pods as gone when the eviction manager asks. */
  readonly ofPod: (uid: string) => PodVerdict
  /** Looks at the content alone, as log directories do. */
  readonly ofContent: (uid: string) => PodVerdict
}

/** The pods that own something, each with its verdict. */
export interface JudgedPods extends PodsByUid {
  /** In the order of the uids. */
  readonly verdicts: ReadonlyArray<PodVerdict>
}

/** Reads the pod states of a snapshot; a uid that is not listed is unknown. */
export const podVerdicts = (policy: Policy, { pods }: Snapshot, index: NodeIndex): PodVerdicts => {
  const stateOf = (uid: string): PodState | undefined => {
    const number = numberOfKey(index.pods, uid)
    return number < 0 ? undefined : elementAt(pods, number)
  }
  const ofContent = (uid: string): PodVerdict => contentVerdicts[verdictOf(stateOf(uid)?.contentRemoved)]
  const ofPod = (uid: string): PodVerdict => {
    const content = ofContent(uid)
    if (!policy.evictNonDeletedPods) return content
    const runtime = verdictOf(stateOf(uid)?.runtimeRemoved)
    if (content.verdict === 'gone') return runtime === 'gone' ? goneByBoth : content
    if (runtime === 'gone') return goneByRuntime
    return content.verdict === 'unknown' || runtime === 'unknown' ? unknownVerdict : staysByBoth
  }
  return { ofPod, ofContent }
}

const unknownVerdict: PodVerdict = { verdict: 'unknown', by: [] }
const goneByRuntime: PodVerdict = { verdict: 'gone', by: ['runtimeRemoved'] }
const goneByBoth: PodVerdict = { verdict: 'gone', by: ['contentRemoved', 'runtimeRemoved'] }
const staysByBoth: PodVerdict = { verdict: 'stays', by: ['contentRemoved', 'runtimeRemoved'] }
const contentVerdicts: Readonly<Record<PodVerdict['verdict'], PodVerdict>> = {
  gone: { verdict: 'gone', by: ['contentRemoved'] },
  stays: { verdict: 'stays', by: ['contentRemoved'] },
  unknown: unknownVerdict,
}

const verdictOf = (fact: Knowledge<boolean> | undefined): PodVerdict['verdict'] =>
  fact === undefined || fact._tag === 'Unknown' ? 'unknown' : fact.value ? 'gone' : 'stays'
