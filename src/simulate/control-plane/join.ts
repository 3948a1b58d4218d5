/** Merges the plans of the collectors, object by object. */
import { addTo, type Numbering, numberOfKey } from '../../internal/lists.js'
import { append, column } from '../../internal/column.js'
import type { AnyAmendment, AnyKept, AnyRemoval } from './any-collector.js'
import type { Answers } from './ask.js'
import type { Action, AmendReason, Event, KeepReason, Reason } from './reason.js'
import type { Target } from '../../apiserver/object.js'
import type { Families, CollectorName } from './collector-names.js'

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
  /** Nothing where nobody says why it stays. */
  readonly keeps: ReadonlyArray<ReadonlyArray<KeepReason> | undefined>
  /** Objects as the owner collector names them, where it keeps them: as all together do. */
  readonly targets: ReadonlyArray<Target | undefined>
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
  for (const [collector, { passes }] of answers)
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
  return { wishes, ...keepsOf(answers, uids), amendments, events }
}

/** Lists are made as long as they are to be: lists that grow take several times the room. */
const keepsOf = (answers: Answers, uids: Numbering): Pick<Joined, 'keeps' | 'targets'> => {
  const size = uids.keys.length
  const places = column(size)
  const counts = new Int32Array(size)
  eachKept(answers, (_, { target, reasons }) => {
    const guess = places.length === 0 ? 0 : (places.values[places.length - 1] ?? 0) + 1
    const place = guess < size && uids.keys[guess] === target.id ? guess : numberOfKey(uids, target.id)
    append(places, place)
    counts[place] = (counts[place] ?? 0) + reasons.length
  })
  const keeps: (KeepReason[] | undefined)[] = new Array<KeepReason[] | undefined>(size).fill(undefined)
  const targets: (Target | undefined)[] = new Array<Target | undefined>(size).fill(undefined)
  const filled = new Int32Array(size)
  let nth = 0
  // Neighbours often have one reason between them.
  let last: { readonly of: unknown; readonly said: KeepReason; readonly alone: KeepReason[] } | null = null
  eachKept(answers, (collector, { target, reasons }) => {
    const place = places.values[nth++] ?? 0
    if (collector === 'Owner') targets[place] = target as Families['Owner']['Target']
    const count = counts[place]
    for (const reason of reasons) {
      if (last?.of !== reason || last.said._tag !== collector) {
        const said = { _tag: collector, reason } as KeepReason
        last = { of: reason, said, alone: [said] }
      }
      const at = filled[place] ?? 0
      if (count === 1) keeps[place] = last.alone
      else (keeps[place] ??= new Array<KeepReason>(count ?? 0))[at] = last.said
      filled[place] = at + 1
    }
  })
  return { keeps, targets }
}

const eachKept = (answers: Answers, visit: (collector: CollectorName, kept: AnyKept) => void): void => {
  for (const [collector, { passes }] of answers)
    for (const { kept } of passes) for (const one of kept) visit(collector, one)
}

const spoken = <Of>(collector: CollectorName, reasons: ReadonlyArray<unknown>): Of[] =>
  reasons.map((reason) => ({ _tag: collector, reason }) as Of)

/** Calls under the name of who makes them. */
export const calls = (collector: CollectorName, actions: ReadonlyArray<unknown>): ReadonlyArray<Action> =>
  actions.map((action) => ({ _tag: collector, action }) as Action)
