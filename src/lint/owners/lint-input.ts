/**
 * Input of the owner lints: the objects that the collector watches, by uid, and where their references lead.
 */
import { type KubeObject, type OwnerReference, groupOf } from '../../apiserver/object.js'
import { type GetObject, getObjectIn } from '../../controllers/owner/get-object.js'
import type { Policy } from '../../controllers/owner/policy.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { type ScopeTable, scopeTable } from '../../apiserver/scope.js'
import { type Numbering, numberOfKey, numbering } from '../../internal/lists.js'
import type { FindingLevel } from '../finding.js'
import type { OwnerFact } from './finding.js'

/** Input of the owner lints. Nodes are indexes into `objects`. */
export interface LintInput {
  readonly objects: ReadonlyArray<KubeObject>
  readonly uids: Numbering
  readonly scopes: ScopeTable
  /** Lookup by name; finds only objects of the snapshot. */
  readonly lookUp: GetObject
  readonly isWatched: (object: KubeObject) => boolean
}

/** Reports a fact about a node. */
export type Say = (node: number, level: FindingLevel, fact: OwnerFact) => void

/** The input for a valid snapshot. */
export const lintInputOf = ({ ignoredKinds }: Policy, { objects, scopes }: Snapshot): LintInput => {
  const uids = numbering(objects.map(({ metadata }) => metadata.uid))
  const table = scopeTable(scopes)
  const ignored = new Set(ignoredKinds.map(({ group, kind }) => `${kind}.${group}`))
  const kinds = new Set(ignoredKinds.map(({ kind }) => kind))
  return {
    objects,
    uids,
    scopes: table,
    lookUp: getObjectIn(objects, uids, table, () => true),
    isWatched: ({ apiVersion, kind }) => !kinds.has(kind) || !ignored.has(`${kind}.${groupOf(apiVersion)}`),
  }
}

/** The node with the uid that a reference names; undefined if the snapshot has none. */
export const nodeOf = ({ uids }: LintInput, { uid }: Pick<OwnerReference, 'uid'>): number | undefined => {
  const node = numberOfKey(uids, uid)
  return node < 0 ? undefined : node
}
