/**
 * Decisions that depend on a history, a start time or a disk that was stated, not observed.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { type Knowledge, unknown } from '../../core/knowledge.js'
import type { Assumption, Pass } from '../../core/plan.js'
import type { Candidate } from './candidates.js'
import { keyOf } from './key.js'
import { readsStart } from './pass-space.js'
import type { Policy } from './policy.js'
import type { Family } from './reason.js'
import type { ImageRecord, Snapshot } from './snapshot.js'

/** The parts of a plan: the eligible images, those that the age pass leaves, and the space pass. */
export interface Decided {
  readonly candidates: ReadonlyArray<Candidate>
  readonly left: ReadonlyArray<Candidate>
  readonly space: Pass<Family>
}

/**
 * Stated facts that decide something: the loop's start, the disk, then histories, equal statements once. Whose turn it is
 * depends on the histories of others as well; removals and reserves that do are one more assumption, at the end.
 */
export const assumptionsOf = (
  policy: Policy,
  snapshot: Snapshot,
  decided: Decided,
  decideAnew: (snapshot: Snapshot) => Decided | null,
): ReadonlyArray<Assumption> => {
  const { beganGC, imageFs, memory } = snapshot
  const stated = memory.records.filter(isStated)
  // Most snapshots state nothing, and then no list of ids is made.
  if (stated.length === 0 && beganGC._tag !== 'Assumed' && imageFs._tag !== 'Assumed') return []
  const candidates = decided.candidates.map(({ target }) => target.id)
  const left = decided.left.map(({ target }) => target.id)
  const book = new Map<string, Entry>()
  if (policy.entrance === 'GarbageCollect') {
    if (readsStart(policy)) addAssumption(book, 'beganGC', beganGC, (began) => began.toISOString(), candidates)
    addAssumption(book, 'imageFs', imageFs, statsText, left)
  }
  if (stated.length === 0) return assumptionsIn(book)
  const records = new Map(stated.map((record) => [keyOf(policy, record), record]))
  const isLeft = new Set(left)
  for (const id of candidates) {
    const record = records.get(id)
    if (record === undefined) continue
    if (isLeft.has(id))
      addAssumption(book, 'memory.records[*].firstDetected', record.firstDetected, detectionText, [id])
    addAssumption(book, 'memory.records[*].lastUsed', record.lastUsed, momentText, [id])
  }
  const anew = decideAnew({ ...snapshot, memory: { records: memory.records.map(withoutAssumptions) } })
  const others = new Set(left.filter((id) => !records.has(id)))
  return [...assumptionsIn(book), ...historiesOfOthers(stated, changesOf(decided, anew, others))]
}

interface Entry {
  readonly assumption: Assumption
  readonly targets: string[]
}

const assumptionsIn = (book: ReadonlyMap<string, Entry>): ReadonlyArray<Assumption> =>
  [...book.values()].map(({ assumption }) => assumption)

const addAssumption = <A>(
  book: Map<string, Entry>,
  about: string,
  fact: Knowledge<A>,
  text: (value: A) => string,
  ids: ReadonlyArray<string>,
): void => {
  if (fact._tag !== 'Assumed' || ids.length === 0) return
  const { because } = fact
  const assumed = text(fact.value)
  const key = JSON.stringify([about, assumed, because])
  const targets = book.get(key)?.targets ?? []
  for (const id of ids) targets.push(id)
  book.set(key, { assumption: { about, assumed, because, targets }, targets })
}

const isStated = ({ firstDetected, lastUsed }: ImageRecord): boolean =>
  firstDetected._tag === 'Assumed' || lastUsed._tag === 'Assumed'

const withoutAssumptions = (record: ImageRecord): ImageRecord => ({
  ...record,
  firstDetected: record.firstDetected._tag === 'Assumed' ? unknown : record.firstDetected,
  lastUsed: record.lastUsed._tag === 'Assumed' ? unknown : record.lastUsed,
})

const changesOf = (decided: Decided, anew: Decided | null, ids: ReadonlySet<string>): ReadonlyArray<string> => {
  if (anew === null) return []
  const after = decisionsOf(anew.space)
  return [...decisionsOf(decided.space)].flatMap(([id, decision]) =>
    ids.has(id) && after.get(id) !== decision ? [id] : [],
  )
}

const decisionsOf = ({ removals, reserve, kept }: Pass<Family>): ReadonlyMap<string, string> =>
  new Map([
    ...removals.map(({ target }) => [target.id, 'goes'] as const),
    ...reserve.map(({ target }) => [target.id, 'waits'] as const),
    ...kept.map(({ target, reasons }) => [target.id, reasons.map(({ _tag }) => _tag).join()] as const),
  ])

const historiesOfOthers = (
  stated: ReadonlyArray<ImageRecord>,
  targets: ReadonlyArray<string>,
): ReadonlyArray<Assumption> => {
  if (targets.length === 0) return []
  const grounds = stated.flatMap(({ firstDetected, lastUsed }) =>
    [firstDetected, lastUsed].flatMap((fact) => (fact._tag === 'Assumed' ? [fact.because] : [])),
  )
  return [{ about: 'memory.records', assumed: 'as stated', because: [...new Set(grounds)].join('; '), targets }]
}

/** None is the zero time: detected before anybody remembers. */
const detectionText = (moment: O.Option<Date>): string => (fp.isNone(moment) ? 'long ago' : momentText(moment))

const momentText = (moment: O.Option<Date>): string => (fp.isNone(moment) ? 'never' : moment.value.toISOString())

const statsText = (stats: { readonly capacityBytes: O.Option<unknown>; readonly availableBytes: O.Option<unknown> }) =>
  `${numberText(stats.availableBytes)} of ${numberText(stats.capacityBytes)} bytes available`

const numberText = (value: O.Option<unknown>): string => (fp.isNone(value) ? 'unreported' : String(value.value))
