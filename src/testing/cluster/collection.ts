/**
 * Deletes collections: all objects of one kind in one namespace that match the label selector.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go DeleteCollection
 */
import { type Answer, type ApiError, apiError } from '../../apiserver/answer.js'
import { type WholeObject, isNamespace } from '../../apiserver/object.js'
import { type DeleteOptions, optionsRefusal } from '../../apiserver/request.js'
import type { Server } from '../../apiserver/server.js'
import { compareText } from '../../internal/lists.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import { defaultNamespace, unserved } from './name.js'

/** The objects that a delete-collection request selects. */
export interface Collection {
  /** Default: the version that the server has. */
  readonly apiVersion?: string | undefined
  readonly kind: string
  /** Default `default`, for namespaced kinds. */
  readonly namespace?: string | undefined
  /** Labels to match. */
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/** The answer to a delete-collection request: one per object, by name. */
export type CollectionAnswer =
  | { readonly _tag: 'Deleted'; readonly code: 200; readonly answers: ReadonlyArray<Answer<WholeObject>> }
  | ApiError

/** The collection with its namespace, if its kind is namespaced. Ends the test if the kind is not served. */
export const collectionOf =
  (scopes: ScopeTable) =>
  (given: Collection): Collection => {
    const { apiVersion, kind, namespace = defaultNamespace } = given
    const scope = scopes.scopes.find(
      (each) => each.kind === kind && (apiVersion === undefined || each.apiVersion === apiVersion),
    )
    if (scope === undefined) return unserved(scopes, kind, apiVersion)
    return { ...given, namespace: scope.namespaced ? namespace : '' }
  }

/**
 * Deletes the objects of a collection one by one, as a request for each would; the first that is refused ends it.
 *
 * Fails: `MethodNotAllowed` (405) for namespaces, `Invalid` (422) for options that contradict themselves; what the first
 * refused request says.
 */
export const deleteEach =
  (server: Server, options: DeleteOptions) =>
  ({ apiVersion, kind, namespace = '', labels = {} }: Collection): CollectionAnswer => {
    if (isNamespace({ apiVersion: apiVersion ?? 'v1', kind, metadata: { name: '', uid: '' } }))
      return apiError(405, 'MethodNotAllowed', 'namespaces are deleted one by one')
    const refusal = optionsRefusal(options)
    if (refusal !== undefined) return apiError(422, 'Invalid', refusal)
    const wanted = Object.entries(labels)
    const meant = server
      .list()
      .filter(
        ({ metadata, ...object }) =>
          object.kind === kind &&
          (apiVersion === undefined || object.apiVersion === apiVersion) &&
          (metadata.namespace ?? '') === namespace &&
          wanted.every(([name, value]) => metadata.labels?.[name] === value),
      )
      .sort((a, b) => compareText(a.metadata.name, b.metadata.name))
    const answers: Answer<WholeObject>[] = []
    for (const object of meant) {
      const address = server.addressOf(object)
      if (address === undefined) continue
      const answer = server.delete(address, options)
      if (answer._tag === 'Refused') return answer
      answers.push(answer)
    }
    return { _tag: 'Deleted', code: 200, answers }
  }
