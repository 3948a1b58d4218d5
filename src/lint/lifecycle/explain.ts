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
      return 'the collector is disabled, so no rule has an effect'
    case 'ClusterOptsIn':
      return 'everything in the cluster is opted in, whether its users asked for it or not'
    case 'TtlOfZero':
      return 'objects go at once, before anybody can look at them or use them again'
    case 'NotObserved':
      return finding.what === 'finished'
        ? `no observer sees a ${groupKindText(finding.kind)} finish, so it is kept forever`
        : `no extractor tells which objects refer to a ${groupKindText(finding.kind)}, so whether it is used is unknown and it is kept forever`
    case 'NobodyOptsIn':
      return 'nobody opts these objects in, and they cannot do so themselves'
    case 'NobodyVotes':
      return 'neither after-finished nor after-unused is set for these objects; only those go whose owners are gone, or that set one themselves'
    case 'RetentionOutlivesTtl':
      return `a limit retains objects for ${finding.minRetentionSeconds} s, but their TTL expires after ${finding.ttlSeconds} s`
    case 'NoTtlNorLimit':
      return 'no TTL is set and no limit counts these objects; unless they set a TTL themselves, they are kept forever'
    case 'RetentionWithoutLimit':
      return `no limit counts these objects, so retaining them for ${finding.minRetentionSeconds} s has no effect`
    case 'LimitNeverTakes':
      return `every ${groupKindText(finding.kind)} has a TTL, ${finding.ttlSeconds} s by default (set by the ${finding.from}), which a limit does not cut short: the limit deletes none`
    case 'ObserverReplaced':
      return `overridden by a later observer of ${groupKindText(finding.kind)}`
    case 'NamespaceAbsent':
      return `there is no namespace ${finding.namespace}`
    case 'KindNotInNamespaces':
      return `${groupKindText(finding.kind)} is cluster-scoped`
    case 'NamespaceOptsOut':
      return `namespace ${finding.namespace} opts out, so its rules for one kind have no effect`
    case 'KindNotServed':
    case 'CapacityOfUnservedKind':
      return `the cluster serves no ${groupKindText(finding.kind)}`
    case 'CapacityBelowRetention':
      return `${finding.retained} beyond the limit of ${finding.limit} are kept: they are retained, or their TTL has not expired`
  }
}
