/** Whether a pod is gone, looked up in a map. */
import type { Knowledge } from '../../../../src/core/knowledge.js'
import type { Policy } from '../../../../src/kubelet/container/policy.js'
import type { Snapshot } from '../../../../src/kubelet/container/snapshot.js'

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

/** Reads the pod states of a snapshot; a uid that is not listed is unknown. */
export const podVerdicts = (policy: Policy, snapshot: Snapshot): PodVerdicts => {
  const states = new Map(snapshot.pods.map((pod) => [pod.uid, pod]))
  const ofContent = (uid: string): PodVerdict => contentVerdicts[verdictOf(states.get(uid)?.contentRemoved)]
  const ofPod = (uid: string): PodVerdict => {
    const content = ofContent(uid)
    if (!policy.evictNonDeletedPods) return content
    const runtime = verdictOf(states.get(uid)?.runtimeRemoved)
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
