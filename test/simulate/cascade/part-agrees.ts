/** Whether the plan on a part of a cluster says of what takes part in a cascade what the plan on all of it says. */
import { either as E } from 'fp-ts'
import { expect } from 'vitest'

import { type Policy, type Snapshot, defaultPolicy } from '../../../src/controllers/owner/index.js'
import type { CascadePlan, CascadeRequest, Race } from '../../../src/simulate/cascade/index.js'
import { cascadeIndex, planCascade } from '../../../src/simulate/cascade/index.js'

const planOf = (snapshot: Snapshot, asked: ReadonlyArray<CascadeRequest>, policy: Policy): CascadePlan => {
  const planned = planCascade(policy)(asked)(snapshot)
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}

/** What a plan says of some objects. Versions count the changes of a cluster, and time passes for whoever waits anywhere in it. */
const said = (plan: CascadePlan, isMine: (uid: string) => boolean, unasked: CascadePlan): unknown => {
  const lostAnyway = new Set(unasked.lostGroups.map(({ service }) => service))
  const mine = <A extends { readonly target: { readonly id: string } }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
    all.filter(({ target }) => isMine(target.id))
  const { outcomes } = plan
  const about = {
    answers: plan.answers.map(({ _tag }) => _tag),
    waves: plan.waves.flatMap(({ by, changes }) => {
      const own = mine(changes)
      return own.length === 0 ? [] : [{ by, own }]
    }),
    ends: Object.entries(outcomes).map(([end, targets]: readonly [string, ReadonlyArray<{ readonly id: string }>]) => [
      end,
      targets.flatMap(({ id }) => (isMine(id) ? [id] : [])),
    ]),
    told: [plan.stuck, plan.never, plan.waits, plan.data, plan.comesBack, plan.survivors, plan.orphaned].map((all) =>
      mine<{ readonly target: { readonly id: string } }>(all),
    ),
    later: plan.later,
    lostGroups: plan.lostGroups.filter(({ service }) => !lostAnyway.has(service)),
    cycles: plan.cycles.filter((cycle) => cycle.some(({ id }) => isMine(id))),
    races: plan.races.flatMap((race): ReadonlyArray<Race> => {
      if (race._tag !== 'WorkerOrder' && race._tag !== 'Restart') return [race]
      const ends = mine(race.ends)
      return ends.length === 0 ? [] : [{ ...race, ends }]
    }),
    unknown: plan.unknown,
    isQuiet: plan.isQuiet,
  }
  return JSON.parse(
    JSON.stringify(about, (key, value: unknown) =>
      key === 'resourceVersion' || key === 'at' || key === 'deletionTimestamp' ? undefined : value,
    ),
  )
}

/** Fails where they differ. */
export const agrees = (
  snapshot: Snapshot,
  asked: ReadonlyArray<CascadeRequest>,
  policy: Policy = defaultPolicy,
): void => {
  const part = cascadeIndex(snapshot.objects).partOf(asked)
  if (part._tag !== 'Part') throw new Error(part._tag)
  const isMine = (uid: string): boolean => part.reached.has(uid)
  const [whole, unasked] = [planOf(snapshot, asked, policy), planOf(snapshot, [], policy)]
  const cut = planOf({ ...snapshot, objects: part.objects }, asked, policy)
  expect(said(cut, isMine, unasked)).toEqual(said(whole, isMine, unasked))
  // What changes elsewhere changes without the requests, too.
  const elsewhere = whole.waves.flatMap(({ changes }) => changes.filter(({ target }) => !isMine(target.id)))
  const anyway = new Set([...unasked.pending, ...unasked.waves].flatMap(({ changes }) => changes.map(keyOf)))
  expect(elsewhere.map(keyOf).filter((key) => !anyway.has(key))).toEqual([])
}

const keyOf = ({ _tag, target }: { readonly _tag: string; readonly target: { readonly id: string } }): string =>
  `${_tag} ${target.id}`
