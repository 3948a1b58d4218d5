/**
 * Answers which node the image benchmark decides about: a full disk, a third of the images in use by containers, one in a
 * hundred pinned, some unused for longer than the maximum age, the rest used some time in the last month.
 */
import { option as O } from 'fp-ts'

import type { ImageRecord } from '../src/kubelet/image/memory.js'
import type { Container, Image, Snapshot } from '../src/kubelet/image/snapshot.js'
import { containerOf } from '../src/kubelet/image/snapshot.js'
import { known } from '../src/core/knowledge.js'
import { after, instant, millis } from '../src/core/time.js'
import { digestOf, flattened, seeded } from './random.js'

const day = 86_400_000

/** The thresholds under which both passes have work to do. */
export interface Thresholds {
  readonly highThresholdPercent: number
  readonly lowThresholdPercent: number
  readonly minAge: number
  readonly maxAge: number
}

export const thresholds: Thresholds = {
  highThresholdPercent: 85,
  lowThresholdPercent: 60,
  minAge: 120_000,
  maxAge: 25 * day,
}

/** A node with this many images. */
export const imageSnapshot = (size: number): Snapshot => {
  const random = seeded(size)
  const at = instant(Date.UTC(2026, 0, 1, 12))
  const ago = (most: number): Date => after(at, millis(-Math.floor(random() * most)))
  const images: Image[] = []
  const records: ImageRecord[] = []
  const containers: Container[] = []
  let bytes = 0
  for (let index = 0; index < size; index++) {
    const id = `sha256:${digestOf(index)}`
    const image = {
      id,
      runtimeHandler: '',
      size: 10_000_000 + Math.floor(random() * 1e9),
      pinned: random() < 0.01,
      tags: [`registry.example/app-${index}:1`],
    }
    bytes += image.size
    images.push(image)
    records.push({
      id,
      runtimeHandler: '',
      firstDetected: known(O.some(ago(30 * day))),
      lastUsed: known(random() < 0.2 ? O.none : O.some(ago(30 * day))),
      size: image.size,
      pinned: image.pinned,
    })
    if (random() < 0.33) containers.push(containerOf(digestOf(size + index), id))
  }
  records.sort((a, b) => (a.id < b.id ? -1 : 1))
  return flattened({
    at,
    beganGC: known(after(at, millis(-60 * day))),
    images,
    containers,
    imageFs: known({ capacityBytes: O.some(bytes), availableBytes: O.some(Math.floor(bytes / 10)) }),
    memory: { records },
  })
}
