import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import * as KubeletImage from '../../../src/kubelet/image/index.js'
import type { Plan, Policy, PolicyInput, Snapshot } from '../../../src/kubelet/image/index.js'
import type { Knowledge } from '../../../src/core/index.js'
import { removalsOf, unknown } from '../../../src/core/index.js'
import { describeLaws } from '../../laws.js'
import { runs } from '../../runs.js'
import { mixed, observed, policies, snapshotsWith } from './generate.js'

const snapshots = snapshotsWith(mixed)

const keysOf = ({ runtimeClassInImageCriApi: gate }: Policy, { images }: Snapshot): ReadonlySet<string> =>
  new Set(images.map(({ id, runtimeHandler }) => (gate && runtimeHandler !== '' ? `${id},${runtimeHandler}` : id)))

const ages = ({ entrance, maxAgePass, maxAge }: Policy): boolean =>
  entrance === 'GarbageCollect' && maxAgePass === 'present' && maxAge > 0

/** Usage is rounded up, so a run that stops at its goal may leave it one percent above the low threshold. */
const settles = ({ highThresholdPercent, lowThresholdPercent, entrance }: Policy, { imageFs }: Snapshot): boolean => {
  if (entrance === 'DeleteUnusedImages' || imageFs._tag === 'Unknown') return true
  const capacity = Number(O.toNullable(imageFs.value.capacityBytes) ?? 0)
  const reported = O.isSome(imageFs.value.availableBytes)
  return reported && capacity >= 100 && capacity < 1e15 && highThresholdPercent - lowThresholdPercent > 1
}

const shuffled = <A>(list: ReadonlyArray<A>): fc.Arbitrary<A[]> =>
  fc.shuffledSubarray([...list], { minLength: list.length })

describeLaws<KubeletImage.Family, Snapshot, Policy>({
  name: 'kubelet-image',
  collector: KubeletImage,
  policy: policies,
  snapshot: snapshots,
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets: (policy, snapshot) => {
    const targets = [...keysOf(policy, snapshot)].map((key) => `Image ${key}`)
    return new Map([[ages(policy) ? 'age' : 'space', targets]])
  },
  // Of two listings of one id the later counts where the runtime handler does not tell them apart.
  permuted: (snapshot) =>
    fc.tuple(shuffled(snapshot.images), shuffled(snapshot.memory.records)).map(([images, records]) => ({
      ...snapshot,
      images: new Set(images.map(({ id }) => id)).size === images.length ? images : snapshot.images,
      memory: { records },
    })),
  settles,
})

const planned = (policy: Policy, snapshot: Snapshot): Plan | null => {
  const result = KubeletImage.plan(policy)(snapshot)
  return E.isRight(result) ? result.right : null
}

it('decides in the space pass exactly what the age pass leaves', () => {
  fc.assert(
    fc.property(policies, snapshots, (policy, snapshot) => {
      const [age, space] = planned(policy, snapshot)?.passes ?? []
      if (age === undefined || space === undefined) return
      const decided = [...space.removals, ...space.reserve, ...space.kept].map(({ target }) => target.id)
      expect(decided.toSorted()).toEqual(age.kept.map(({ target }) => target.id).toSorted())
    }),
  )
})

it('goes far enough and no farther: without its last removal the goal is unmet, with it it is met or all is gone', () => {
  fc.assert(
    fc.property(policies, snapshotsWith(observed), (policy, snapshot) => {
      const space = planned(policy, snapshot)?.passes.at(-1)
      if (space?.goal._tag !== 'FreeBytes') return
      const goal = Number(space.goal.bytes)
      const frees = space.removals.map((removal) => Number(removal.frees))
      const freed = frees.reduce((sum, size) => sum + size, 0)
      expect(frees.length <= 1 || freed - (frees.at(-1) ?? 0) < goal).toBe(true)
      expect(space.reserve.length === 0 || (frees.length > 0 && freed >= goal)).toBe(true)
    }),
    { numRuns: runs(1000) },
  )
})

it('never removes what is in use, pinned, or exempt', () => {
  fc.assert(
    fc.property(policies, snapshots, (policy, snapshot) => {
      const plan = planned(policy, snapshot)
      if (plan === null) return true
      const uses = KubeletImage.imagesInUse(policy, snapshot.images, snapshot.containers)
      const removed = removalsOf(plan).map(({ target }) => target)
      return removed.every(
        ({ id, tags }) => !uses.has(id) && (policy.sandboxImage === '' || !tags.includes(policy.sandboxImage)),
      )
    }),
  )
})

const withoutStated = <A>(fact: Knowledge<A>): Knowledge<A> => (fact._tag === 'Assumed' ? unknown : fact)

const isAbout = (about: string, field: 'firstDetected' | 'lastUsed'): boolean =>
  about === 'memory.records' || about === `memory.records[*].${field}`

/** The snapshot of somebody who does not believe what an assumption is about. */
const doubted = (about: string, { memory, ...snapshot }: Snapshot): Snapshot => ({
  ...snapshot,
  beganGC: about === 'beganGC' ? withoutStated(snapshot.beganGC) : snapshot.beganGC,
  imageFs: about === 'imageFs' ? withoutStated(snapshot.imageFs) : snapshot.imageFs,
  memory: {
    records: memory.records.map((each) => ({
      ...each,
      firstDetected: isAbout(about, 'firstDetected') ? withoutStated(each.firstDetected) : each.firstDetected,
      lastUsed: isAbout(about, 'lastUsed') ? withoutStated(each.lastUsed) : each.lastUsed,
    })),
  },
})

/** What a plan says of each image, pass by pass. */
const sayings = (plan: Plan | null): ReadonlyMap<string, ReadonlyArray<string>> => {
  const said = new Map<string, string[]>()
  for (const { name, removals, reserve, kept } of plan?.passes ?? [])
    for (const [list, of] of Object.entries({ removals, reserve, kept }))
      for (const { target, reasons } of of)
        said.set(target.id, [
          ...(said.get(target.id) ?? []),
          `${name} ${list} ${reasons.map(({ _tag }) => _tag).join()}`,
        ])
  return said
}

it('names in an assumption exactly targets that are decided anew without it', () => {
  fc.assert(
    fc.property(policies, snapshots, (policy, snapshot) => {
      const plan = planned(policy, snapshot)
      const before = sayings(plan)
      for (const { about, targets } of plan?.assumptions ?? []) {
        const without = sayings(planned(policy, doubted(about, snapshot)))
        for (const id of targets) expect(without.get(id), `${about} ${id}`).not.toEqual(before.get(id))
      }
    }),
    { numRuns: runs(1000) },
  )
})

it('decides alike without what is stated of histories where no assumption names the image', () => {
  fc.assert(
    fc.property(policies, snapshots, (policy, snapshot) => {
      const plan = planned(policy, snapshot)
      if (plan === null) return
      const named = new Set(plan.assumptions.flatMap(({ about, targets }) => (/^memory/.test(about) ? targets : [])))
      const without = sayings(planned(policy, doubted('memory.records', snapshot)))
      for (const [id, said] of sayings(plan)) if (!named.has(id)) expect(without.get(id), id).toEqual(said)
    }),
    { numRuns: runs(1000) },
  )
})

/** Ids in no order: inside the age pass first detection still orders what goes all the same. */
const removedIds = (plan: Plan | null): ReadonlyArray<string> =>
  (plan === null ? [] : removalsOf(plan)).map(({ target }) => target.id).sort()

it('removes alike without what is stated where there is no assumption', () => {
  fc.assert(
    fc.property(policies, snapshots, (policy, snapshot) => {
      const plan = planned(policy, snapshot)
      if (plan === null || plan.assumptions.length > 0) return
      const all = ['beganGC', 'imageFs', 'memory.records'].reduce((doubt, about) => doubted(about, doubt), snapshot)
      const without = planned(policy, all)
      expect(removedIds(without)).toEqual(removedIds(plan))
    }),
    { numRuns: runs(1000) },
  )
})

it('never throws: garbage in the place of a policy is refused as a value', () => {
  fc.assert(
    fc.property(fc.anything(), snapshots, (garbage, snapshot) =>
      E.isLeft(KubeletImage.plan(garbage as Policy)(snapshot)),
    ),
  )
})

it('never throws: a policy is built from anything, or refused as a value that plan would refuse too', () => {
  const anything = fc.oneof(fc.anything(), fc.integer({ min: -1, max: 101 }))
  const inputs = fc.oneof(
    fc.anything(),
    fc.record(
      {
        highThresholdPercent: anything,
        lowThresholdPercent: anything,
        minAge: anything,
        maxAge: anything,
        sandboxImage: anything,
        int64: anything,
      },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(inputs, snapshotsWith(observed), (garbage, snapshot) => {
      const policy = KubeletImage.makePolicy(garbage as PolicyInput)
      if (E.isLeft(policy)) return policy.left.length > 0
      const plan = KubeletImage.plan(policy.right)(snapshot)
      return E.isRight(plan) || plan.left._tag === 'Int64Overflow'
    }),
    { numRuns: runs(1000) },
  )
})
