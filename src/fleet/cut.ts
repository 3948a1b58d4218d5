/** Parts of one snapshot that are planned apart, and the decisions that each part makes. */
import type { Family } from '../core/plan.js'

/**
 * A part of a snapshot and what its plan has a say in. Of the other objects in it a part knows too little: they are
 * there because its own decisions read them.
 */
export interface Cut<F extends Family, Snapshot> {
  /** The namespaces that it holds in full; empty for what the reduce step decides. */
  readonly namespaces: ReadonlyArray<string>
  readonly snapshot: Snapshot
  /** Whether its decision on a target in a pass is the one that counts. */
  readonly decides: (pass: F['Pass'], target: F['Target']) => boolean
  /** Whether an event in its plan is one of the whole. */
  readonly records: (event: F['Event']) => boolean
}
