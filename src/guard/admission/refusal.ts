/** Why a deletion is refused, as facts and in words. */
import type { Target } from '../../apiserver/object.js'
import { addressText } from './words.js'
import { counted, listed, spanText } from '../../internal/words.js'
import { millis } from '../../core/time.js'
import type { DataVerdict } from '../../simulate/consequence/data.js'
import { explainProtection, explainRefusal } from '../explain.js'
import type { Protection } from '../protection.js'
import type { GuardRefusal } from '../refusal.js'
import type { AgedKind } from './aged-kind.js'
import type { Cap } from './policy.js'

/** Why nothing can be said for sure. */
export type NotKnown =
  /** Nothing was heard for so many milliseconds: of some kinds, the longest first, or of the whole cluster. */
  | {
      readonly _tag: 'Stale'
      readonly age: number
      readonly limit: number
      readonly kinds?: ReadonlyArray<AgedKind>
    }
  /** The object is not in the snapshot, though it is so many milliseconds old where that is known. */
  | { readonly _tag: 'NotSeen'; readonly age?: number }
  /** The snapshot leaves out what may be touched; in words. */
  | { readonly _tag: 'NotShown'; readonly what: string }
  /** The snapshot can't be planned on; in words. */
  | { readonly _tag: 'NotPlanned'; readonly because: string }

/** Why a deletion is refused. */
export type AdmissionRefusal =
  /** More objects than the limit may be touched. No approval is possible, as nobody knows what it would approve. */
  | { readonly _tag: 'TooLarge'; readonly limit: number }
  | {
      readonly _tag: 'OverCap'
      readonly cap: Cap
      readonly count: number
      /** How many there are. */
      readonly among: number
    }
  /** Objects that a rule keeps; no approval is an exception. */
  | { readonly _tag: 'Protected'; readonly target: Target; readonly protection: Protection; readonly others: number }
  | { readonly _tag: 'Guarded'; readonly refusal: GuardRefusal }
  | { readonly _tag: 'DataLost'; readonly data: readonly [DataVerdict, ...DataVerdict[]] }
  | { readonly _tag: 'NamespaceWithPods'; readonly namespace: string; readonly pods: number }
  | { readonly _tag: 'DefinitionWithInstances'; readonly definition: string; readonly instances: number }
  | { readonly _tag: 'Unknown'; readonly because: NotKnown }

/** True for what an approval of exactly this cascade overrides. What passes by itself has no exact cascade to approve. */
export const isApprovable = (refusal: AdmissionRefusal): boolean =>
  refusal._tag !== 'TooLarge' && refusal._tag !== 'Protected' && !isPassing(refusal)

/** True for what ends as soon as a watch has caught up. */
export const isPassing = (refusal: AdmissionRefusal): boolean =>
  refusal._tag === 'Unknown' && (refusal.because._tag === 'Stale' || refusal.because._tag === 'NotSeen')

/**
 * One sentence for a refusal.
 *
 * @example
 * ```ts
 * import { explainAdmission } from 'gcplan/guard/admission'
 *
 * console.log(explainAdmission({ _tag: 'NamespaceWithPods', namespace: 'shop', pods: 3 }))
 * // namespace shop goes with 3 pods
 * ```
 */
export const explainAdmission = (refusal: AdmissionRefusal): string => {
  switch (refusal._tag) {
    case 'TooLarge':
      return `more than ${counted(refusal.limit, 'object')} may be touched, which is the limit`
    case 'OverCap':
      return `${refusal.count} of ${refusal.among} ${scopeOf(refusal.cap)} go, more than ${limitOf(refusal.cap)}`
    case 'Protected':
      return `${addressText(refusal.target)} goes: ${explainProtection(refusal.protection)}${refusal.others === 0 ? '' : `, and so are ${refusal.others} others`}`
    case 'Guarded':
      return explainRefusal(refusal.refusal)
    case 'DataLost':
      return explainLoss(refusal.data)
    case 'NamespaceWithPods':
      return `namespace ${refusal.namespace} goes with ${counted(refusal.pods, 'pod')}`
    case 'DefinitionWithInstances':
      return `CustomResourceDefinition ${refusal.definition} goes with ${counted(refusal.instances, 'instance')}`
    case 'Unknown':
      return explainNotKnown(refusal.because)
  }
}

const scopeOf = ({ kind, namespace }: Cap): string =>
  `${kind ?? 'objects'}${namespace === undefined ? '' : ` in namespace ${namespace}`}`

const limitOf = ({ count, percent, floor = 0 }: Cap): string =>
  [
    ...(count === undefined ? [] : [`${count}`]),
    ...(percent === undefined ? [] : [`${percent} %${floor === 0 ? '' : ` and ${floor}`}`]),
  ].join(' or ')

const explainLoss = ([first, ...others]: readonly [DataVerdict, ...DataVerdict[]]): string => {
  const more = others.length === 0 ? '' : `, and that of ${counted(others.length, 'other')}`
  return first.verdict === 'lost'
    ? `the data of ${addressText(first.target)} is lost${more}`
    : `the data of ${addressText(first.target)} may be lost${more}`
}

const explainNotKnown = (because: NotKnown): string => {
  switch (because._tag) {
    case 'Stale':
      return `nothing was heard of ${because.kinds === undefined ? 'the cluster' : listed(because.kinds.map(({ kind }) => kind))} for ${spanText(millis(because.age))}, at most ${spanText(millis(because.limit))} is allowed`
    case 'NotSeen':
      return because.age === undefined
        ? 'the object is not in the snapshot yet'
        : `the object is ${spanText(millis(because.age))} old and not in the snapshot yet, so that others may be missing, too`
    case 'NotShown':
      return because.what
    case 'NotPlanned':
      return `no plan: ${because.because}`
  }
}
