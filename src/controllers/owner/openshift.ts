import type { GroupKind } from './policy.js'

const kindsOf = (group: string, ...kinds: ReadonlyArray<string>): ReadonlyArray<GroupKind> =>
  kinds.map((kind) => ({ group: `${group}.openshift.io`, kind }))

/**
 * Kinds that OpenShift's controller manager ignores beside those of Kubernetes.
 *
 * @upstream openshift/kubernetes cmd/kube-controller-manager/app/patch_gc.go applyOpenShiftGCConfig
 *
 * @example
 * ```ts
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const ignoredKinds = [...Owner.defaultPolicy.ignoredKinds, ...Owner.openShiftIgnoredKinds]
 * const policy = Owner.makePolicy({ ...Owner.presets.kubernetes_1_33, ignoredKinds })
 * console.log(policy._tag, Owner.openShiftIgnoredKinds.length) // Right 13
 * ```
 */
export const openShiftIgnoredKinds: ReadonlyArray<GroupKind> = [
  ...kindsOf('oauth', 'OAuthClientAuthorization', 'OAuthClient', 'OAuthAccessToken', 'OAuthAuthorizeToken'),
  ...kindsOf('user', 'Group', 'Identity', 'User'),
  ...kindsOf('image', 'Image'),
  ...kindsOf('project', 'Project'),
  ...kindsOf('authorization', 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'),
]
