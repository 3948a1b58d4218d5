/** The accounts of the control plane. What they delete follows from what was admitted before: refusing it would stop every cascade. */

/**
 * Controllers of kube-controller-manager, each with its own account in `kube-system`.
 *
 * @upstream kubernetes 1.36.2 plugin/pkg/auth/authorizer/rbac/bootstrappolicy/controller_policy.go buildControllerRoles
 */
const controllers: ReadonlyArray<string> = [
  'attachdetach-controller',
  'certificate-controller',
  'cronjob-controller',
  'daemon-set-controller',
  'deployment-controller',
  'device-taint-eviction-controller',
  'disruption-controller',
  'endpoint-controller',
  'endpointslice-controller',
  'endpointslicemirroring-controller',
  'ephemeral-volume-controller',
  'expand-controller',
  'generic-garbage-collector',
  'horizontal-pod-autoscaler',
  'job-controller',
  'legacy-service-account-token-cleaner',
  'namespace-controller',
  'node-controller',
  'persistent-volume-binder',
  'pod-garbage-collector',
  'podgroup-protection-controller',
  'pv-protection-controller',
  'pvc-protection-controller',
  'replicaset-controller',
  'replication-controller',
  'resource-claim-controller',
  'resourcequota-controller',
  'root-ca-cert-publisher',
  'route-controller',
  'service-account-controller',
  'service-cidrs-controller',
  'service-controller',
  'statefulset-controller',
  'storage-version-migrator-controller',
  'tokens-controller',
  'ttl-after-finished-controller',
  'ttl-controller',
  'vac-protection-controller',
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
