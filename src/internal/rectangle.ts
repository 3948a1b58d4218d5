/**
 * Sums the weights of the points inside each of many rectangles, in one sweep from left to right: n log n steps for n
 * points and rectangles.
 */
import { elementAt } from './lists.js'

/** Points with non-negative integer coordinates, each with one weight per column. */
export interface Points {
  readonly x: ReadonlyArray<number>
  readonly y: ReadonlyArray<number>
  readonly weights: ReadonlyArray<ArrayLike<number>>
}

/** From `left` to before `right`, from `bottom` to before `top`. */
export interface Rectangle {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** The sums by rectangle, for each column of weights. */
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

/** A sum is what lies left of the right edge minus what lies left of the left edge. */
const edgesOf = (rectangles: ReadonlyArray<Rectangle>): ReadonlyArray<Edge> =>
  rectangles
    .flatMap(({ left, right }, rectangle): ReadonlyArray<Edge> => [
      { at: left, sign: -1, rectangle },
      { at: right, sign: 1, rectangle },
    ])
    .sort((a, b) => a.at - b.at)

/** A Fenwick tree: each slot holds the sum over a range whose length is the lowest set bit of its number. */
const addAt = (tree: Float64Array, place: number, weight: number): void => {
  for (let slot = place + 1; slot < tree.length; slot += slot & -slot) tree[slot] = (tree[slot] ?? 0) + weight
}

const sumBefore = (tree: Float64Array, place: number): number => {
  let sum = 0
  for (let slot = Math.min(place, tree.length - 1); slot > 0; slot -= slot & -slot) sum += tree[slot] ?? 0
  return sum
}
