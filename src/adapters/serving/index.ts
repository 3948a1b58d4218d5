/**
 * Serves a small deployed program over HTTP or HTTPS: health, readiness, metrics, routes of its own, a certificate that is read
 * again when its files change, and an end that lets open requests finish.
 *
 * @module
 */
export { systemClock } from '../clock.js'
export type { Check } from './checks.js'
export type { Certificate, CertificateProblem, TlsFiles } from './certificate.js'
export { type ServingError, type ServingEvent, explainError, explainEvent } from './event.js'
export { type Limits, type Metrics, type ServingOptions, defaultLimits } from './options.js'
export { type Handle, type Method, type Request, type Response, type Route, json, plain } from './route.js'
export { type Closed, type Serving, serve } from './serve.js'
export { type SignalSource, type Termination, termination } from './termination.js'
