/**
 * A fake cluster behind the API of Kubernetes: as a pure function from state and request to state and response, as a client in
 * the process of a test, and over HTTP for clients in any language.
 *
 * @module
 */
export type {
  AdmissionRequest,
  AdmissionResponse,
  AdmissionReview,
  GroupVersionKind,
  GroupVersionResource,
  Validate,
} from './admission.js'
export { type ServedCall, type ServedClient, type ServedReply, type ServedTransport, clientOf } from './client.js'
export { handle } from './handle.js'
export { compacted } from './history.js'
export { type StateOptions, apiState } from './initial.js'
export { type ListenOptions, type Listening, listen } from './listen.js'
export type { Caller, HttpRequest } from './request.js'
export type { AggregatedType, HttpResponse } from './response.js'
export { type ServedCluster, type ServedOptions, servedCluster } from './served.js'
export { type ApiState, stateAt } from './state.js'
export { type HttpEvent, type Told, nextEvents } from './watch.js'
export type { Watch } from './watching.js'
