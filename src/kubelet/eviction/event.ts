/**
 * The events that the kubelet records when it reclaims resources and evicts pods.
 */
import { int64ToBigint } from '../../core/int64.js'
import { type Quantity, compareQuantities, quantityOf } from '../../core/quantity.js'
import { containerAmount } from './usage.js'
import type { Observation } from './observation.js'
import type { ContainerStats, Pod, PodStats } from './pod.js'
import { type Resource, resourceOf } from './signal.js'
import { type Threshold, amountOf } from './threshold.js'

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
 * What is recorded on a pod that goes because a threshold is met: the threshold, and the containers that use more than they
 * asked for, init containers among them. Without statistics of the pod nothing is said of containers.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go evictionMessage
 */
export const evicted = (
  threshold: Threshold,
  observed: Observation,
  pod: Pod,
  stats: PodStats | undefined,
): EvictionEvent => {
  const resource = resourceOf(threshold.signal)
  const format = resource === 'inodes' || resource === 'pids' ? 'DecimalSI' : 'BinarySI'
  const level = amountOf(threshold.value, int64ToBigint(observed.capacity)).canonical
  const available = quantityOf(format, int64ToBigint(observed.available)).canonical
  const offenders = stats === undefined ? [] : offendersOf(resource, pod, stats)
  const message = [
    `The node was low on resource: ${resource}. Threshold quantity: ${level}, available: ${available}. `,
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

interface Offender {
  readonly name: string
  readonly usage: string
  readonly request: string
}

const offendersOf = (resource: Resource, { spec }: Pod, stats: PodStats): ReadonlyArray<Offender> => {
  // Of equal names the first counts.
  const named = new Map([...spec.containers, ...(spec.initContainers ?? [])].toReversed().map((one) => [one.name, one]))
  return stats.containers.flatMap((measured) => {
    const container = named.get(measured.name)
    const usage = usageIn(resource, measured)
    if (container === undefined || usage === null) return []
    const request = containerAmount('requests', resource)(container) ?? nothing
    return compareQuantities(usage, request) > 0
      ? [{ name: container.name, usage: usage.canonical, request: request.canonical }]
      : []
  })
}

const nothing = quantityOf('BinarySI', 0n)

const usageIn = (resource: Resource, { rootfs, logs, memory }: ContainerStats): Quantity | null => {
  const used = resource === 'memory' ? [memory?.workingSetBytes] : [rootfs?.usedBytes, logs?.usedBytes]
  const known = used.filter((amount) => amount !== undefined)
  return (resource === 'memory' || resource === 'ephemeral-storage') && known.length === used.length
    ? quantityOf(
        'BinarySI',
        known.reduce((sum, amount) => sum + int64ToBigint(amount), 0n),
      )
    : null
}
