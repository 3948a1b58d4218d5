/**
 * gcplan decides what Kubernetes, the kubelet and containerd would garbage-collect, from a snapshot, without touching
 * anything. This entry holds the words that all collectors share; each collector has an entry of its own.
 *
 * @module
 */
export * from './core/index.js'
