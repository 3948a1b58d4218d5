import * as either from '../../core/either.js'
import type { Quantity } from '../../core/quantity.js'
import { addQuantities, compareQuantities, parseQuantity, quantitySign } from '../../core/quantity.js'
import type { Amounts, Pod, PodContainer } from './pod.js'

/** The two lists of amounts that a container has. */
export type AmountList = 'requests' | 'limits'

/** What a container asks for or may take of a resource; null: it does not say, or nothing that is a quantity. */
export const containerAmount =
  (list: AmountList, resource: string) =>
  ({ resources }: PodContainer): Quantity | null =>
    amountIn(resources?.[list], resource)

/**
 * What a pod asks for or may take of a resource: its containers and those beside them together, or its largest init
 * container with what runs beside it by then, and its overhead where that comes to anything; null: none of them says.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/component-helpers/resource/helpers.go PodRequests
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/component-helpers/resource/helpers.go PodLimits
 */
export const podAmount =
  (list: AmountList, resource: string) =>
  ({ spec }: Pod): Quantity | null => {
    const asked = containerAmount(list, resource)
    let running = spec.containers.reduce((sum: Quantity | null, one) => sumOf(sum, asked(one)), null)
    let beside: Quantity | null = null
    let largest: Quantity | null = null
    for (const container of spec.initContainers ?? []) {
      const own = asked(container)
      const starting = sumOf(beside, own)
      largest = larger(largest, starting)
      if (container.restartPolicy !== 'Always') continue
      beside = starting
      running = sumOf(running, own)
    }
    const needed = larger(running, largest)
    return needed === null || quantitySign(needed) === 0 ? needed : sumOf(needed, amountIn(spec.overhead, resource))
  }

/** The quantity of a text; null if it has none. */
export const quantityIn = (text: string | undefined): Quantity | null => {
  return text === undefined ? null : either.getOrElse(() => null)(parseQuantity(text))
}

const amountIn = (amounts: Amounts | undefined, resource: string): Quantity | null =>
  amounts !== undefined && Object.hasOwn(amounts, resource) ? quantityIn(amounts[resource]) : null

const sumOf = (a: Quantity | null, b: Quantity | null): Quantity | null =>
  a === null ? b : b === null ? a : addQuantities(a, b)

const larger = (a: Quantity | null, b: Quantity | null): Quantity | null =>
  a === null ? b : b === null ? a : compareQuantities(b, a) > 0 ? b : a
