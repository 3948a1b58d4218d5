/**
 * A short notation for the kinds of one API version: kind and resource, namespaced and cluster-scoped kinds apart.
 */
import type { Scope } from '../scope.js'

/** Kinds and their resources, e.g. `{ ReplicaSet: 'replicasets' }`. */
type Resources = Readonly<Record<string, string>>

/** The kinds of one version of the API itself; the server takes strategic merge patches for all of them. */
export const served = (
  apiVersion: string,
  { namespaced = {}, cluster = {} }: { readonly namespaced?: Resources; readonly cluster?: Resources },
): ReadonlyArray<Scope> =>
  [...rows(namespaced, true), ...rows(cluster, false)].map((row) => ({
    apiVersion,
    ...row,
    strategicMergePatch: true,
  }))

const rows = (
  resources: Resources,
  namespaced: boolean,
): ReadonlyArray<Pick<Scope, 'kind' | 'resource' | 'namespaced'>> =>
  Object.entries(resources).map(([kind, resource]) => ({ kind, resource, namespaced }))
