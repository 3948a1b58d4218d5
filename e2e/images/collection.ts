/** A collection of the kubelet with drawn rules and a drawn past: what it plans, and what the next one would. */
import { either as E, option as O } from 'fp-ts'

import { known } from '../../src/core/knowledge.js'
import { millis } from '../../src/core/time.js'
import {
  type Container,
  type Image,
  type Memory,
  type Plan,
  type Policy,
  defaultPolicy,
  plan,
} from '../../src/kubelet/image/index.js'
import type { Random } from '../random.js'

/** What a runtime listed. */
export interface Listed {
  readonly images: ReadonlyArray<Image>
  readonly containers: ReadonlyArray<Container>
}

/** A collection that was drawn. */
export interface Drawn {
  readonly world: unknown
  readonly planned: Plan
  /** The plan of the next collection: the images that went have freed what the runtime says of their sizes. */
  readonly again: (after: Listed) => Plan
}

const hour = 3_600_000
const capacityBytes = 1_000_000

/** Draws a collection over what is there. */
export const drawCollection = ({ below, chance, pick }: Random, at: Date, listed: Listed): Drawn => {
  const ago = (hours: number): O.Option<Date> => O.some(new Date(at.getTime() - hours * hour))
  const memory: Memory = {
    records: listed.images
      .map(({ id, size, runtimeHandler, pinned }) => {
        const first = 1 + below(400)
        const used = chance(0.3) ? O.none : ago(below(first))
        return { id, size, runtimeHandler, pinned, firstDetected: known(ago(first)), lastUsed: known(used) }
      })
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }
  const policy: Policy = {
    ...defaultPolicy,
    entrance: chance(0.3) ? 'DeleteUnusedImages' : 'GarbageCollect',
    minAge: millis(pick([0, 2, 100]) * hour),
    maxAge: millis(pick([0, 0, 50, 200]) * hour),
  }
  const available = 50_000 + below(200_000)
  const snapshotOf = (now: Listed, freed: number) => ({
    at,
    beganGC: known(new Date(at.getTime() - 500 * hour)),
    ...now,
    imageFs: known({ capacityBytes: O.some(capacityBytes), availableBytes: O.some(available + freed) }),
    memory,
  })
  const made = (now: Listed, freed: number): Plan => {
    const found = plan(policy)(snapshotOf(now, freed))
    if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
    return found.right
  }
  const bytes = ({ images }: Listed): number => images.reduce((sum, { size }) => sum + Number(size), 0)
  return {
    world: { policy, snapshot: snapshotOf(listed, 0) },
    planned: made(listed, 0),
    again: (after) => made(after, bytes(listed) - bytes(after)),
  }
}
