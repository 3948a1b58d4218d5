/** Names of collectors on the command line, and the wording of their reasons there. */
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds'
import { isAfter } from 'date-fns/isAfter'

import * as ControlPlane from '../../simulate/control-plane/index.js'
import { millis } from '../../index.js'
import { formatInstant, formatSpan } from '../../render/index.js'

/** The names of collectors, as `--collector` takes them and as lines begin. */
export const collectorNames = {
  Pod: 'pod',
  Ttl: 'ttl',
  History: 'history',
  Lifecycle: 'lifecycle',
  Owner: 'owners',
} as const satisfies Readonly<Record<ControlPlane.CollectorName, string>>

/** A reason of a collector for an object. */
export type AnyReason = ControlPlane.Reason | ControlPlane.AmendReason | ControlPlane.KeepReason

/** A sentence with the name of its collector. */
export const sayWhoAndWhy = (said: AnyReason): string =>
  said._tag === 'Held' || said._tag === 'NobodysMatter'
    ? ControlPlane.explain(said)
    : `${collectorNames[said._tag]}: ${ControlPlane.explain(said)}`

/** The sentences of a list, each once. */
export const sentencesOf = (said: ReadonlyArray<AnyReason>): ReadonlyArray<string> => [
  ...new Set(said.map((one) => ControlPlane.explain(one))),
]

/** The names of the collectors that give reasons, each once. */
export const sayWho = (said: ReadonlyArray<AnyReason>): string =>
  [
    ...new Set(said.flatMap(({ _tag }) => (_tag === 'Held' || _tag === 'NobodysMatter' ? [] : [collectorNames[_tag]]))),
  ].join(', ')

/** An instant and the span until then. */
export const sayAhead = (now: Date, then: Date): string =>
  `${formatInstant(then)}, ${isAfter(then, now) ? `in ${formatSpan(millis(differenceInMilliseconds(then, now)))}` : 'at once'}`

/** Facts in the form of a document, each with its sentence. */
export const explained = (said: ReadonlyArray<AnyReason>): object => ({
  reasons: said,
  explained: said.map((one) => ControlPlane.explain(one)),
})
