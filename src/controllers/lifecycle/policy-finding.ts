/**
 * Findings about a policy: settings that are dangerous or have no effect.
 */
import type { GroupKind } from './rules.js'

/** One thing to look at; `at` is a path into the policy. */
export type PolicyFinding =
  /** The collector is disabled: none of the rules has an effect. */
  | { readonly _tag: 'RulesWhileDisabled'; readonly at: 'period' }
  /** Everything in the cluster is opted in, whether its users asked for it or not. */
  | { readonly _tag: 'ClusterOptsIn'; readonly at: 'cluster.enabled' }
  /**
   * Finished or unused objects are deleted at once: there is no time to inspect them, and a new user may come too late.
   */
  | { readonly _tag: 'TtlOfZero'; readonly at: string }
  /**
   * Objects of this kind are to go when they have finished, or are unused, but nothing detects that: they stay for
   * ever.
   */
  | {
      readonly _tag: 'NotObserved'
      readonly at: string
      readonly kind: GroupKind
      readonly what: 'finished' | 'unused'
    }
  /** Rules for something that is not opted in: objects can not do so themselves, and no weaker rule does. */
  | { readonly _tag: 'NobodyOptsIn'; readonly at: string }
  /** Rules opt in without a vote: only what has owners, or states a vote of its own, can ever go. */
  | { readonly _tag: 'NobodyVotes'; readonly at: string }
  /** The retention is longer than the TTL. */
  | {
      readonly _tag: 'RetentionOutlivesTtl'
      readonly at: string
      readonly minRetentionSeconds: number
      readonly ttlSeconds: number
    }
  /** Rules opt in without a time to live, and no limit counts the objects: unless they state one of their own, they stay. */
  | { readonly _tag: 'NoTtlNorLimit'; readonly at: string }
  /** No limit counts these objects, so that nothing would take them sooner. */
  | { readonly _tag: 'RetentionWithoutLimit'; readonly at: string; readonly minRetentionSeconds: number }
  /** Every object of the kind has a time to live, which no limit cuts short: the limit takes nothing. */
  | {
      readonly _tag: 'LimitNeverTakes'
      readonly at: string
      readonly kind: GroupKind
      readonly ttlSeconds: number
      readonly from: 'kind' | 'cluster'
    }
  /** A later observer of the same kind takes its place. */
  | { readonly _tag: 'ObserverReplaced'; readonly at: string; readonly kind: GroupKind }
  /** Rules for a namespace that is not there. */
  | { readonly _tag: 'NamespaceAbsent'; readonly at: string; readonly namespace: string }
  /** Rules of a namespace for a kind whose objects are in none, or that is not served. */
  | { readonly _tag: 'KindNotInNamespaces'; readonly at: string; readonly kind: GroupKind }
  /** Its namespace opts out, so that rules for one kind in it have no effect. */
  | { readonly _tag: 'NamespaceOptsOut'; readonly at: string; readonly namespace: string }
  /** Rules for a kind that is not served. */
  | { readonly _tag: 'KindNotServed'; readonly at: string; readonly kind: GroupKind }
  /** A limit for a kind that is not served. */
  | { readonly _tag: 'CapacityOfUnservedKind'; readonly at: string; readonly kind: GroupKind }
  /** A limit is exceeded by candidates that are retained, or whose TTL has not expired. */
  | { readonly _tag: 'CapacityBelowRetention'; readonly at: string; readonly limit: number; readonly retained: number }
