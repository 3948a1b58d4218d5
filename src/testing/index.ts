/**
 * What envtest and mocks lack: an API server with its garbage collectors, and a node, both in
 * memory, on a clock that the test moves; and builders for what they hold.
 *
 * @module
 */
export * as Containerd from './build/containerd.js'
export * as KubeletContainer from './build/kubelet-container.js'
export * as KubeletImage from './build/kubelet-image.js'
export { type Given, clusterObject, kubeObject, ownerReference } from './build/kube-object.js'
export * from './build/kubernetes.js'
export * from './build/workloads.js'
export { type ApiAnswer, type ApiError, apiError } from '../apiserver/answer.js'
export type { ClusterApi } from './cluster/api.js'
export type { Collection, CollectionAnswer } from './cluster/collection.js'
export { type ClusterOptions, type FakeCluster, type Which, fakeCluster } from './cluster/cluster.js'
export { followCourse } from './cluster/follow.js'
export type { ClusterInput, ObjectInput } from './cluster/input.js'
export type { Kubelets } from './cluster/kubelet.js'
export type { LoggedRequest, Party, Verb } from './cluster/log.js'
export type { Named, TargetName } from './cluster/name.js'
export type { PatchType } from './cluster/patch.js'
export { type Policies, defaultPolicies } from './cluster/policies.js'
export { type FakeStore, type StoreOptions, fakeStore } from './containerd/ports.js'
export * as Match from './match/index.js'
export type { NodePorts } from './node/ports.js'
export { type FakeNode, type NodeOptions, fakeNode } from './node/run.js'
export type { NodeCall, NodeContainer, NodeContents, NodeFault } from './node/state.js'
export { type Failures, type Script, type Trouble, fails, hangs, dropsResponse } from './trouble.js'
export type { Cancelled, VirtualClock } from './virtual-clock.js'
export type { When } from './when.js'
