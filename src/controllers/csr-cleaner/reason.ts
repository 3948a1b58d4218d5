/**
 * Reasons to delete or keep a CertificateSigningRequest.
 */
/** A CertificateSigningRequest. */
export interface Target {
  readonly _tag: 'CertificateSigningRequest'
  /** Its uid. */
  readonly id: string
  readonly name: string
}

/** Why a request is deleted: it has been in a state for longer than that allows. */
export type Reason =
  /**
   * Its certificate was issued more than an hour ago.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isIssuedPastDeadline
   */
  | { readonly _tag: 'Issued'; readonly since: Date }
  /**
   * It was denied more than an hour ago.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isDeniedPastDeadline
   */
  | { readonly _tag: 'Denied'; readonly since: Date }
  /**
   * Its signer failed more than an hour ago.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isFailedPastDeadline
   */
  | { readonly _tag: 'Failed'; readonly since: Date }
  /**
   * Nobody has looked at it for more than a day.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isPendingPastDeadline
   */
  | { readonly _tag: 'Pending'; readonly since: Date }
  /**
   * Its certificate has expired.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isIssuedExpired
   */
  | { readonly _tag: 'CertificateExpired'; readonly since: Date }
  /**
   * It was approved more than a day ago and has no certificate.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isApprovedUnissuedPastDeadline
   */
  | { readonly _tag: 'NeverIssued'; readonly since: Date }

/** Why a request stays. */
export type KeepReason =
  /**
   * It goes, for the reason of that name, once this time has passed.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isOlderThan
   */
  | { readonly _tag: 'NotDue'; readonly because: Reason['_tag']; readonly since: Date; readonly dueAfter: Date }
  /**
   * Nothing says since when it has been in its state.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isOlderThan
   */
  | { readonly _tag: 'TimeMissing'; readonly because: Reason['_tag'] }
  /**
   * Its certificate cannot be read.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isExpired
   */
  | { readonly _tag: 'CertificateUnreadable' }
  /**
   * It was approved and has no certificate, which this release leaves alone.
   * @upstream kubernetes 1.34.2 pkg/controller/certificates/cleaner/cleaner.go handle
   */
  | { readonly _tag: 'ApprovedNotIssued' }
  /**
   * Its conditions are of other types.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go handle
   */
  | { readonly _tag: 'OtherConditions' }
  /**
   * It is already being deleted; these finalizers hold it.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go handle
   * @differs the real one asks again once an hour, which changes nothing
   */
  | { readonly _tag: 'BeingDeleted'; readonly since: Date; readonly finalizers: ReadonlyArray<string> }
  /**
   * The controller does not run.
   * @upstream kubernetes 1.36.2 cmd/kube-controller-manager/app/certificates.go newCertificateSigningRequestCleanerController
   */
  | { readonly _tag: 'ControllerOff' }
