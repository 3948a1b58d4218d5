/** Sentences for the refusals and protections of guards. */
import type { Millis } from '../core/time.js'
import { spanText } from '../internal/words.js'
import type { Protection, TargetRef } from './protection.js'
import type { GuardRefusal, Overrun } from './refusal.js'

/**
 * One sentence for a refusal.
 *
 * @example
 * ```ts
 * import { explainRefusal } from 'gcplan/guard'
 *
 * console.log(explainRefusal({ _tag: 'NothingDesired', removals: 7 }))
 * // the desired state is empty, and 7 targets would be removed
 * ```
 */
export const explainRefusal = (refusal: GuardRefusal): string => {
  switch (refusal._tag) {
    case 'OverMaxCount':
      return `${scopeText(refusal)}${many(refusal.count, 'removal')}${worst(refusal)}, more than ${refusal.limit}`
    case 'OverMaxPercent':
      return `${scopeText(refusal)}${many(refusal.count, 'removal')}${worst(refusal)} among ${refusal.considered} targets (${refusal.percent} %): more than ${refusal.limit} %${refusal.floor === 0 ? '' : `, and more than ${refusal.floor}`}`
    case 'OverMaxBytes':
      return `${scopeText(refusal)}${refusal.bytes} bytes to free${worst(refusal)}, more than ${refusal.limit}`
    case 'SnapshotTooOld':
      return `the snapshot of ${time(refusal.at)} is ${spanText(refusal.age)} old, more than ${spanText(refusal.limit)}${margin(refusal.margin)}`
    case 'SnapshotFromTheFuture':
      return `the snapshot of ${time(refusal.at)} is ${spanText(refusal.ahead)} ahead of the clock${margin(refusal.margin)}`
    case 'NotCovered':
      return `not listed in full: ${list(refusal.missing)}`
    case 'ScopeChanged':
      return `the scope changed since the last plan: ${changes(refusal)}`
    case 'Stalled':
      return `${refusal.what} does not work: ${refusal.because}`
    case 'PassRefused':
      return `the component itself would end its run at ${refusal.pass}: ${refusal.refusal}`
    case 'RestsOnAssumptions':
      return `${many(refusal.targets.length, 'decision')} ${refusal.targets.length === 1 ? 'relies' : 'rely'} on facts that nobody observed: ${list(refusal.about)}`
    case 'NothingDesired':
      return `the desired state is empty, and ${many(refusal.removals, 'target')} would be removed`
    case 'NothingKept':
      return `all ${refusal.removals} targets considered would be removed, and at most ${refusal.floor} may be`
    case 'GrewTooMuch':
      return `${many(refusal.count, 'removal')} after ${refusal.before} in the last plan, over the allowed growth of ${refusal.limit} %${refusal.floor === 0 ? '' : ` and more than ${refusal.floor}`}`
    case 'PolicyMovedTooMuch':
      return `the policy's ${refusal.field === '' ? 'value' : refusal.field} moved from ${refusal.before} to ${refusal.after}, by more than ${refusal.limit} %`
    case 'ApprovalTooOld':
      return refusal.age < 0
        ? `the approval of ${time(refusal.at)} is in the future`
        : `the approval of ${time(refusal.at)} is ${spanText(refusal.age)} old, more than ${spanText(refusal.limit)}`
    case 'GuardFailed':
      return `${refusal.guard} failed: ${refusal.because}`
    case 'InvalidSetting':
      return `${refusal.guard} cannot have ${refusal.path} set to ${refusal.actual}: expected ${refusal.expected}`
  }
}

/** One sentence for why a guard keeps a target. */
export const explainProtection = (protection: Protection): string => {
  switch (protection._tag) {
    case 'ProtectedByRule':
      return `protected by the rule "${protection.rule}"`
    case 'EvidenceMissing':
      return `unknown whether the rule "${protection.rule}" protects it: ${protection.because}`
    case 'ProtectedByLabel':
      return `protected by its label ${protection.label}=${protection.value}`
    case 'ProtectedKind':
      return `${protection.kind} is a protected kind`
    case 'ProtectedNamespace':
      return `namespace ${protection.namespace} is protected`
    case 'PinnedByPattern':
      return `pinned: ${protection.name} matches ${protection.pattern}`
    case 'CannotBeBroughtBack':
      return 'nothing would recreate it'
    case 'ProtectedByFinalizer':
      return `protected by its finalizer ${protection.finalizer}`
    case 'TooYoung':
      return `${spanText(protection.age)} old (since ${time(protection.since)}), minimum age ${spanText(protection.minAge)}${margin(protection.margin)}`
    case 'AgeUnknown':
      return `age unknown, minimum age ${spanText(protection.minAge)}`
    case 'NotConfirmed':
      return `planned for removal ${times(protection.times)} since ${time(protection.since)}${needs(protection)}`
    case 'OwnerRecreated':
      return `its owner ${protection.owner.kind} ${protection.owner.name} was recreated: uid ${protection.was} is gone, the name now has uid ${protection.now}`
    case 'OwnerLivesElsewhere':
      return `its owner ${protection.owner.kind} ${protection.owner.name} is not where its reference says: uid ${protection.uid} is ${protection.livesAs}`
    case 'RestsOnAssumption':
      return `its removal relies on ${protection.about}, which nobody observed: ${protection.because}`
    case 'OtherPlanDisagrees':
      return `${protection.plan} would keep it`
    case 'ReachesBeyondPlan':
      return `its removal would also remove ${ref(protection.beyond)}${protection.others === 0 ? '' : ` and ${protection.others} more`}, which the plan does not`
    case 'RequiresHeldBack':
      return `${ref(protection.required)} has to be handled first and is held back`
    case 'NotApproved':
      return 'the approval does not name it'
    case 'Moved':
      return `its digest is ${short(protection.found)}, but ${list(protection.approved.map(short))} was approved: a precondition or something else in it changed`
  }
}

/** The tags of all protections; no reason of a collector has one of them. */
const protectionTags: { readonly [tag in Protection['_tag']]: true } = {
  ProtectedByRule: true,
  EvidenceMissing: true,
  ProtectedByLabel: true,
  ProtectedKind: true,
  ProtectedNamespace: true,
  PinnedByPattern: true,
  CannotBeBroughtBack: true,
  ProtectedByFinalizer: true,
  TooYoung: true,
  AgeUnknown: true,
  NotConfirmed: true,
  OwnerRecreated: true,
  OwnerLivesElsewhere: true,
  RestsOnAssumption: true,
  OtherPlanDisagrees: true,
  ReachesBeyondPlan: true,
  RequiresHeldBack: true,
  NotApproved: true,
  Moved: true,
}

/** True for the reason of a guard, false for that of a collector. */
export const isProtection = (fact: { readonly _tag: string }): fact is Protection =>
  Object.hasOwn(protectionTags, fact._tag) && protectionTags[fact._tag as Protection['_tag']]

/**
 * A collector's `explain` for guarded plans; pass it to renderers instead.
 *
 * @example
 * ```ts
 * import { explainGuarded } from 'gcplan/guard'
 * import { explain } from 'gcplan/kubelet/image'
 *
 * const explainAll = explainGuarded(explain)
 * console.log([explainAll({ _tag: 'Pinned' }), explainAll({ _tag: 'ProtectedKind', kind: 'Image' })].join('; '))
 * // pinned by the runtime; Image is a protected kind
 * ```
 */
export const explainGuarded =
  <R extends { readonly _tag: string }>(explain: (fact: R) => string) =>
  (fact: R | Protection): string =>
    isProtection(fact) ? explainProtection(fact) : explain(fact)

const scopeText = ({ scope }: Overrun): string => (scope._tag === 'Plan' ? '' : `${scope.by} ${scope.key}: `)

const worst = ({ counting }: Overrun): string => (counting === 'at-worst' ? ' at worst' : '')

const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const times = (count: number): string => (count === 1 ? 'once' : `${count} times in a row`)

const needs = ({ sightings, waited, wait }: Extract<Protection, { readonly _tag: 'NotConfirmed' }>): string => {
  const asked = [
    ...(sightings === 0 ? [] : [`${sightings} needed`]),
    ...(wait === 0 ? [] : [`${spanText(waited)} of ${spanText(wait)} waited`]),
  ]
  return `, ${asked.join(', ')}`
}

const changes = ({
  added,
  dropped,
}: {
  readonly added: ReadonlyArray<string>
  readonly dropped: ReadonlyArray<string>
}) =>
  [
    ...(added.length === 0 ? [] : [`added ${list(added)}`]),
    ...(dropped.length === 0 ? [] : [`dropped ${list(dropped)}`]),
  ].join('; ')

/** At most five, and how many more. */
const list = (texts: ReadonlyArray<string>): string =>
  texts.length <= 5 ? texts.join(', ') : `${texts.slice(0, 5).join(', ')} and ${texts.length - 5} more`

const margin = (span: Millis): string => (span === 0 ? '' : `, allowing a clock skew of ${spanText(span)}`)

const ref = ({ _tag, id }: TargetRef): string => `${_tag} ${id}`

const short = (figures: string): string => figures.slice(0, 12)

const time = (at: Date): string => at.toISOString()
