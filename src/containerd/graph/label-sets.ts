/**
 * Which label meanings apply to which objects under a policy, and what the labels of one object say.
 */
import type { Knowledge } from '../../core/knowledge.js'
import { flatKey, label, setOf } from '../labels/key-grammar.js'
import type { Policy } from '../policy.js'
import type { Labels } from '../snapshot.js'
import type { ItemOf, Kind } from './node-index.js'

/** Meanings that count, per kind of holder, as sets of {@link label}. */
export interface LabelSets {
  readonly content: number
  readonly snapshot: number
  readonly imageUnexpired: number
  readonly imageExpired: number
  readonly container: number
  readonly sandbox: number
  readonly mount: number
}

/** What a policy reads on what. */
export const labelSets = (policy: Policy): LabelSets => {
  const references =
    setOf(label.refContent, label.refSnapshot) |
    (policy.imagesCollected ? setOf(label.refImage) : 0) |
    (policy.streams ? setOf(label.refStream) : 0) |
    (policy.mounts ? setOf(label.refMount) : 0)
  const back = policy.backReferences
    ? setOf(label.backContent, label.backSnapshot) |
      (policy.imagesCollected ? setOf(label.backImage) : 0) |
      (policy.containersAreNodes ? setOf(label.backContainer) : 0)
    : 0
  const root = setOf(label.root) | (policy.rootByPrefix ? setOf(label.rootPrefixed) : 0)
  const condition = policy.conditions ? setOf(label.condition) : 0
  return {
    content: references | back | root | condition,
    snapshot: references | back | root | (policy.conditions ? setOf(label.usedAt) : 0),
    imageUnexpired: references | condition,
    imageExpired: references | back | condition,
    container: references,
    sandbox: policy.sandboxLabels ? references : 0,
    mount: policy.mounts ? back : 0,
  }
}

/** A text that was observed or stated; empty when it is unknown. */
export const textOr = (text: Knowledge<string>): string => (text._tag === 'Unknown' ? '' : text.value)

/** The value of one label; empty when it is absent. */
export const valueOf = (labels: Labels, key: string): string => {
  for (const [name, value] of labels) if (name === key) return value
  return ''
}

/** The labels of a record; ingests and streams have none. */
export const labelsOf = (item: ItemOf<Kind>): Labels => ('labels' in item ? item.labels : [])

/** True for a flat lease; any value counts. */
export const isFlat = (labels: Labels): boolean => valueOf(labels, flatKey) !== ''
