/**
 * Validating webhooks: reviews as the API server sends them, and what it makes of a refusal.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/request/admissionreview.go CreateV1AdmissionReview
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go ToStatusErr
 */
import type { Scope } from '../../apiserver/scope.js'
import { groupOf } from '../../apiserver/object.js'
import type { Fields } from './body.js'
import { type Failure, failure } from './failure.js'
import type { Caller } from './request.js'

/** What a webhook is asked. */
export interface AdmissionRequest {
  readonly uid: string
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subResource?: string | undefined
  readonly requestKind: GroupVersionKind
  readonly requestResource: GroupVersionResource
  readonly requestSubResource?: string | undefined
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  readonly userInfo: { readonly username: string; readonly groups: ReadonlyArray<string> }
  /** Null where an object is deleted. */
  readonly object: Fields | null
  /** Null where one is created. */
  readonly oldObject: Fields | null
  readonly dryRun: boolean
  /** The options of the request, e.g. `DeleteOptions`. */
  readonly options: Fields | null
}

/** A kind, as reviews name it. */
export interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** A resource, as reviews name it. */
export interface GroupVersionResource {
  readonly group: string
  readonly version: string
  readonly resource: string
}

/** The body that a webhook is sent. */
export interface AdmissionReview {
  readonly apiVersion: 'admission.k8s.io/v1'
  readonly kind: 'AdmissionReview'
  readonly request: AdmissionRequest
}

/** What a webhook says. */
export interface AdmissionResponse {
  readonly allowed: boolean
  /** Why not. */
  readonly status?:
    | {
        readonly code?: number | undefined
        readonly reason?: string | undefined
        readonly message?: string | undefined
        /** E.g. `retryAfterSeconds`, which the answer then has as a header, too. */
        readonly details?: Fields | undefined
      }
    | undefined
  /** The name of the webhook that refused. Default: `validate.gcplan.test`. */
  readonly by?: string | undefined
  /** What the client is warned of. */
  readonly warnings?: ReadonlyArray<string> | undefined
}

/** All validating webhooks of a server; nothing where none of them is about the request. */
export type Validate = (review: AdmissionReview) => AdmissionResponse | undefined

/** One change that is to be reviewed. */
export interface Reviewed {
  readonly operation: AdmissionRequest['operation']
  readonly scope: Scope
  readonly subresource: string | undefined
  readonly namespace: string | undefined
  readonly name: string
  readonly object: Fields | null
  readonly oldObject: Fields | null
  readonly dryRun: boolean
  readonly options: Fields | null
  readonly by: Caller
}

/** The review of a change; `number` makes its uid. */
export const reviewOf = (
  { scope, subresource, namespace, name, by, ...rest }: Reviewed,
  number: number,
): AdmissionReview => {
  const [group, version] = [groupOf(scope.apiVersion), scope.apiVersion.split('/').at(-1) ?? '']
  const kind = { group, version, kind: scope.kind }
  const resource = { group, version, resource: scope.resource }
  const sub = subresource === undefined ? {} : { subResource: subresource, requestSubResource: subresource }
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: `00000000-0000-4000-9000-${number.toString(16).padStart(12, '0')}`,
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      ...sub,
      ...(name === '' ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
      operation: rest.operation,
      userInfo: { username: by.user, groups: by.groups },
      object: rest.object,
      oldObject: rest.oldObject,
      dryRun: rest.dryRun,
      options: rest.options,
    },
  }
}

/** What the client is told of a refusal; nothing of what is allowed. */
export const denialOf = (response: AdmissionResponse | undefined): Failure | undefined => {
  if (response === undefined || response.allowed) return undefined
  const { status = {}, by = 'validate.gcplan.test' } = response
  const { code = 0, reason = '', message = '', details } = status
  const denied = `admission webhook ${JSON.stringify(by)} denied the request`
  const said = [message, reason].find((text) => text !== '')
  return failure(
    Math.max(code, 400),
    reason,
    said === undefined ? `${denied} without explanation` : `${denied}: ${said}`,
    details,
  )
}
