/**
 * One sentence for each reason, with its numbers.
 */
import { absurd } from '../../core/absurd.js'
import { alreadyDeleted, ordinal } from '../../internal/words.js'
import type { Counted, KeepReason, Owner, Reason, Rollout } from './reason.js'
import type { Uses } from './uses.js'

/**
 * One sentence for a reason to remove or to keep.
 *
 * @example
 * ```ts
 * import * as History from 'gcplan/controllers/history'
 *
 * const owner = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web', uid: 'u-1' }
 * console.log(History.explain({ _tag: 'OverHistoryLimit', owner, counted: 'old-replica-sets', rank: 2, of: 12, limit: 10 }))
 * // 2nd oldest of 12 old ReplicaSets of Deployment shop/web, 10 are kept
 * ```
 */
export const explain = (reason: Reason | KeepReason): string => {
  switch (reason._tag) {
    case 'OverHistoryLimit':
      return over(reason)
    case 'WithinHistoryLimit':
      return `${rankText(reason.rank, 'newest')} of ${reason.of} ${countedText(reason)}, ${areKept(reason.limit)}`
    case 'Busy':
      return `${over(reason)}, but it ${busyText(reason)}`
    case 'DuplicateOfCurrent':
      return `it matches the current template of ${named(reason.owner)}, and so does revision ${reason.revision}, ${reason.current}`
    case 'CurrentTemplate':
      return `it matches the current template of ${named(reason.owner)}`
    case 'LiveRevision':
      return usesText(reason.owner, reason.uses)
    case 'NoHistoryLimit':
      return `${named(reason.owner)} sets no limit for ${countedWords[reason.counted]}`
    case 'NegativeHistoryLimit':
      return `the limit of ${named(reason.owner)} is ${reason.limit}, which the controller ${reason.controller === 'ignores' ? 'ignores' : 'fails on'}`
    default:
      return explainState(reason)
  }
}

type Rest = Exclude<
  KeepReason,
  {
    readonly _tag:
      | 'WithinHistoryLimit'
      | 'Busy'
      | 'CurrentTemplate'
      | 'LiveRevision'
      | 'NoHistoryLimit'
      | 'NegativeHistoryLimit'
  }
>

const explainState = (reason: Rest): string => {
  switch (reason._tag) {
    case 'RolloutNotComplete':
      return `the rollout of ${named(reason.owner)} is not complete: ${rolloutText(reason.rollout)}`
    case 'RollbackPending':
      return `a rollback of ${named(reason.owner)} is pending, and nothing is cleaned up before it`
    case 'OwnerBeingDeleted':
      return `${named(reason.owner)} is being deleted (deletionTimestamp ${reason.since.toISOString()}), so its history is no longer cleaned up`
    case 'OwnerSelectsEverything':
      return `${named(reason.owner)} has an empty selector, so its controller does nothing`
    case 'NotSelected':
      return `its labels do not match the selector of ${named(reason.owner)}, which releases it`
    case 'BeingDeleted':
      return alreadyDeleted(reason)
    case 'NotFinished':
      return `it has not finished, and ${named(reason.owner)} cleans up finished Jobs only`
    case 'NoController':
      return 'it has no controller'
    case 'OtherController':
      return `its controller ${named(reason.owner)} keeps no history of such objects`
    case 'ControllerAbsent':
      return `its controller ${named(reason.owner)} does not exist; the garbage collector handles it`
    case 'ControllerNotCovered':
      return `the snapshot does not cover its controller ${named(reason.owner)}`
    case 'PodsNotCovered':
      return `pods may use it: the snapshot does not cover the pods of ${named(reason.owner)}`
    case 'TemplateNotShown':
      return reason.of === 'controller'
        ? `the snapshot lacks the template of ${named(reason.owner)}, which it may match`
        : `the snapshot lacks its template, which may be that of ${named(reason.owner)}`
    default:
      return absurd(reason)
  }
}

interface Place {
  readonly owner: Owner
  readonly counted: Counted
  readonly rank: number
  readonly of: number
  readonly limit: number
}

const over = (place: Place): string =>
  `${rankText(place.rank, 'oldest')} of ${place.of} ${countedText(place)}, ${areKept(place.limit)}`

const named = ({ kind, namespace, name }: Owner): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`

const countedWords: Readonly<Record<Counted, string>> = {
  'old-replica-sets': 'old ReplicaSets',
  'unused-revisions': 'unused revisions',
  'old-revisions': 'old revisions',
  'successful-jobs': 'successful Jobs',
  'failed-jobs': 'failed Jobs',
}

const countedText = ({ counted, owner }: Place): string => `${countedWords[counted]} of ${named(owner)}`

const rankText = (rank: number, end: 'oldest' | 'newest'): string => (rank === 1 ? end : `${ordinal(rank)} ${end}`)

const areKept = (limit: number): string =>
  limit <= 0
    ? `none is kept${limit === 0 ? '' : ` (the limit is ${limit})`}`
    : `${limit} ${limit === 1 ? 'is' : 'are'} kept`

const busyText = ({
  wanted,
  replicas,
  generation,
  observedGeneration,
}: Extract<KeepReason, { readonly _tag: 'Busy' }>): string =>
  wanted === 0 && replicas === 0
    ? `has changed since it was observed (generation ${generation}, observedGeneration ${observedGeneration}), so it is skipped and none goes instead`
    : `has ${replicas} of ${wanted} replicas, so it is skipped and none goes instead`

const usesText = (owner: Owner, uses: Uses): string => {
  switch (uses._tag) {
    case 'CurrentRevision':
      return `it is the current revision of ${named(owner)}`
    case 'UpdateRevision':
      return `it is the update revision of ${named(owner)}`
    case 'Pods':
      return uses.pods === 1 ? `pod ${uses.first} uses it` : `${uses.pods} pods use it, including ${uses.first}`
  }
}

const rolloutText = ({ wanted, replicas, updated, available, generation, observedGeneration }: Rollout): string =>
  observedGeneration < generation
    ? `generation ${generation}, observedGeneration ${observedGeneration}`
    : `${updated} of ${wanted} replicas updated, ${available} available, ${replicas} in total`
