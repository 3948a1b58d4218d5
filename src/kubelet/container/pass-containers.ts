/**
 * The container pass. Candidates are containers that are not running and are old enough. Releases that remove
 * unidentified containers do so first; the others are grouped into evict units and held to `over-limits.ts`.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Kept, Pass, Removal } from '../../core/plan.js'
import { type Millis, after, millis } from '../../core/time.js'
import { elementAt } from '../../internal/lists.js'
import type { Action } from './action.js'
import { lengthOf } from './by-age.js'
import { evictUnits, sumOf } from './evict-unit.js'
import { keptBecause } from './kept-because.js'
import { overLimits } from './over-limits.js'
import type { JudgedPods } from './pod-state.js'
import type { Policy } from './policy.js'
import type { ContainerTarget, Family, KeepReason, Reason } from './reason.js'
import type { Container, Snapshot } from './snapshot.js'

/** The pass, and what the later ones ask of it. */
export interface ContainersDecided {
  readonly pass: Pass<Family>
  /** The targets of its removals, by place of the container. */
  readonly going: ReadonlyArray<ContainerTarget | undefined>
}

/** Decides every container of the snapshot. */
export const passContainers = (policy: Policy, snapshot: Snapshot, pods: JudgedPods): ContainersDecided => {
  const { at, containers, allSourcesReady } = snapshot
  const now = at.getTime()
  const kept: Kept<Family>[] = []
  const removals: Removal<Family>[] = []
  const targets = new Array<ContainerTarget>(containers.length)
  const going = new Array<ContainerTarget | undefined>(containers.length).fill(undefined)
  const dead: { readonly places: number[]; readonly names: string[] } = { places: [], names: [] }
  const createdAt = new Float64Array(containers.length)
  const remove = (place: number, reasons: RNEA.ReadonlyNonEmptyArray<Reason>): void => {
    const target = elementAt(targets, place)
    going[place] = target
    removals.push({ target, actions: actionsFor(elementAt(containers, place)), reasons, requires: nothing, frees: 0 })
  }
  for (let place = 0; place < containers.length; place++) {
    const container = elementAt(containers, place)
    const target = targetOf(container)
    targets[place] = target
    const created = container.createdAt.getTime()
    createdAt[place] = created
    if (container.state === 'CONTAINER_RUNNING') kept.push({ target, reasons: running })
    else if (now - created < policy.minAge)
      kept.push({ target, reasons: [tooYoung(container, millis(now - created), policy.minAge)] })
    else if (policy.unidentified === 'removed-first' && !container.identified) remove(place, unidentified)
    else {
      dead.places.push(place)
      dead.names.push(container.name)
    }
  }
  const units = evictUnits(dead, pods.ofContainer, createdAt)
  const { left, isSorted, unknownUnits } = overLimits(policy, { units, pods, createdAt, allSourcesReady }, remove)
  const reasonsIn = keptBecause(policy, allSourcesReady, unknownUnits, sumOf(left))
  for (let unit = 0; unit < left.length; unit++) {
    const count = elementAt(left, unit)
    if (count === 0) continue
    const pod = elementAt(units.pods, unit)
    const reasonsOf = reasonsIn(elementAt(pods.uids, pod), elementAt(pods.verdicts, pod).verdict)
    const from = elementAt(units.starts, unit)
    const inOrder = isSorted || count < lengthOf(units, unit) ? units.byAge : units.listed
    for (let index = from; index < from + count; index++) {
      const place = elementAt(inOrder, index)
      kept.push({ target: elementAt(targets, place), reasons: reasonsOf(elementAt(units.ranks, place)) })
    }
  }
  return {
    pass: {
      name: 'containers',
      observesAgain: true,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      removals,
      reserve: [],
      kept,
      events: [],
      refusal: fp.none,
    },
    going,
  }
}

const nothing: ReadonlyArray<never> = []
const running: RNEA.ReadonlyNonEmptyArray<KeepReason> = [{ _tag: 'Running' }]
const unidentified: RNEA.ReadonlyNonEmptyArray<Reason> = [{ _tag: 'Unidentified' }]

const targetOf = ({ id, podUid, name }: Container): ContainerTarget => ({ _tag: 'Container', id, podUid, name })

const tooYoung = ({ createdAt }: Container, age: Millis, minAge: Millis): KeepReason => ({
  _tag: 'YoungerThanMinAge',
  age,
  minAge,
  eligibleAt: after(createdAt, minAge),
})

/**
 * A container of unknown state is looked up and stopped first; a failure of either keeps it, and so does one to remove
 * its log.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_container.go removeContainer
 */
const actionsFor = ({ id, state }: Container): RNEA.ReadonlyNonEmptyArray<Action> =>
  state === 'CONTAINER_UNKNOWN'
    ? [
        { _tag: 'InspectContainer', id },
        { _tag: 'StopContainer', id },
        { _tag: 'InspectContainer', id },
        { _tag: 'RemoveContainerLog', id },
        { _tag: 'RemoveContainer', id },
      ]
    : [
        { _tag: 'InspectContainer', id },
        { _tag: 'RemoveContainerLog', id },
        { _tag: 'RemoveContainer', id },
      ]
