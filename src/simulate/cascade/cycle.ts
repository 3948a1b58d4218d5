/** Ownership cycles. */
import type { KubeObject, Target } from '../../apiserver/object.js'
import { ownersOf } from '../../apiserver/owner-reference.js'
import { targetOf } from '../../apiserver/object.js'
import { cyclicComponents } from '../../internal/graph.js'

/** Objects that have owners and are some; nobody else stands in a circle, and in a cascade most objects are none. */
export const ownedOwners = (objects: ReadonlyArray<KubeObject>): ReadonlyArray<KubeObject> => {
  const owners = new Set<string>()
  for (const object of objects) for (const { uid } of ownersOf(object)) owners.add(uid)
  return objects.filter((object) => ownersOf(object).length > 0 && owners.has(object.metadata.uid))
}

/** Circles by their first object, in the order given; an object that names itself is one. */
export const cyclesOf = (objects: ReadonlyArray<KubeObject>): ReadonlyArray<ReadonlyArray<Target>> => {
  const places = new Map(objects.map(({ metadata }, place) => [metadata.uid, place]))
  const start = new Int32Array(objects.length + 1)
  const target: number[] = []
  const own: number[][] = []
  objects.forEach((object, place) => {
    let isOwn = false
    for (const { uid } of ownersOf(object)) {
      const owner = places.get(uid)
      if (owner === place) isOwn = true
      else if (owner !== undefined) target.push(owner)
    }
    if (isOwn) own.push([place])
    start[place + 1] = target.length
  })
  const circles =
    target.length === 0 ? [] : cyclicComponents(objects.length, { start, target: Int32Array.from(target) })
  return [...circles, ...own]
    .sort(([a = 0], [b = 0]) => a - b)
    .map((circle) => circle.map((place) => targetOf(objects[place] as KubeObject)))
}
