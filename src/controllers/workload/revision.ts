/**
 * ControllerRevisions, which keep the templates of StatefulSets and DaemonSets.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/history/controller_history.go NewControllerRevision
 */
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import type { View } from '../controller.js'
import { contentHash } from '../names.js'
import { controllerReference } from './ownership.js'
import { labelsIn } from './selector.js'

/** The revision of the template that an owner has now. */
export const newRevision = (owner: WholeObject): WholeObject => {
  const { namespace, name } = owner.metadata
  const template = ownField(owner.spec, 'template')
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      namespace,
      name: `${name}-${contentHash(template)}`,
      uid: '',
      labels: labelsIn(ownField(ownField(template, 'metadata'), 'labels')),
      ownerReferences: [controllerReference(owner)],
    },
  }
}

/** True where a revision is not there, and none may be that is not shown. */
export const isMissingRevision = (view: View, revision: WholeObject): boolean => {
  const { apiVersion, kind, metadata } = revision
  const address = view.addressOf(revision)
  return address !== undefined && view.get(address) === undefined && view.covers(apiVersion, kind, metadata.namespace)
}
