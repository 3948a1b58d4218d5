/**
 * References found by a user-supplied extractor.
 */
import type { either as E } from 'fp-ts'

import type { WholeObject } from '../../../apiserver/index.js'
import type { GroupKind } from '../rules.js'

/** One object that is used, by name. */
export interface Reference {
  readonly target: GroupKind
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string | undefined
  /** Empty names nothing. */
  readonly name: string
}

/** Finds what objects of one kind use, where a row of the table can not say it. */
export interface ReferenceExtractor {
  readonly source: GroupKind
  /** Every kind that it may name; without a full listing of `source`, objects of these kinds stay. */
  readonly targets: ReadonlyArray<GroupKind>
  /** The references, or why they are unknown; a throw counts as unknown. */
  readonly references: (object: WholeObject) => E.Either<string, ReadonlyArray<Reference>>
}
