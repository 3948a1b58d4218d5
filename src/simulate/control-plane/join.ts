/** Merges the plans of the collectors, object by object. */
import { addTo, type Numbering, numberOfKey } from '../../internal/lists.js'
import type { AnyAmendment, AnyRemoval } from './any-collector.js'
import type { Answers } from './ask.js'
import type { Action, AmendReason, Event, Reason } from './reason.js'
import type { CollectorName } from './collector-names.js'

/** A removal that one collector wants. */
export interface Wish {
  readonly collector: CollectorName
  readonly reasons: ReadonlyArray<Reason>
  readonly removal: AnyRemoval
}

/** What is said, by the place of an object in the snapshot. */
export interface Joined {
  /** In the order in which objects are wanted first. */
  readonly wishes: ReadonlyMap<number, ReadonlyArray<Wish>>
  readonly amendments: ReadonlyArray<{
    readonly place: number
    readonly collector: CollectorName
    readonly amendment: AnyAmendment
    readonly reasons: ReadonlyArray<AmendReason>
  }>
  readonly events: ReadonlyArray<Event>
}

/** Puts the answers side by side. */
export const join = (answers: Answers, uids: Numbering): Joined => {
  const wishes = new Map<number, Wish[]>()
  const amendments: Joined['amendments'][number][] = []
  const events: Event[] = []
  for (const { collector, passes } of answers)
    for (const pass of passes) {
      for (const removal of pass.removals) {
        const place = numberOfKey(uids, removal.target.id)
        const wish: Wish = { collector, reasons: spoken<Reason>(collector, removal.reasons), removal }
        addTo(wishes, place, wish)
      }
      for (const amendment of pass.amendments ?? [])
        amendments.push({
          place: numberOfKey(uids, amendment.target.id),
          collector,
          amendment,
          reasons: spoken<AmendReason>(collector, amendment.reasons),
        })
      for (const event of pass.events) events.push({ _tag: collector, event } as Event)
    }
  return { wishes, amendments, events }
}

const spoken = <Of>(collector: CollectorName, reasons: ReadonlyArray<unknown>): Of[] =>
  reasons.map((reason) => ({ _tag: collector, reason }) as Of)

/** Calls under the name of who makes them. */
export const calls = (collector: CollectorName, actions: ReadonlyArray<unknown>): ReadonlyArray<Action> =>
  actions.map((action) => ({ _tag: collector, action }) as Action)
