/** Puts the object of a review into what is known of the cluster: the server deletes it as it is there, whatever watches tell. */
import type { either as E } from 'fp-ts'

import { added, deleted, updated } from '../../apiserver/answer.js'
import type { WholeObject } from '../../apiserver/object.js'
import * as fp from '../../core/fp.js'
import type { CascadeIndex } from '../../simulate/cascade/cascade-index.js'
import type { NotKnown } from './refusal.js'
import type { Deletion } from './review.js'

/** Reads the object of a review, e.g. `decodeObject` of `gcplan/adapters/kubernetes`. */
export type DecodeReviewed = (oldObject: unknown) => E.Either<unknown, WholeObject>

/** How the object of a review is found. */
export interface Finding {
  readonly decode: DecodeReviewed | undefined
  readonly at: Date
  /** An object that is older than this, in milliseconds, and not there, shows that its kind is behind. */
  readonly maxAge: number
}

/**
 * Looks at the cluster with the object of the review in it, in place of an older version of it. An object that is not known yet
 * is taken as the review shows it while it is young: what was known until a moment ago can't hold it, and a snapshot of that age is
 * good enough by the policy. An older one ought to be known, and so may others be.
 */
export const withReviewed = <A>(
  index: CascadeIndex,
  { request: { oldObject }, object: { metadata } }: Deletion,
  { decode, at, maxAge }: Finding,
  unseen: (because: NotKnown) => A,
  look: () => A,
): A => {
  const known = index.find(metadata.uid)
  const isSame = known !== undefined && metadata.resourceVersion === known.metadata.resourceVersion
  const object = isSame || decode === undefined ? undefined : shownIn(decode(oldObject), metadata.uid)
  if (object === undefined) return known === undefined ? unseen({ _tag: 'NotSeen' }) : look()
  if (known !== undefined) return looking(index, updated(object, known), updated(known, object), look)
  const { creationTimestamp } = object.metadata
  const age = creationTimestamp === undefined ? Infinity : at.getTime() - creationTimestamp.getTime()
  return age > maxAge
    ? unseen({ _tag: 'NotSeen', ...(Number.isFinite(age) ? { age } : {}) })
    : looking(index, added(object), deleted(object), look)
}

const shownIn = (decoded: E.Either<unknown, WholeObject>, uid: string): WholeObject | undefined =>
  fp.pipe(
    decoded,
    fp.match(
      () => undefined,
      (object) => (object.metadata.uid === uid ? object : undefined),
    ),
  )

/** Looks while a change holds. */
const looking = <A>(
  index: CascadeIndex,
  change: Parameters<CascadeIndex['tell']>[0],
  undo: Parameters<CascadeIndex['tell']>[0],
  look: () => A,
): A => {
  index.tell(change)
  try {
    return look()
  } finally {
    index.tell(undo)
  }
}

/** The object as the review shows it: newer than the snapshot, as far as labels and annotations go. */
export const latestOf = (index: CascadeIndex, { object: { metadata } }: Deletion): WholeObject | undefined => {
  const known = index.find(metadata.uid)
  return known === undefined
    ? undefined
    : {
        ...known,
        metadata: {
          ...known.metadata,
          labels: withShown(known.metadata.labels, metadata.labels),
          annotations: withShown(known.metadata.annotations, metadata.annotations),
        },
      }
}

type Texts = Readonly<Record<string, string>> | undefined

/** A label that the review lacks stays: it may have protected the object a moment ago. */
const withShown = (known: Texts, shown: unknown): Texts => (areTexts(shown) ? { ...known, ...shown } : known)

const areTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')
