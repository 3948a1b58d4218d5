/**
 * Whether an object's references count as use: a pod's until its containers have ended, a Job's until it has finished,
 * and those of everything else for as long as it exists.
 */
import { ownField } from '../../../internal/access.js'
import type { WholeObject } from '../../../apiserver/index.js'
import type { Sighting } from '../finished.js'
import { jobObserver, observeFinish } from '../finished.js'
import { groupKindText } from '../rules.js'
import { kindOf } from './survey.js'

const jobKind = groupKindText(jobObserver)
const replicaSets: ReadonlySet<string> = new Set(['ReplicaSet.apps', 'ReplicaSet.extensions'])

/** True for objects whose references count. */
export const activityOf = (
  { revisions }: { readonly revisions: 'use' | 'ignore' },
  observers: ReadonlyMap<string, (object: WholeObject) => Sighting>,
): ((object: WholeObject) => boolean) => {
  const look = observers.get(jobKind) ?? observeFinish(jobObserver)
  return (object) => {
    const kind = kindOf(object)
    if (kind === 'Pod') return !hasEnded(object)
    if (kind === jobKind) {
      const seen = look(object)
      return 'failed' in seen || !seen.finished
    }
    if (revisions === 'use') return true
    return kind !== 'ControllerRevision.apps' && !(replicaSets.has(kind) && isOldRevision(object))
  }
}

const hasEnded = ({ status }: WholeObject): boolean => {
  const phase = ownField(status, 'phase')
  return phase === 'Succeeded' || phase === 'Failed'
}

/** A set of no replicas that somebody controls; one that nobody controls was scaled down by hand. */
const isOldRevision = ({ spec, status, metadata }: WholeObject): boolean =>
  ownField(spec, 'replicas') === 0 &&
  (ownField(status, 'replicas') ?? 0) === 0 &&
  (metadata.ownerReferences ?? []).some(({ controller }) => controller === true)
