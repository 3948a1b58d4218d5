/** What controllers make of the templates in their specifications. */
import { isObject } from '../internal/schema/object.js'
import type { ObjectMeta, WholeObject } from '../apiserver/object.js'
import { ownField } from '../internal/lists.js'
import { controllerReference } from './references.js'

/**
 * The pod of a template, controlled by an owner in its namespace; nothing where the template is not shown.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/controller_utils.go GetPodFromTemplate
 */
export const podFrom = (template: unknown, owner: WholeObject, name: string): WholeObject | undefined => {
  if (!isObject(template)) return undefined
  const spec = ownField(template, 'spec')
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...templateMetadata(template),
      namespace: owner.metadata.namespace,
      name,
      uid: '',
      ownerReferences: [controllerReference(owner)],
    },
    spec: isObject(spec) ? spec : {},
    // Where every pod begins.
    status: { phase: 'Pending' },
  }
}

/** Labels, annotations and finalizers of a template, as far as they are what they should be. */
export const templateMetadata = (template: unknown): Pick<ObjectMeta, 'labels' | 'annotations' | 'finalizers'> => {
  const metadata = ownField(template, 'metadata')
  const finalizers = ownField(metadata, 'finalizers')
  return {
    labels: textFields(ownField(metadata, 'labels')),
    annotations: textFields(ownField(metadata, 'annotations')),
    ...(Array.isArray(finalizers) ? { finalizers: finalizers.filter((one) => typeof one === 'string') } : {}),
  }
}

/** The fields of a map that are text. */
export const textFields = (value: unknown): Readonly<Record<string, string>> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}
