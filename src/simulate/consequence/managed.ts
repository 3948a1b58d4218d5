/**
 * What deployment tools manage, as the status of their own objects lists it: they delete it before they let the object go.
 */
import { type Target, type WholeObject, groupOf, targetOf } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'

/** The objects of a snapshot that an object's status or inventory lists. */
export const managedBy = (object: WholeObject, objects: ReadonlyArray<WholeObject>): ReadonlyArray<Target> => {
  const keys = new Set([...listed(object), ...inventoried(object)])
  return keys.size === 0 ? [] : objects.filter((one) => keys.has(keyOf(one))).map(targetOf)
}

const keyOf = ({ apiVersion, kind, metadata: { namespace = '', name } }: WholeObject): string =>
  `${namespace}_${name}_${groupOf(apiVersion)}_${kind}`

/** `status.resources` of an Application of Argo CD. */
const listed = ({ status }: WholeObject): ReadonlyArray<string> =>
  itemsOf(ownField(status, 'resources')).map((resource) => {
    const [namespace, name, group, kind] = ['namespace', 'name', 'group', 'kind'].map((field) =>
      ownField(resource, field),
    )
    return [namespace, name, group, kind].map((part) => (typeof part === 'string' ? part : '')).join('_')
  })

/** `status.inventory.entries` of a Kustomization of Flux: `namespace_name_group_kind`. */
const inventoried = ({ status }: WholeObject): ReadonlyArray<string> =>
  itemsOf(ownField(ownField(status, 'inventory'), 'entries')).flatMap((entry) => {
    const id = ownField(entry, 'id')
    return typeof id === 'string' ? [id] : []
  })

const itemsOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
