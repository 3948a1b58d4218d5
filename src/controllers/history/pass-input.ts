import type { KeptOrder } from './keeper.js'
import type { Policy } from './policy.js'
import type { Snapshot } from './snapshot.js'

/** A snapshot under the rules that decide it. */
export interface PassInput {
  readonly policy: Policy
  readonly snapshot: Snapshot
  readonly keptOrder: KeptOrder
  readonly covers: (apiVersion: string, kind: string, namespace?: string) => boolean
}
