/**
 * Answers how long pod garbage collection and the clean-up of finished Jobs take beside one sort, or one look, over the
 * same objects: all pods in four passes, everything kept with its reason.
 */
import type { Pod } from '../src/controllers/pod/index.js'
import * as PodGc from '../src/controllers/pod/index.js'
import type { Job } from '../src/controllers/ttl/index.js'
import * as Ttl from '../src/controllers/ttl/index.js'
import { known } from '../src/core/index.js'
import { instant } from '../src/core/time.js'
import { compareText } from '../src/internal/lists.js'
import type { Bench } from './bench.js'
import { planning } from './bench.js'
import { seeded } from './random.js'

const noon = Date.UTC(2026, 0, 1, 12)
const at = instant(noon)

/** Pods as a server lists them, by namespace and name; nine of ten have terminated, every fiftieth was evicted. */
const podsOf = (size: number): ReadonlyArray<Pod> => {
  const random = seeded(size)
  return Array.from({ length: size }, (_, index): Pod => {
    const text = String(index).padStart(7, '0')
    const fate = random()
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        namespace: `ns-${text.slice(0, 2)}`,
        name: `pod-${text}`,
        uid: `uid-${text}`,
        generation: 1,
        creationTimestamp: instant(noon - Math.floor(random() * 1e6) * 1000),
      },
      spec: { nodeName: `node-${Math.floor(random() * 1000)}` },
      status: {
        phase: fate < 0.1 ? 'Running' : 'Failed',
        ...(fate > 0.98 ? { reason: 'Evicted' } : {}),
        conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: at }],
      },
    }
  })
}

const threshold = 12_500

/** The least: filter, one sort by the same keys, and the first so many. */
const naiveTerminated = (pods: ReadonlyArray<Pod>): ReadonlyArray<string> => {
  const terminated = pods.filter(({ status }) => status?.phase === 'Failed')
  const rank = ({ status }: Pod): number => (status?.reason === 'Evicted' ? 0 : 1)
  const time = ({ metadata }: Pod): number => metadata.creationTimestamp?.getTime() ?? 0
  return terminated
    .sort((a, b) => rank(a) - rank(b) || time(a) - time(b) || compareText(a.metadata.name, b.metadata.name))
    .slice(0, Math.max(0, terminated.length - threshold))
    .map(({ metadata: { uid = '' } }) => uid)
}

export const kubernetesPod: Bench = {
  name: 'kubernetes-pod',
  about: 'four passes over all pods beside one sort of those that have terminated; items are pods',
  sizes: [1_000, 10_000, 100_000, 1_000_000],
  prepare: (size) => {
    const pods = podsOf(size)
    const nodes = Array.from({ length: 1000 }, (_, index) => ({ metadata: { name: `node-${index}` } }))
    const coverage = { _tag: 'Everything' } as const
    const snapshot = { at, pods, nodes, coverage, apiNodes: known([]), memory: PodGc.emptyMemory }
    const policy = { ...PodGc.defaultPolicy, terminatedPodGcThreshold: threshold }
    return planning(
      size,
      () => PodGc.plan(policy)(snapshot),
      () => naiveTerminated(pods),
    )
  },
}

const jobsOf = (size: number): ReadonlyArray<Job> => {
  const random = seeded(size)
  return Array.from({ length: size }, (_, index): Job => {
    const text = String(index).padStart(7, '0')
    const finishedAt = instant(noon - Math.floor(random() * 100_000) * 1000)
    return {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { namespace: `ns-${text.slice(0, 2)}`, name: `job-${text}`, uid: `uid-${text}` },
      spec: { ttlSecondsAfterFinished: 50_000 },
      status: {
        conditions: [
          { type: 'SuccessCriteriaMet', status: 'True', lastTransitionTime: finishedAt },
          { type: 'Complete', status: 'True', lastTransitionTime: finishedAt },
        ],
      },
    }
  })
}

/** The least: one look at each Job, and a sort of those that have expired. */
const naiveExpired = (jobs: ReadonlyArray<Job>): ReadonlyArray<string> =>
  jobs
    .flatMap(({ metadata, spec, status }) => {
      const finish = status?.conditions?.find(({ type, status: holds }) => type === 'Complete' && holds === 'True')
      const due = (finish?.lastTransitionTime?.getTime() ?? Infinity) + (spec?.ttlSecondsAfterFinished ?? 0) * 1000
      return due <= noon ? [{ uid: metadata.uid, due }] : []
    })
    .sort((a, b) => a.due - b.due)
    .map(({ uid }) => uid)

export const kubernetesTtl: Bench = {
  name: 'kubernetes-ttl',
  about: 'all Jobs, half of them expired, beside one look at each; items are Jobs',
  sizes: [1_000, 10_000, 100_000, 1_000_000],
  prepare: (size) => {
    const jobs = jobsOf(size)
    return planning(
      size,
      () => Ttl.plan(Ttl.defaultPolicy)({ at, jobs }),
      () => naiveExpired(jobs),
    )
  },
}
