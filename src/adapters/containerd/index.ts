/**
 * Reads containerd's metadata through its socket, has the daemon collect, and removes single records. Needs
 * `@connectrpc/connect`, `@connectrpc/connect-node` and `@bufbuild/protobuf`.
 *
 * @module
 */
export { systemClock } from '../clock.js'
export * from './collect.js'
export * from './observe.js'
export * from './port.js'
export {
  type SocketError,
  classifySocketError as classify,
  explainSocketError as explainError,
} from '../socket/error.js'
export { type ConnectOptions, type Daemon, daemonAt as connect } from '../socket/daemon.js'
