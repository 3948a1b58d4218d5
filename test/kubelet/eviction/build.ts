/**
 * Answers which looks the tests of eviction begin with: one filesystem of a hundred bytes, and pods in it.
 */
import { either as E } from 'fp-ts'

import { after, millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'

/** When the first look is. */
export const noon = new Date('2026-01-01T12:00:00Z')
/** So many seconds after it. */
export const later = (seconds: number): Date => after(noon, millis(seconds * 1000))

/** A hard threshold of a share of the image filesystem. */
export const threshold = (share: number, more: Partial<Eviction.Threshold> = {}): Eviction.Threshold => ({
  signal: 'imagefs.available',
  operator: 'LessThan',
  value: { _tag: 'Share', share: Math.fround(share) },
  gracePeriod: millis(0),
  ...more,
})

/** The rules of the latest release with these thresholds. */
export const policyOf = (...thresholds: ReadonlyArray<Eviction.Threshold>): Eviction.EvictionPolicy => ({
  ...Eviction.defaultEvictionPolicy,
  thresholds,
})

/** A pod whose UID is its name. */
export const pod = (name: string, spec: Partial<Eviction.Pod['spec']> = {}, annotations = {}): Eviction.Pod => ({
  metadata: { name, namespace: 'default', uid: name, annotations },
  spec: { containers: [{ name: 'c' }], ...spec },
})

/** What the writable layer of a pod's container takes. */
export const stats = (uid: string, usedBytes: number): Eviction.PodStats => ({
  podRef: { uid },
  containers: [{ name: 'c', rootfs: { usedBytes }, logs: { usedBytes: 0 } }],
})

/** A look that finds so many of a hundred bytes left. */
export const look = (
  available: number,
  more: Partial<Eviction.PressureSnapshot> = {},
  at = noon,
): Eviction.PressureSnapshot => ({
  at,
  layout: Eviction.oneFilesystem,
  observations: new Map([['imagefs.available', { available, capacity: 100, at }]]),
  pods: [],
  podStats: [],
  ...more,
})

/** What a look leads to, which is not refused. */
export const planned = (
  policy: Eviction.EvictionPolicy,
  snapshot: Eviction.PressureSnapshot,
  memory = Eviction.emptyEvictionMemory,
): Eviction.PressurePlan => {
  const plan = Eviction.synchronize(policy)(memory)(snapshot)
  if (E.isLeft(plan)) throw new Error(JSON.stringify(plan.left))
  return plan.right
}
