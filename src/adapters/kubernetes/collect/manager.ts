/** Whether somebody collects garbage in a cluster already. */
import { either as E, type taskEither as TE } from 'fp-ts'

import { millis } from '../../../core/index.js'
import { epochOfRfc3339, instant } from '../../../core/time.js'
import { type Asking, ask } from '../ask.js'
import { isNotFound } from '../classify.js'
import { sleepUnless, systemClock } from '../clock.js'
import { fieldOf, textOf } from '../json.js'
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
export const runningManager =
  (send: Send, asking: Asking = {}): TE.TaskEither<CallError, Manager | undefined> =>
  async () => {
    const { clock = systemClock, signal } = asking
    const first = await leaseIn(send, asking)
    if (E.isLeft(first)) return first
    if (first.right === undefined) return E.right(undefined)
    const { manager, lasts } = first.right
    if (Math.abs(clock.now().getTime() - manager.renewedAt.getTime()) < lasts) return E.right(manager)
    // Clocks differ: one that is renewed is different a moment later.
    await sleepUnless(clock, betweenLooks, signal)
    const again = await leaseIn(send, asking)
    if (E.isLeft(again)) return again
    const isRenewed = again.right?.manager.renewedAt.getTime() !== manager.renewedAt.getTime()
    return E.right(isRenewed ? again.right?.manager : undefined)
  }

const path = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager'

const leaseIn = async (
  send: Send,
  asking: Asking,
): Promise<E.Either<CallError, { readonly manager: Manager; readonly lasts: number } | undefined>> => {
  const answer = await ask(send, asking)({ method: 'GET', path })()
  if (E.isLeft(answer)) return isNotFound(answer.left) ? E.right(undefined) : answer
  const spec = fieldOf(answer.right, 'spec')
  const holder = textOf(fieldOf(spec, 'holderIdentity'))
  const renewed = epochOfRfc3339(textOf(fieldOf(spec, 'renewTime')) ?? '')
  const seconds = fieldOf(spec, 'leaseDurationSeconds')
  return E.right(
    holder === undefined || renewed === null
      ? undefined
      : {
          manager: { holder, renewedAt: instant(renewed) },
          lasts: (typeof seconds === 'number' ? seconds : 15) * 1000,
        },
  )
}
