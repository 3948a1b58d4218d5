/** Releases of a control plane, by what its collectors delete and change together. */
import { either as E, function as F } from 'fp-ts'

import { disputedKinds, servedAs } from '../apiserver/disputed-scopes.js'
import type { ScopeTable } from '../apiserver/scope.js'
import * as CsrCleaner from '../controllers/csr-cleaner/switches.js'
import * as History from '../controllers/history/switches.js'
import * as Owner from '../controllers/owner/switches.js'
import * as PodGc from '../controllers/pod/switches.js'
import * as TokenCleaner from '../controllers/token-cleaner/switches.js'
import * as Ttl from '../controllers/ttl/switches.js'
import { presetOfVersion, readRelease } from '../core/release.js'
import { patched } from '../core/switch.js'
import * as Cascade from '../simulate/cascade/switches.js'
import { conclude } from '../simulate/control-plane/conclude.js'
import { type PlanError, planKubernetes } from '../simulate/control-plane/plan.js'
import type { Policies } from '../simulate/control-plane/policy.js'
import type { ClusterFamily, Plan } from '../simulate/control-plane/reason.js'
import { type ReleaseRules, releases } from '../simulate/control-plane/release.js'
import type { Snapshot } from '../simulate/control-plane/snapshot.js'
import { type Board, type BoardSwitch, boardOf, within } from './board.js'
import { concluded } from './outcomes.js'
import { servedRow } from './served.js'
import { successOf } from './success.js'
import { type Compare, type Rules, comparing } from './upgrade.js'

/** The rules of everybody in a version of Kubernetes, patches included. */
export const kubernetesRules: Rules<ReleaseRules> = (version) =>
  F.pipe(
    E.Do,
    E.bind('release', () => readRelease(version)),
    E.bind('rules', () => presetOfVersion<ReleaseRules>(releases)(version)),
    E.map(({ release, rules: { collectors, cascade, signingRequests, legacyTokens, ...rest } }) => ({
      ...rest,
      collectors: {
        ...collectors,
        pod: patched(PodGc.switches, release)(collectors.pod),
        ttl: patched(Ttl.switches, release)(collectors.ttl),
        history: patched(History.switches, release)(collectors.history),
        owner: patched(Owner.switches, release)(collectors.owner),
      },
      cascade: patched(Cascade.switches, release)(cascade),
      signingRequests: patched(CsrCleaner.switches, release)(signingRequests),
      legacyTokens: patched(TokenCleaner.switches, release)(legacyTokens),
    })),
  )

/** The rules of collectors, and the kinds that the API server serves them. */
interface Rulebook {
  readonly collectors: Policies
  readonly scopes: ScopeTable
}

const collectors: Board<Policies> = [
  ...within<Policies, 'pod'>('pod')(boardOf(PodGc.switches)),
  ...within<Policies, 'ttl'>('ttl')(boardOf(Ttl.switches)),
  ...within<Policies, 'history'>('history')(boardOf(History.switches)),
  ...within<Policies, 'owner'>('owner')(boardOf(Owner.switches)),
]

const served: BoardSwitch<Rulebook> = {
  name: 'served',
  row: servedRow,
  valueIn: ({ scopes }) => disputedKinds(scopes),
  setAsIn:
    ({ scopes }) =>
    (rules) => ({ ...rules, scopes }),
}

const board: Board<Rulebook> = [...within<Rulebook, 'collectors'>('collectors', '')(collectors), served]

/**
 * Compares two releases of a control plane by what its collectors would delete and change together.
 *
 * Kinds that not all releases serve are served as each release does, whatever the snapshot says of them; all others as in
 * the snapshot.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { known } from 'gcplan'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 * import { emptyMemory } from 'gcplan/simulate/control-plane'
 * import { upgradeKubernetes } from 'gcplan/upgrade'
 *
 * const gone = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'x' }
 * const metadata = { namespace: 'a', name: 'c', uid: 'u', resourceVersion: '10', ownerReferences: [gone] }
 * const compared = upgradeKubernetes('1.33', '1.34')({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata }],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 *   apiNodes: known([]),
 *   memory: emptyMemory,
 * })
 * if (E.isRight(compared))
 *   for (const { change, because } of compared.right.changes) console.log(change._tag, because)
 * // ActionsChanged [ [ 'owner.deletePreconditions' ] ]
 * ```
 */
export const upgradeKubernetes: Compare<Policies, Snapshot, ClusterFamily, Plan, PlanError> = (from, to, settings) =>
  comparing<Rulebook, Snapshot, ClusterFamily, Plan, PlanError>({
    rules: kubernetesRules,
    board,
    plan:
      ({ collectors: policies, scopes }) =>
      (snapshot) =>
        planKubernetes(policies)({ ...snapshot, scopes: servedAs(scopes)(snapshot.scopes) }),
    outcomes: (_rules, _snapshot, planned) => concluded(planned, conclude(String)(planned)(successOf(planned))),
  })(from, to, (rules, release) =>
    settings === undefined ? rules : { ...rules, collectors: settings(rules.collectors, release) },
  )
