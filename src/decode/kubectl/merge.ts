/**
 * Merges objects that were read more than once: by uid, across API versions, and where a name got another uid in
 * between.
 */
import { elementAt, numbering } from '../../internal/lists.js'
import { type KubeObject, groupOf } from '../../apiserver/object.js'
import { type Problem, problemLimit, show } from '../../core/problem.js'
import type { ListedObject, Listing, Recreated } from './listing.js'

/** Objects with unique uids and names, and the contradictions that prevent it. */
export interface Merged extends Pick<Listing, 'objects' | 'relisted' | 'recreated'> {
  /** Problems of objects by their place in what was merged, with paths that begin at the object. */
  readonly problems: ReadonlyArray<readonly [index: number, problem: Problem]>
}

/** Makes uids and names unique, in order of first occurrence. */
export const merge = (objects: ReadonlyArray<ListedObject>): Merged => {
  if (areDistinct(objects)) return { objects, relisted: 0, recreated: [], problems: [] }
  const places: Places = { objects: [], byUid: new Map(), byName: new Map(), recreated: [], relisted: 0 }
  const problems: (readonly [number, Problem])[] = []
  for (let index = 0; index < objects.length && problems.length < problemLimit; index++) {
    const problem = place(places, elementAt(objects, index))
    if (problem !== undefined) problems.push([index, problem])
  }
  return { objects: places.objects, relisted: places.relisted, recreated: places.recreated, problems }
}

/** Lists of a server rarely have anything twice, and two numberings cost a fifth of what two maps do. */
const areDistinct = (objects: ReadonlyArray<ListedObject>): boolean =>
  numbering(objects.map(({ metadata }) => metadata.uid)).distinct &&
  numbering(
    objects.map(
      ({ apiVersion, kind, metadata: { namespace = '', name } }) =>
        `${groupOf(apiVersion)}\n${kind}\n${namespace}\n${name}`,
    ),
  ).distinct

/** Objects placed so far. */
interface Places {
  readonly objects: ListedObject[]
  readonly byUid: Map<string, number>
  /** By group, kind, namespace and name. */
  readonly byName: Map<string, Map<string, Map<string, Map<string, number>>>>
  readonly recreated: Recreated[]
  relisted: number
}

/** Puts an object among the others, unless a newer one is there; or says what is wrong with it. */
const place = (places: Places, object: ListedObject): Problem | undefined => {
  const { objects, byUid } = places
  const { uid, name, namespace } = object.metadata
  const before = byUid.get(uid)
  if (before !== undefined) return placeVersion(places, before, object)
  const names = namesOf(places, object)
  const holder = names.get(name)
  if (holder === undefined) {
    names.set(name, objects.length)
    byUid.set(uid, objects.length)
    objects.push(object)
    return undefined
  }
  const former = elementAt(objects, holder)
  const order = compareVersions(object, former)
  if (order === undefined || order === 0)
    return { path: 'metadata.uid', expected: `one uid for ${describe(former)}`, actual: show(uid) }
  const newer = order > 0 ? object : former
  const older = order > 0 ? former : object
  const { apiVersion, kind } = newer
  places.recreated.push({
    apiVersion,
    kind,
    namespace,
    name,
    uid: newer.metadata.uid,
    formerUid: older.metadata.uid,
  })
  if (order < 0) return undefined
  byUid.delete(former.metadata.uid)
  byUid.set(uid, holder)
  objects[holder] = object
  return undefined
}

/** Two groups may list the same object, as they do events: the uid says that it is the same. */
const placeVersion = (places: Places, index: number, object: ListedObject): Problem | undefined => {
  const before = elementAt(places.objects, index)
  const { uid, namespace, name } = object.metadata
  if (before.kind !== object.kind || before.metadata.namespace !== namespace || before.metadata.name !== name)
    return { path: 'metadata.uid', expected: `a uid other than that of ${describe(before)}`, actual: show(uid) }
  if (before.metadata.resourceVersion !== object.metadata.resourceVersion) places.relisted++
  if ((compareVersions(object, before) ?? 1) > 0) places.objects[index] = object
  return undefined
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
