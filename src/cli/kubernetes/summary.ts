/** Short form of a plan of all collectors: for each collector the reason that it waits, or else its first reason. */
import * as ControlPlane from '../../simulate/control-plane/index.js'

/** The plan with fewer reasons to keep, and events as their collector has them. */
export const summarized = (plan: ControlPlane.Plan): ControlPlane.Plan => {
  const [pass] = plan.passes
  const shorten = shortener(plan.at)
  const kept = pass.kept.map(({ target, reasons }) => ({ target, reasons: shorten(reasons) }))
  // What is printed of an event is its own fields, whatever they are.
  const events = pass.events.map(({ event }) => event as unknown as ControlPlane.Event)
  return { ...plan, passes: [{ ...pass, kept, events }] }
}

type Reasons = ControlPlane.Kept['reasons']

/** Shortens lists of reasons; one that comes out like the one before is the same list, as it mostly is for neighbours. */
const shortener = (at: Date): ((reasons: Reasons) => Reasons) => {
  let last: Reasons | undefined
  return (reasons) => {
    if (reasons.length === 1) return reasons
    const short = fewer(reasons, at)
    const isLast = short.length === last?.length && short.every((reason, index) => reason === last?.[index])
    return isLast && last !== undefined ? last : (last = short)
  }
}

const fewer = (reasons: Reasons, at: Date): Reasons => {
  const [first] = reasons
  const said = new Map<string, ControlPlane.KeepReason>()
  for (const reason of reasons) {
    const before = said.get(reason._tag)
    if (before === undefined || (!waits(before, at) && waits(reason, at))) said.set(reason._tag, reason)
  }
  const wanting = first._tag === 'Held' ? first.wanted.map(({ _tag }) => _tag) : []
  for (const collector of wanting) said.delete(collector)
  const own: ControlPlane.KeepReason[] = []
  for (const collector of ControlPlane.collectorNames) {
    const one = said.get(collector)
    if (one !== undefined) own.push(one)
  }
  const [next = first, ...rest] = own
  return first._tag === 'Held' ? [first, ...own] : [next, ...rest]
}

/** True where a reason names an instant to come. */
const waits = (said: ControlPlane.KeepReason, at: Date): boolean => {
  const fact = 'reason' in said ? said.reason : said
  const due = 'until' in fact ? fact.until : 'expiresAt' in fact ? fact.expiresAt : undefined
  return due !== undefined && due > at
}
