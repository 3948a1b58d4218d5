/** What a gate says of a review, and in which words. */
import { counted } from '../../internal/words.js'
import type { AdmissionPolicy } from './policy.js'
import { type AdmissionRefusal, explainAdmission, isApprovable, isPassing } from './refusal.js'
import type { AdmissionAnswer, Deletion } from './review.js'
import { addressText } from './words.js'

/** What a gate says of a review. */
export interface AdmissionVerdict {
  /** To be sent to the API server as it is. */
  readonly answer: AdmissionAnswer
  /**
   * `passed`: it was not looked at, because of what it is, or whose. `approved`: refused, but for its approval. `unknown`: let
   * through although not all was known.
   */
  readonly outcome: 'passed' | 'allowed' | 'approved' | 'unknown' | 'refused'
  /** Why it passed, or the tag of the first refusal; of what is not known, why. */
  readonly because: string
  /** Every reason to refuse it. */
  readonly refusals: ReadonlyArray<AdmissionRefusal>
  /** How many objects the cascade touches; absent where it was not planned. */
  readonly touched?: number
  /** The digest that approves exactly this cascade; absent where it was not planned. */
  readonly digest?: string
}

/** A refusal, with its reasons and what to do about them. */
export const refused = (
  deletion: Deletion,
  refusals: ReadonlyArray<AdmissionRefusal>,
  figures: Partial<Pick<AdmissionVerdict, 'touched' | 'digest'>> = {},
  remedy?: string,
): AdmissionVerdict => {
  const { request, object } = deletion
  const { namespace, name } = object.metadata
  const what = addressText({ kind: request.kind.kind, name, ...(namespace === undefined ? {} : { namespace }) })
  const scale = figures.touched === undefined ? '' : `, which touches ${counted(figures.touched, 'object')}`
  const message = [
    `gcplan refuses to delete ${what}${scale}: ${refusals.slice(0, namedReasons).map(explainAdmission).join('; ')}`,
    ...(refusals.length > namedReasons ? [`; and ${refusals.length - namedReasons} more reasons`] : []),
    ...(remedy === undefined ? [] : [`. ${remedy}`]),
  ].join('')
  return {
    answer: {
      ...review,
      response: { uid: request.uid, allowed: false, status: { ...statusFor(refusals), message } },
    },
    outcome: 'refused',
    because: tagOf(refusals[0]),
    refusals,
    ...figures,
  }
}

const tagOf = (refusal: AdmissionRefusal | undefined): string =>
  refusal === undefined ? 'Unknown' : refusal._tag === 'Unknown' ? refusal.because._tag : refusal._tag

/**
 * Where all that is in the way passes by itself, clients are told to ask again, which those made with client-go do ten times.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/writers.go ErrorNegotiated
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/rest/with_retry.go checkWait
 */
const statusFor = (refusals: ReadonlyArray<AdmissionRefusal>) =>
  refusals.every(isPassing)
    ? { code: 503, reason: 'ServiceUnavailable', details: { retryAfterSeconds: 2 } }
    : { code: 403, reason: 'Forbidden' }

/** What to do about what passes by itself. */
export const tryAgain = 'Try again in a moment'

/** What to do about a cascade that is too large to be planned, so that no digest can approve it. */
export const inParts = 'No digest approves that: delete it in parts, or raise the limit'

/** A message names so many reasons; more are counted. */
const namedReasons = 5

/** What to do about a refusal. */
export const remedyFor = (
  { approvalAnnotation }: AdmissionPolicy,
  { request: { kind }, object: { metadata } }: Deletion,
  refusals: ReadonlyArray<AdmissionRefusal>,
  digest: string,
  approval: unknown,
): string => {
  if (refusals.every((refusal) => isApprovable(refusal) || isPassing(refusal)) && refusals.some(isPassing))
    return tryAgain
  if (!refusals.every(isApprovable))
    return refusals.every((refusal) => isApprovable(refusal) || refusal._tag === 'TooLarge')
      ? inParts
      : 'No approval is an exception to that'
  const { namespace, name } = metadata
  const place = namespace === undefined || namespace === '' ? '' : ` -n ${namespace}`
  const resource = kind.group === '' ? kind.kind : `${kind.kind}.${kind.version}.${kind.group}`
  const earlier = approval === undefined ? '' : 'The approval is for another cascade. '
  return `${earlier}To approve exactly this: kubectl annotate ${resource.toLowerCase()}${place} ${name} ${approvalAnnotation}=${digest} --overwrite`
}

const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' } as const

/** An answer without a reason. */
export const answerOf = (uid: string, allowed: boolean, warnings: ReadonlyArray<string> = []): AdmissionAnswer => ({
  ...review,
  response: { uid, allowed, ...(warnings.length === 0 ? {} : { warnings }) },
})
