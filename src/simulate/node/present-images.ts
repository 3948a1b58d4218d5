/**
 * The images on a node at an instant, and the image collector's memory of them, as containers come and go. The
 * collector's periodic detections are computed lazily.
 */
import { type ImageRecord, type Container, type Image, containerOf } from '../../kubelet/image/snapshot.js'
import { known } from '../../core/knowledge.js'
import * as fp from '../../core/fp.js'
import { instant } from '../../core/time.js'
import { lastTickBefore, nextTick } from './ticks.js'

interface PresentImage {
  readonly image: Image
  readonly cameAt: number
  record: ImageRecord | null
  /** Containers of demands that use it, and since when without a break. */
  users: number
  usedSince: number
}

/** When the collector detects images; `null`: only on request. */
export interface Schedule {
  readonly first: number
  readonly period: number
}

/** Images that are there. */
export interface PresentImages {
  readonly has: (id: string) => boolean
  readonly come: (image: Image, at: number) => void
  readonly go: (id: string) => void
  readonly use: (id: string, at: number) => void
  readonly release: (id: string, at: number) => void
  /** The collector looked at an instant that is not in its rhythm. */
  readonly looked: (at: number) => void
  readonly images: () => ReadonlyArray<Image>
  /** Containers that stand for the uses of demands. */
  readonly users: () => ReadonlyArray<Container>
  /** What is remembered, of images that were looked at before or at `at`. */
  readonly records: (at: number) => ReadonlyArray<ImageRecord>
  readonly remember: (records: ReadonlyArray<ImageRecord>) => void
  /** The last look of the collector before an instant; null: there was none. */
  readonly lastLook: (before: number) => number | null
}

/** Begins with the images of a snapshot and what is remembered of them. */
export const presentImages = (
  start: number,
  given: ReadonlyArray<Image>,
  memory: ReadonlyArray<ImageRecord>,
  rhythm: Schedule | null,
): PresentImages => {
  const known0 = new Map(memory.map((record) => [record.id, record]))
  const there = new Map<string, PresentImage>()
  let ownLook: number | null = null
  // Images that no look has seen yet.
  const unseen = new Set<PresentImage>()

  const put = (image: Image, at: number, record: ImageRecord | null): void => {
    const one: PresentImage = { image, cameAt: at, record, users: 0, usedSince: at }
    there.set(image.id, one)
    if (record === null) unseen.add(one)
  }
  for (const image of given) put(image, start, known0.get(image.id) ?? null)

  const lastLook = (before: number): number | null => {
    const regular = rhythm === null ? null : lastTickBefore(rhythm.first, rhythm.period, before)
    return ownLook === null || (regular !== null && regular > ownLook) ? regular : ownLook
  }
  const see = (one: PresentImage, at: number): void => {
    one.record = recordOf(one.image, at)
    unseen.delete(one)
  }
  /** Looks of the rhythm up to an instant; whoever was seen by none stays unseen. */
  const catchUp = (at: number): void => {
    if (rhythm === null) return
    for (const one of unseen) {
      const first = nextTick(rhythm.first, rhythm.period, one.cameAt)
      if (first <= at) see(one, first)
    }
  }

  return {
    has: (id) => there.has(id),
    come: (image, at) => {
      put(image, at, null)
    },
    go: (id) => {
      there.delete(id)
    },
    use: (id, at) => {
      const one = there.get(id)
      if (one === undefined) return
      one.users += 1
      if (one.users === 1) one.usedSince = at
    },
    release: (id, at) => {
      const one = there.get(id)
      if (one === undefined) return
      one.users -= 1
      if (one.users > 0) return
      catchUp(at - 1)
      const seen = lastLook(at)
      if (seen !== null && seen >= one.usedSince && one.record !== null)
        one.record = { ...one.record, lastUsed: known(fp.some(instant(seen))) }
    },
    looked: (at) => {
      catchUp(at)
      for (const one of unseen) see(one, at)
      ownLook = at
    },
    images: () => [...there.values()].map(({ image }) => image),
    users: () =>
      [...there.values()].flatMap(({ image: { id }, users }) => (users === 0 ? [] : [containerOf(`runs ${id}`, id)])),
    records: (at) => {
      catchUp(at)
      return [...there.values()].flatMap(({ record }) => (record === null ? [] : [record]))
    },
    remember: (records) => {
      for (const record of records) {
        const one = there.get(record.id)
        if (one === undefined) continue
        one.record = record
        unseen.delete(one)
      }
    },
    lastLook,
  }
}

const recordOf = ({ id, runtimeHandler, size, pinned }: Image, at: number): ImageRecord => ({
  id,
  runtimeHandler,
  firstDetected: known(fp.some(instant(at))),
  lastUsed: never,
  size,
  pinned,
})

const never = known(fp.none)
