/**
 * Objects that are deleted together with another: the instances of a CRD, the content of a namespace.
 */
import type { WholeObject } from '../../apiserver/index.js'
import type { Removal } from './reason.js'
import type { Target } from '../../apiserver/object.js'
import { inOrder } from './target.js'
import { targetOf } from '../../apiserver/object.js'
import { definedKind, definitionKind, isFurniture, kindOf, namespaceKind } from './usage/survey.js'
import { placeOf } from './usage/reader.js'

/** Removals, with the objects that are deleted with them as reasons. */
export const alongWith =
  (objects: ReadonlyArray<WholeObject>) =>
  (removals: ReadonlyArray<Removal>): ReadonlyArray<Removal> => {
    const holders = new Set(removals.filter(({ target }) => holds(target)).map(({ target }) => target.id))
    if (holders.size === 0) return removals
    const contents = contentsOf(objects, holders)
    return removals.map((removal) => {
      const content = (contents.get(removal.target.id) ?? []).map((target) => ({ target }))
      const [first, ...rest] = inOrder(content).map(({ target }) => target)
      if (first === undefined) return removal
      const [acting, ...others] = removal.reasons
      return { ...removal, reasons: [acting, ...others, { _tag: 'TakesAlong', objects: [first, ...rest] }] }
    })
  }

const holds = ({ kind }: Target): boolean => kind === namespaceKind || kind === 'CustomResourceDefinition'

const contentsOf = (
  objects: ReadonlyArray<WholeObject>,
  holders: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlyArray<Target>> => {
  const contents = new Map<string, Target[]>()
  const kinds = new Map<string, Target[]>()
  const namespaces = new Map<string, Target[]>()
  for (const object of objects) {
    const { uid, name } = object.metadata
    if (!holders.has(uid)) continue
    const content: Target[] = []
    contents.set(uid, content)
    const kind = kindOf(object)
    const defined = kind === definitionKind ? definedKind(object) : null
    if (defined !== null) kinds.set(defined, content)
    if (kind === namespaceKind) namespaces.set(name, content)
  }
  for (const object of objects) {
    kinds.get(kindOf(object))?.push(targetOf(object))
    if (placeOf(object) !== '' && !isFurniture(object)) namespaces.get(placeOf(object))?.push(targetOf(object))
  }
  return contents
}
