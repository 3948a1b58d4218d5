/**
 * What API servers of other releases serve by default, each as the next release and what differs from it. An owner of a kind
 * that is not served can't be looked up, so whatever depends on it stays.
 */
import { type Scope, type ScopeTable, scopeTable } from './scope.js'
import { clusterKinds, scopes_1_36 } from './scopes.js'

/** The table of the release before: kinds of a version that came since then are not in it. */
const before = (
  table: ScopeTable,
  came: Readonly<Record<string, ReadonlyArray<string>>>,
  left: ReadonlyArray<Scope> = [],
): ScopeTable =>
  scopeTable([...table.scopes.filter(({ apiVersion, kind }) => came[apiVersion]?.includes(kind) !== true), ...left])

/** What Kubernetes 1.35 serves by default. */
export const scopes_1_35: ScopeTable = before(scopes_1_36, {
  'admissionregistration.k8s.io/v1': ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'],
})

/** What Kubernetes 1.34 serves by default. */
export const scopes_1_34: ScopeTable = before(scopes_1_35, {})

/** What Kubernetes 1.33 serves by default. */
export const scopes_1_33: ScopeTable = before(scopes_1_34, {
  'resource.k8s.io/v1': ['DeviceClass', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice'],
  'storage.k8s.io/v1': ['VolumeAttributesClass'],
})

/** What Kubernetes 1.32 serves by default. */
export const scopes_1_32: ScopeTable = before(scopes_1_33, {
  'networking.k8s.io/v1': ['IPAddress', 'ServiceCIDR'],
})

/**
 * What Kubernetes 1.31 serves by default.
 *
 * @upstream kubernetes 1.31.14 pkg/controlplane/instance.go DefaultAPIResourceConfigSource
 */
export const scopes_1_31: ScopeTable = before(
  scopes_1_32,
  {},
  clusterKinds('flowcontrol.apiserver.k8s.io/v1beta3', {
    FlowSchema: 'flowschemas',
    PriorityLevelConfiguration: 'prioritylevelconfigurations',
  }),
)
