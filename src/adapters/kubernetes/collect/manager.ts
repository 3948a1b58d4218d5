/** Whether somebody collects garbage in a cluster already. */
import { function as F, taskEither as TE } from 'fp-ts'

import { millis } from '../../../core/index.js'
import { epochOfRfc3339, instant } from '../../../core/time.js'
import { type Asking, ask } from '../ask.js'
import { isNotFound } from '../classify.js'
import { sleepUnless, systemClock } from '../../clock.js'
import { textOf } from '../json.js'
import { ownField } from '../../../internal/lists.js'
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

const path = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager'

/** A lease, and for how many milliseconds it lasts. */
interface Lease {
  readonly manager: Manager
  readonly lasts: number
}

const leaseIn = (send: Send, asking: Asking): TE.TaskEither<CallError, Lease | undefined> =>
  F.pipe(
    ask(send, asking)({ method: 'GET', path }),
    TE.map(leaseOf),
    TE.orElse((error) => (isNotFound(error) ? TE.right(undefined) : TE.left(error))),
  )

const leaseOf = (body: unknown): Lease | undefined => {
  const spec = ownField(body, 'spec')
  const holder = textOf(ownField(spec, 'holderIdentity'))
  const renewed = epochOfRfc3339(textOf(ownField(spec, 'renewTime')) ?? '')
  const seconds = ownField(spec, 'leaseDurationSeconds')
  return holder === undefined || renewed === null
    ? undefined
    : {
        manager: { holder, renewedAt: instant(renewed) },
        lasts: (typeof seconds === 'number' ? seconds : 15) * 1000,
      }
}
