/**
 * Answers which weeks a forecast is tried on: a node of teams on which containers start and end all week, images are
 * pulled and logs grow, so that image collection has something to do every few runs.
 */
import { millis, after } from '../src/core/time.js'
import type { Demand, ForecastNode, NodePolicies } from '../src/simulate/node/node.js'
import { defaultEvictionPolicy } from '../src/kubelet/eviction/policy.js'
import { emptyEvictionMemory } from '../src/kubelet/eviction/memory.js'
import { oneFilesystem } from '../src/kubelet/eviction/layout.js'
import { seeded } from './random.js'
import { reclaimPolicy, reclaimSnapshot, usualNode } from './node-reclaim.input.js'

/** A week. */
export const week = millis(7 * 86_400_000)

const hour = 3_600_000

/** So many containers start in the week, each for some hours; logs grow by about a tenth of the disk in it. */
export const weekOf = (starts: number): ForecastNode => {
  const { node, layers } = reclaimSnapshot(usualNode)(1)
  const random = seeded(starts + 17)
  const demands = Array.from({ length: starts }, (): Demand => {
    const at = after(node.at, millis(Math.floor(random() * week)))
    const image = node.images[Math.floor(random() * node.images.length)]
    return {
      at,
      until: after(at, millis(Math.floor(random() * 8 * hour))),
      image: image ?? { id: '', runtimeHandler: '', size: 0, pinned: false, tags: [] },
    }
  })
  const pods = Array.from({ length: 100 }, (_, number) => ({
    metadata: { name: `pod-${number}`, namespace: 'default', uid: `u${number}` },
    spec: { priority: number, containers: [{ name: 'c' }] },
  }))
  return {
    images: node,
    layers,
    growth: { _tag: 'Constant', bytesPerSecond: 3_000 },
    demands,
    pressure: {
      layout: oneFilesystem,
      pods,
      podStats: pods.map(({ metadata: { uid } }) => ({
        podRef: { uid },
        containers: [{ name: 'c', rootfs: { usedBytes: 10_000_000 } }],
      })),
      others: new Map(),
      memory: emptyEvictionMemory,
    },
  }
}

/** Image collection well before eviction, so that all the work is its own. */
export const weekPolicies: NodePolicies = {
  image: { ...reclaimPolicy.image, highThresholdPercent: 80, lowThresholdPercent: 70 },
  eviction: defaultEvictionPolicy,
}
