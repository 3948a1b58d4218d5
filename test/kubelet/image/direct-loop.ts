/**
 * Answers what the kubelet's image collection does, as one loop that decides and removes in the same breath. Written from
 * the behaviour, not from the library, and as plainly as possible: the library must come to the same calls.
 */
import { either as E, option as O } from 'fp-ts'

import type { Policy, Snapshot } from '../../../src/kubelet/image/index.js'
import type { Knowledge } from '../../../src/core/index.js'

/** A node that is listed and called. */
export interface Node {
  readonly snapshot: Snapshot
  /** Capacity and available bytes as they are now, or why they cannot be read. */
  readonly stats: () => E.Either<string, readonly [capacity: bigint, available: bigint]>
  readonly removeImage: (id: string) => E.Either<string, void>
}

/** What a run leaves behind. */
export interface Ran {
  readonly error: string | null
  readonly events: ReadonlyArray<string>
  /** Ids handed to the hooks; null if they did not run. */
  readonly remaining: ReadonlyArray<string> | null
  /** Keys that are still remembered. */
  readonly remembered: ReadonlyArray<string>
}

interface Entry {
  readonly key: string
  readonly id: string
  readonly size: bigint
  /** Milliseconds; the zero time is before any other. */
  readonly detected: number
  readonly used: number
}

const zero = Number.NEGATIVE_INFINITY
const millisIn = (fact: Knowledge<O.Option<Date>> | undefined, otherwise: number): number =>
  fact === undefined || fact._tag === 'Unknown' ? otherwise : O.isNone(fact.value) ? zero : fact.value.value.getTime()

/** Runs one collection by either entrance. */
export const collectDirectly = (node: Node, policy: Policy): Ran => {
  const { at, beganGC } = node.snapshot
  const now = at.getTime()
  const events: string[] = []
  const { line, remembered } = candidates(node.snapshot, policy, events)
  const end = (error: string | null, remaining: ReadonlyArray<string> | null): Ran => ({
    error,
    events,
    remaining,
    remembered: [...remembered],
  })
  const remove = ({ id, key }: Entry): string | null => {
    const done = node.removeImage(id)
    if (E.isRight(done)) remembered.delete(key)
    return E.isRight(done) ? null : done.left
  }
  const free = (wanted: bigint, list: ReadonlyArray<Entry>) => {
    const errors: string[] = []
    const passedOver: string[] = []
    let freed = 0n
    for (const entry of list) {
      if (entry.used >= now || now - entry.detected < policy.minAge) {
        passedOver.push(entry.id)
        continue
      }
      const error = remove(entry)
      if (error !== null) errors.push(error)
      else {
        freed += entry.size
        if (freed >= wanted) break
      }
    }
    const text = `wanted to free ${wanted} bytes, but freed ${freed} bytes space with errors in image deletion: `
    return { freed, passedOver, error: errors.length === 0 ? null : text + joined(errors) }
  }

  if (policy.entrance === 'DeleteUnusedImages') {
    const { error, passedOver } = free(2n ** 63n - 1n, line)
    return end(error, error === null ? passedOver : null)
  }
  let rest = line
  const upFor = now - (beganGC._tag === 'Unknown' ? now : beganGC.value.getTime())
  if (policy.maxAge !== 0 && (policy.maxAgeGrace === 'none' || upFor > policy.maxAge)) {
    const errors: string[] = []
    rest = []
    for (const entry of line)
      if (now - entry.used > policy.maxAge) {
        const error = remove(entry)
        if (error !== null) errors.push(error)
      } else rest.push(entry)
    const text = `wanted to free images older than ${spelled.get(policy.maxAge) ?? '?'}, encountered errors in image deletion: `
    if (errors.length > 0) return end(text + joined(errors), null)
  }
  const stats = node.stats()
  if (E.isLeft(stats)) return end(stats.left, null)
  const capacity = stats.right[0]
  const available = stats.right[1] > capacity ? capacity : stats.right[1]
  if (capacity === 0n) {
    events.push('InvalidDiskCapacity: invalid capacity 0 on image filesystem')
    return end('invalid capacity 0 on image filesystem', null)
  }
  const usage = 100n - (available * 100n) / capacity
  if (usage < BigInt(policy.highThresholdPercent)) return end(null, null)
  const wanted = (capacity * BigInt(100 - policy.lowThresholdPercent)) / 100n - available
  const { error, freed, passedOver } = free(wanted, rest)
  if (error !== null) return end(error, null)
  if (freed >= wanted) return end(null, passedOver)
  const short = `Failed to garbage collect required amount of images. Attempted to free ${wanted} bytes, but only found ${freed} bytes eligible to free.`
  events.push(`FreeDiskSpaceFailed: ${short}`)
  return end(short, passedOver)
}

/** Maximum ages of the tests as Go prints them. */
const spelled: ReadonlyMap<number, string> = new Map([
  [1, '1ms'],
  [1_800_000, '30m0s'],
  [9_223_372_036_854, '2562047h47m16.854s'],
])

const joined = (errors: ReadonlyArray<string>): string => {
  const once = errors.filter((text, index) => errors.indexOf(text) === index)
  return once.length === 1 ? String(once[0]) : `[${once.join(', ')}]`
}

const candidates = ({ at, images, containers, memory }: Snapshot, policy: Policy, events: string[]) => {
  const gate = policy.runtimeClassInImageCriApi
  const keyOf = (id: string, handler: string): string => (gate && handler !== '' ? `${id},${handler}` : id)
  const used = new Set<string>()
  for (const each of containers) {
    const names = policy.containerKey === 'image-id' ? [each.imageId, each.imageRef] : [each.imageRef, each.imageId]
    used.add(keyOf(names.find((name) => name !== '') ?? '', each.runtimeHandler))
    if (policy.imageVolumes === 'in-use')
      for (const volume of each.imageVolumes) if (images.some(({ id }) => id === volume)) used.add(volume)
  }
  const listed = new Map(images.map((each) => [keyOf(each.id, each.runtimeHandler), each]))
  const line: Entry[] = []
  for (const key of [...listed.keys()].sort()) {
    const image = listed.get(key)
    if (image === undefined || used.has(key)) continue
    if (policy.sandboxImage !== '' && image.tags.includes(policy.sandboxImage)) continue
    if (policy.pinned === 'honoured' && image.pinned) continue
    if (gate && image.id === '') {
      events.push(`InvalidImageID: ImageID is not valid, skipping, image: ${key}`)
      continue
    }
    const record = memory.records.findLast((each) => keyOf(each.id, each.runtimeHandler) === key)
    const detected = millisIn(record?.firstDetected, at.getTime())
    line.push({ key, id: image.id, size: BigInt(image.size), detected, used: millisIn(record?.lastUsed, zero) })
  }
  const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
  line.sort((a, b) => order(a.used, b.used) || order(a.detected, b.detected))
  return { line, remembered: new Set([...listed.keys()].sort()) }
}
