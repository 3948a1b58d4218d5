/** The ports of all collectors on an API server: with these, `execute` and the loops act on a cluster. */
import { type either as E, function as F, taskEither as TE } from 'fp-ts'

import type { WholeObject } from '../../apiserver/object.js'
import type { DeleteOptions } from '../../apiserver/request.js'
import { type Address, type Scope, scopeTable } from '../../apiserver/scope.js'
import { scopes_1_36 } from '../../apiserver/scopes.js'
import type * as CsrCleaner from '../../controllers/csr-cleaner/index.js'
import { markPatch } from '../../controllers/lifecycle/index.js'
import type * as Owner from '../../controllers/owner/index.js'
import type * as TokenCleaner from '../../controllers/token-cleaner/index.js'
import { explainSecondThought } from '../../controllers/ttl/explain.js'
import type { Clock, Signal } from '../../execute/index.js'
import type { Port } from '../../simulate/control-plane/index.js'
import { sent } from './ask.js'
import { isConflict, isNotFound, isUnsupportedMediaType } from './classify.js'
import { systemClock } from '../clock.js'
import { decodeObject } from './decode-object.js'
import { isJob } from './job.js'
import { collectionPath, objectPath } from './paths.js'
import type { ApiCall, CallError, Refusal, Send } from './request.js'

/** What ports need beside a client. */
export interface PortOptions {
  readonly clock?: Clock | undefined
  /** Ends all calls. */
  readonly signal?: Signal | undefined
  /** How kinds are served; default: those of Kubernetes 1.36. From `discover` or a snapshot. */
  readonly scopes?: ReadonlyArray<Scope> | undefined
  /** The server only checks the calls and carries out none. */
  readonly dryRun?: boolean | undefined
}

/** The calls of one API server on objects by their address. */
export interface ObjectPort {
  /** The object; none if the server has no such object. */
  readonly get: (object: Address) => TE.TaskEither<CallError, WholeObject | undefined>
  /** Asks for an object's deletion; what the server answers is handed on as it is. */
  readonly delete: (object: Address, options: DeleteOptions) => TE.TaskEither<CallError, unknown>
  /** Sends a patch of a type by its media type. */
  readonly patch: (
    object: Address,
    patch: { readonly patchType: string; readonly body: unknown },
  ) => TE.TaskEither<CallError, unknown>
  /** Replaces an object, or its subresource `status` or `finalize`. */
  readonly replace: (object: Address, body: object, subresource?: string) => TE.TaskEither<CallError, unknown>
  /** Creates an object at an address. */
  readonly create: (object: Address, body: object) => TE.TaskEither<CallError, unknown>
  /** Whether the server has no such object. */
  readonly isNotFound: (error: CallError) => boolean
  /** Whether a precondition failed, or the object was changed meanwhile. */
  readonly isConflict: (error: CallError) => boolean
  /** Whether the server does not take patches of this type. */
  readonly isUnsupportedMediaType: (error: CallError) => boolean
}

/** The ports of all collectors, of the loops, and the calls that they are made of. */
export interface ClusterPorts extends Port<CallError> {
  readonly owner: Owner.Port<CallError> & ObjectPort
  readonly csr: CsrCleaner.Port<CallError>
  readonly tokens: TokenCleaner.Port<CallError>
  readonly objects: ObjectPort
}

/**
 * The ports of all collectors on an API server. Uids and versions of a plan are sent as preconditions; marks of the lifecycle
 * are annotations. Each call is made once: what failed for a while is retried by `executeWith`, with `classify`.
 *
 * @example
 * ```ts
 * import { taskEither as TE } from 'fp-ts'
 * import { ports } from 'gcplan/adapters/kubernetes'
 *
 * const { objects } = ports(({ method, path }) => TE.right({ status: 200, body: `${method} ${path}` }))
 * const web = { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'shop', name: 'web-0' }
 * void objects.delete(web, {})().then((done) => {
 *   if (done._tag === 'Right') console.log(done.right) // DELETE /api/v1/namespaces/shop/pods/web-0
 * })
 * ```
 */
export const ports = (send: Send, options: PortOptions = {}): ClusterPorts => {
  const { clock = systemClock, scopes = scopes_1_36.scopes } = options
  const objects = objectPort(send, options)
  const table = scopeTable(scopes)
  const marked = (object: Omit<Address, 'resource'>, body: object | null): TE.TaskEither<CallError, unknown> => {
    const scope = table.find(object.apiVersion, object.kind)
    return scope === undefined
      ? TE.left(refusal(404, 'NotServed', `${object.kind} (${object.apiVersion}) is not served`))
      : objects.patch({ ...object, resource: scope.resource }, { patchType: mergePatch, body })
  }
  const podAt = ({ namespace, name }: { readonly namespace: string; readonly name: string }): Address => ({
    ...{ apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace, name },
  })
  const jobAt = ({ namespace, name }: { readonly namespace: string; readonly name: string }): Address => ({
    ...{ apiVersion: 'batch/v1', kind: 'Job', resource: 'jobs', namespace, name },
  })
  const secretAt = ({ namespace, name }: TokenCleaner.SecretName): Address => ({
    ...{ apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespace, name },
  })
  return {
    objects,
    owner: objects,
    pod: {
      patchStatus: (pod, { patchType, ...rest }, bodyAt) =>
        call(send, options, {
          method: 'PATCH',
          path: objectPath(podAt(pod), 'status'),
          contentType: patchType,
          body: bodyAt(clock.now()),
          ...('fieldManager' in rest ? { query: { fieldManager: rest.fieldManager, force: 'true' } } : {}),
        }),
      delete: (pod, how) => objects.delete(podAt(pod), how),
    },
    ttl: {
      get: (job) =>
        F.pipe(
          objects.get(jobAt(job)),
          TE.map((found) => (found !== undefined && isJob(found) ? found : undefined)),
        ),
      delete: (job, how) => objects.delete(jobAt(job), how),
      now: clock.now,
      stays: (why) => refusal(409, 'Stays', explainSecondThought(why)),
    },
    history: {
      delete: objects.delete,
      patch: (object, body) => objects.patch(object, { patchType: mergePatch, body }),
      isNotFound,
    },
    lifecycle: {
      delete: objects.delete,
      setMark: (object, mark) => marked(object, markPatch({ _tag: 'SetMark', object, mark })),
      clearMark: (object, uid) => marked(object, markPatch({ _tag: 'ClearMark', object, uid })),
    },
    csr: {
      delete: (name) =>
        objects.delete(
          {
            ...{ apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest' },
            ...{ resource: 'certificatesigningrequests', name },
          },
          {},
        ),
    },
    tokens: {
      markInvalid: (secret, uid, since) =>
        objects.patch(secretAt(secret), {
          patchType: mergePatch,
          body: { metadata: { uid, labels: { 'kubernetes.io/legacy-token-invalid-since': since } } },
        }),
      delete: (secret, how) => objects.delete(secretAt(secret), how),
    },
  }
}

const mergePatch = 'application/merge-patch+json'

const objectPort = (send: Send, options: PortOptions): ObjectPort => ({
  get: (object) =>
    F.pipe(
      call(send, options, { method: 'GET', path: objectPath(object) }),
      TE.flatMapEither((body): E.Either<CallError, WholeObject | undefined> => decodeObject(body, object)),
      TE.orElse((error) => (isNotFound(error) ? TE.right(undefined) : TE.left(error))),
    ),
  delete: (object, how) =>
    call(
      send,
      options,
      { method: 'DELETE', path: objectPath(object), body: { apiVersion: 'v1', kind: 'DeleteOptions', ...how } },
      how.preconditions?.uid !== undefined || how.preconditions?.resourceVersion !== undefined,
    ),
  patch: (object, { patchType, body }) =>
    call(send, options, { method: 'PATCH', path: objectPath(object), contentType: patchType, body }, true),
  replace: (object, body, subresource) =>
    call(send, options, { method: 'PUT', path: objectPath(object, subresource), body }, true),
  create: (object, body) => call(send, options, { method: 'POST', path: collectionPath(object), body }),
  isNotFound,
  isConflict,
  isUnsupportedMediaType,
})

/** A call that is only checked. A server reads what a deletion asks for from the query only where it has no body. */
const checkedOnly = ({ query, body, ...made }: ApiCall): ApiCall => ({
  ...made,
  ...(made.method === 'DELETE' && typeof body === 'object'
    ? { query, body: { ...body, dryRun: ['All'] } }
    : { query: { ...query, dryRun: 'All' }, body }),
})

/** Makes one call. A lost answer to one that is bound to a uid or version may be asked for again. */
const call = (
  send: Send,
  { signal, dryRun = false }: PortOptions,
  made: ApiCall,
  isBound = false,
): TE.TaskEither<CallError, unknown> =>
  F.pipe(
    sent(send, {
      ...(dryRun && made.method !== 'GET' ? checkedOnly(made) : { ...made, query: { ...made.query } }),
      ...(signal === undefined ? {} : { signal }),
    }),
    TE.mapLeft((error) => (error._tag === 'Cut' && isBound ? { ...error, repeatable: true } : error)),
  )

const refusal = (code: number, reason: string, message: string): Refusal => ({ _tag: 'Refused', code, reason, message })
