/**
 * The use graph: an edge from every active object to each object it refers to, where use is unknown, and what counts as used.
 * Transitive use needs nothing more: every link of a chain is an edge of its own.
 */
import { addTo, ownField, elementAt } from '../../../internal/lists.js'
import {
  type EdgeList,
  addEdge,
  noEdges,
  adjacency,
  eachEdge,
  isMarked,
  itself,
  noMarks,
  seed,
  spread,
} from '../../../internal/graph.js'
import type { WholeObject } from '../../../apiserver/index.js'
import { type Sighting, jobObserver, observeFinish } from '../finished.js'
import { groupKindText } from '../rules.js'
import { placeOf, kindOf, definitionKind, namespaceKind, definedKind, isDefaultContent } from '../snapshot.js'
import { type Doubt, type Reader, type Sink, readersOf } from './reader.js'

/** A user whose references can't be read, and why. */
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

/** Whether the object at one place is named before that at another. */
export type Precedes = (place: number, other: number) => boolean

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
  addTo(map, key, place)
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
    if (placeOf(object) === '' || isDefaultContent(object)) return
    for (const holder of namespaces.get(placeOf(object)) ?? nobody) use(holder)
  }
}

const jobKind = groupKindText(jobObserver)

const replicaSets: ReadonlySet<string> = new Set(['ReplicaSet.apps', 'ReplicaSet.extensions'])

/**
 * True for objects whose references count as use: a pod's until its containers have ended, a Job's until it has finished, and
 * those of everything else for as long as it exists.
 */
export const activityOf = (
  { revisions }: { readonly revisions: 'use' | 'ignore' },
  observers: ReadonlyMap<string, (object: WholeObject) => Sighting>,
): ((object: WholeObject) => boolean) => {
  const look = observers.get(jobKind) ?? observeFinish(jobObserver)
  return (object) => {
    const kind = kindOf(object)
    if (kind === 'Pod') return !hasEnded(object)
    if (kind === jobKind) {
      const seen = look(object)
      return 'failed' in seen || !seen.finished
    }
    if (revisions === 'use') return true
    return kind !== 'ControllerRevision.apps' && !(replicaSets.has(kind) && isOldRevision(object))
  }
}

const hasEnded = ({ status }: WholeObject): boolean => {
  const phase = ownField(status, 'phase')
  return phase === 'Succeeded' || phase === 'Failed'
}

/** A set of no replicas that somebody controls; one that nobody controls was scaled down by hand. */
const isOldRevision = ({ spec, status, metadata }: WholeObject): boolean =>
  ownField(spec, 'replicas') === 0 &&
  (ownField(status, 'replicas') ?? 0) === 0 &&
  (metadata.ownerReferences ?? []).some(({ controller }) => controller === true)

/** The users that count for each object. */
export interface Liveness {
  readonly users: (place: number) => number
  /** The first of them. */
  readonly first: (place: number) => number
}

/** Every reference counts. */
export const byCounting = (size: number, { edges }: Survey, precedes: Precedes): Liveness =>
  counted(size, edges, precedes, () => true)

/** References count that start at a root, or at what is reached from one. */
export const byReaching = (
  size: number,
  { edges }: Survey,
  precedes: Precedes,
  isRoot: (place: number) => boolean,
): Liveness => {
  const graph = adjacency(size, edges)
  const marks = noMarks(size)
  for (let place = 0; place < size; place++) if (isRoot(place)) seed(marks, place, itself, 0)
  spread(marks, (place, visit) => eachEdge(graph, place, visit))
  return counted(size, edges, precedes, (user) => isMarked(marks, user))
}

const counted = (size: number, edges: EdgeList, precedes: Precedes, counts: (user: number) => boolean): Liveness => {
  const users = new Int32Array(size)
  const first = new Int32Array(size).fill(-1)
  edges.source.forEach((user, edge) => {
    if (!counts(user)) return
    const used = elementAt(edges.target, edge)
    const before = elementAt(first, used)
    users[used] = elementAt(users, used) + 1
    if (before === -1 || precedes(user, before)) first[used] = user
  })
  return { users: (place) => elementAt(users, place), first: (place) => elementAt(first, place) }
}
