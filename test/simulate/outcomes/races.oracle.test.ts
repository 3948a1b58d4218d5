/** Recordings of runs that ended differently: each recorded end is among those that are found. */
import { describe, expect, it } from 'vitest'

import { namesIn, stateOf } from '../../../conformance/shapes/actors/state.js'
import type { ExploredOutcomes } from '../../../src/simulate/outcomes/index.js'
import { full } from '../../runs.js'
import {
  type Outcome,
  type Recorded,
  casesOf,
  exploredBy,
  isOpenFromTheStart,
  recordings,
  takesSeconds,
} from './recorded.js'

/** How many of the recorded phases, in their order, an end and those that it follows from show. */
const isFound = (recorded: Recorded, outcome: Outcome, { phases }: ExploredOutcomes): boolean => {
  const names = namesIn([
    ...recorded.input.objects,
    ...recorded.input.phases.flat().flatMap((operation) => (operation.op === 'create' ? [operation.object] : [])),
  ])
  const isOpen = isOpenFromTheStart(recorded)
  const snapshots = outcome.snapshots.filter(({ at }) => at.startsWith('phase') || (isOpen && at === 'settled'))
  let reached: ReadonlySet<number | undefined> | undefined
  phases.forEach((ends, phase) => {
    const codes = outcome.statusCodes[isOpen ? phase - 1 : phase]
    const expected = snapshots[phase]?.objects ?? {}
    const found = new Set<number | undefined>()
    ends.forEach((end, place) => {
      names.meet(end.objects)
      const byUid = new Map(end.objects.map((object) => [object.metadata.uid, object]))
      const isSame =
        (reached === undefined || reached.has(end.after)) &&
        (codes === undefined || codes.join() === end.codes.join()) &&
        names
          .all()
          .every(
            ([name, uid]) =>
              expected[name] === undefined || inOrder(stateOf(byUid.get(uid), names)) === inOrder(expected[name]),
          )
      if (isSame) found.add(place)
    })
    reached = found
  })
  return (reached?.size ?? 0) > 0
}

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

describe.each(recordings)('the ends of $file', ({ file, controllers }) => {
  it.each(casesOf(file).filter(({ name }) => full || !takesSeconds.has(name)))(
    'are all found, and no others can come: $name',
    (recorded) => {
      const explored = exploredBy(recorded, controllers)?.explored
      expect(explored?.certainty).toBe('Proven')
      const missing =
        explored === undefined ? ['all'] : recorded.expected.oneOf.filter((one) => !isFound(recorded, one, explored))
      expect(missing).toEqual([])
    },
  )
})
