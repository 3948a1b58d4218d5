/**
 * Whether a typed controller can have to do with two objects at once: because one of them mentions the other by name or uid,
 * selects it by a label, defines its kind, or has its name.
 */
import { isObject } from '../../internal/schema/object.js'
import type { WholeObject } from '../../apiserver/object.js'

/** True for objects that hang together for some controller. */
export const isLinked = (a: WholeObject, b: WholeObject): boolean =>
  !isPlace(a) && !isPlace(b) && (a.metadata.name === b.metadata.name || mentions(a, b) || mentions(b, a))

/** Nearly everything mentions a namespace or a node, without having to do with what else does. */
const isPlace = ({ kind }: WholeObject): boolean => kind === 'Namespace' || kind === 'Node'

const mentions = (object: WholeObject, { kind, metadata: { name, uid, labels = {} } }: WholeObject): boolean => {
  const texts = textsIn(object)
  return (
    texts.has(name) ||
    texts.has(uid) ||
    (object.kind === 'CustomResourceDefinition' && texts.has(kind)) ||
    Object.values(labels).some((label) => texts.has(label)) ||
    // Claims made for a pod are named after it and one of its volumes.
    (object.kind === 'Pod' && name.startsWith(`${object.metadata.name}-`)) ||
    (object.kind === 'StatefulSet' && name.includes(`-${object.metadata.name}-`))
  )
}

/** True for an object that has a text in one of its fields: the name or uid of something. */
export const names = (object: WholeObject, text: string): boolean => !isPlace(object) && textsIn(object).has(text)

const known = new WeakMap<WholeObject, ReadonlySet<string>>()

/** Every text in the fields of an object but its own name and kind, and versions, which name no object. */
const textsIn = (object: WholeObject): ReadonlySet<string> => {
  const before = known.get(object)
  if (before !== undefined) return before
  const texts = new Set<string>()
  const { metadata, ...fields } = object
  const { ownerReferences, labels, annotations } = metadata
  const open: unknown[] = [{ ...fields, kind: null }, ownerReferences, labels, annotations]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') texts.add(value)
    else if (Array.isArray(value)) for (const one of value) open.push(one)
    else if (isObject(value))
      for (const [field, one] of Object.entries(value)) if (field !== 'apiVersion') open.push(one)
  }
  known.set(object, texts)
  return texts
}
