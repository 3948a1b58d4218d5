import type { PolicyFinding } from '../../controllers/lifecycle/check-policies.js'
import { groupKindText } from '../../controllers/lifecycle/rules.js'

/**
 * One sentence for a finding: where in the policy, and what follows.
 *
 * @example
 * ```ts
 * import { explainLifecycleFinding } from 'gcplan/lint'
 *
 * console.log(explainLifecycleFinding({ _tag: 'TtlOfZero', at: 'cluster.ttlSeconds' }))
 * // cluster.ttlSeconds: objects go at once, before anybody can look at them or use them again
 * ```
 */
export const explainLifecycleFinding = (finding: PolicyFinding): string => `${finding.at}: ${factOf(finding)}`

const factOf = (finding: PolicyFinding): string => {
  switch (finding._tag) {
    case 'RulesWhileDisabled':
      return 'the collector is disabled, so that no rule has an effect'
    case 'ClusterOptsIn':
      return 'everything in the cluster is opted in, whether its users asked for it or not'
    case 'TtlOfZero':
      return 'objects go at once, before anybody can look at them or use them again'
    case 'NotObserved':
      return finding.what === 'finished'
        ? `no observer sees a ${groupKindText(finding.kind)} finish, so that it stays forever`
        : `no reference to a ${groupKindText(finding.kind)} is known, so that nobody can tell whether it is used, and it stays forever`
    case 'NobodyOptsIn':
      return 'nobody opts these objects in, and they can not do so themselves'
    case 'NobodyVotes':
      return 'neither finishing nor disuse makes these objects go; only those go whose owners are gone, or that ask for a vote themselves'
    case 'RetentionOutlivesTtl':
      return `a limit leaves objects alone for ${finding.minRetentionSeconds} s, and their time to live is over after ${finding.ttlSeconds} s`
    case 'NoTtlNorLimit':
      return 'nobody states a time to live and no limit counts these objects; unless they state one themselves, they stay forever'
    case 'RetentionWithoutLimit':
      return `no limit counts these objects, so that leaving them alone for ${finding.minRetentionSeconds} s has no effect`
    case 'LimitNeverTakes':
      return `every ${groupKindText(finding.kind)} has a time to live, ${finding.ttlSeconds} s if nobody else says otherwise (set by the ${finding.from}), which a limit does not cut short: it takes none`
    case 'ObserverReplaced':
      return `a later observer of ${groupKindText(finding.kind)} takes its place`
    case 'NamespaceAbsent':
      return `there is no namespace ${finding.namespace}`
    case 'KindNotInNamespaces':
      return `no ${groupKindText(finding.kind)} lives in a namespace`
    case 'NamespaceOptsOut':
      return `namespace ${finding.namespace} opts out, so that rules for one kind in it have no effect`
    case 'KindNotServed':
    case 'CapacityOfUnservedKind':
      return `the cluster serves no ${groupKindText(finding.kind)}`
    case 'CapacityBelowRetention':
      return `${finding.retained} beyond the limit of ${finding.limit} stay: they are retained, or their time to live runs`
  }
}
