/** What happens while a controller program runs, and why it ends; each as a sentence. */
import { named, targetOf } from '../../apiserver/object.js'
import { type CallError, type RequestOutcome, sayCallError } from '../kubernetes/index.js'
import { type ServingError, type ServingEvent, explainError, explainEvent } from '../serving/index.js'

/** What happens while a program runs. */
export type ProgramEvent =
  | ServingEvent
  /** Another, or this one, holds the lease now; nobody where the name is empty. */
  | { readonly _tag: 'Holds'; readonly holder: string }
  /** The lease could not be read or written; another attempt follows. */
  | { readonly _tag: 'ElectionFailed'; readonly error: CallError }
  | { readonly _tag: 'Leads' }
  /** The work was ended; the lease is waited for again. */
  | { readonly _tag: 'LeaseLost'; readonly because: string }
  | { readonly _tag: 'Acted'; readonly act: RequestOutcome }
  /** `admits` lets a request of the controller wait; told once until one of its requests is sent again. */
  | { readonly _tag: 'Withheld'; readonly by: string; readonly request: RequestOutcome['request'] }
  | { readonly _tag: 'ControllerThrew'; readonly by: string; readonly message: string }
  /** A controller watches a kind that the cluster does not serve yet. */
  | { readonly _tag: 'Unserved'; readonly by: string; readonly kind: string }

/** Why a program did not start, or ended before it was asked to. */
export type ProgramError = ServingError | CallError

/** One sentence about an event. */
export const explainProgramEvent = (event: ProgramEvent): string => {
  switch (event._tag) {
    case 'Holds':
      return event.holder === '' ? 'nobody holds the lease' : `${event.holder} holds the lease`
    case 'ElectionFailed':
      return `the lease: ${sayCallError(event.error)}`
    case 'Leads':
      return 'leads'
    case 'LeaseLost':
      return `lost the lease: ${event.because}`
    case 'Acted':
      return sayAct(event.act)
    case 'Withheld':
      return `${event.by}: ${event.request._tag} ${sayObject(event.request)} waits, and so may others: not admitted now`
    case 'ControllerThrew':
      return `${event.by} threw: ${event.message}`
    case 'Unserved':
      return `${event.by} waits for a definition of ${event.kind}`
    default:
      return explainEvent(event)
  }
}

const sayAct = ({ by, request, answer, why }: RequestOutcome): string =>
  `${by}: ${request._tag} ${sayObject(request)}: ${answer._tag}${typeof why === 'string' ? `, ${why}` : ''}`

const sayObject = (request: RequestOutcome['request']): string =>
  named(request._tag === 'Create' || request._tag === 'Update' ? targetOf(request.object) : request.object)

/** One sentence about an error. */
export const explainProgramError = (error: ProgramError): string =>
  error._tag === 'InvalidInput' || error._tag === 'UnusableCertificate' || error._tag === 'CannotListen'
    ? explainError(error)
    : sayCallError(error)
