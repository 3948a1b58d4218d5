/**
 * Answers which decisions rest on a history, a start or a disk that nobody observed and somebody stated.
 */
import { option as O } from 'fp-ts'

import type { Knowledge } from '../../core/knowledge.js'
import type { Assumption } from '../../core/plan.js'
import type { Sorted } from './candidates.js'
import { keyOf } from './detect.js'
import { agePassRuns } from './pass-space.js'
import type { Policy } from './policy.js'
import type { Snapshot } from './snapshot.js'

/** Stated facts that decide a candidate: the loop's start, the disk, then histories, equal statements once. */
export const assumptionsOf = (policy: Policy, snapshot: Snapshot, sorted: Sorted): ReadonlyArray<Assumption> => {
  const candidates = sorted.candidates.map(({ target }) => target.id)
  const stated = new Map<string, { readonly assumption: Assumption; readonly targets: string[] }>()
  const state = <A>(about: string, fact: Knowledge<A>, text: (value: A) => string, targets: ReadonlyArray<string>) => {
    if (fact._tag !== 'Assumed' || targets.length === 0) return
    const assumed = text(fact.value)
    const key = JSON.stringify([about, assumed, fact.because])
    const sofar = stated.get(key)
    if (sofar !== undefined) sofar.targets.push(...targets)
    else {
      const list = [...targets]
      stated.set(key, { assumption: { about, assumed, because: fact.because, targets: list }, targets: list })
    }
  }
  if (policy.entrance === 'GarbageCollect') {
    if (agePassRuns(policy)) state('beganGC', snapshot.beganGC, (began) => began.toISOString(), candidates)
    state('imageFs', snapshot.imageFs, (stats) => statsText(stats), candidates)
  }
  const assumedRecords = snapshot.memory.records.filter(
    ({ firstDetected, lastUsed }) => firstDetected._tag === 'Assumed' || lastUsed._tag === 'Assumed',
  )
  if (assumedRecords.length === 0) return [...stated.values()].map(({ assumption }) => assumption)
  const records = new Map(assumedRecords.map((record) => [keyOf(policy)(record.id, record.runtimeHandler), record]))
  for (const id of candidates) {
    const record = records.get(id)
    if (record === undefined) continue
    state('memory.records[*].firstDetected', record.firstDetected, momentText, [id])
    state('memory.records[*].lastUsed', record.lastUsed, momentText, [id])
  }
  return [...stated.values()].map(({ assumption }) => assumption)
}

const momentText = (moment: O.Option<Date>): string => (O.isNone(moment) ? 'never' : moment.value.toISOString())

const statsText = (stats: { readonly capacityBytes: O.Option<unknown>; readonly availableBytes: O.Option<unknown> }) =>
  `${numberText(stats.availableBytes)} of ${numberText(stats.capacityBytes)} bytes available`

const numberText = (value: O.Option<unknown>): string => (O.isNone(value) ? 'unreported' : String(value.value))
