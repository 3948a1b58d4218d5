/** Keys that come back after a while: each waits once, for the earliest instant that was asked for it. */
import type { Millis } from '../../../core/index.js'
import type { Clock, Signal } from '../../../execute/index.js'
import { sleepUnless } from '../../clock.js'

/**
 * Lets keys come back to `put` after a span.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go insert
 */
export const delays = (
  clock: Clock,
  signal: Signal,
  put: (key: string) => void,
): ((key: string, span: Millis) => void) => {
  const dues = new Map<string, number>()
  return (key, span) => {
    const due = clock.now().getTime() + span
    const known = dues.get(key)
    if (known !== undefined && known <= due) return
    dues.set(key, due)
    void sleepUnless(clock, span, signal).then(() => {
      if (signal.aborted || dues.get(key) !== due) return
      dues.delete(key)
      put(key)
    })
  }
}
