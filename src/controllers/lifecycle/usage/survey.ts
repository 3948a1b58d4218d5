/**
 * The use graph: an edge from every active object to each object it refers to, and where use is unknown. Transitive use
 * needs nothing more: every link of a chain is an edge of its own.
 */
import { ownField, elementAt } from '../../../internal/access.js'
import type { WholeObject } from '../../../apiserver/index.js'
import { groupOf } from '../../../apiserver/coverage.js'
import type { EdgeList } from '../../../internal/graph.js'
import { addEdge, noEdges } from '../../../internal/graph.js'
import { groupKindText } from '../rules.js'
import type { Doubt, Reader, Sink } from './reader.js'
import { placeOf, readersOf } from './reader.js'

/** A user that can not be read, and what that leaves open. */
export interface Doubtful {
  readonly user: number
  readonly because: Doubt
}

/** Who uses whom, by places in the list of objects. */
export interface Survey {
  /** From users to used; a user comes once for each object it uses. */
  readonly edges: EdgeList
  /** Why it is unknown whether an object is used, by kind and namespace. */
  readonly doubtAbout: (target: string, namespace: string) => Doubtful | undefined
}

/** Whether one place comes before another where users are named. */
export type Precedes = (place: number, other: number) => boolean

/** Kinds of objects that hold others, which are their users. */
export const definitionKind = 'CustomResourceDefinition.apiextensions.k8s.io'
export const namespaceKind = 'Namespace'

/** Asks every active object what it uses of the wanted kinds. */
export const survey = (
  objects: ReadonlyArray<WholeObject>,
  precedes: Precedes,
  wanted: ReadonlySet<string>,
  readers: ReadonlyMap<string, ReadonlyArray<Reader>>,
  isActive: (object: WholeObject) => boolean,
): Survey => {
  const places = placesOf(objects, wanted)
  const edges = noEdges()
  const doubts = new Map<string, Doubtful>()
  const lastUser = new Int32Array(objects.length).fill(-1)
  let user = 0
  const use = (used: number): void => {
    if (used === user || lastUser[used] === user) return
    lastUser[used] = user
    addEdge(edges, user, used, 0)
  }
  const sink: Sink = {
    refer: (target, namespace, name) => {
      for (const used of places.named.get(keyOf(target, namespace, name)) ?? nobody) use(used)
    },
    referOrdinals: (target, namespace, prefix) => {
      for (const used of places.ordinals.get(keyOf(target, namespace, prefix)) ?? nobody) use(used)
    },
    doubt: (target, namespace, because) => {
      const key = doubtKey(target, namespace)
      const before = doubts.get(key)
      if (before === undefined || precedes(user, before.user)) doubts.set(key, { user, because })
    },
  }
  const held = holdersOf(objects, wanted)
  for (user = 0; user < objects.length; user++) {
    const object = elementAt(objects, user)
    held(object, use)
    const mine = readersOf(readers, object)
    if (mine.length > 0 && isActive(object)) for (const read of mine) read(object, sink)
  }
  return {
    edges,
    doubtAbout: (target, namespace) => doubts.get(doubtKey(target, namespace)) ?? doubts.get(doubtKey(target, null)),
  }
}

const nobody: ReadonlyArray<number> = []

const keyOf = (target: string, namespace: string, name: string): string => `${target}\n${namespace}\n${name}`
const doubtKey = (target: string, namespace: string | null): string =>
  namespace === null ? `${target}\n` : `${target}\n=${namespace}`

interface Places {
  readonly named: ReadonlyMap<string, ReadonlyArray<number>>
  /** Claims whose name ends in a number, by what comes before it. */
  readonly ordinals: ReadonlyMap<string, ReadonlyArray<number>>
}

/** Objects of the wanted kinds by name; one name may be seen in two versions. */
const placesOf = (objects: ReadonlyArray<WholeObject>, wanted: ReadonlySet<string>): Places => {
  const named = new Map<string, number[]>()
  const ordinals = new Map<string, number[]>()
  objects.forEach((object, place) => {
    const kind = kindOf(object)
    if (!wanted.has(kind)) return
    const { name } = object.metadata
    put(named, keyOf(kind, placeOf(object), name), place)
    const prefix = /^(.*-)\d+$/.exec(name)?.[1]
    if (prefix !== undefined) put(ordinals, keyOf(kind, placeOf(object), prefix), place)
  })
  return { named, ordinals }
}

const put = (map: Map<string, number[]>, key: string, place: number): void => {
  const before = map.get(key)
  if (before === undefined) map.set(key, [place])
  else before.push(place)
}

/** The group and kind of an object as one text. */
export const kindOf = ({ apiVersion, kind }: WholeObject): string => groupKindText({ group: groupOf(apiVersion), kind })

/** {@link kindOf} for many objects of few kinds: each text is made once. */
export const kindsSeen = (): ((object: WholeObject) => string) => {
  const versions = new Map<string, Map<string, string>>()
  return (object) => {
    const kinds = versions.get(object.apiVersion) ?? new Map<string, string>()
    if (kinds.size === 0) versions.set(object.apiVersion, kinds)
    const before = kinds.get(object.kind)
    if (before !== undefined) return before
    const text = kindOf(object)
    kinds.set(object.kind, text)
    return text
  }
}

/** The kind that a definition defines; null for one that does not say. */
export const definedKind = ({ spec }: WholeObject): string | null => {
  const group = ownField(spec, 'group')
  const kind = ownField(ownField(spec, 'names'), 'kind')
  return typeof group === 'string' && typeof kind === 'string' && kind !== '' ? groupKindText({ group, kind }) : null
}

/** Every object uses the definition of its kind and the namespace it is in, whether it is active or not. */
const holdersOf = (
  objects: ReadonlyArray<WholeObject>,
  wanted: ReadonlySet<string>,
): ((object: WholeObject, use: (holder: number) => void) => void) => {
  const definitions = new Map<string, number[]>()
  const namespaces = new Map<string, number[]>()
  objects.forEach((object, place) => {
    const kind = kindOf(object)
    if (!wanted.has(kind)) return
    if (kind === namespaceKind) put(namespaces, object.metadata.name, place)
    const defined = kind === definitionKind ? definedKind(object) : null
    if (defined !== null) put(definitions, defined, place)
  })
  if (definitions.size === 0 && namespaces.size === 0) return () => undefined
  return (object, use) => {
    for (const holder of definitions.get(kindOf(object)) ?? nobody) use(holder)
    if (placeOf(object) === '' || isFurniture(object)) return
    for (const holder of namespaces.get(placeOf(object)) ?? nobody) use(holder)
  }
}

/** What every namespace holds from the start. */
export const isFurniture = ({ apiVersion, kind, metadata }: WholeObject): boolean =>
  apiVersion === 'v1' &&
  ((kind === 'ServiceAccount' && metadata.name === 'default') ||
    (kind === 'ConfigMap' && metadata.name === 'kube-root-ca.crt'))
