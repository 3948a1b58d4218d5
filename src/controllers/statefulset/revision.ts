/**
 * The ControllerRevision of a set. A set that has none gets one; later changes of the template are rollouts, which are not
 * simulated.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go getStatefulSetRevisions
 */
import type { WholeObject } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import { ownField } from '../../internal/lists.js'
import type { View } from '../controller.js'
import { contentHash } from '../names.js'
import { claimObjects, controllerReference, selectorOf } from '../references.js'
import { templateMetadata } from '../pod-template.js'
import type { Act } from './reason.js'

/** The revision of a set: its name, and what it takes that it is there. */
export interface Revision {
  readonly name: string
  readonly acts: ReadonlyArray<Act>
}

/** The revision of a set. One that its status names is there, whether or not it is shown. */
export const revisionOf = (view: View, set: WholeObject, inNamespace: ReadonlyArray<WholeObject>): Revision => {
  const { namespace, name } = set.metadata
  const candidates = inNamespace.filter(({ kind }) => kind === 'ControllerRevision')
  const { own, adopted } = claimObjects(view, set, candidates, selectorOf(set.spec))
  const acts = adopted.map(({ request }): Act => ({ request, why: { _tag: 'SetAdopted', set: name } }))
  const stated = ownField(set.status, 'updateRevision')
  const present = typeof stated === 'string' && stated !== '' ? stated : own.at(-1)?.metadata.name
  if (present !== undefined) return { name: present, acts }
  const template = ownField(set.spec, 'template')
  const address = revisionNamed(namespace, `${name}-${contentHash(template)}`)
  const object: WholeObject = {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      namespace,
      name: address.name,
      uid: '',
      labels: templateMetadata(template).labels,
      ownerReferences: [controllerReference(set)],
    },
  }
  const why = { _tag: 'SetRevisionMissing', set: name } as const
  return { name: address.name, acts: [...acts, { request: { _tag: 'Create', object }, why, ifAbsent: address }] }
}

const revisionNamed = (namespace = '', name: string): Address => ({
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  resource: 'controllerrevisions',
  namespace,
  name,
})
