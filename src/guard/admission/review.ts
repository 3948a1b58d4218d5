/** AdmissionReviews as the API server sends them, and the answers that it takes. */
import type { either as E } from 'fp-ts'

import type { DeleteOptions } from '../../apiserver/request.js'
import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { object } from '../../internal/schema/object.js'
import {
  type Schema,
  flag,
  name,
  nullable,
  oneOf,
  optional,
  problemsOf,
  safeInteger,
  text,
  unread,
} from '../../internal/schema/schema.js'

/** An object as far as a review of its deletion reads it. */
export interface ReviewedObject {
  readonly metadata: {
    readonly uid: string
    readonly name: string
    readonly namespace?: string | undefined
    readonly resourceVersion?: string | undefined
    readonly labels?: unknown
    readonly annotations?: unknown
  }
}

/** A request about which the API server asks. Other fields are not read. */
export interface AdmissionRequest {
  readonly uid: string
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string }
  readonly subResource?: string | null | undefined
  /** Empty where a collection is deleted: each object of it has a review of its own. */
  readonly name?: string | null | undefined
  readonly namespace?: string | null | undefined
  readonly userInfo: { readonly username?: string | undefined }
  /** Of a deletion: what is deleted. */
  readonly oldObject?: unknown
  readonly options?: unknown
  readonly dryRun?: boolean | null | undefined
}

/** What the API server sends. */
export interface AdmissionReview {
  readonly apiVersion: 'admission.k8s.io/v1'
  readonly kind: 'AdmissionReview'
  readonly request: AdmissionRequest
}

/** What it takes for an answer. */
export interface AdmissionAnswer {
  readonly apiVersion: 'admission.k8s.io/v1'
  readonly kind: 'AdmissionReview'
  readonly response: {
    readonly uid: string
    readonly allowed: boolean
    readonly status?: {
      readonly code: number
      readonly reason: string
      readonly message: string
      /** When to ask again, where that may help. */
      readonly details?: { readonly retryAfterSeconds: number }
    }
    readonly warnings?: ReadonlyArray<string>
  }
}

const review: Schema<AdmissionReview> = object<AdmissionReview>({
  apiVersion: oneOf('admission.k8s.io/v1'),
  kind: oneOf('AdmissionReview'),
  request: object<AdmissionRequest>({
    uid: name,
    operation: oneOf('CREATE', 'UPDATE', 'DELETE', 'CONNECT'),
    kind: object<AdmissionRequest['kind']>({ group: text, version: text, kind: text }),
    subResource: optional(nullable(text)),
    name: optional(nullable(text)),
    namespace: optional(nullable(text)),
    userInfo: object<AdmissionRequest['userInfo']>({ username: optional(text) }),
    oldObject: unread(),
    options: unread(),
    dryRun: optional(nullable(flag)),
  }),
})

/** A deletion: what, how, and by whom. */
export interface Deletion {
  readonly request: AdmissionRequest
  readonly object: ReviewedObject
  readonly options: DeleteOptions
}

interface DeletionFields {
  readonly request: { readonly oldObject: ReviewedObject; readonly options?: DeleteOptions | null | undefined }
}

const deletion: Schema<DeletionFields> = object<DeletionFields>({
  request: object<DeletionFields['request']>({
    oldObject: object<ReviewedObject>({
      metadata: object<ReviewedObject['metadata']>({
        uid: name,
        name,
        namespace: optional(text),
        resourceVersion: optional(text),
        labels: unread(),
        annotations: unread(),
      }),
    }),
    options: optional(
      nullable(
        object<DeleteOptions>({
          gracePeriodSeconds: optional(safeInteger),
          propagationPolicy: optional(text),
          orphanDependents: optional(flag),
          preconditions: optional(
            object<NonNullable<DeleteOptions['preconditions']>>({
              uid: optional(text),
              resourceVersion: optional(text),
            }),
          ),
        }),
      ),
    ),
  }),
})

const reviewProblems = problemsOf('AdmissionReview', review)
const deletionProblems = problemsOf('AdmissionReview', deletion)

const read =
  <A>(schema: Schema<A>, find: (value: unknown) => InvalidInput | null) =>
  (value: unknown): E.Either<InvalidInput, A> =>
    schema.holds(value) ? fp.right(value) : fp.left(find(value) ?? unreadable)

const unreadable: InvalidInput = {
  _tag: 'InvalidInput',
  source: 'AdmissionReview',
  problems: [{ path: '', expected: 'an AdmissionReview', actual: 'something else' }],
}

/**
 * The request of a review.
 *
 * Fails: `InvalidInput` for what is no review of `admission.k8s.io/v1`.
 */
export const requestIn = (value: unknown): E.Either<InvalidInput, AdmissionRequest> =>
  fp.pipe(
    read(review, reviewProblems)(value),
    fp.map(({ request }) => request),
  )

/**
 * What a request deletes; the API server shows it in `oldObject`, also where it deletes a collection.
 *
 * Fails: `InvalidInput` where that or the options can't be read.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go AdmissionToValidateObjectDeleteFunc
 */
export const deletionIn = (request: AdmissionRequest): E.Either<InvalidInput, Deletion> =>
  fp.pipe(
    read(deletion, deletionProblems)({ request }),
    fp.map(({ request: { oldObject, options } }): Deletion => ({
      request,
      object: oldObject,
      options: onlyOptions(options ?? {}),
    })),
  )

/** Options as they were sent, without kind and version. */
const onlyOptions = ({
  gracePeriodSeconds,
  propagationPolicy,
  orphanDependents,
  preconditions,
}: DeleteOptions): DeleteOptions => ({
  ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
  ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
  ...(orphanDependents === undefined ? {} : { orphanDependents }),
  ...(preconditions === undefined ? {} : { preconditions }),
})
