/**
 * Answers what the least is that a plain port of the kubelet's image collection has to do: look, order, and name the ids
 * that go, by age, then for space.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect
 */
import { option as O } from 'fp-ts'

import type { Snapshot } from '../src/kubelet/image/snapshot.js'
import type { Thresholds } from './kubelet-image.input.js'

interface Candidate {
  readonly id: string
  readonly firstDetected: number
  readonly lastUsed: number
  readonly size: number
}

/** Ids in the order of their removal. */
export const naiveImageCollection = (snapshot: Snapshot, thresholds: Thresholds): ReadonlyArray<string> => {
  const now = snapshot.at.getTime()
  const candidates = detect(snapshot, now)
  candidates.sort((a, b) => a.lastUsed - b.lastUsed || a.firstDetected - b.firstDetected || (a.id < b.id ? -1 : 1))
  const removed: string[] = []
  const left = candidates.filter(({ id, lastUsed }) => {
    const old = now - lastUsed > thresholds.maxAge
    if (old) removed.push(id)
    return !old
  })
  const toFree = bytesToFree(snapshot, thresholds)
  if (toFree === null) return removed
  let freed = 0
  for (const { id, lastUsed, firstDetected, size } of left) {
    if (lastUsed >= now || now - firstDetected < thresholds.minAge) continue
    removed.push(id)
    freed += size
    if (freed >= toFree) break
  }
  return removed
}

const detect = (snapshot: Snapshot, now: number): Candidate[] => {
  const inUse = new Set<string>()
  for (const { imageId, imageRef } of snapshot.containers) inUse.add(imageId === '' ? imageRef : imageId)
  const records = new Map(snapshot.memory.records.map((record) => [record.id, record]))
  const candidates: Candidate[] = []
  for (const { id, pinned, size } of snapshot.images) {
    if (pinned || inUse.has(id)) continue
    const record = records.get(id)
    candidates.push({
      id,
      firstDetected: record === undefined ? now : millisOf(record.firstDetected),
      lastUsed: record === undefined ? Number.NEGATIVE_INFINITY : millisOf(record.lastUsed),
      size: Number(size),
    })
  }
  return candidates
}

const millisOf = (fact: Snapshot['memory']['records'][number]['lastUsed']): number =>
  fact._tag === 'Unknown' || O.isNone(fact.value) ? Number.NEGATIVE_INFINITY : fact.value.value.getTime()

const bytesToFree = (snapshot: Snapshot, thresholds: Thresholds): number | null => {
  if (snapshot.imageFs._tag === 'Unknown') return null
  const capacity = Number(O.toNullable(snapshot.imageFs.value.capacityBytes) ?? 0)
  const available = Number(O.toNullable(snapshot.imageFs.value.availableBytes) ?? 0)
  const usagePercent = 100 - Math.floor((available * 100) / capacity)
  if (usagePercent < thresholds.highThresholdPercent) return null
  return Math.floor((capacity * (100 - thresholds.lowThresholdPercent)) / 100) - available
}
