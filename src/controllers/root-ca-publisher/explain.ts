/** The sentence for what the publisher of the root certificate does. */
import type { CertificateWhy } from './controller.js'

/** One line for why a ConfigMap is made. */
export const explainCertificate = ({ namespace }: CertificateWhy): string =>
  `every namespace has the root certificate, and ${namespace} has none`
