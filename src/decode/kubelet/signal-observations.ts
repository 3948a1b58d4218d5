/**
 * Decoder of node pressure in the stats summary: what is available of memory, PIDs and disks, and what each pod uses.
 */
import { option as O } from 'fp-ts'

import { type Int64, int64FromBigint, int64ToBigint } from '../../core/int64.js'
import type { Observation, Observations } from '../../kubelet/eviction/observation.js'
import type { ContainerStats, PodStats, Usage } from '../../kubelet/eviction/pod.js'
import type { Signal } from '../../kubelet/eviction/signal.js'
import { type Decoder, type Of, fields, items, mapped, optional, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { momentText, name, size, text } from '../leaf.js'
import { present } from '../present.js'

/** What a node's statistics say about pressure. */
export interface PressureStats {
  readonly nodeName: string
  /** Signals that the statistics measure completely. */
  readonly observations: Observations
  readonly podStats: ReadonlyArray<PodStats>
}

const time = { time: optional(momentText) }
const memory = fields({ ...time, availableBytes: optional(size), workingSetBytes: optional(size) })
const filesystem = fields({
  ...time,
  availableBytes: optional(size),
  capacityBytes: optional(size),
  inodesFree: optional(size),
  inodes: optional(size),
})
const node = fields({
  nodeName: text,
  memory: optional(memory),
  systemContainers: withDefault(items(fields({ name: text, memory: optional(memory) })), []),
  rlimit: optional(fields({ ...time, maxpid: optional(size), curproc: optional(size) })),
  fs: optional(filesystem),
  runtime: withDefault(fields({ imageFs: optional(filesystem), containerFs: optional(filesystem) }), {
    imageFs: O.none,
    containerFs: O.none,
  }),
})

const usage: Decoder<Usage> = mapped(
  fields({ usedBytes: optional(size), inodesUsed: optional(size) }),
  ({ usedBytes, inodesUsed }) => present({ usedBytes, inodesUsed }),
)
const workingSet = mapped(fields({ workingSetBytes: optional(size) }), present)
const container: Decoder<ContainerStats> = mapped(
  fields({ name: text, rootfs: optional(usage), logs: optional(usage), memory: optional(workingSet) }),
  ({ name: called, ...parts }) => ({ name: called, ...present(parts) }),
)
const volume = mapped(
  fields({ name: text, usedBytes: optional(size), inodesUsed: optional(size) }),
  ({ name: called, ...parts }) => ({ name: called, ...present(parts) }),
)
const podStats: Decoder<PodStats> = mapped(
  fields({
    podRef: fields({ uid: name }),
    containers: withDefault(items(container), []),
    volume: withDefault(items(volume), []),
    'ephemeral-storage': optional(usage),
    memory: optional(workingSet),
    process_stats: optional(mapped(fields({ process_count: optional(size) }), present)),
  }),
  ({ podRef, containers, volume: volumes, ...parts }) => ({ podRef, containers, volume: volumes, ...present(parts) }),
)

/**
 * Reads the eviction signals from the kubelet's statistics summary.
 *
 * Takes text or parsed JSON. A signal is observed only if available amount and capacity are known. Units: bytes,
 * inodes, processes. Order of pods: as listed. Fails as {@link decodeCrictlContainers} does.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go makeSignalObservations
 *
 * @example
 * ```ts
 * import { decodePressureStats } from 'gcplan/decode'
 *
 * const fs = { time: '2026-11-21T03:02:32Z', availableBytes: 10, capacityBytes: 100 }
 * const decoded = decodePressureStats({ node: { nodeName: 'node-a', fs }, pods: [] })
 * if (decoded._tag === 'Right') console.log([...decoded.right.observations.keys()]) // [ 'nodefs.available' ]
 * ```
 */
export const decodePressureStats: FileDecoder<PressureStats> = fileOf(
  'StatsSummary',
  'kubectl get --raw /api/v1/nodes/NODE/proxy/stats/summary',
  mapped(fields({ node, pods: withDefault(items(podStats), []) }), (summary) => ({
    nodeName: summary.node.nodeName,
    observations: observationsOf(summary.node),
    podStats: summary.pods,
  })),
)

type Measured = O.Option<{ readonly time: O.Option<O.Option<Date>> }>

const observationsOf = (summary: Of<typeof node>): Observations => {
  const found = new Map<Signal, Observation>()
  const add = (signal: Signal, at: Measured, available: Int64 | null, capacity: Int64 | null): void => {
    if (available === null || capacity === null) return
    const taken = O.isSome(at) ? O.flatten(at.value.time) : O.none
    found.set(signal, { available, capacity, ...(O.isSome(taken) ? { at: taken.value } : {}) })
  }
  const pods = O.fromNullable(summary.systemContainers.find((one) => one.name === 'pods'))
  const memories = [
    ['memory.available', summary.memory],
    ['allocatableMemory.available', O.isSome(pods) ? pods.value.memory : O.none],
  ] as const
  for (const [signal, measured] of memories) {
    const left = O.isSome(measured) ? O.toNullable(measured.value.availableBytes) : null
    const used = O.isSome(measured) ? O.toNullable(measured.value.workingSetBytes) : null
    add(signal, measured, left, left === null || used === null ? null : sum(left, used))
  }
  const disks = [
    ['nodefs', summary.fs],
    ['imagefs', summary.runtime.imageFs],
    ['containerfs', summary.runtime.containerFs],
  ] as const
  for (const [disk, measured] of disks) {
    if (O.isNone(measured)) continue
    const { availableBytes, capacityBytes, inodesFree, inodes } = measured.value
    add(`${disk}.available`, measured, O.toNullable(availableBytes), O.toNullable(capacityBytes))
    add(`${disk}.inodesFree`, measured, O.toNullable(inodesFree), O.toNullable(inodes))
  }
  if (O.isSome(summary.rlimit)) {
    const running = O.toNullable(summary.rlimit.value.curproc)
    const most = O.toNullable(summary.rlimit.value.maxpid)
    add('pid.available', summary.rlimit, running === null || most === null ? null : difference(most, running), most)
  }
  return found
}

const sum = (a: Int64, b: Int64): Int64 => int64FromBigint(int64ToBigint(a) + int64ToBigint(b))

const difference = (a: Int64, b: Int64): Int64 => int64FromBigint(int64ToBigint(a) - int64ToBigint(b))
