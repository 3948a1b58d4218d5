/**
 * Finds cycles of owner references, following only those that resolve to an object in the place they name.
 */
import { elementAt } from '../../internal/lists.js'
import { isUnsearchable, whereToLook } from '../../apiserver/scope.js'
import { namespaceOf, targetOf, ownersOf } from '../../apiserver/object.js'
import { type Column, append, column, valuesOf } from '../../internal/column.js'
import { type Edges, cyclicComponents } from '../../internal/graph.js'
import { type LintInput, type Say, nodeOf } from './lint-input.js'

/** Reports each cycle once, on its first object. */
export const sayOfCycles = (ground: LintInput, say: Say): void => {
  const edges = soundEdges(ground)
  for (const members of cyclicComponents(ground.objects.length, edges)) {
    const [first] = members
    if (first === undefined) continue
    const way = wayAround(edges, first, new Set(members)).map((node) => targetOf(elementAt(ground.objects, node)))
    say(first, 'problem', { _tag: 'OwnerCycle', members: members.length, way })
  }
}

/** From each object to the owners that a look finds. */
const soundEdges = (ground: LintInput): Edges => {
  const { objects, scopes } = ground
  const start = new Int32Array(objects.length + 1)
  const target: Column = column(objects.length)
  objects.forEach((object, node) => {
    if (ground.isWatched(object))
      for (const reference of ownersOf(object)) {
        const owner = nodeOf(ground, reference)
        if (owner === undefined || owner === node) continue
        const address = whereToLook(scopes, namespaceOf(object))(reference)
        if (!isUnsearchable(address) && ground.lookUp(address, reference.uid)._tag === 'Found') append(target, owner)
      }
    start[node + 1] = target.length
  })
  return { start, target: valuesOf(target) }
}

/** A shortest way from a node back to itself within its group. */
const wayAround = ({ start, target }: Edges, from: number, members: ReadonlySet<number>): ReadonlyArray<number> => {
  const reachedFrom = new Map<number, number>()
  const queue = [from]
  for (const node of queue)
    for (let edge = elementAt(start, node); edge < elementAt(start, node + 1); edge++) {
      const owner = elementAt(target, edge)
      if (owner === from) return wayTo(node, from, reachedFrom)
      if (!members.has(owner) || reachedFrom.has(owner)) continue
      reachedFrom.set(owner, node)
      queue.push(owner)
    }
  return [from]
}

const wayTo = (last: number, first: number, reachedFrom: ReadonlyMap<number, number>): ReadonlyArray<number> => {
  const way: number[] = []
  for (let node: number | undefined = last; node !== undefined && node !== first; node = reachedFrom.get(node))
    way.push(node)
  return [first, ...way.reverse()]
}
