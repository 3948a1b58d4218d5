/** What interfaces call the collectors of a control plane, and their reasons. */
import { explain } from '../../simulate/control-plane/explain.js'
import type { AmendReason, KeepReason, Reason } from '../../simulate/control-plane/reason.js'

/** The collectors of a control plane in one word each, as lines and flags have it. */
export const collectorWords: {
  readonly Pod: 'pod'
  readonly Ttl: 'ttl'
  readonly History: 'history'
  readonly Lifecycle: 'lifecycle'
  readonly Owner: 'owners'
} = { Pod: 'pod', Ttl: 'ttl', History: 'history', Lifecycle: 'lifecycle', Owner: 'owners' }

/** A reason of a collector for an object. */
export type ControlPlaneReason = Reason | AmendReason | KeepReason

/** The sentences of a list, each once. */
export const sentencesOf = (reasons: ReadonlyArray<ControlPlaneReason>): ReadonlyArray<string> => [
  ...new Set(reasons.map((one) => explain(one))),
]

/** The collectors that give reasons, each once. */
export const sayWho = (reasons: ReadonlyArray<ControlPlaneReason>): string =>
  [
    ...new Set(
      reasons.flatMap(({ _tag }) => (_tag === 'Held' || _tag === 'NobodysMatter' ? [] : [collectorWords[_tag]])),
    ),
  ].join(', ')
