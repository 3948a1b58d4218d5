/**
 * Kinds that nothing in the lists defines. The cluster serves what it lists, so that the objects themselves tell their scope;
 * only the plural is guessed, as kubectl guesses it.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go UnsafeGuessKindToResource
 */
import type { KubeObject, Scope } from '../../apiserver/index.js'
import { partsOf } from './kinds.js'

/** The scopes of listed objects that neither a scope nor a listed definition accounts for, in the order of the objects. */
export const inferredScopes = (
  served: ReadonlyArray<Scope>,
  objects: ReadonlyArray<KubeObject>,
): ReadonlyArray<Scope> => {
  const known = new Set(served.map(keyOf))
  const defined = new Set(
    objects.flatMap(({ kind, metadata }) => (kind === 'CustomResourceDefinition' ? [metadata.name] : [])),
  )
  return objects.flatMap((object): ReadonlyArray<Scope> => {
    const { apiVersion, kind, metadata } = object
    if (known.has(keyOf(object))) return []
    known.add(keyOf(object))
    const resource = pluralOf(kind.toLowerCase())
    return defined.has(`${resource}.${partsOf(apiVersion).group}`)
      ? []
      : [{ apiVersion, kind, resource, namespaced: isNamed(metadata.namespace), strategicMergePatch: false }]
  })
}

/** A note on what was inferred. */
export const sayInferred = ({ apiVersion, kind, namespaced }: Scope): string =>
  `${kind} (${apiVersion}): its CustomResourceDefinition is not in the lists; taken for ${namespaced ? 'namespaced' : 'cluster-scoped'}, as the listed objects are`

const keyOf = ({ apiVersion, kind }: Pick<Scope, 'apiVersion' | 'kind'>): string => `${apiVersion} ${kind}`

const isNamed = (namespace: string | undefined): boolean => namespace !== undefined && namespace !== ''

const pluralOf = (kind: string): string => {
  if (kind.endsWith('s')) return `${kind}es`
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`
}
