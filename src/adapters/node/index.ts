/**
 * A node through its container runtime, its kubelet and its containerd, in the fields that `gcplan/outlook` looks ahead by; and images
 * removed as that allows. Needs `@connectrpc/connect`, `@connectrpc/connect-node` and `@bufbuild/protobuf`.
 *
 * @module
 */
export { systemClock } from '../clock.js'
export { type Node, type NodeOptions, connect } from './connect.js'
export { type ReclaimError, type ReclaimOptions, reclaim } from './reclaim.js'
export {
  type SocketError,
  classifySocketError as classify,
  explainSocketError as explainError,
} from '../socket/error.js'
