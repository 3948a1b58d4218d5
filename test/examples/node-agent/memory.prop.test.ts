/** What the agent remembers, and what it removes, over any history of a node. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { full, runs } from '../../runs.js'
import { type Node, type World, emptyWorld, kubeletWith, nodeWith, recordsIn, usedIn } from './node.js'

/** Something that happens on a node between two looks. */
type Event =
  | { readonly _tag: 'Appears' | 'Vanishes'; readonly image: number }
  | { readonly _tag: 'Starts' | 'StartsUnseen' | 'Ends'; readonly image: number; readonly container: number }
  | { readonly _tag: 'Fails' | 'Answers' | 'Restarts' }
  | { readonly _tag: 'Steps' | 'Writes'; readonly by: number }

const place = fc.nat({ max: 5 })
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant('Appears' as const), image: place }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant('Vanishes' as const), image: place }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ _tag: fc.constantFrom('Starts' as const, 'Ends' as const, 'StartsUnseen' as const) },
      ...{ image: place, container: fc.nat({ max: 3 }) },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ _tag: fc.constantFrom('Fails' as const, 'Answers' as const, 'Answers' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant('Restarts' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: fc.constant('Steps' as const),
      by: fc.constantFrom(-86_400_000, -3_600_000, -1000, 90_000, 7_200_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant('Writes' as const), by: fc.integer({ min: -10, max: 20 }) }) },
)

/** What happens before each look; the looks are five minutes apart. */
const history = fc.array(fc.array(event, { maxLength: 4 }), { minLength: 1, maxLength: 14 })

const idOf = (image: number): string => `sha256:${'abcdef'[image] ?? ''}`

/** Images of one base, or of their own; the last is pinned. */
const imageAt = (image: number) => ({
  ...{ id: idOf(image), pinned: image === 5 },
  layers: image % 2 === 0 ? ['base', `top-${image}`] : [`own-${image}`],
})

const happens = (world: World, happening: Event): void => {
  switch (happening._tag) {
    case 'Appears':
      world.images.set(idOf(happening.image), imageAt(happening.image))
      break
    case 'Vanishes':
      world.images.delete(idOf(happening.image))
      break
    case 'Starts':
    case 'StartsUnseen': {
      const container = `c${happening.container}`
      world.containers.set(container, idOf(happening.image))
      if (happening._tag === 'StartsUnseen') world.uninspected.add(container)
      else world.uninspected.delete(container)
      break
    }
    case 'Ends':
      world.containers.delete(`c${happening.container}`)
      world.uninspected.delete(`c${happening.container}`)
      break
    case 'Fails':
    case 'Answers':
      world.failing = happening._tag === 'Fails'
      break
    case 'Steps':
      world.skew += happening.by
      break
    case 'Writes':
      world.others = Math.max(0, world.others + happening.by)
      break
    case 'Restarts':
      break
  }
}

/** Lets a history happen to a node and its agent; `looked` is called after each look. */
const play = async (
  node: Node,
  steps: ReadonlyArray<ReadonlyArray<Event>>,
  environment: Readonly<Record<string, string>>,
  looked: () => void,
): Promise<void> => {
  const { world, clock } = node
  let running: Awaited<ReturnType<Node['start']>> | undefined
  for (const events of steps) {
    for (const one of events) happens(world, one)
    if (running === undefined || events.some(({ _tag }) => _tag === 'Restarts')) {
      running?.stop()
      running = await node.start(environment)
      await clock.advance({ seconds: 1 })
    } else await clock.advance({ minutes: 5 })
    looked()
  }
  running?.stop()
}

/** What a kubelet notes of an image. */
interface Noted {
  readonly first: number
  /** Undefined: never. Null: nobody knows. */
  readonly last: number | undefined | null
}

/** A kubelet's detection, written anew: new images now, those in use now, no other images. */
const detected = (before: ReadonlyMap<string, Noted>, world: World, at: number): ReadonlyMap<string, Noted> => {
  const used = new Set(world.containers.values())
  return new Map(
    [...world.images.keys()].map((id) => {
      const { first, last } = before.get(id) ?? { first: at, last: undefined }
      return [id, { first, last: used.has(id) ? at : world.uninspected.size > 0 ? null : last }]
    }),
  )
}

const asNoted = (value: unknown): number | undefined | null =>
  value === null ? undefined : typeof value === 'string' ? Date.parse(value) : null

const noted = (text: string | undefined): ReadonlyMap<string, Noted> =>
  new Map(
    recordsIn(text).map(({ id, firstDetected, lastUsed }) => [
      id,
      { first: asNoted(firstDetected) ?? NaN, last: asNoted(lastUsed) },
    ]),
  )

describe('laws of the node agent', () => {
  it('remembers what a kubelet that never restarts does, whatever happens to the node, the clock and the agent', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const node = nodeWith()
        let model: ReadonlyMap<string, Noted> = new Map()
        let at: number | undefined
        node.world.beforeLook = () => {
          at = node.world.failing ? undefined : node.now().getTime()
        }
        await play(node, steps, {}, () => {
          if (at !== undefined) model = detected(model, node.world, at)
          at = undefined
          expect(noted(node.file)).toStrictEqual(new Map([...model].toSorted()))
        })
      }),
      { numRuns: runs(500) },
    )
  })

  it('removes nothing that is used, pinned, young, kept or beyond its limit, and only above its threshold', async () => {
    let removed = 0
    const starts = fc.array(fc.option(place, { nil: undefined, freq: 3 }), { minLength: 20, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(history, starts, fc.integer({ min: 0, max: 4 }), async (steps, started, most) => {
        const node = nodeWith({
          ...emptyWorld(),
          ...{ capacity: 200, others: 80, kubelet: kubeletWith({ imageMinimumGCAge: '6m' }) },
        })
        const { world } = node
        for (let image = 0; image < 6; image++) happens(world, { _tag: 'Appears', image })
        let began = 0
        let used = 0
        const before = { removals: 0 }
        world.beforeLook = () => {
          if (node.removals.length === before.removals) used = usedIn(world)
        }
        // Somebody starts a container in place of the one before, whenever the agent has seen enough to decide: it has to look again.
        const startLate = (): void => {
          const image = started[began++]
          if (image === undefined) world.containers.delete('late')
          else world.containers.set('late', idOf(image))
        }
        world.afterObserving = startLate
        node.onRemoval = (id) => {
          expect([...world.containers.values()]).not.toContain(id)
          expect([idOf(1), idOf(5)]).not.toContain(id)
          // As the kubelet rounds: what is free, down to whole percent.
          expect(100 - Math.floor(((200 - used) * 100) / 200)).toBeGreaterThanOrEqual(70)
          expect(node.now().getTime() - (noted(node.file).get(id)?.first ?? NaN)).toBeGreaterThanOrEqual(360_000)
        }
        node.afterRemoval = startLate
        const environment = {
          ...{ RECLAIM: 'true', RECLAIM_HIGH_PERCENT: '70', RECLAIM_LOW_PERCENT: '65' },
          ...{ MAX_REMOVALS: `${most}`, KEEP_IMAGES: 'registry.local/sha256:b*' },
        }
        await play(node, steps, environment, () => {
          expect(node.faults).toStrictEqual([])
          expect(node.removals.length - before.removals).toBeLessThanOrEqual(most)
          before.removals = node.removals.length
        })
        removed += node.removals.length
      }),
      { numRuns: runs(300) },
    )
    // Or it would say nothing; few runs leave it to chance.
    if (full) expect(removed).toBeGreaterThan(0)
  })
})
