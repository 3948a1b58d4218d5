/** Whether what a cascade touches is named in two ways, so that whoever is looked at first decides which one counts. */
import { type WholeObject, type OwnerReference, namesExactly, ownersOf } from '../../apiserver/object.js'
import type { Effect } from '../../apiserver/answer.js'

/** True if an owner is there under another name than a reference has, or two references to one uid differ. */
export const hasTwoNames = (objects: ReadonlyArray<WholeObject>, effects: ReadonlyArray<Effect<unknown>>): boolean => {
  const touched = new Map(effects.map(({ before }) => [before.metadata.uid, before]))
  const names = new Map<string, OwnerReference>()
  return objects.some((object) =>
    ownersOf(object).some((reference) => {
      const owner = touched.get(reference.uid)
      if (owner !== undefined) return !namesExactly(reference)(owner)
      if (!touched.has(object.metadata.uid)) return false
      const other = names.get(reference.uid)
      if (other === undefined) names.set(reference.uid, reference)
      return other !== undefined && !isSameName(reference, other)
    }),
  )
}

const isSameName = (one: OwnerReference, other: OwnerReference): boolean =>
  one.name === other.name && one.kind === other.kind && one.apiVersion === other.apiVersion
