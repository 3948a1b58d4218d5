/**
 * The input of the cleaner of CertificateSigningRequests: the requests and the time.
 */
import type { KubeObject } from '../../apiserver/object.js'

/** The fields of a condition that are read; whether it holds is not. */
export interface RequestCondition {
  /** `Approved`, `Denied` or `Failed`; others are not read. */
  readonly type: string
  readonly lastUpdateTime?: Date | undefined
}

/** A CertificateSigningRequest in the shape of the API. */
export interface SigningRequest extends KubeObject {
  readonly status?:
    | {
        readonly conditions?: ReadonlyArray<RequestCondition> | undefined
        /** The issued certificate: PEM in Base64, as the API has it. */
        readonly certificate?: string | undefined
      }
    | undefined
}

/** The snapshot that one plan decides on. */
export interface Snapshot {
  readonly at: Date
  /** In any order, each uid once; every request is decided by itself. */
  readonly requests: ReadonlyArray<SigningRequest>
}
