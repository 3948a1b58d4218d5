/**
 * Answers what kubelets do once a pod has been given time to end: they stop it and delete it without further grace.
 */
import { isBeingDeleted } from '../object.js'
import { isPod } from '../api/pod.js'
import type { Server } from './server.js'

/** Ends every pod that is being stopped; how many there were. */
export const endPods = (server: Server): number => {
  let ended = 0
  for (const object of server.list()) {
    const grace = object.metadata.deletionGracePeriodSeconds ?? 0
    if (!isPod(object) || !isBeingDeleted(object) || grace === 0) continue
    const address = server.addressOf(object)
    if (address === undefined) continue
    server.delete(address, { gracePeriodSeconds: 0, preconditions: { uid: object.metadata.uid } })
    ended += 1
  }
  return ended
}
