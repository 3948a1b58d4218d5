/**
 * The publisher of the root certificate: every namespace that is not terminating has a ConfigMap `kube-root-ca.crt`.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/certificates/rootcacertpublisher/publisher.go syncNamespace
 */
import type { Controller } from '../controller.js'
import { keysOfNamespace, missingIn } from '../namespaced.js'

/** Why a ConfigMap is made. */
export type CertificateWhy =
  /**
   * Every namespace has the root certificate.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/rootcacertpublisher/publisher.go syncNamespace
   */
  { readonly _tag: 'CertificateMissing'; readonly namespace: string }

const bundle = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', name: 'kube-root-ca.crt' }

/** The controller; its keys are names of namespaces. */
export const rootCaPublisher = (): Controller<CertificateWhy> => ({
  name: 'root-ca-certificate-publisher-controller',
  /** @upstream kubernetes 1.36.2 pkg/controller/certificates/rootcacertpublisher/publisher.go processNextWorkItem */
  retries: 'refusals-but-conflicts',
  watches: ['Namespace', 'ConfigMap'],
  keysOf: keysOfNamespace(bundle),
  reconcile: (view) => (namespace) => ({
    requests: missingIn(view, bundle, namespace),
    why: { _tag: 'CertificateMissing', namespace },
  }),
})
