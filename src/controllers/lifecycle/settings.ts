/** The types of a policy of the lifecycle. */
import type { either as E } from 'fp-ts'

import type { PropagationPolicy, WholeObject } from '../../apiserver/index.js'
import type { Capacity } from './capacity.js'
import type { FinishObserver } from './finished.js'
import type { GroupKind, Rules } from './rules.js'
import type { ReferenceExtractor, ReferenceRow } from './usage/table.js'

/**
 * Whether the collector is enabled. Every enabled period has a name of its own: marks of another period count as none, so
 * that times to live start afresh. While it is disabled nothing is deleted, and marks are left or cleared.
 */
export type Period =
  | { readonly _tag: 'Enabled'; readonly epoch: string }
  | { readonly _tag: 'Disabled'; readonly marks: 'leave' | 'clear' }

/** Rules for what is in a namespace: for one kind, or for all where none is named. */
export interface NamespaceRules {
  readonly namespace: string
  readonly of?: GroupKind | undefined
  readonly rules: Rules
}

/** Rules for all objects of one kind in the cluster. */
export interface KindRules {
  readonly of: GroupKind
  readonly rules: Rules
}

/** Reads the rules that an object states, for itself or, a namespace, for what is in it; or why they can not be read. */
export type RulesReader = (object: WholeObject, role: 'object' | 'namespace') => E.Either<string, Rules>

/** The rules of the collector. */
export interface Policy {
  readonly period: Period
  /** The weakest rules, for every object. */
  readonly cluster: Rules
  /** For every object of a kind; each kind once. */
  readonly kinds: ReadonlyArray<KindRules>
  /** Each namespace and kind once. */
  readonly namespaces: ReadonlyArray<NamespaceRules>
  /** Where objects and namespaces state rules of their own. What a reader throws counts as unreadable. */
  readonly stated: 'annotations' | 'nowhere' | RulesReader
  /** How to tell that objects have finished; a later observer of a kind replaces an earlier one. */
  readonly finished: ReadonlyArray<FinishObserver>
  /** For what has finished and does not tell when: nobody can tell, or it is as of the first look. */
  readonly missingFinishTime: 'unknown' | 'observation'
  /** Further ways of use, beside those of the built-in table. */
  readonly references: ReadonlyArray<ReferenceRow>
  readonly extractors: ReadonlyArray<ReferenceExtractor>
  /**
   * What counts as used: what any active object refers to, or what can be reached from something that is not itself to go
   * when it is unused; then circles of such objects go.
   */
  readonly liveness: 'count' | 'reachability'
  /** Whether objects that are kept for a rollback, and run nothing, are users. */
  readonly revisions: 'use' | 'ignore'
  /** Each kind once. */
  readonly capacities: ReadonlyArray<Capacity>
  /** How objects are deleted, each kind once; `Background` for the others. */
  readonly propagation: ReadonlyArray<GroupKind & { readonly policy: PropagationPolicy }>
}
