/**
 * The input of the legacy token cleaner: token Secrets, ServiceAccounts, pods, and since when token use is tracked.
 */
import type { KubeObject, WholeObject } from '../../apiserver/object.js'
import type { Coverage } from '../../apiserver/scope.js'

/** A Secret in the shape of the API; its data is not read. */
export interface Secret extends KubeObject {
  /** Only Secrets of type `kubernetes.io/service-account-token` are decided on. */
  readonly type?: string | undefined
}

/** A ServiceAccount in the shape of the API. */
export interface ServiceAccount extends KubeObject {
  /** The Secrets that were made for it by itself are listed here. */
  readonly secrets?: ReadonlyArray<{ readonly name?: string | undefined }> | undefined
}

/** The snapshot that one plan decides on. */
export interface Snapshot {
  readonly at: Date
  /** In any order, each uid once; every Secret is decided by itself. */
  readonly secrets: ReadonlyArray<Secret>
  readonly accounts: ReadonlyArray<ServiceAccount>
  /** One without a specification that can be read may mount any Secret of its namespace. */
  readonly pods: ReadonlyArray<WholeObject>
  /**
   * The day from which on the API server notes uses: `since` in the data of the ConfigMap
   * `kube-system/kube-apiserver-legacy-service-account-token-tracking`. Without it nothing goes.
   */
  readonly trackedSince?: string | undefined
  /** Whether there may be pods that are not listed. */
  readonly coverage: Coverage
}
