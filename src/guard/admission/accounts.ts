/** The accounts of the control plane. What they delete follows from what was admitted before: refusing it would stop every cascade. */

/**
 * Accounts of controllers in `kube-system` whose roles may delete something, in Kubernetes 1.20 to 1.36; `token-cleaner` by a role
 * in its namespace. The other controllers delete nothing, so that there is nothing to let pass.
 *
 * @upstream kubernetes 1.36.2 plugin/pkg/auth/authorizer/rbac/bootstrappolicy/controller_policy.go buildControllerRoles
 * @upstream kubernetes 1.36.2 plugin/pkg/auth/authorizer/rbac/bootstrappolicy/namespace_policy.go init
 */
const controllers: ReadonlyArray<string> = [
  'attachdetach-controller',
  'certificate-controller',
  'cronjob-controller',
  'daemon-set-controller',
  'deployment-controller',
  'device-taint-eviction-controller',
  'endpoint-controller',
  'endpointslice-controller',
  'endpointslicemirroring-controller',
  'generic-garbage-collector',
  'job-controller',
  'kube-apiserver-serving-clustertrustbundle-publisher',
  'legacy-service-account-token-cleaner',
  'namespace-controller',
  'node-controller',
  'persistent-volume-binder',
  'pod-garbage-collector',
  'podcertificaterequestcleaner',
  'replicaset-controller',
  'replication-controller',
  'resource-claim-controller',
  'statefulset-controller',
  'storage-version-garbage-collector',
  'token-cleaner',
  'ttl-after-finished-controller',
]

/** Names of users, or beginnings of names with `*` at the end. */
export const controlPlaneAccounts: ReadonlyArray<string> = [
  'system:apiserver',
  'system:kube-controller-manager',
  'system:kube-scheduler',
  'system:cloud-controller-manager',
  'system:node:*',
  'system:serviceaccount:kube-system:cloud-controller-manager',
  ...controllers.map((controller) => `system:serviceaccount:kube-system:${controller}`),
]

/** Whether a user is one of these accounts. A star alone would mean everybody, and means nobody. */
export const isAmongAccounts = (accounts: ReadonlyArray<string>): ((username: string | undefined) => boolean) => {
  const exact = new Set(accounts.filter((account) => !account.endsWith('*')))
  const beginnings = accounts.flatMap((account) =>
    account.endsWith('*') && account.length > 1 ? [account.slice(0, -1)] : [],
  )
  return (username) =>
    username !== undefined &&
    username !== '' &&
    (exact.has(username) || beginnings.some((beginning) => username.startsWith(beginning)))
}
