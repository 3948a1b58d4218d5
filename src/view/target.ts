/** How interfaces name an object of a cluster. */
import { type Target, named } from '../apiserver/object.js'
import { safeText } from '../internal/safe-text.js'

/** An object of a cluster; every text is safe to show. */
export interface TargetView {
  /** Its uid. */
  readonly id: string
  readonly apiVersion: string
  readonly kind: string
  /** Null for an object of the cluster. */
  readonly namespace: string | null
  readonly name: string
  /** As sentences name it, e.g. `Pod shop/web-0`. */
  readonly said: string
}

/** An object as interfaces name it. */
export const targetView = (target: Target): TargetView => ({
  id: safeText(target.id),
  apiVersion: safeText(target.apiVersion),
  kind: safeText(target.kind),
  namespace: target.namespace === undefined ? null : safeText(target.namespace),
  name: safeText(target.name),
  said: safeText(named(target)),
})
