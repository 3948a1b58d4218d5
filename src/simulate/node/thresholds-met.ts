import { quantityValue } from '../../core/quantity.js'
import type { Layout } from '../../kubelet/eviction/layout.js'
import type { EvictionPolicy } from '../../kubelet/eviction/policy.js'
import { levelOf } from '../../kubelet/eviction/threshold.js'
import { signalsOfDisk } from './eviction-pass.js'

/** Counts the thresholds, with and without what is to be reclaimed on top, that so many free bytes meet. */
export const thresholdsMet = (
  { thresholds }: EvictionPolicy,
  layout: Layout,
  capacity: number,
): ((available: number) => number) => {
  const signals = new Set(signalsOfDisk(layout))
  const levels = thresholds
    .filter(({ signal, operator }) => signals.has(signal) && operator === 'LessThan')
    .flatMap((threshold) =>
      [false, true].map((withReclaim) => Number(quantityValue(levelOf(threshold, BigInt(capacity), withReclaim)))),
    )
  return (available) => levels.filter((level) => available < level).length
}
