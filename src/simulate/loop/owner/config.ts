import type { Policy } from '../../../controllers/owner/index.js'
import { defaultPolicy } from '../../../controllers/owner/index.js'
import type { ScopeTable } from '../../../apiserver/scope.js'
import { scopes_1_36 } from '../../../apiserver/scopes.js'
import type { Backoff } from '../drive.js'
import { defaultBackoff } from '../drive.js'

/** The settings of the loop. */
export interface Config {
  readonly policy: Policy
  /** Which resource serves which kind. */
  readonly scopes: ScopeTable
  /** Attempts that are under way at once. */
  readonly workers: number
  /** After failures of one item in a row. */
  readonly backoff: Backoff
}

/**
 * The settings of the controller manager: 20 workers.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/config/v1alpha1/defaults.go RecommendedDefaultGarbageCollectorControllerConfiguration
 */
export const defaultConfig: Config = {
  policy: defaultPolicy,
  scopes: scopes_1_36,
  workers: 20,
  backoff: defaultBackoff,
}
