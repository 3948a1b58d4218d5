/**
 * Lint of the garbage collection labels of one record: labels that do not do what their author meant.
 */
import { type LabelSets, labelSets } from '../../containerd/graph/label-sets.js'
import { parseCondition } from '../../containerd/labels/condition.js'
import { type LabelMeaning, holds, label, meaningOf, setOf } from '../../containerd/labels/key-grammar.js'
import { parseTimestamp } from '../../containerd/labels/timestamp.js'
import { type Policy, defaultPolicy } from '../../containerd/policy.js'
import type { Labels } from '../../containerd/snapshot.js'
import type { FindingLevel } from '../finding.js'
import type { ContainerdFact } from './finding.js'

/** Reports a fact; the caller adds the record. */
export type Say = (level: FindingLevel, fact: ContainerdFact) => void

/** Kinds of records that carry labels. */
export type Labelled = keyof ReturnType<typeof countingLabels>

/** Which label meanings the collector reads on each kind of record. */
export const countingLabels = (
  policy: Policy,
): {
  readonly [K in 'Lease' | 'FsSnapshot' | 'Content' | 'Image' | 'Container' | 'Mount' | 'Sandbox']: number
} => {
  const reads: LabelSets = labelSets(policy)
  return {
    Lease: setOf(label.expire, label.flat),
    FsSnapshot: reads.snapshot,
    Content: reads.content,
    Image: reads.imageUnexpired | reads.imageExpired | (policy.imagesCollected ? setOf(label.expire) : 0),
    Container: reads.container,
    Mount: reads.mount,
    Sandbox: reads.sandbox,
  }
}

/** Lints the labels of records under a policy. */
export const labelJudge = (policy: Policy): ((kind: Labelled, labels: Labels, say: Say) => void) => {
  const counting = countingLabels(policy)
  const known = new Map<string, LabelMeaning>()
  const meaning = (key: string): LabelMeaning => {
    const before = known.get(key)
    if (before !== undefined) return before
    const found = meaningOf(key)
    known.set(key, found)
    return found
  }
  return (kind, labels, say) => {
    for (const [key, value] of labels) {
      if (value === '' || !looksLikeOurs(key)) continue
      const means = meaning(key)
      if (means === label.none) say('problem', { _tag: 'LabelUnknown', label: key, value })
      else if (holds(counting[kind], means)) sayOfCounting(means, key, value, say)
      else if (holds(ever[kind], means)) say('problem', { _tag: 'LabelNotReadYet', label: key, value })
      else say('problem', { _tag: 'LabelMisplaced', label: key, value })
    }
  }
}

/** The default policy has every rule there is. */
const ever = countingLabels(defaultPolicy)

const prefix = 'containerd.io/gc.'

/** Keys count in their exact case only; another case is meant for the collector all the same. */
const looksLikeOurs = (key: string): boolean =>
  key.startsWith(prefix) || key.slice(0, prefix.length).toLowerCase() === prefix

const sayOfCounting = (means: LabelMeaning, key: string, value: string, say: Say): void => {
  switch (means) {
    case label.root:
    case label.rootPrefixed:
      say('advice', { _tag: 'RootForever', label: key, isExact: means === label.root })
      sayOfSwitch(key, value, say)
      return
    case label.flat:
      sayOfSwitch(key, value, say)
      return
    case label.expire:
    case label.usedAt:
      if (parseTimestamp(value) === undefined)
        say('problem', { _tag: 'TimestampMalformed', label: key, value, expires: means === label.expire })
      return
    case label.condition:
      if (parseCondition(value) === undefined) say('problem', { _tag: 'ConditionNeverHolds', label: key, value })
      return
    default:
  }
}

const sayOfSwitch = (key: string, value: string, say: Say): void => {
  if (meansNo.test(value)) say('problem', { _tag: 'SwitchedOnAnyway', label: key, value })
}

const meansNo = /^(false|f|no|n|off|0|disabled|none|null)$/i
