/** The kinds that releases of the API server serve, as a row beside those of policies, since they decide as rules do. */
import type { Switch, Switches } from '../core/switch.js'
import { disputedKinds } from '../apiserver/disputed-scopes.js'
import { releases } from '../simulate/control-plane/release.js'

export const servedRow: Switch<ReadonlyArray<string>> = {
  decides: 'which kinds the API server serves; whatever depends on an owner of another kind stays',
  upstream: 'kubernetes 1.36.2 pkg/controlplane/instance.go DefaultAPIResourceConfigSource',
  example:
    'the owner of a ConfigMap is gone, and its kind is not served any more: the ConfigMap goes; the owner cannot be looked up, and it stays',
}

interface Served {
  readonly served: ReadonlyArray<string>
}

export const servedSwitches: Switches<Served> = { served: servedRow }

/** The kinds in which releases differ, by release. */
export const servedPresets: Readonly<Record<string, Served>> = Object.fromEntries(
  Object.entries(releases).map(([name, { scopes }]) => [name, { served: disputedKinds(scopes) }]),
)
