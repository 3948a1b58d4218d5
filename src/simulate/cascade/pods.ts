/**
 * Answers what kubelets do once a pod has been given time to end: they stop it and delete it without further grace.
 */
import { objectAfter } from '../../apiserver/answer.js'
import type { DeleteOptions } from '../../apiserver/options.js'
import type { WholeObject } from '../../apiserver/pod.js'
import type { Effect } from '../../apiserver/effect.js'
import type { Server } from '../../apiserver/server.js'

/** Ends every pod that is being stopped and that somebody stops. */
export const endPods = (
  server: Server,
  isStopped: (pod: WholeObject) => boolean,
): ReadonlyArray<Effect<DeleteOptions>> =>
  server.stopping().flatMap((pod) => {
    const address = isStopped(pod) ? server.addressOf(pod) : undefined
    if (address === undefined) return []
    const options = { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid } }
    const after = objectAfter(pod, server.delete(address, options))
    return after === pod ? [] : [{ request: options, before: pod, after }]
  })
