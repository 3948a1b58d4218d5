/** The subjects that matchers accept: plans, planning results, fake clusters, and objects as kubectl prints them. */
import { either as E } from 'fp-ts'

import type { CascadePlan } from '../../simulate/cascade/index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import type { Family, Plan } from '../../core/plan.js'
import { instant } from '../../core/time.js'
import { type FakeCluster, fakeCluster } from '../cluster/cluster.js'
import { type ClusterInput, readInput } from '../cluster/input.js'
import { uidOf } from '../cluster/state.js'
import { badInput, misuse } from '../misuse.js'
import { noon } from '../when.js'
import { shown } from './sentence.js'
import { scopes_1_36 } from '../../apiserver/scopes.js'

/** A fake cluster, or objects from kubectl, a client library or the builders. */
export type ClusterSubject = FakeCluster | ClusterInput

/** Whether a value is a plan of a collector. */
const isPlan = (value: unknown): value is Plan<Family> => has(value, 'passes') && Array.isArray(value['passes'])

/** Whether a value is a plan of a cascade. */
export const isCascade = (value: unknown): value is CascadePlan => has(value, 'outcomes', 'waves')

const isCluster = (value: unknown): value is FakeCluster => has(value, 'settle', 'snapshot', 'diagnose')

/** What planning gave, where it gave something; ends the test where it was refused. */
export const planned = (value: unknown): unknown => {
  if (!has(value, '_tag')) return value
  const answer = value as unknown as E.Either<unknown, unknown>
  if (answer._tag === 'Right') return answer.right
  return (answer._tag as string) === 'Left' ? misuse(`there is no plan: ${shown(answer.left)}`) : value
}

/** The plan that a test asks about; for a cluster, the plan of all its collectors together. */
export const planOf = (subject: unknown): Plan<Family> => {
  const found = planned(subject)
  return isPlan(found) ? found : (clusterPlan(clusterOf(found)) as unknown as Plan<Family>)
}

/** The fake cluster that a test asks about; objects become a new one. */
export const clusterOf = (subject: unknown): FakeCluster => {
  const found = planned(subject)
  if (isCluster(found)) return found
  if (typeof found !== 'string' && !(has(found, 'metadata') || has(found, 'items') || Array.isArray(found)))
    return misuse('matchers ask about a plan, a fake cluster, or objects of an API server')
  return fakeCluster(found as ClusterInput, { at: lastSeen(found as ClusterInput) })
}

/** The clock of such a cluster begins when its newest object was created. */
const lastSeen = (input: ClusterInput): Date => {
  const { objects } = readInput(input, scopes_1_36.scopes, uidOf)
  let last: number | undefined
  for (const { metadata } of objects) {
    const created = metadata.creationTimestamp?.getTime()
    if (created !== undefined && (last === undefined || created > last)) last = created
  }
  return last === undefined ? noon : instant(last)
}

/** What all collectors that a cluster runs would do now. */
const clusterPlan = (cluster: FakeCluster): ControlPlane.Plan => {
  const decided = E.getOrElseW(badInput)(ControlPlane.planKubernetes(policiesOf(cluster))(cluster.snapshot()))
  if (cluster.policies.history !== 'off') return decided
  const [pass] = decided.passes
  const isHistorys = ({ reasons }: ControlPlane.Removal): boolean => reasons.every(({ _tag }) => _tag === 'History')
  const kept: ReadonlyArray<ControlPlane.Kept> = pass.removals
    .filter(isHistorys)
    .map(({ target }) => ({ target, reasons: [{ _tag: 'NobodysMatter' }] }))
  const removals = pass.removals.filter((removal) => !isHistorys(removal))
  return { ...decided, passes: [{ ...pass, removals, kept: [...pass.kept, ...kept] }] }
}

/** The rules of a cluster, as all collectors together have them. */
export const policiesOf = ({ policies }: FakeCluster): ControlPlane.Policies => ({
  ...ControlPlane.defaultPolicies,
  owner: policies.owner,
  pod: policies.pod,
  ttl: policies.ttl,
  ...(policies.history === 'off' ? {} : { history: policies.history }),
  ...(policies.lifecycle === 'off' ? {} : { lifecycle: policies.lifecycle }),
})

const has = <Name extends string>(value: unknown, ...names: ReadonlyArray<Name>): value is Record<Name, unknown> =>
  typeof value === 'object' && value !== null && names.every((name) => name in value)
