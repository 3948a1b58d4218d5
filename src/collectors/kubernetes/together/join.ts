/**
 * Answers what the collectors say of each object, put side by side.
 */
import type { AnyAmendment, AnyRemoval } from './any.js'
import type { Numbering } from '../../../internal/intern.js'
import { numberOfKey } from '../../../internal/intern.js'
import type { Answers } from './ask.js'
import type { Action, AmendReason, Event, KeepReason, Reason } from './reason.js'
import type { Voter } from './voter.js'

/** A removal that one collector wants. */
export interface Wish {
  readonly voter: Voter
  readonly reasons: ReadonlyArray<Reason>
  readonly removal: AnyRemoval
}

/** What is said, by the place of an object in the snapshot. */
export interface Said {
  /** In the order in which objects are wanted first. */
  readonly wishes: ReadonlyMap<number, ReadonlyArray<Wish>>
  readonly keeps: ReadonlyArray<ReadonlyArray<KeepReason> | undefined>
  readonly amendments: ReadonlyArray<{
    readonly place: number
    readonly voter: Voter
    readonly amendment: AnyAmendment
    readonly reasons: ReadonlyArray<AmendReason>
  }>
  readonly events: ReadonlyArray<Event>
}

/** Puts the answers side by side. */
export const join = (answers: Answers, uids: Numbering): Said => {
  const wishes = new Map<number, Wish[]>()
  const keeps: (KeepReason[] | undefined)[] = new Array<KeepReason[] | undefined>(uids.keys.length).fill(undefined)
  const amendments: Said['amendments'][number][] = []
  const events: Event[] = []
  for (const [voter, { passes }] of answers)
    for (const pass of passes) {
      for (const removal of pass.removals) {
        const place = numberOfKey(uids, removal.target.id)
        const wish: Wish = { voter, reasons: spoken<Reason>(voter, removal.reasons), removal }
        const before = wishes.get(place)
        if (before === undefined) wishes.set(place, [wish])
        else before.push(wish)
      }
      for (const { target, reasons } of pass.kept) {
        const place = numberOfKey(uids, target.id)
        const before = keeps[place]
        const said = spoken<KeepReason>(voter, reasons)
        if (before === undefined) keeps[place] = said
        else for (const one of said) before.push(one)
      }
      for (const amendment of pass.amendments ?? [])
        amendments.push({
          place: numberOfKey(uids, amendment.target.id),
          voter,
          amendment,
          reasons: spoken<AmendReason>(voter, amendment.reasons),
        })
      for (const event of pass.events) events.push({ _tag: voter, event } as Event)
    }
  return { wishes, keeps, amendments, events }
}

/** Reasons under the name of who gives them. */
const spoken = <Of>(voter: Voter, reasons: ReadonlyArray<unknown>): Of[] =>
  reasons.map((reason) => ({ _tag: voter, reason }) as Of)

/** Calls under the name of who makes them. */
export const calls = (voter: Voter, actions: ReadonlyArray<unknown>): ReadonlyArray<Action> =>
  actions.map((action) => ({ _tag: voter, action }) as Action)
