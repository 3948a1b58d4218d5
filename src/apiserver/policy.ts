/**
 * The rules of the API server by which releases differ. Each has a name; a release is a set of rules.
 */
import type { InvalidInput } from '../core/problem.js'
import { object } from '../internal/schema/object.js'
import { type Schema, oneOf, problemsOf } from '../internal/schema/schema.js'

/** Rules of the API server. */
export interface ServerPolicy {
  /**
   * When a pod that is being stopped ends after a request with a shorter grace period, if that had passed already: `at-once`,
   * with a second at most, or `in-the-past`, with the grace period as asked for.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete
   */
  readonly hurriedPod: 'at-once' | 'in-the-past'
  /**
   * How it answers options of a delete request that it can't read: bad request (400), or internal error (500).
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go DeleteResource
   */
  readonly unreadableOptions: 'bad-request' | 'internal-error'
  /**
   * What a negative grace period of a pod is: one second, or one that is over, so that the pod goes at once.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete
   */
  readonly negativeGrace: 'one-second' | 'over'
}

const kubernetes_1_20: ServerPolicy = {
  hurriedPod: 'in-the-past',
  unreadableOptions: 'internal-error',
  negativeGrace: 'over',
}
const kubernetes_1_26: ServerPolicy = { ...kubernetes_1_20, negativeGrace: 'one-second' }
const kubernetes_1_31 = kubernetes_1_26
const kubernetes_1_32 = kubernetes_1_31
const kubernetes_1_33: ServerPolicy = { ...kubernetes_1_32, hurriedPod: 'at-once' }
const kubernetes_1_34 = kubernetes_1_33
const kubernetes_1_35: ServerPolicy = { ...kubernetes_1_34, unreadableOptions: 'bad-request' }
const kubernetes_1_36 = kubernetes_1_35

/**
 * The rules of eight releases.
 *
 * @example
 * ```ts
 * import { requestDelete, serverPresets } from 'gcplan/apiserver'
 *
 * const asked = new Date('2026-01-01T12:00:00Z')
 * const pod = {
 *   apiVersion: 'v1',
 *   kind: 'Pod',
 *   metadata: { namespace: 'shop', name: 'web-0', uid: 'u', deletionTimestamp: asked, deletionGracePeriodSeconds: 60 },
 * }
 * const ends = [serverPresets.kubernetes_1_32, serverPresets.kubernetes_1_33].map((policy) => {
 *   const answer = requestDelete(asked, policy)({ gracePeriodSeconds: 50 })(pod)
 *   return answer._tag === 'Stays' && answer.object.metadata.deletionTimestamp
 * })
 * console.log(JSON.stringify(ends))
 * // ["2026-01-01T11:59:50.000Z","2026-01-01T12:00:00.000Z"]
 * ```
 */
export const serverPresets: {
  readonly kubernetes_1_20: ServerPolicy
  readonly kubernetes_1_26: ServerPolicy
  readonly kubernetes_1_31: ServerPolicy
  readonly kubernetes_1_32: ServerPolicy
  readonly kubernetes_1_33: ServerPolicy
  readonly kubernetes_1_34: ServerPolicy
  readonly kubernetes_1_35: ServerPolicy
  readonly kubernetes_1_36: ServerPolicy
} = {
  kubernetes_1_20,
  kubernetes_1_26,
  kubernetes_1_31,
  kubernetes_1_32,
  kubernetes_1_33,
  kubernetes_1_34,
  kubernetes_1_35,
  kubernetes_1_36,
}

/** The rules of Kubernetes 1.36. */
export const defaultServerPolicy: ServerPolicy = kubernetes_1_36

/** What each rule may be. */
export const serverRules: { readonly [Rule in keyof ServerPolicy]: Schema<ServerPolicy[Rule]> } = {
  hurriedPod: oneOf('at-once', 'in-the-past'),
  unreadableOptions: oneOf('bad-request', 'internal-error'),
  negativeGrace: oneOf('one-second', 'over'),
}

/** The problems of a value that is to be rules of the server; null when there is none. */
export const findServerPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'server policy',
  object<ServerPolicy>(serverRules),
)
