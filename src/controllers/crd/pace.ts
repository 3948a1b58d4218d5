/**
 * How soon the API server looks whether instances of a terminating definition are left. It looks every 5 s, gives up after a
 * minute, and begins again after a back-off from 5 ms to 1000 s. A resync begins anew at least every 5 min.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go deleteInstances
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go New
 */
import { after, between, millis } from '../../core/time.js'

/**
 * No later than this it looks for instances, where the deletion of the definition began then. An attempt that fails to list or
 * delete ends at once, so that its back-off is no longer than all the time before.
 */
export const nextLook = (begun: Date, at: Date, failsAtOnce: boolean): Date => {
  const elapsed = Math.max(0, between(begun, at))
  const attempts = Math.floor(elapsed / attempt)
  const backOff = failsAtOnce ? elapsed : attempts === 0 ? 0 : firstBackOff * 2 ** (attempts - 1)
  return after(at, millis(Math.min(Math.max(lookPeriod, Math.ceil(backOff)), resync)))
}

/** From one look for instances to the next, in milliseconds. */
export const lookPeriod = 5000

/** It gives up after this, in milliseconds. */
const attempt = 60_000

const firstBackOff = 5
const resync = 300_000
