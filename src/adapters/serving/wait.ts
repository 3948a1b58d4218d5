/** Waits that a signal ends, whatever a clock makes of it. */
import { millis } from '../../core/index.js'
import type { Clock, Signal } from '../../execute/index.js'

/** Resolves after a span, or at once when the signal is aborted. */
export const pause = async (clock: Clock, span: number, signal: Signal): Promise<void> => {
  if (signal.aborted) return
  let wake = (): void => undefined
  const aborted = new Promise<void>((resolve) => {
    wake = () => resolve()
  })
  signal.addEventListener('abort', wake)
  await Promise.race([clock.sleep(millis(span), signal)(), aborted])
  signal.removeEventListener('abort', wake)
}
