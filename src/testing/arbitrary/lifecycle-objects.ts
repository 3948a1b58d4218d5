/** Builders for clusters and lifecycle policies. */
import type { WholeObject } from '../../apiserver/index.js'
import type { Coverage, Scope } from '../../apiserver/scope.js'
import type { Policy, Rules } from '../../controllers/lifecycle/index.js'
import * as Lifecycle from '../../controllers/lifecycle/index.js'
import type { ObjectMeta } from '../../apiserver/object.js'
import { scopes_1_36 } from '../../apiserver/scopes.js'
import { noon } from '../when.js'
import { second } from './instants.js'

export { noon }

/** So many seconds after noon. */
export const later = (seconds: number): Date => second(seconds)

export const everything: Coverage = { _tag: 'Everything' }

const custom = (kind: string, resource: string): Scope => ({
  apiVersion: 'example.com/v1',
  kind,
  resource,
  namespaced: true,
  strategicMergePatch: false,
})

export const scopes: ReadonlyArray<Scope> = [...scopes_1_36.scopes, custom('Build', 'builds'), custom('Env', 'envs')]

/** Annotations that state rules. */
const stating = (rules: Rules): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(rules).map(([field, value]) => [Lifecycle.annotationNames[field as keyof Rules], String(value)]),
  )

/** An object of the namespace `ns` whose uid is its name, with rules of its own. */
export const object = (
  apiVersion: string,
  kind: string,
  name: string,
  rules: Rules = {},
  more: Readonly<Record<string, unknown>> & { readonly metadata?: Partial<ObjectMeta> } = {},
): WholeObject => {
  const { metadata, ...rest } = more
  return {
    apiVersion,
    kind,
    ...rest,
    metadata: {
      namespace: 'ns',
      name,
      uid: name,
      resourceVersion: '7',
      ...(Object.keys(rules).length === 0 ? {} : { annotations: stating(rules) }),
      ...metadata,
    },
  }
}

/** Rules that are enabled. */
export const enabled = (more: Partial<Policy> = {}): Policy => ({
  ...Lifecycle.defaultPolicy,
  period: { _tag: 'Enabled', epoch: 'e1' },
  ...more,
})
