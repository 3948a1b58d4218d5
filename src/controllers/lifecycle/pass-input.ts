/**
 * What the passes of one plan share: their input, when the plan changes by the passing of time alone, since when a candidate
 * has been unneeded, and the call that deletes an object. Arithmetic is on instants: milliseconds, and spans in whole
 * seconds. Calendars and time zones don't matter.
 */
import { maxTime } from 'date-fns/constants'
import type { either as E, option as O } from 'fp-ts'

import { left, right } from '../../core/either.js'
import * as option from '../../core/option.js'
import { instant } from '../../core/time.js'
import type { PropagationPolicy, WholeObject } from '../../apiserver/index.js'
import { namespaceOf } from '../../apiserver/object.js'
import type { Address, Scope, ScopeTable } from '../../apiserver/scope.js'
import { addressAs } from '../../apiserver/scope.js'
import type { Action } from './action.js'
import type { KeepReason } from './keep-reason.js'
import type { Policy } from './policy.js'
import type { Resolution } from './rules.js'
import type { Mark, Snapshot } from './snapshot.js'

/** What is worked out once. */
export interface PassInput {
  readonly policy: Policy
  readonly snapshot: Snapshot
  readonly scopes: ScopeTable
  readonly marks: ReadonlyMap<string, Mark>
  /** The enabled period; null while disabled. */
  readonly epoch: string | null
  /** How objects are deleted. */
  readonly propagation: ReadonlyMap<Scope, PropagationPolicy>
  readonly wakes: Wakes
}

/** Collects the instants at which the same snapshot gives another plan. */
export interface Wakes {
  /** From this instant on, something else is decided. */
  readonly decided: (instant: Date) => void
  /** From this instant on, another reason is given for the object with this uid. */
  readonly said: (instant: Date, uid: string) => void
  /** The earliest instant; `tells` is false for an object whose reason the plan doesn't report. */
  readonly first: (tells: (uid: string) => boolean) => O.Option<Date>
}

/** Nothing yet. */
export const noWakes = (): Wakes => {
  let decided: Date | undefined
  const said: { readonly instant: Date; readonly uid: string }[] = []
  return {
    decided: (instant) => {
      if (decided === undefined || instant < decided) decided = instant
    },
    said: (instant, uid) => {
      said.push({ instant, uid })
    },
    first: (tells) => {
      let first = decided
      for (const { instant, uid } of said) if ((first === undefined || instant < first) && tells(uid)) first = instant
      return first === undefined ? option.none : option.some(first)
    },
  }
}

/** How a candidate stands in time. */
export interface Timing {
  readonly since: Date
  /** True when the mark is set by this plan. */
  readonly isNew: boolean
  /** True when the instant is that of the snapshot: with a later snapshot it would be later. */
  readonly moves: boolean
  /** The instant, if it is later than the snapshot. */
  readonly ahead: Date | null
}

/** A candidate whose TTL has not expired. */
export interface Candidate {
  /** Its place among the objects. */
  readonly place: number
  readonly object: WholeObject
  readonly timing: Timing
  readonly rules: Resolution
}

/**
 * A mark counts, even one in the future; without a mark, the known instant of the votes, or else that of the snapshot.
 */
export const timingOf = (at: Date, known: Date | null, mark: Mark | undefined): Timing => {
  if (mark !== undefined)
    return { since: mark.since, isNew: false, moves: false, ahead: isAfter(mark.since, at) ? mark.since : null }
  if (known !== null && !isAfter(known, at)) return { since: known, isNew: true, moves: false, ahead: null }
  return { since: at, isNew: true, moves: true, ahead: known }
}

/** Faster than comparing dates, which converts each of them by a call. */
const isAfter = (one: Date, other: Date): boolean => one.getTime() > other.getTime()

/** The instant after a number of seconds, in milliseconds; the last possible instant if they never end. */
export const endOf = (since: Date, seconds: number): number => Math.min(since.getTime() + seconds * 1000, maxTime)

/** True when a number of seconds has passed. */
export const hasPassed = (at: Date, since: Date, seconds: number): boolean =>
  at.getTime() - since.getTime() >= seconds * 1000

/** The instant after a number of seconds; null when they never end. */
export const passesAt = (since: Date, seconds: number): Date | null => {
  const end = since.getTime() + seconds * 1000
  return end <= maxTime ? instant(end) : null
}

/** The call that deletes the very version of an object that was evaluated, or why there is none. */
export const deleteOf = (
  { scopes, propagation }: Pick<PassInput, 'scopes' | 'propagation'>,
  object: WholeObject,
): E.Either<KeepReason, Action> => {
  const { apiVersion, kind, metadata } = object
  const scope = scopes.find(apiVersion, kind)
  const { uid, name, resourceVersion } = metadata
  const namespace = namespaceOf(object)
  if (scope === undefined || scope.namespaced !== (namespace !== undefined)) return left({ _tag: 'KindNotServed' })
  if (resourceVersion === undefined || resourceVersion === '') return left({ _tag: 'VersionUnknown' })
  return right({
    _tag: 'Delete',
    object: addressAs(scope, namespace, name),
    options: {
      preconditions: { uid, resourceVersion },
      propagationPolicy: propagation.get(scope) ?? 'Background',
    },
  })
}

/** The name under which the mark of an object is kept. */
export const markAddress = ({ apiVersion, kind, metadata }: WholeObject): Omit<Address, 'resource'> => {
  const { namespace, name } = metadata
  return namespace === undefined || namespace === ''
    ? { apiVersion, kind, name }
    : { apiVersion, kind, namespace, name }
}
