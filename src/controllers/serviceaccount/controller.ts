/**
 * The ServiceAccounts controller: every namespace that is not terminating has an account `default`.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/serviceaccounts_controller.go syncNamespace
 */
import type { Controller } from '../controller.js'
import { keysOfNamespace, missingIn } from '../namespaced.js'

/** Why an account is made. */
export type AccountWhy =
  /**
   * Every namespace has one.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/serviceaccounts_controller.go syncNamespace
   */
  { readonly _tag: 'AccountMissing'; readonly namespace: string }

const account = { apiVersion: 'v1', kind: 'ServiceAccount', resource: 'serviceaccounts', name: 'default' }

/** The controller; its keys are names of namespaces. */
export const serviceAccountController = (): Controller<AccountWhy> => ({
  name: 'serviceaccount-controller',
  /** @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/serviceaccounts_controller.go processNextWorkItem */
  retries: 'refusals-but-conflicts',
  watches: ['Namespace', 'ServiceAccount'],
  keysOf: keysOfNamespace(account),
  reconcile: (view) => (namespace) => ({
    requests: missingIn(view, account, namespace),
    why: { _tag: 'AccountMissing', namespace },
  }),
})
