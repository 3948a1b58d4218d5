/**
 * Finds references to an owner that was recreated under another uid.
 */
import {
  type KubeObject,
  type OwnerReference,
  groupOf,
  namespaceOf,
  targetOf,
  ownersOf,
} from '../../apiserver/object.js'
import { type Address, isUnsearchable, whereToLook } from '../../apiserver/scope.js'
import { ownerOf } from '../../controllers/owner/pass-input.js'
import { type LintInput, type Say, nodeOf } from './lint-input.js'

/** A reference whose uid no object has. */
interface Lost {
  readonly node: number
  readonly reference: OwnerReference
}

/** Reports absent owners that have a successor of the same name. */
export const sayOfRecreated = (ground: LintInput, say: Say): void => {
  const { byName, lost } = lostIn(ground)
  if (byName.size === 0) return
  for (const object of ground.objects) {
    if (!byName.has(object.metadata.name)) continue
    const { apiVersion, kind, metadata } = object
    const address = whereToLook(ground.scopes, namespaceOf(object))({ apiVersion, kind, name: metadata.name })
    if (isUnsearchable(address)) continue
    const place = placeOf(address)
    for (const { node, reference } of lost.get(place) ?? [])
      say(node, 'problem', { _tag: 'OwnerRecreated', reference: ownerOf(reference), owner: targetOf(object) })
    lost.delete(place)
  }
}

const lostIn = (ground: LintInput): { readonly byName: ReadonlySet<string>; readonly lost: Map<string, Lost[]> } => {
  const byName = new Set<string>()
  const lost = new Map<string, Lost[]>()
  ground.objects.forEach((object: KubeObject, node) => {
    if (!ground.isWatched(object)) return
    for (const reference of ownersOf(object)) {
      if (nodeOf(ground, reference) !== undefined) continue
      const address = whereToLook(ground.scopes, namespaceOf(object))(reference)
      if (isUnsearchable(address)) continue
      byName.add(reference.name)
      const place = placeOf(address)
      const before = lost.get(place)
      if (before === undefined) lost.set(place, [{ node, reference }])
      else before.push({ node, reference })
    }
  })
  return { byName, lost }
}

/** Versions of one resource show the same objects. */
const placeOf = ({ apiVersion, resource, namespace = '', name }: Address): string =>
  JSON.stringify([groupOf(apiVersion), resource, namespace, name])
