/** What goes wrong before a program serves, and what happens while it does; each as a sentence. */
import type { InvalidInput } from '../../core/problem.js'
import type { Certificate, CertificateProblem } from './certificate.js'

/** Why a program does not serve. */
export type ServingError =
  | InvalidInput
  | { readonly _tag: 'UnusableCertificate'; readonly problem: CertificateProblem }
  | {
      readonly _tag: 'CannotListen'
      /** Host and port. */
      readonly address: string
      /** `in-use`: another listens there; `denied`: no permission; `no-such-host`: not an address of this machine; `other`: see the message. */
      readonly because: 'in-use' | 'denied' | 'no-such-host' | 'other'
      readonly message: string
    }

/** What happens while a program serves. */
export type ServingEvent =
  | { readonly _tag: 'Listening'; readonly url: string }
  /** The files hold another pair, which new connections get. */
  | { readonly _tag: 'CertificateChanged'; readonly certificate: Certificate }
  /** The files hold no pair that can be used: the one before stays. */
  | { readonly _tag: 'CertificateKept'; readonly problem: CertificateProblem }
  /** A handler threw, or took longer than `answerMillis`. */
  | { readonly _tag: 'HandlerFailed'; readonly route: string; readonly message: string }
  /** Not ready any more; requests are still taken. */
  | { readonly _tag: 'Draining'; readonly open: number }
  /** Nothing listens and no connection is open; `cut` requests were not answered to the end. */
  | { readonly _tag: 'Closed'; readonly cut: number }

/** One sentence about an error. */
export const explainError = (error: ServingError): string => {
  switch (error._tag) {
    case 'InvalidInput':
      return error.problems
        .map(({ path, expected, actual }) => `${path}: expected ${expected}, found ${actual}`)
        .join('; ')
    case 'UnusableCertificate':
      return explainCertificate(error.problem)
    case 'CannotListen':
      return `can't listen on ${error.address}: ${listening[error.because]}${error.because === 'other' ? error.message : ''}`
  }
}

const listening = {
  'in-use': 'another program listens there',
  denied: 'no permission',
  'no-such-host': 'this machine has no such address',
  other: '',
} as const

/** One sentence about an event. */
export const explainEvent = (event: ServingEvent): string => {
  switch (event._tag) {
    case 'Listening':
      return `listening on ${event.url}`
    case 'CertificateChanged':
      return `the certificate was replaced by one of ${event.certificate.subject}, valid until ${event.certificate.notAfter.toISOString()}`
    case 'CertificateKept':
      return `the certificate stays as it was: ${explainCertificate(event.problem)}`
    case 'HandlerFailed':
      return `${event.route}: ${event.message}`
    case 'Draining':
      return `not ready any more, ${event.open} open requests`
    case 'Closed':
      return `closed, ${event.cut} requests cut`
  }
}

const explainCertificate = (problem: CertificateProblem): string => {
  switch (problem._tag) {
    case 'UnreadableFile':
      return problem.message
    case 'NoCertificate':
      return `${problem.file}: no certificate in PEM: ${problem.message}`
    case 'NoKey':
      return `${problem.file}: no private key in PEM: ${problem.message}`
    case 'KeyOfAnother':
      return `${problem.key} is not the key of ${problem.certificate}`
    case 'Changing':
      return `${problem.certificate} and ${problem.key} changed during each read`
  }
}
