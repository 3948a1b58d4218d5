/**
 * Sums the weights of the points inside each of many rectangles, in one sweep from left to right: n log n steps for n
 * points and rectangles.
 */
import { elementAt } from './access.js'

/** Points with whole coordinates, zero or more, each with as many weights as there are columns. */
export interface Points {
  readonly x: ReadonlyArray<number>
  readonly y: ReadonlyArray<number>
  readonly weights: ReadonlyArray<ArrayLike<number>>
}

/** From `left` up to and without `right`, from `bottom` up to and without `top`. */
export interface Rectangle {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** For each column of weights, the sums by rectangle. */
export const weightsInside = (
  points: Points,
  rectangles: ReadonlyArray<Rectangle>,
): ReadonlyArray<ReadonlyArray<number>> => {
  const sums = points.weights.map(() => new Array<number>(rectangles.length).fill(0))
  const fromLeft = points.x.map((_, point) => point).sort((a, b) => elementAt(points.x, a) - elementAt(points.x, b))
  const trees = points.weights.map(() => new Float64Array(points.y.reduce((most, y) => Math.max(most, y), 0) + 2))
  let next = 0
  for (const { at, sign, rectangle } of edgesOf(rectangles)) {
    for (; next < fromLeft.length && elementAt(points.x, elementAt(fromLeft, next)) < at; next++) {
      const point = elementAt(fromLeft, next)
      trees.forEach((tree, column) => {
        addAt(tree, elementAt(points.y, point), points.weights[column]?.[point] ?? 0)
      })
    }
    const { bottom, top } = elementAt(rectangles, rectangle)
    trees.forEach((tree, column) => {
      const inside = sumBefore(tree, top) - sumBefore(tree, bottom)
      const sum = elementAt(sums, column)
      sum[rectangle] = elementAt(sum, rectangle) + sign * inside
    })
  }
  return sums
}

interface Edge {
  readonly at: number
  readonly sign: 1 | -1
  readonly rectangle: number
}

/** What lies left of a rectangle is taken from what lies left of its right edge. */
const edgesOf = (rectangles: ReadonlyArray<Rectangle>): ReadonlyArray<Edge> =>
  rectangles
    .flatMap(({ left, right }, rectangle): ReadonlyArray<Edge> => [
      { at: left, sign: -1, rectangle },
      { at: right, sign: 1, rectangle },
    ])
    .sort((a, b) => a.at - b.at)

/** A Fenwick tree: a slot holds the sum over as many places before it as the last set bit of its number says. */
const addAt = (tree: Float64Array, place: number, weight: number): void => {
  for (let slot = place + 1; slot < tree.length; slot += slot & -slot) tree[slot] = (tree[slot] ?? 0) + weight
}

const sumBefore = (tree: Float64Array, place: number): number => {
  let sum = 0
  for (let slot = Math.min(place, tree.length - 1); slot > 0; slot -= slot & -slot) sum += tree[slot] ?? 0
  return sum
}
