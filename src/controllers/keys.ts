/** Keys by which controllers name objects of a namespace, whether or not they are there. */
import { type WholeObject, namespaceOf } from '../apiserver/object.js'

/** `namespace/name` of an object, or of another name in its namespace; none for an object of the cluster. */
export const namespacedKey = (object: WholeObject, name: string = object.metadata.name): ReadonlyArray<string> => {
  const namespace = namespaceOf(object)
  return namespace === undefined ? [] : [`${namespace}/${name}`]
}

/** The two parts of a key. */
export const partsOf = (key: string): readonly [namespace: string, name: string] => {
  const slash = key.indexOf('/')
  return [key.slice(0, slash), key.slice(slash + 1)]
}
