/** All rules of one release of a control plane under one name: of its collectors together, and of what else deletes. */
import * as CsrCleaner from '../../controllers/csr-cleaner/policy.js'
import * as TokenCleaner from '../../controllers/token-cleaner/policy.js'
import { scopes_1_31, scopes_1_32, scopes_1_33, scopes_1_34, scopes_1_35 } from '../../apiserver/release-scopes.js'
import { type ServerPolicy, serverPresets } from '../../apiserver/policy.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import { scopes_1_36 } from '../../apiserver/scopes.js'
import { type CascadePolicy, cascadePresets } from '../cascade/policy.js'
import { type Policies, presets } from './policy.js'

/** The rules of one release, by who follows them. */
export interface ReleaseRules {
  /** All collectors in one plan or timeline; the owner collector's also hold in cascades. */
  readonly collectors: Policies
  /** The other controllers of a cascade. */
  readonly cascade: CascadePolicy
  /** The cleaner of CertificateSigningRequests. */
  readonly signingRequests: CsrCleaner.Policy
  /** The cleaner of legacy tokens. */
  readonly legacyTokens: TokenCleaner.Policy
  /** The API server. */
  readonly server: ServerPolicy
  /** The kinds that the API server serves by default; 1.20 and 1.26 have no table, and stand with that of 1.31. */
  readonly scopes: ScopeTable
}

const scopesOf: { readonly [Name in keyof typeof presets]: ScopeTable } = {
  kubernetes_1_20: scopes_1_31,
  kubernetes_1_26: scopes_1_31,
  kubernetes_1_31: scopes_1_31,
  kubernetes_1_32: scopes_1_32,
  kubernetes_1_33: scopes_1_33,
  kubernetes_1_34: scopes_1_34,
  kubernetes_1_35: scopes_1_35,
  kubernetes_1_36: scopes_1_36,
}

const rulesOf = (release: keyof typeof presets): ReleaseRules => ({
  collectors: presets[release],
  cascade: cascadePresets[release],
  signingRequests: CsrCleaner.presets[release],
  legacyTokens: TokenCleaner.presets[release],
  server: serverPresets[release],
  scopes: scopesOf[release],
})

/**
 * The rules of eight releases with default feature gates.
 *
 * @example
 * ```ts
 * import * as ControlPlane from 'gcplan/simulate/control-plane'
 *
 * const { collectors, cascade, signingRequests } = ControlPlane.releases.kubernetes_1_34
 * console.log(collectors.owner.deletePreconditions, cascade.namespaceContent, signingRequests.approvedNotIssued)
 * // uid-and-resource-version pods-first keep
 * ```
 */
export const releases: {
  readonly kubernetes_1_20: ReleaseRules
  readonly kubernetes_1_26: ReleaseRules
  readonly kubernetes_1_31: ReleaseRules
  readonly kubernetes_1_32: ReleaseRules
  readonly kubernetes_1_33: ReleaseRules
  readonly kubernetes_1_34: ReleaseRules
  readonly kubernetes_1_35: ReleaseRules
  readonly kubernetes_1_36: ReleaseRules
} = {
  kubernetes_1_20: rulesOf('kubernetes_1_20'),
  kubernetes_1_26: rulesOf('kubernetes_1_26'),
  kubernetes_1_31: rulesOf('kubernetes_1_31'),
  kubernetes_1_32: rulesOf('kubernetes_1_32'),
  kubernetes_1_33: rulesOf('kubernetes_1_33'),
  kubernetes_1_34: rulesOf('kubernetes_1_34'),
  kubernetes_1_35: rulesOf('kubernetes_1_35'),
  kubernetes_1_36: rulesOf('kubernetes_1_36'),
}
