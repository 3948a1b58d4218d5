/**
 * Answers what the kubelet records when it makes room.
 */
import { int64ToBigint } from '../../core/int64.js'
import type { Quantity } from '../../core/quantity.js'
import { compareQuantities, quantityOf } from '../../core/quantity.js'
import type { Observations } from './observation.js'
import type { ContainerStats, Pod, PodStats } from './pod.js'
import type { Resource } from './signal.js'
import { resourceOf } from './signal.js'
import type { Threshold } from './threshold.js'
import { amountOf } from './threshold.js'
import { containerRequest } from './usage.js'

/** An event on the node or on a pod, as the kubelet words it. */
export interface EvictionEvent {
  readonly type: 'Warning'
  readonly reason: 'EvictionThresholdMet' | 'Evicted'
  readonly message: string
  readonly annotations?: Readonly<Record<string, string>>
}

/** What is recorded on the node before anything is collected. */
export const reclaiming = (resource: Resource): EvictionEvent => ({
  type: 'Warning',
  reason: 'EvictionThresholdMet',
  message: `Attempting to reclaim ${resource}`,
})

/**
 * What is recorded on a pod that goes because a resource is short: the first threshold on it that acts, and the containers
 * that use more than they asked for. Without statistics of the pod nothing is said of containers.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go evictionMessage
 */
export const evicted = (
  resource: Resource,
  pod: Pod,
  stats: PodStats | undefined,
  acting: ReadonlyArray<Threshold>,
  observations: Observations,
): EvictionEvent => {
  const threshold = acting.find(({ signal }) => resourceOf(signal) === resource)
  const offenders = stats === undefined ? [] : offendersOf(resource, pod, stats)
  const message = [
    `The node was low on resource: ${resource}. `,
    ...(threshold === undefined ? [] : [levelMessage(threshold, observations)]),
    ...offenders.map(
      ({ name, usage, request }) =>
        `Container ${name} was using ${usage}, request is ${request}, has larger consumption of ${resource}. `,
    ),
  ].join('')
  const event = { type: 'Warning', reason: 'Evicted', message } as const
  if (stats === undefined) return event
  return {
    ...event,
    annotations: {
      offending_containers: offenders.map(({ name }) => name).join(','),
      offending_containers_usage: offenders.map(({ usage }) => usage).join(','),
      starved_resource: resource,
    },
  }
}

/** What is recorded on a pod that used more than one of its own limits. */
export const overOwnLimit = (message: string): EvictionEvent => ({ type: 'Warning', reason: 'Evicted', message })

const levelMessage = (threshold: Threshold, observations: Observations): string => {
  const observed = observations.get(threshold.signal)
  if (observed === undefined) return ''
  const format =
    threshold.signal.endsWith('inodesFree') || threshold.signal === 'pid.available' ? 'DecimalSI' : 'BinarySI'
  const level = amountOf(threshold.value, int64ToBigint(observed.capacity)).canonical
  const available = quantityOf(format, int64ToBigint(observed.available)).canonical
  return `Threshold quantity: ${level}, available: ${available}. `
}

interface Offender {
  readonly name: string
  readonly usage: string
  readonly request: string
}

const offendersOf = (resource: Resource, { spec }: Pod, stats: PodStats): ReadonlyArray<Offender> => {
  const beside = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')
  const containers = [...spec.containers, ...beside]
  return stats.containers.flatMap((measured) => {
    const usage = usageIn(resource, measured)
    if (usage === null) return []
    return containers
      .filter(({ name }) => name === measured.name)
      .map((container) => ({ name: container.name, request: containerRequest(resource, container) }))
      .filter(({ request }) => compareQuantities(usage, request) > 0)
      .map(({ name, request }) => ({ name, usage: usage.canonical, request: request.canonical }))
  })
}

const usageIn = (resource: Resource, { rootfs, logs, memory }: ContainerStats): Quantity | null => {
  if (resource === 'memory' && memory?.workingSetBytes !== undefined)
    return quantityOf('DecimalSI', int64ToBigint(memory.workingSetBytes))
  if (resource !== 'ephemeral-storage' || rootfs?.usedBytes === undefined || logs?.usedBytes === undefined) return null
  return quantityOf('DecimalSI', int64ToBigint(rootfs.usedBytes) + int64ToBigint(logs.usedBytes))
}
