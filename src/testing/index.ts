/**
 * Gives tests what no environment without a cluster offers: an API server with its garbage collectors, and a node, both in
 * memory, on a clock that the test moves; and builders for what they hold.
 *
 * @module
 */
export type { Given } from './build/kube-object.js'
export { clusterObject, kubeObject, ownerReference } from './build/kube-object.js'
export * from './build/kubernetes.js'
export * from './build/workloads.js'
export type { ApiAnswer, ApiError } from './cluster/api-error.js'
export { apiError } from './cluster/api-error.js'
export type { ClusterApi } from './cluster/api.js'
export type { ClusterOptions, FakeCluster, Which } from './cluster/cluster.js'
export { fakeCluster } from './cluster/cluster.js'
export type { ClusterInput, ObjectInput } from './cluster/input.js'
export type { Kubelets } from './cluster/kubelet.js'
export type { LoggedRequest, Party, Verb } from './cluster/log.js'
export type { PatchType } from './cluster/merge-patch.js'
export type { Named, TargetName } from './cluster/name.js'
export type { Policies } from './cluster/policies.js'
export { defaultPolicies } from './cluster/policies.js'
export type { Failures, Script, Trouble } from './trouble.js'
export { fails, hangs, losesAnswer } from './trouble.js'
export type { Cancelled, VirtualClock } from './virtual-clock.js'
export type { When } from './when.js'
