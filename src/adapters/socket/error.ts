/**
 * What can go wrong between an adapter and a daemon behind a unix socket: one sentence for people, a class for retries.
 */
import type { ErrorClass } from '../../core/report.js'
import { thrownText } from '../../core/thrown.js'

/** Why a daemon did not do what it was asked. */
export type SocketError =
  /** Nobody could be reached behind the socket. */
  | {
      readonly _tag: 'Unreachable'
      readonly socket: string
      /** `missing`: no such file; `denied`: no permission; `silent`: nobody listens; `other`: see the message. */
      readonly because: 'missing' | 'denied' | 'silent' | 'other'
      readonly message: string
    }
  /** The connection ended before the answer did. */
  | { readonly _tag: 'Interrupted'; readonly call: string; readonly message: string }
  | { readonly _tag: 'TimedOut'; readonly call: string; readonly millis: number }
  /** The answer is not what the protocol says. */
  | { readonly _tag: 'Garbled'; readonly call: string; readonly message: string }
  /** The daemon does not have the call. */
  | { readonly _tag: 'Unsupported'; readonly call: string; readonly message: string }
  /** What the call names is not there. */
  | { readonly _tag: 'NotThere'; readonly call: string; readonly message: string }
  /** The daemon refuses, with its own code. */
  | { readonly _tag: 'Rejected'; readonly call: string; readonly code: string; readonly message: string }
  /** The state changed during each read, so that none is known to be of one instant. */
  | { readonly _tag: 'Unsettled'; readonly reads: number }
  /** No rules are known for the release that the daemon states. */
  | { readonly _tag: 'UnknownRelease'; readonly version: string; readonly message: string }

/** One sentence about an error. */
export const explainSocketError = (error: SocketError): string => {
  switch (error._tag) {
    case 'Unreachable':
      return `${error.socket}: ${unreachable[error.because]}${error.because === 'other' ? error.message : ''}`
    case 'Interrupted':
      return `${error.call}: the connection ended before the response was complete: ${error.message}`
    case 'TimedOut':
      return `${error.call}: no answer within ${error.millis} ms`
    case 'Garbled':
      return `${error.call}: the response does not follow the protocol: ${error.message}`
    case 'Unsupported':
      return `${error.call}: the daemon does not implement this call: ${error.message}`
    case 'NotThere':
      return `${error.call}: not found: ${error.message}`
    case 'Rejected':
      return `${error.call}: refused with ${error.code}: ${error.message}`
    case 'Unsettled':
      return `the state changed during each of ${error.reads} reads; try again when the daemon is less busy`
    case 'UnknownRelease':
      return `the daemon is version ${error.version}: ${error.message}`
  }
}

const unreachable = {
  missing: 'there is no such socket',
  denied: 'no permission to connect to it',
  silent: 'nobody listens on it',
  other: '',
} as const

/** What an error means for the next call, as `execute` asks. */
export const classifySocketError = (error: SocketError): ErrorClass => {
  switch (error._tag) {
    case 'NotThere':
      return 'gone'
    case 'Interrupted':
    case 'TimedOut':
    case 'Unsettled':
      return 'retryable'
    case 'Unreachable':
      return error.because === 'silent' || error.because === 'missing' ? 'retryable' : 'fatal'
    case 'Rejected':
      return busy.has(error.code) ? 'retryable' : 'fatal'
    default:
      return 'fatal'
  }
}

/** Codes of gRPC, and of HTTP, with which a daemon says that it is busy. */
const busy: ReadonlySet<string> = new Set(['unavailable', 'aborted', 'resource_exhausted', '429', '503'])

/** Why a socket could not be connected to, by the code of the system's error; undefined for an error of another kind. */
export const unreachableFrom = (socket: string, error: unknown): SocketError | undefined => {
  const code = systemCodeOf(error)
  const message = thrownText(error)
  switch (code) {
    case 'ENOENT':
      return { _tag: 'Unreachable', socket, because: 'missing', message }
    case 'EACCES':
    case 'EPERM':
      return { _tag: 'Unreachable', socket, because: 'denied', message }
    case 'ECONNREFUSED':
      return { _tag: 'Unreachable', socket, because: 'silent', message }
    case 'ENOTSOCK':
    case 'ENOTDIR':
    case 'EINVAL':
    case 'EISDIR':
      return { _tag: 'Unreachable', socket, because: 'other', message }
    default:
      return undefined
  }
}

/** The code of a system error, or of one that caused it. */
const systemCodeOf = (error: unknown): string | undefined => {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth++)
    if ('code' in one && typeof one.code === 'string') return one.code
  return undefined
}
