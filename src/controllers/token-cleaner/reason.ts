/**
 * Reasons to delete, mark or keep a Secret with a token of a ServiceAccount.
 */
/** A Secret with a token. */
export interface Target {
  readonly _tag: 'Secret'
  /** Its uid. */
  readonly id: string
  readonly namespace: string
  readonly name: string
}

/** Why a token goes. Days are written `2026-01-31` and begin at midnight UTC. */
export type Reason =
  /**
   * It has been unused and invalid for the period.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
   */
  { readonly _tag: 'InvalidForPeriod'; readonly invalidSince: string; readonly lastUsed?: string }

/** Why a token is marked as invalid. */
export type AmendReason =
  /**
   * It has been unused for the period.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
   */
  { readonly _tag: 'UnusedForPeriod'; readonly lastUsed?: string }

/** Why a token stays. */
export type KeepReason =
  /**
   * It is marked as invalid by this very plan, and goes after another period.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
   */
  | { readonly _tag: 'NotYetInvalid' }
  /**
   * It became invalid less than the period ago.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
   */
  | { readonly _tag: 'InvalidRecently'; readonly invalidSince: string; readonly until: Date }
  /**
   * It was used less than the period ago.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
   */
  | { readonly _tag: 'UsedRecently'; readonly lastUsed: string; readonly until: Date }
  /**
   * Its label says in no readable way when it was last used.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
   */
  | { readonly _tag: 'LastUseUnreadable'; readonly lastUsed: string }
  /**
   * It was made less than the period ago.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
   */
  | { readonly _tag: 'CreatedRecently'; readonly createdAt: Date; readonly until: Date }
  /**
   * Nothing says when it was made.
   * @upstream gcplan legacy_serviceaccount_token_cleaner.go evaluateSATokens takes such a Secret for very old
   */
  | { readonly _tag: 'CreationUnknown' }
  /**
   * No ServiceAccount of its annotation lists it: somebody may have made it by hand.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go hasSecretReference
   */
  | { readonly _tag: 'NotListedByAccount'; readonly account?: string }
  /**
   * A pod names it.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go getMountedSecretNames
   */
  | { readonly _tag: 'NamedByPod'; readonly pod: string }
  /**
   * A pod is listed without its specification, or with one that cannot be read, and may name it.
   * @upstream gcplan a pod that is not shown is not absent
   */
  | { readonly _tag: 'PodNotShown'; readonly pod: string }
  /**
   * Pods of its namespace may not be listed.
   * @upstream gcplan a pod that is not shown is not absent
   */
  | { readonly _tag: 'PodsUnlisted' }
  /**
   * It is already being deleted; these finalizers hold it.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
   */
  | { readonly _tag: 'BeingDeleted'; readonly since: Date; readonly finalizers: ReadonlyArray<string> }
  /**
   * Uses have been noted for less than the period.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
   */
  | { readonly _tag: 'TrackedTooBriefly'; readonly trackedSince: string; readonly until: Date }
  /**
   * Nothing says since when uses are noted.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go latestPossibleTrackedSinceTime
   */
  | { readonly _tag: 'TrackingUnknown' }
  /**
   * The controller does not run.
   * @upstream kubernetes 1.36.2 cmd/kube-controller-manager/app/core.go newLegacyServiceAccountTokenCleanerController
   */
  | { readonly _tag: 'ControllerOff' }
