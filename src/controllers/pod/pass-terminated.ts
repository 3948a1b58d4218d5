/**
 * Terminated pods over the threshold. Owners don't matter: pods of a running Job count and are deleted like any other.
 */
import { type Fate, fateBy, goes, passOver, stays } from './decide.js'
import { inOrder, isEvicted, isTerminated } from './order.js'
import type { DecidedPass } from './reason.js'
import { sharesOf } from './share.js'
import type { Pod } from './snapshot.js'
import type { PassInput } from './pass-input.js'

/**
 * The first pass: terminated pods beyond the threshold, first in order first. Pods that are being deleted already count and
 * are selected like others, in every run again.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcTerminated
 */
export const passTerminated = (input: PassInput): DecidedPass => {
  const { policy, pods } = input
  const { terminatedPodGcThreshold: threshold } = policy
  const terminated = pods.filter(isTerminated)
  const excess = threshold > 0 && policy.controller === 'on' ? terminated.length - threshold : 0
  const ordered = excess > 0 ? inOrder(policy, terminated) : terminated
  const going = excess > 0 ? goingOf(input, ordered, excess) : new Map<Pod, Fate>()
  const keeping = keepingOf(input, ordered)
  const unfinished = fateBy((phase) => stays({ _tag: 'NotTerminated', phase }))
  return passOver(
    'terminated',
    input,
    (pod) => (isTerminated(pod) ? (going.get(pod) ?? keeping(pod)) : unfinished(pod.status?.phase ?? '')),
    () => [...going.keys()],
  )
}

const goingOf = ({ policy }: PassInput, ordered: ReadonlyArray<Pod>, excess: number): ReadonlyMap<Pod, Fate> => {
  const { terminatedPodGcThreshold: threshold, terminatedShares } = policy
  const going = new Map<Pod, Fate>()
  if (terminatedShares === 'cluster') {
    ordered.slice(0, excess).forEach((pod, index) =>
      going.set(
        pod,
        goes({
          _tag: 'TerminatedOverThreshold',
          terminated: ordered.length,
          threshold,
          place: index + 1,
          evicted: isEvicted(pod),
        }),
      ),
    )
    return going
  }
  const shares = sharesOf(threshold, ordered)
  const gone = new Map<string, number>()
  for (const pod of ordered) {
    const namespace = pod.metadata.namespace ?? ''
    const { terminated, share } = shares.get(namespace) ?? { terminated: 0, share: 0 }
    const before = gone.get(namespace) ?? 0
    if (before >= terminated - share) continue
    gone.set(namespace, before + 1)
    going.set(pod, goes({ _tag: 'TerminatedOverShare', namespace, terminated, share, threshold }))
  }
  return going
}

const keepingOf = ({ policy }: PassInput, ordered: ReadonlyArray<Pod>): ((pod: Pod) => Fate) => {
  const { terminatedPodGcThreshold: threshold, terminatedShares } = policy
  const terminated = ordered.length
  if (threshold <= 0 || terminatedShares === 'cluster') {
    const fate = stays(
      threshold <= 0 ? { _tag: 'NoThreshold', threshold } : { _tag: 'WithinThreshold', terminated, threshold },
    )
    return () => fate
  }
  const shares = sharesOf(threshold, ordered)
  const within = fateBy((namespace) => {
    const share = shares.get(namespace) ?? { terminated: 0, share: 0 }
    return stays({ _tag: 'WithinShare', namespace, ...share, threshold })
  })
  return ({ metadata }) => within(metadata.namespace ?? '')
}
