/**
 * Reads a Docker daemon, or podman in its place, through its socket, and removes images.
 *
 * @module
 */
export { systemClock } from '../clock.js'
export { type ConnectOptions, type Daemon, connect } from './http.js'
export * from './observe.js'
export * from './port.js'
export {
  type SocketError,
  classifySocketError as classify,
  explainSocketError as explainError,
} from '../socket/error.js'
