/**
 * The ReplicaSet that a Deployment makes for its template.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/deployment/sync.go getNewReplicaSet
 */
import { type WholeObject, namespaceOf } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import { ownField, isRecord } from '../../internal/lists.js'
import type { View } from '../controller.js'
import { contentHash } from '../names.js'
import { sameTemplate, templateHash, withoutHash } from '../template.js'
import { fieldsOf } from '../workload/fields.js'
import { controllerReference } from '../workload/ownership.js'

/** True for a ReplicaSet whose template is that of a Deployment, but for the label that tells ReplicaSets apart. */
export const hasTemplateOf =
  ({ spec }: WholeObject) =>
  (set: WholeObject): boolean => {
    const wanted = ownField(spec, 'template')
    const its = ownField(set.spec, 'template')
    return isRecord(wanted) && isRecord(its) && sameTemplate(withoutHash(its), withoutHash(wanted))
  }

/** True for a ReplicaSet that shows a template; one that shows none may have any. */
export const showsTemplate = ({ spec }: WholeObject): boolean => isRecord(ownField(spec, 'template'))

/** A new ReplicaSet; nothing where the template is not shown, or is none that the API takes, so that it is not known again. */
export const newSet = (view: View, deployment: WholeObject, replicas: number): WholeObject | undefined => {
  const { spec, metadata } = deployment
  const template = ownField(spec, 'template')
  if (!isRecord(template)) return undefined
  const hash = freeHash(view, deployment, template)
  const selector = fieldsOf(ownField(spec, 'selector'))
  const own = { [templateHash]: hash }
  const meta = fieldsOf(template['metadata'])
  const labels = { ...labelsOf(meta), ...own }
  const made: WholeObject = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      namespace: namespaceOf(deployment),
      name: `${metadata.name}-${hash}`,
      uid: '',
      labels,
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas,
      selector: { ...selector, matchLabels: { ...fieldsOf(selector['matchLabels']), ...own } },
      template: { ...template, metadata: { ...meta, labels } },
    },
  }
  return hasTemplateOf(deployment)(made) ? made : undefined
}

const labelsOf = (metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldsOf(metadata['labels'])).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** The hash of the template, or of the template and a number where another ReplicaSet has that name. */
const freeHash = (view: View, { metadata }: WholeObject, template: unknown): string => {
  const isTaken = (hash: string): boolean =>
    view.get(setNamed(metadata.namespace, `${metadata.name}-${hash}`)) !== undefined
  let hash = contentHash(template)
  for (let collisions = 1; isTaken(hash); collisions++) hash = contentHash({ template, collisions })
  return hash
}

const setNamed = (namespace: string | undefined, name: string): Address => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  resource: 'replicasets',
  ...(namespace === undefined ? {} : { namespace }),
  name,
})
