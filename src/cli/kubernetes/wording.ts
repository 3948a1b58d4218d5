/** The wording of collectors' reasons on the command line. */
import * as ControlPlane from '../../simulate/control-plane/index.js'
import { collectorWords } from '../../view/index.js'

/** A reason of a collector for an object. */
export type AnyReason = ControlPlane.Reason | ControlPlane.AmendReason | ControlPlane.KeepReason

/** A sentence with the name of its collector. */
export const sayWhoAndWhy = (said: AnyReason): string =>
  said._tag === 'Held' || said._tag === 'NobodysMatter'
    ? ControlPlane.explain(said)
    : `${collectorWords[said._tag]}: ${ControlPlane.explain(said)}`

/** The sentences of a list, each once. */
export const sentencesOf = (said: ReadonlyArray<AnyReason>): ReadonlyArray<string> => [
  ...new Set(said.map((one) => ControlPlane.explain(one))),
]

/** Facts in the form of a document, each with its sentence. */
export const explained = (said: ReadonlyArray<AnyReason>): object => ({
  reasons: said,
  explained: said.map((one) => ControlPlane.explain(one)),
})
