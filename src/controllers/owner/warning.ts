/**
 * The event about a dependent whose owner is in another namespace.
 */
import type { KubeObject } from '../../apiserver/object.js'
import { namespaceOf, targetOf } from '../../apiserver/object.js'
import { ownersOf } from '../../apiserver/owner-reference.js'
import type { Event } from './reason.js'

/**
 * The warning about the first reference to a uid.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go reportInvalidNamespaceOwnerRef
 */
export const namespaceWarning = (dependent: KubeObject, uid: string): Event => {
  const namespace = namespaceOf(dependent) ?? ''
  const { apiVersion, kind, name } = ownersOf(dependent).find((reference) => reference.uid === uid) ?? nobody
  const owner = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`
  return {
    _tag: 'OwnerRefInvalidNamespace',
    type: 'Warning',
    message: `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`,
    involvedObject: targetOf(dependent),
    namespace: namespace === '' ? 'default' : namespace,
  }
}

const nobody = { apiVersion: '', kind: '', name: '' }
