import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Memory } from '../../../src/controllers/lifecycle/index.js'
import { apply, emptyMemory } from '../../../src/controllers/lifecycle/index.js'
import { runs } from '../../runs.js'
import { planOf } from './build.js'
import type { Marks, Story } from './model.js'
import { fateOf } from './model.js'
import type { Happening } from './story.js'
import { firstStory, happening, marksOf, policyOf, snapshotOf } from './story.js'

const idsOf = (removals: ReadonlyArray<{ readonly target: { readonly id: string } }>): ReadonlyArray<string> =>
  removals.map(({ target }) => target.id).toSorted()

/** Tells a story, look after look; after each look what went is gone. */
const tell = (
  first: Story,
  happenings: ReadonlyArray<Happening>,
  look: (story: Story, memory: Memory, marks: Marks, plan: ReturnType<typeof planOf>) => void,
): void => {
  let story = first
  let memory = emptyMemory
  for (const happens of [(same: Story) => same, ...happenings]) {
    const before = new Map(story.beings.map(({ id, kind }) => [id, kind]))
    story = happens(story)
    // An object of another kind is another object, whatever it is called: it has a uid of its own and no mark.
    const changed = new Set(
      story.beings.filter(({ id, kind }) => (before.get(id) ?? kind) !== kind).map(({ id }) => id),
    )
    memory = { marks: memory.marks.filter(({ uid }) => !changed.has(uid)) }
    const snapshot = snapshotOf(story, memory)
    const plan = planOf(snapshot, policyOf(story))
    look(story, memory, marksOf(memory), plan)
    memory = apply(plan)(snapshot).memory
    const gone = new Set(plan.passes.flatMap(({ removals }) => removals.map(({ target }) => target.id)))
    story = { ...story, beings: story.beings.filter(({ id }) => !gone.has(id)) }
    // A new object of an old name has a new uid.
    memory = { marks: memory.marks.filter(({ uid }) => story.beings.some(({ id }) => id === uid)) }
  }
}

/** Who comes first has a say. */
const ttlOf = ({ cluster, kinds, places, there }: Story, { wish, kind, place }: Story['beings'][number]) =>
  wish.ttl ??
  (place === 'other' ? there[kind]?.ttl : undefined) ??
  places[place]?.ttl ??
  kinds[kind]?.ttl ??
  cluster.ttl

const stories = [firstStory, fc.array(happening, { maxLength: 25 })] as const

describe('any history', () => {
  it('goes as the plain model says, look after look', () => {
    fc.assert(
      fc.property(...stories, (first, happenings) => {
        tell(first, happenings, (story, memory, marks, plan) => {
          const fate = fateOf(story, marks)
          const [expire, capacity] = plan.passes
          expect(idsOf(expire.removals)).toEqual([...fate.expired].sort())
          expect(idsOf(capacity.removals)).toEqual([...fate.crowded].sort())
          const snapshot = snapshotOf(story, memory)
          expect(marksOf(apply(plan)(snapshot).memory)).toEqual(fate.marks)
        })
      }),
      { numRuns: runs(1000) },
    )
  })

  it('never loses what is in use, opted out, unclear, of another period or before its time', () => {
    fc.assert(
      fc.property(...stories, (first, happenings) => {
        tell(first, happenings, (story, _memory, marks, plan) => {
          for (const { target, reasons } of plan.passes.flatMap(({ removals }) => removals)) {
            const one = story.beings.find(({ id }) => id === target.id)
            expect(story.period).not.toBeNull()
            expect(one?.wish.enabled).not.toBe(false)
            expect(story.places[one?.place ?? '']?.enabled).not.toBe(false)
            if (one?.place === 'other') expect(story.there[one.kind]?.enabled).not.toBe(false)
            if (one?.kind === 'Secret' && story.blind) expect(reasons.map(({ _tag }) => _tag)).not.toContain('Unused')
            expect(['solid', 'unclear']).not.toContain(one?.owners)
            const users = story.beings.filter(
              (other) =>
                other.place === one?.place &&
                other.mounts.includes(target.id) &&
                (other.kind === 'Deployment' || other.finished < 0),
            )
            if (one?.kind === 'Secret' && reasons.some(({ _tag }) => _tag === 'Unused')) expect(users).toEqual([])
            const ttl = one === undefined ? undefined : ttlOf(story, one)
            const mark = marks[target.id]
            if (ttl !== undefined && mark !== undefined && mark.period === story.period)
              expect(story.now - mark.since).toBeGreaterThanOrEqual(ttl)
            // Without a mark only what finished long ago, or has no time to live, goes.
            if ((ttl ?? 0) > 0 && mark?.period !== story.period)
              expect(story.now - (one?.finished ?? story.now)).toBeGreaterThanOrEqual(ttl ?? 0)
          }
        })
      }),
      { numRuns: runs(500) },
    )
  })

  it('writes a mark on transitions alone: two looks in a row write nothing the second time', () => {
    fc.assert(
      fc.property(...stories, (first, happenings) => {
        tell(first, happenings, (story, memory, _marks, plan) => {
          const after = apply(plan)(snapshotOf(story, memory)).memory
          const gone = new Set(plan.passes.flatMap(({ removals }) => removals.map(({ target }) => target.id)))
          const again = planOf(snapshotOf(story, after), policyOf(story))
          const writes = again.passes[0].amendments.filter(({ target }) => !gone.has(target.id))
          expect(writes).toEqual([])
        })
      }),
      { numRuns: runs(200) },
    )
  })
})
