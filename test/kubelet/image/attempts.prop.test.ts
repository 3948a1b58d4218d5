import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import type { Action, Family, ImageFsStats, Plan, Policy, Snapshot } from '../../../src/kubelet/image/index.js'
import { applyReport, conclude, perform, plan, remainingImages, remember } from '../../../src/kubelet/image/index.js'
import { known } from '../../../src/core/index.js'
import { execute, executeLooking } from '../../../src/execute/index.js'
import { runs } from '../../runs.js'
import type { Node } from './direct-loop.js'
import { collectDirectly } from './direct-loop.js'
import { ids, observed, policies, snapshotsWith } from './generate.js'

/** Today's order of a run, with a text that the direct loop words. */
const modern = policies.map((policy): Policy => ({
  ...policy,
  runOrder: 'detect-first',
  maxAgePass: 'present',
  shortage: 'attempted-to-free',
  postGCHooks: 'present',
}))

const troubles = fc.record({
  failing: fc.subarray([...ids]).map((failing): ReadonlySet<string> => new Set(failing)),
  statsFail: fc.nat({ max: 7 }).map((roll) => roll === 0),
  /** How much of an image's size its removal really frees: layers are shared. */
  percentFreed: fc.constantFrom(0, 40, 100),
})

interface Troubles {
  readonly failing: ReadonlySet<string>
  readonly statsFail: boolean
  readonly percentFreed: number
}

/** A node whose disk really gains by removals, and which remembers its calls. */
const nodeOf = (snapshot: Snapshot, { failing, statsFail, percentFreed }: Troubles) => {
  const calls: string[] = []
  let gained = 0n
  const imageFs = (): ImageFsStats => {
    if (snapshot.imageFs._tag === 'Unknown') throw new Error('the disk is to be known')
    const { capacityBytes, availableBytes } = snapshot.imageFs.value
    const now = O.map((bytes: number | `${bigint}`) => `${BigInt(bytes) + gained}` as const)(availableBytes)
    return { capacityBytes, availableBytes: BigInt(O.toNullable(now) ?? 0) < 2n ** 63n ? now : availableBytes }
  }
  const removeImage = (id: string): E.Either<string, void> => {
    calls.push(id)
    if (failing.has(id)) return E.left(`cannot remove ${ids.indexOf(id) % 3}`)
    const size = snapshot.images.find((image) => image.id === id)?.size ?? 0
    gained += (BigInt(size) * BigInt(percentFreed)) / 100n
    return E.right(undefined)
  }
  const look = (): E.Either<string, ImageFsStats> => (statsFail ? E.left('no statistics') : E.right(imageFs()))
  return { calls, removeImage, look }
}

const directNode = (snapshot: Snapshot, { removeImage, look }: ReturnType<typeof nodeOf>): Node => ({
  snapshot,
  removeImage,
  stats: () =>
    E.map(({ capacityBytes, availableBytes }: ImageFsStats): readonly [bigint, bigint] => [
      BigInt(O.toNullable(capacityBytes) ?? 0),
      BigInt(O.toNullable(availableBytes) ?? 0),
    ])(look()),
})

const right = (policy: Policy, snapshot: Snapshot): Plan => {
  const result = plan(policy)(snapshot)
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

const call =
  ({ removeImage }: ReturnType<typeof nodeOf>) =>
  (action: Action) =>
    perform<string>({ removeImage: (id) => () => Promise.resolve(removeImage(id)) })(action)

it('comes to the calls, events, error, memory and hook argument of the direct loop when it measures again', async () => {
  await fc.assert(
    fc.asyncProperty(modern, snapshotsWith(observed), troubles, async (policy, snapshot, trouble) => {
      const [there, here] = [nodeOf(snapshot, trouble), nodeOf(snapshot, trouble)]
      const direct = collectDirectly(directNode(snapshot, there), policy)
      const first = right(policy, snapshot)
      const look = () => () =>
        Promise.resolve(
          E.map((imageFs: ImageFsStats) => right(policy, { ...snapshot, imageFs: known(imageFs) }))(here.look()),
        )
      const report = await executeLooking<Action, string, Family>(call(here), look)(first)()
      expect(here.calls).toEqual(there.calls)
      const { error, events } = conclude((text: string) => text)(first)(report)
      expect(O.toNullable(error)).toBe(direct.error)
      expect(events.map(({ _tag, message }) => `${_tag}: ${message}`)).toEqual(direct.events)
      expect(O.toNullable(remainingImages(policy)(snapshot)(report))).toEqual(direct.remaining)
      const { records } = applyReport(report)(remember(policy)(snapshot)).memory
      expect(records.map(({ id, runtimeHandler: handler }) => (handler === '' ? id : `${id},${handler}`))).toEqual(
        direct.remembered,
      )
    }),
    { numRuns: runs(2000) },
  )
})

it('comes to the same from a single look at a disk that does not change, whichever removals fail', async () => {
  await fc.assert(
    fc.asyncProperty(modern, snapshotsWith(observed), troubles, async (policy, snapshot, trouble) => {
      const still = { ...trouble, statsFail: false, percentFreed: 0 }
      const [there, here] = [nodeOf(snapshot, still), nodeOf(snapshot, still)]
      const direct = collectDirectly(directNode(snapshot, there), policy)
      const planned = right(policy, snapshot)
      const report = await execute(call(here))<Family>(planned)()
      expect(here.calls).toEqual(there.calls)
      expect(O.toNullable(conclude((text: string) => text)(planned)(report).error)).toBe(direct.error)
    }),
    { numRuns: runs(1000) },
  )
})

it('is tried on goals of zero and less, on goals that failures move into the reserve, and on every end there is', () => {
  const samples = fc.sample(fc.tuple(modern, snapshotsWith(observed), troubles), { seed: 7, numRuns: 2000 })
  const goals = samples.flatMap(([policy, snapshot]) => {
    const goal = right(policy, snapshot).passes.at(-1)?.goal
    return goal?._tag === 'FreeBytes' ? [BigInt(goal.bytes)] : []
  })
  expect(goals.filter((bytes) => bytes < 0n).length).toBeGreaterThan(10)
  expect(goals.filter((bytes) => bytes === 0n).length).toBeGreaterThan(10)
  const reaching = samples.filter(([policy, snapshot, { failing }]) =>
    right(policy, snapshot).passes.some(
      ({ removals, reserve }) => reserve.length > 0 && removals.some(({ target }) => failing.has(target.imageId)),
    ),
  )
  expect(reaching.length).toBeGreaterThan(20)
  const ends = samples.map(([policy, snapshot, trouble]) => {
    const { error } = collectDirectly(directNode(snapshot, nodeOf(snapshot, trouble)), policy)
    return error === null ? 'success' : error.replaceAll(/-?\d+/g, 'n').split(' ').slice(0, 4).join(' ')
  })
  expect([...new Set(ends)].sort()).toEqual([
    'Failed to garbage collect',
    'invalid capacity n on',
    'no statistics',
    'success',
    'wanted to free images',
    'wanted to free n',
  ])
})
