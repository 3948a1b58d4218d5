/**
 * What counts as used: any object that an active object refers to, or only what is reachable from objects that don't
 * expire when unused.
 */
import { elementAt } from '../../../internal/access.js'
import type { EdgeList } from '../../../internal/graph.js'
import { adjacency, eachEdge } from '../../../internal/graph.js'
import { isMarked, itself, noMarks, seed, spread } from '../../../internal/mark.js'
import type { Precedes, Survey } from './survey.js'

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
