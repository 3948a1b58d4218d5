/** Headlamp's class for a kind: its own where it has one of that very version, so that their lists are shared. */
import { K8s } from '@kinvolk/headlamp-plugin/lib'

import type { ServedKind } from '../model/discovery.js'

/** A class of objects, as Headlamp's hooks want it. */
export type ObjectClass = ReturnType<typeof K8s.crd.makeCustomResourceClass>

const own = new Map<string, ObjectClass>(
  Object.values(K8s.ResourceClasses).flatMap((one): ReadonlyArray<[string, ObjectClass]> =>
    // A class of several versions asks for each before it lists, and does not tell which it took.
    typeof one.apiVersion === 'string' ? [[`${one.apiVersion} ${one.apiName}`, one as unknown as ObjectClass]] : [],
  ),
)

const made = new Map<string, ObjectClass>()

/** The class for a kind; the same one each time, as hooks go by it. */
export const classFor = ({ apiVersion, kind, resource, namespaced }: ServedKind): ObjectClass => {
  const key = `${apiVersion} ${resource}`
  const known = own.get(key) ?? made.get(key)
  if (known !== undefined) return known
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const fresh = K8s.crd.makeCustomResourceClass({
    apiInfo: [{ group: group ?? '', version: version ?? '' }],
    kind,
    pluralName: resource,
    singularName: kind.toLowerCase(),
    isNamespaced: namespaced,
  })
  made.set(key, fresh)
  return fresh
}
