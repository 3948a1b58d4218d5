/** Whether somebody collects garbage in a cluster already. */
import { function as F, taskEither as TE } from 'fp-ts'

import { millis } from '../../../core/index.js'
import { type Asking, ask } from '../ask.js'
import { sleepUnless, systemClock } from '../../clock.js'
import { readLease } from '../election/lease.js'
import type { CallError, Send } from '../request.js'

/** The lease of a controller manager that runs. */
export interface Manager {
  readonly holder: string
  readonly renewedAt: Date
}

/** A manager renews its lease every two seconds. */
const betweenLooks = millis(2500)

/**
 * The kube-controller-manager that renews its Lease, if one does. One that elects no leader can't be seen.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go renew
 */
export const runningManager = (send: Send, asking: Asking = {}): TE.TaskEither<CallError, Manager | undefined> => {
  const { clock = systemClock, signal } = asking
  return F.pipe(
    leaseIn(send, asking),
    TE.chain((lease) => {
      if (lease === undefined) return TE.right(undefined)
      const { manager, lasts } = lease
      if (Math.abs(clock.now().getTime() - manager.renewedAt.getTime()) < lasts) return TE.right(manager)
      // Clocks differ: one that is renewed is different a moment later.
      return F.pipe(
        TE.fromTask(() => sleepUnless(clock, betweenLooks, signal)),
        TE.chain(() => leaseIn(send, asking)),
        TE.map((again) =>
          again?.manager.renewedAt.getTime() === manager.renewedAt.getTime() ? undefined : again?.manager,
        ),
      )
    }),
  )
}

const managerLease = { namespace: 'kube-system', name: 'kube-controller-manager' }

/** How long a lease of client-go lasts that does not say so. */
const usualSpan = 15_000

const leaseIn = (
  send: Send,
  asking: Asking,
): TE.TaskEither<CallError, { readonly manager: Manager; readonly lasts: number } | undefined> =>
  F.pipe(
    readLease(ask(send, asking), managerLease),
    TE.map((lease) =>
      lease?.renewedAt === undefined || lease.holder === ''
        ? undefined
        : { manager: { holder: lease.holder, renewedAt: lease.renewedAt }, lasts: lease.lasts ?? usualSpan },
    ),
  )
