/**
 * Answers what becomes of an object that was read before: under its own uid, in this or another version, or under a uid
 * that its name has lost or gained since.
 */
import { groupOf } from '../../collectors/kubernetes/coverage.js'
import type { KubeObject } from '../../collectors/kubernetes/object.js'
import type { Problem } from '../../core/problem.js'
import { show } from '../../core/problem.js'
import type { ListedObject, Recreated } from './listing.js'

/** Objects read so far. */
export interface Places {
  readonly objects: ListedObject[]
  readonly byUid: Map<string, number>
  /** By group, kind, namespace and name. */
  readonly byName: Map<string, Map<string, Map<string, Map<string, number>>>>
  readonly recreated: Recreated[]
  relisted: number
}

export const noPlaces = (): Places => ({
  objects: [],
  byUid: new Map(),
  byName: new Map(),
  recreated: [],
  relisted: 0,
})

/** Where an object went: its index, none if a newer one is there already, or what is wrong with it. */
export type Placed = number | 'older' | Problem

/** Puts an object among the others. */
export const place = (places: Places, object: ListedObject): Placed => {
  const { objects, byUid } = places
  const { uid, name, namespace } = object.metadata
  const before = byUid.get(uid)
  if (before !== undefined) return placeVersion(places, before, object)
  const names = namesOf(places, object)
  const holder = names.get(name)
  if (holder === undefined) {
    names.set(name, objects.length)
    byUid.set(uid, objects.length)
    return objects.push(object) - 1
  }
  const former = objects[holder] as ListedObject
  const order = compareVersions(object, former)
  if (order === undefined || order === 0)
    return { path: 'metadata.uid', expected: `one uid for ${describe(former)}`, actual: show(uid) }
  const newer = order > 0 ? object : former
  const older = order > 0 ? former : object
  places.recreated.push({
    apiVersion: newer.apiVersion,
    kind: newer.kind,
    namespace,
    name,
    uid: newer.metadata.uid,
    formerUid: older.metadata.uid,
  })
  if (order < 0) return 'older'
  byUid.delete(former.metadata.uid)
  byUid.set(uid, holder)
  objects[holder] = object
  return holder
}

/** Two groups may list the same object, as they do events: the uid says that it is the same. */
const placeVersion = (places: Places, index: number, object: ListedObject): Placed => {
  const before = places.objects[index] as ListedObject
  const { uid, namespace, name } = object.metadata
  if (before.kind !== object.kind || before.metadata.namespace !== namespace || before.metadata.name !== name)
    return { path: 'metadata.uid', expected: `a uid other than that of ${describe(before)}`, actual: show(uid) }
  if (before.metadata.resourceVersion !== object.metadata.resourceVersion) places.relisted++
  const order = compareVersions(object, before) ?? 1
  if (order <= 0) return 'older'
  places.objects[index] = object
  return index
}

const namesOf = ({ byName }: Places, { apiVersion, kind, metadata }: KubeObject): Map<string, number> =>
  under(under(under(byName, groupOf(apiVersion)), kind), metadata.namespace ?? '')

const under = <A>(maps: Map<string, Map<string, A>>, key: string): Map<string, A> => {
  const found = maps.get(key)
  if (found !== undefined) return found
  const made = new Map<string, A>()
  maps.set(key, made)
  return made
}

/** Resource versions of one kind are decimal and grow; undefined where one is absent or no such number. */
const compareVersions = (a: KubeObject, b: KubeObject): number | undefined => {
  const [left = '', right = ''] = [a.metadata.resourceVersion, b.metadata.resourceVersion]
  if (!decimal.test(left) || !decimal.test(right)) return undefined
  return left.length === right.length ? (left < right ? -1 : left > right ? 1 : 0) : left.length - right.length
}

const decimal = /^(0|[1-9]\d*)$/

const describe = ({ kind, metadata }: KubeObject): string =>
  show(`${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`)
