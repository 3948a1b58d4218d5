/**
 * Reads a container runtime through its CRI socket, and carries out plans of the kubelet's image and container collectors.
 * Needs `@connectrpc/connect`, `@connectrpc/connect-node` and `@bufbuild/protobuf`.
 *
 * @module
 */
export { systemClock } from '../clock.js'
export type { CriFiles } from './json.js'
export { type LogFolders, type Logs, observeLogs } from './logs.js'
export * from './observe.js'
export * from './port.js'
export {
  type SocketError,
  classifySocketError as classify,
  explainSocketError as explainError,
} from '../socket/error.js'
export { type ConnectOptions, type Daemon, daemonAt as connect } from '../socket/daemon.js'
