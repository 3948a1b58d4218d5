/**
 * Kinds of access control, admission, API extension, and events.
 */
import type { Scope } from '../scope.js'
import { served } from './served.js'

/** Kinds of admission registration, API extension and registration, certificates, events, flow control and RBAC. */
export const controlScopes: ReadonlyArray<Scope> = [
  ...served('admissionregistration.k8s.io/v1', {
    cluster: {
      MutatingAdmissionPolicy: 'mutatingadmissionpolicies',
      MutatingAdmissionPolicyBinding: 'mutatingadmissionpolicybindings',
      MutatingWebhookConfiguration: 'mutatingwebhookconfigurations',
      ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
      ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
      ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
    },
  }),
  ...served('apiextensions.k8s.io/v1', { cluster: { CustomResourceDefinition: 'customresourcedefinitions' } }),
  ...served('apiregistration.k8s.io/v1', { cluster: { APIService: 'apiservices' } }),
  ...served('certificates.k8s.io/v1', { cluster: { CertificateSigningRequest: 'certificatesigningrequests' } }),
  ...served('events.k8s.io/v1', { namespaced: { Event: 'events' } }),
  ...served('flowcontrol.apiserver.k8s.io/v1', {
    cluster: { FlowSchema: 'flowschemas', PriorityLevelConfiguration: 'prioritylevelconfigurations' },
  }),
  ...served('rbac.authorization.k8s.io/v1', {
    namespaced: { Role: 'roles', RoleBinding: 'rolebindings' },
    cluster: { ClusterRole: 'clusterroles', ClusterRoleBinding: 'clusterrolebindings' },
  }),
]
