/** Short form of a plan of all collectors: for each collector the reason that it waits, or else its first reason. */
import * as ControlPlane from '../../simulate/control-plane/index.js'

/** The plan with fewer reasons to keep, and events as their collector has them. */
export const summarized = (plan: ControlPlane.Plan): ControlPlane.Plan => {
  const [pass] = plan.passes
  const kept = pass.kept.map((one) =>
    isShort(one.reasons) ? one : { target: one.target, reasons: fewer(one.reasons, plan.at) },
  )
  // What is printed of an event is its own fields, whatever they are.
  const events = pass.events.map(({ event }) => event as unknown as ControlPlane.Event)
  return { ...plan, passes: [{ ...pass, kept, events }] }
}

type Reasons = ControlPlane.Kept['reasons']

/** True where each collector has one reason already, in their order; so it is for most of a cluster. */
const isShort = (reasons: Reasons): boolean => {
  let before = -1
  for (const { _tag } of reasons) {
    const place = places.get(_tag) ?? before
    if (place <= before) return reasons.length === 1
    before = place
  }
  return true
}

const places: ReadonlyMap<string, number> = new Map(ControlPlane.collectorNames.map((name, place) => [name, place]))

const fewer = (reasons: Reasons, at: Date): Reasons => {
  const [first] = reasons
  if (reasons.length === 1) return reasons
  const wanting = new Set<string>(first._tag === 'Held' ? first.wanted.map(({ _tag }) => _tag) : [])
  const own = ControlPlane.collectorNames.flatMap((collector): ReadonlyArray<ControlPlane.KeepReason> => {
    if (wanting.has(collector)) return []
    const said = reasons.filter(({ _tag }) => _tag === collector)
    const one = said.find((reason) => waits(reason, at)) ?? said[0]
    return one === undefined ? [] : [one]
  })
  const [next = first, ...rest] = own
  return first._tag === 'Held' ? [first, ...own] : [next, ...rest]
}

/** True where a reason names an instant to come. */
const waits = (said: ControlPlane.KeepReason, at: Date): boolean => {
  const fact = 'reason' in said ? said.reason : said
  const due = 'until' in fact ? fact.until : 'expiresAt' in fact ? fact.expiresAt : undefined
  return due !== undefined && due > at
}
