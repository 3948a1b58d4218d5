/**
 * The log pass: pod log directories and container log links.
 *
 * 1. Directories, once all pod sources were seen: the pod UID follows the last `_` of the name. The directory is
 *    removed when the pod's content should be. Who requested the run makes no difference.
 * 2. Links with a missing target, always: a link that names no container is removed; otherwise the container's status
 *    is looked up, and the link is removed if that fails or says exited. Log rotation leaves a short gap, so any
 *    other state, or an empty status, keeps the link.
 *
 * The kubelet's own link of a container goes earlier, just before the container, whatever the link's target: the sweep
 * no longer sees it. Until then its removal stands here as a forecast.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Kept, Pass, Removal } from '../../core/plan.js'
import { compareText } from '../../internal/lists.js'
import type { Action } from './action.js'
import type { ContainersByLink } from './linked.js'
import { ownerOf } from './own-link.js'
import type { PodVerdicts } from './pod-state.js'
import type { Policy } from './policy.js'
import type { Family, KeepReason, Reason, Target } from './reason.js'
import type { LinkStatus, LogLink, Snapshot } from './snapshot.js'

type Decided = Removal<Family> | Kept<Family>

/** Decides every log directory and link of the snapshot, both by name. */
export const passLogs = (
  policy: Policy,
  snapshot: Snapshot,
  fates: PodVerdicts,
  containers: ContainersByLink,
): Pass<Family> => {
  const removals: Removal<Family>[] = []
  const kept: Kept<Family>[] = []
  const add = (decided: Decided): void => {
    if ('actions' in decided) removals.push(decided)
    else kept.push(decided)
  }
  // Without a comparison of its own the engine compares code units too, and faster.
  for (const name of [...snapshot.logDirectories].sort()) add(decideDirectory(policy, snapshot, fates, name))
  for (const link of [...snapshot.logLinks].sort((a, b) => compareText(a.path, b.path)))
    add(decideLink(policy, link, containers))
  return {
    name: 'logs',
    observesAgain: true,
    goal: { _tag: 'RemoveAll' },
    onFailure: 'continue',
    removals,
    reserve: [],
    kept,
    events: [],
    refusal: fp.none,
  }
}

/** The pod uid in the name of a log directory: what follows the last `_`; the whole name in the oldest layout. */
const podUidOfDirectory = (name: string): string => name.slice(name.lastIndexOf('_') + 1)

const decideDirectory = (policy: Policy, snapshot: Snapshot, fates: PodVerdicts, name: string): Decided => {
  const podUid = podUidOfDirectory(name)
  const target: Target = { _tag: 'LogDirectory', id: name, podUid }
  if (policy.logDirectories === 'untouched') return { target, reasons: [{ _tag: 'NotCollectedByThisPolicy' }] }
  if (!snapshot.allSourcesReady) return { target, reasons: [{ _tag: 'SourcesNotReady' }] }
  const { verdict } = fates.ofContent(podUid)
  if (verdict !== 'gone')
    return { target, reasons: [{ _tag: verdict === 'unknown' ? 'PodStateUnknown' : 'PodNotRemoved', podUid }] }
  return removalOf(target, [{ _tag: 'RemoveLogDirectory', name }], { _tag: 'LogDirectoryOfRemovedPod', podUid }, [])
}

const decideLink = (policy: Policy, link: LogLink, { statusOf, going }: ContainersByLink): Decided => {
  const target: Target = { _tag: 'LogLink', id: link.path }
  if (!link.path.endsWith('.log')) return { target, reasons: [{ _tag: 'NotALogLink' }] }
  if (link.targetExists) {
    const owner = ownerOf(going, link.path)
    return owner === null
      ? { target, reasons: [{ _tag: 'LinkTargetExists' }] }
      : unlink(target, { _tag: 'LinkOfRemovedContainer', containerId: owner.id }, [owner])
  }
  const containerId = containerIdOf(link.path)
  if (containerId === null) return unlink(target, { _tag: 'DeadLinkWithoutContainer' }, [])
  const { status, requires } = statusOf(containerId, link.containerStatus)
  if (policy.deadLinks === 'unconditional') return unlink(target, { _tag: 'DeadLink', containerId, status }, [])
  const keep = keepsLink(containerId, status)
  return keep === null
    ? unlink(target, { _tag: 'DeadLink', containerId, status }, requires)
    : { target, reasons: [keep] }
}

/** The container id in the path of a link: what follows the last `-`, without `.log`; none if shorter than six. */
const containerIdOf = (path: string): string | null => {
  const tail = path.slice(path.lastIndexOf('-') + 1)
  const id = tail.slice(0, -4)
  return id.length < 6 ? null : id
}

const keepsLink = (containerId: string, status: LinkStatus): KeepReason | null =>
  status === 'Gone' || status === 'CONTAINER_EXITED' ? null : { _tag: 'ContainerNotExited', containerId, status }

const unlink = (target: Target, reason: Reason, requires: ReadonlyArray<Target>): Removal<Family> =>
  removalOf(target, [{ _tag: 'RemoveLogLink', path: target.id }], reason, requires)

const removalOf = (
  target: Target,
  actions: RNEA.ReadonlyNonEmptyArray<Action>,
  reason: Reason,
  requires: ReadonlyArray<Target>,
): Removal<Family> => ({ target, actions, reasons: [reason], requires, frees: 0 })
