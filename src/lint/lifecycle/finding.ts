import type { PolicyFinding } from '../../controllers/lifecycle/check-policies.js'
import type { FindingLevel } from '../finding.js'

/** A finding on a lifecycle policy. */
export type LifecycleFinding = { readonly level: FindingLevel } & PolicyFinding

/** What has no effect is a problem; what may be meant so is advice. */
const levels: Readonly<Record<PolicyFinding['_tag'], FindingLevel>> = {
  RulesWhileDisabled: 'advice',
  ClusterOptsIn: 'advice',
  TtlOfZero: 'advice',
  NotObserved: 'problem',
  NobodyOptsIn: 'problem',
  NobodyVotes: 'advice',
  RetentionOutlivesTtl: 'advice',
  NoTtlNorLimit: 'advice',
  RetentionWithoutLimit: 'advice',
  LimitNeverTakes: 'problem',
  ObserverReplaced: 'advice',
  NamespaceAbsent: 'advice',
  KindNotInNamespaces: 'problem',
  NamespaceOptsOut: 'problem',
  KindNotServed: 'problem',
  CapacityOfUnservedKind: 'problem',
  CapacityBelowRetention: 'advice',
}

/** A finding with its severity. */
export const levelled = (finding: PolicyFinding): LifecycleFinding => ({ level: levels[finding._tag], ...finding })
