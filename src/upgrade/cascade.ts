/** Compares releases of a control plane by how requests to delete end. */
import { either as E, function as F } from 'fp-ts'

import { disputedKinds, servedAs } from '../apiserver/disputed-scopes.js'
import type { ScopeTable } from '../apiserver/scope.js'
import type { Policy } from '../controllers/owner/policy.js'
import type { Snapshot } from '../controllers/owner/snapshot.js'
import { switches as ownerSwitches } from '../controllers/owner/switches.js'
import type { InvalidInput } from '../core/problem.js'
import { type CascadeOptions, planCascade } from '../simulate/cascade/plan.js'
import type { CascadePolicy } from '../simulate/cascade/policy.js'
import type { CascadeRequest } from '../simulate/cascade/reason.js'
import { switches as cascadeSwitches } from '../simulate/cascade/switches.js'
import { type Board, boardOf, within } from './board.js'
import { type CascadeAsPlan, type CascadeFamily, cascadeAsPlan, cascadeOutcomes } from './cascade-view.js'
import { kubernetesRules } from './kubernetes.js'
import { servedRow } from './served.js'
import { type Compare, comparing } from './upgrade.js'

/** The rules of a cascade: those of the owner collector, those of the others, and the kinds that are served. */
export interface CascadeRulebook {
  readonly owner: Policy
  readonly cascade: CascadePolicy
  readonly scopes: ScopeTable
}

const board: Board<CascadeRulebook> = [
  ...within<CascadeRulebook, 'owner'>('owner')(boardOf<Policy>(ownerSwitches)),
  ...within<CascadeRulebook, 'cascade'>('cascade')(boardOf<CascadePolicy>(cascadeSwitches)),
  {
    name: 'served',
    row: servedRow,
    valueIn: ({ scopes }) => disputedKinds(scopes),
    setAsIn:
      ({ scopes }) =>
      (rules) => ({ ...rules, scopes }),
  },
]

/**
 * Compares two releases of a control plane by what follows from requests to delete: what goes, what stays and why, by which
 * calls, with which grace, and what is answered.
 *
 * Waves are compared as one pass, in the order in which objects are last touched.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 * import { explainCascadeEnd, explainChange, upgradeCascade } from 'gcplan/upgrade'
 *
 * const held = { namespace: 'a', name: 'p', uid: 'p', finalizers: ['example.com/hold'] }
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: held, spec: { containers: [] }, status: {} }
 * const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: 'a', name: 's', uid: 's' } }
 * const compared = upgradeCascade([{ _tag: 'DeleteNamespace', namespace: 'a', options: {} }])('1.32', '1.33')({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [pod, secret],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(compared)) {
 *   const { from, to, changes } = compared.right
 *   const [first] = changes
 *   const say = explainChange(explainCascadeEnd, { from, to }, ({ id }) => id)
 *   if (first !== undefined) console.log(say(first.change))
 *   // cascade: s: removed in 1.32 (the namespace a is being deleted), kept in 1.33 (its namespace is being deleted, and its turn comes once the pods are gone)
 * }
 * ```
 */
export const upgradeCascade = (
  requests: ReadonlyArray<CascadeRequest>,
  options: Omit<CascadeOptions, 'rules'> = {},
): Compare<CascadeRulebook, Snapshot, CascadeFamily, CascadeAsPlan, InvalidInput> =>
  comparing({
    rules: F.flow(
      kubernetesRules,
      E.map(({ collectors: { owner }, cascade, scopes }) => ({ owner, cascade, scopes })),
    ),
    board,
    plan:
      ({ owner, cascade, scopes }) =>
      (snapshot) =>
        F.pipe(
          { ...snapshot, scopes: servedAs(scopes)(snapshot.scopes) },
          planCascade(owner, { ...options, rules: cascade })(requests),
          E.map((planned) => cascadeAsPlan(snapshot, planned)),
        ),
    outcomes: (_rules, _snapshot, { cascade }) => cascadeOutcomes(cascade),
  })
