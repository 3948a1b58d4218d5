/** Releases of a control plane, by the signing requests and legacy tokens that its cleaners delete. */
import { either as E, function as F } from 'fp-ts'

import * as Csr from '../controllers/csr-cleaner/index.js'
import * as CsrTable from '../controllers/csr-cleaner/switches.js'
import * as Token from '../controllers/token-cleaner/index.js'
import * as TokenTable from '../controllers/token-cleaner/switches.js'
import { boardOf } from './board.js'
import { kubernetesRules } from './kubernetes.js'
import { concluded } from './outcomes.js'
import { successOf } from './success.js'
import { type Compare, comparing } from './upgrade.js'

/** Compares two releases by the CertificateSigningRequests that each would delete. */
export const upgradeSigningRequests: Compare<Csr.Policy, Csr.Snapshot, Csr.CsrFamily, Csr.Plan, Csr.PlanError> =
  comparing({
    rules: F.flow(
      kubernetesRules,
      E.map(({ signingRequests }) => signingRequests),
    ),
    board: boardOf<Csr.Policy>(CsrTable.switches),
    plan: Csr.plan,
    outcomes: (_policy, _snapshot, planned) => concluded(planned, Csr.conclude(String)(planned)(successOf(planned))),
  })

/** Compares two releases by the legacy tokens that each would mark as invalid or delete. */
export const upgradeLegacyTokens: Compare<
  Token.Policy,
  Token.Snapshot,
  Token.TokenFamily,
  Token.Plan,
  Token.PlanError
> = comparing({
  rules: F.flow(
    kubernetesRules,
    E.map(({ legacyTokens }) => legacyTokens),
  ),
  board: boardOf<Token.Policy>(TokenTable.switches),
  plan: Token.plan,
  outcomes: (_policy, _snapshot, planned) => concluded(planned, Token.conclude(String)(planned)(successOf(planned))),
})
