/**
 * Answers what the controller of namespaces does with one that is being deleted: it deletes everything in it, again and
 * again while something is left, and takes off its hold when nothing is.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/namespaced_resources_deleter.go Delete
 */
import { objectAfter } from '../../apiserver/answer.js'
import type { DeleteOptions } from '../../apiserver/options.js'
import type { WholeObject } from '../../apiserver/pod.js'
import { holds } from '../../apiserver/namespace.js'
import { isBeingDeleted } from '../../apiserver/object.js'
import { namespaceOf } from '../../apiserver/address.js'
import type { Effect } from '../../apiserver/effect.js'
import type { Server } from '../../apiserver/server.js'

/** What it asks for. */
export type NamespaceRequest =
  | { readonly _tag: 'DeleteContent'; readonly namespace: string; readonly options: DeleteOptions }
  | { readonly _tag: 'Finalize'; readonly namespace: string }

const background: DeleteOptions = { propagationPolicy: 'Background' }

/** One round over the namespaces; what changed nothing is left out. */
export const sweepNamespaces = (
  server: Server,
  namespaces: ReadonlySet<string>,
  showsContent: (namespace: string) => boolean,
): ReadonlyArray<Effect<NamespaceRequest>> => {
  const effects: Effect<NamespaceRequest>[] = []
  const busy = new Set<string>()
  for (const object of server.list()) {
    const namespace = namespaceOf(object)
    if (namespace === undefined || !namespaces.has(namespace)) continue
    const address = server.addressOf(object)
    const after = address === undefined ? object : objectAfter(object, server.delete(address, background))
    if (after !== undefined) busy.add(namespace)
    if (after !== object)
      effects.push({ request: { _tag: 'DeleteContent', namespace, options: background }, before: object, after })
  }
  for (const namespace of namespaces) {
    if (busy.has(namespace) || !showsContent(namespace)) continue
    const address = { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: namespace }
    const before: WholeObject | undefined = server.get(address)
    if (before === undefined || !isBeingDeleted(before) || !holds(before)) continue
    const after = objectAfter(before, server.finalizeNamespace(address))
    effects.push({ request: { _tag: 'Finalize', namespace }, before, after })
  }
  return effects
}
