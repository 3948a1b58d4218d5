/** Cuts a picture down to the surroundings of some of its nodes. */
import type { Picture } from '../../core/picture.js'
import { near } from '../../internal/near.js'

/** Which part of a picture to cut out. */
export interface Neighbourhood {
  /** Ids of the nodes in the middle. */
  readonly around: ReadonlyArray<string>
  /** How many edges to follow from them, in either direction. */
  readonly hops: number
  /** The most nodes to take: the nearest, in the order of the picture. */
  readonly limit: number
}

/**
 * Cuts out the part of a picture around some of its nodes.
 *
 * Shape: a picture; omitted nodes are counted in total and at each remaining node. Ids that are not in the picture are
 * ignored.
 * Order: the picture's own.
 *
 * @example
 * ```ts
 * import type { Picture } from 'gcplan'
 * import { neighbourhood } from 'gcplan/render'
 *
 * const node = { kind: 'pod', state: 'stays', isRoot: false, cluster: '', note: '', beside: 0 } as const
 * const picture: Picture = {
 *   clusters: [],
 *   nodes: ['a', 'b', 'c'].map((id) => ({ ...node, id, label: id })),
 *   edges: [
 *     { from: 'a', to: 'b', label: '', line: 'keeps' },
 *     { from: 'b', to: 'c', label: '', line: 'keeps' },
 *   ],
 *   omitted: 0,
 * }
 * const { nodes, omitted } = neighbourhood({ around: ['a'], hops: 1, limit: 10 })(picture)
 * console.log(nodes.map(({ id, beside }) => `${id} ${beside}`), omitted) // [ 'a 0', 'b 1' ] 1
 * ```
 */
export const neighbourhood =
  (view: Neighbourhood) =>
  (picture: Picture): Picture => {
    const numbers = new Map<string, number>()
    const distinct = picture.nodes.filter(
      ({ id }) => numbers.size < numbers.set(id, numbers.get(id) ?? numbers.size).size,
    )
    const neighbours = neighboursOf(picture, numbers)
    const starts = view.around.flatMap((id) => numbers.get(id) ?? [])
    const taken = new Set(near(view, (node, visit) => neighbours[node]?.forEach(visit), starts))
    const isTaken = (id: string): boolean => taken.has(numbers.get(id) ?? -1)
    const nodes = distinct.filter(({ id }) => isTaken(id))
    const clusters = new Set(nodes.map(({ cluster }) => cluster))
    return {
      clusters: picture.clusters.filter(({ id }) => clusters.has(id)),
      nodes: nodes.map((node) => ({
        ...node,
        beside: node.beside + besideOf(neighbours, taken, numbers.get(node.id) ?? -1),
      })),
      edges: picture.edges.filter(({ from, to }) => isTaken(from) && isTaken(to)),
      omitted: picture.omitted + numbers.size - nodes.length,
    }
  }

/** By number, the numbers of what a thing holds or is held by. */
const neighboursOf = ({ edges }: Picture, numbers: ReadonlyMap<string, number>): ReadonlyArray<ReadonlySet<number>> => {
  const neighbours = Array.from(numbers, () => new Set<number>())
  for (const { from, to } of edges) {
    const [one, other] = [numbers.get(from), numbers.get(to)]
    if (one === undefined || other === undefined || one === other) continue
    neighbours[one]?.add(other)
    neighbours[other]?.add(one)
  }
  return neighbours
}

const besideOf = (neighbours: ReadonlyArray<ReadonlySet<number>>, taken: ReadonlySet<number>, number: number): number =>
  [...(neighbours[number] ?? [])].filter((neighbour) => !taken.has(neighbour)).length
