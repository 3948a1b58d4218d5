/**
 * A map whose versions stay: a change gives another tree and shares with it all that is the same. Keys are in the order of
 * their code units, so that a list from a key on is found at once. Balanced by weight.
 */
import { compareText } from '../../internal/lists.js'

interface Node<A> {
  readonly key: string
  readonly value: A
  readonly size: number
  readonly left: Tree<A>
  readonly right: Tree<A>
}

/** A map by text; undefined is the empty one. */
export type Tree<A> = Node<A> | undefined

/** How many values there are. */
export const sizeOf = <A>(tree: Tree<A>): number => tree?.size ?? 0

/** The value under a key. */
export const valueAt = <A>(tree: Tree<A>, key: string): A | undefined => {
  for (let at = tree; at !== undefined;) {
    const order = compareText(key, at.key)
    if (order === 0) return at.value
    at = order < 0 ? at.left : at.right
  }
  return undefined
}

/** The tree with a value under a key. */
export const withValue = <A>(tree: Tree<A>, key: string, value: A): Tree<A> => {
  if (tree === undefined) return node(key, value, undefined, undefined)
  const order = compareText(key, tree.key)
  if (order === 0) return node(key, value, tree.left, tree.right)
  return order < 0
    ? balanced(tree.key, tree.value, withValue(tree.left, key, value), tree.right)
    : balanced(tree.key, tree.value, tree.left, withValue(tree.right, key, value))
}

/** The tree without a key. */
export const withoutKey = <A>(tree: Tree<A>, key: string): Tree<A> => {
  if (tree === undefined) return undefined
  const order = compareText(key, tree.key)
  if (order < 0) return balanced(tree.key, tree.value, withoutKey(tree.left, key), tree.right)
  if (order > 0) return balanced(tree.key, tree.value, tree.left, withoutKey(tree.right, key))
  if (tree.left === undefined) return tree.right
  if (tree.right === undefined) return tree.left
  const first = firstOf(tree.right)
  return balanced(first.key, first.value, tree.left, withoutKey(tree.right, first.key))
}

/** How many keys come before one. */
export const rankOf = <A>(tree: Tree<A>, key: string): number => {
  let rank = 0
  for (let at = tree; at !== undefined;) {
    if (compareText(key, at.key) <= 0) at = at.left
    else {
      rank += sizeOf(at.left) + 1
      at = at.right
    }
  }
  return rank
}

/** Shows values in order, from a key on, until `visit` gives false; true if it came to the end. */
export const visitFrom = <A>(tree: Tree<A>, from: string, visit: (value: A, key: string) => boolean): boolean => {
  if (tree === undefined) return true
  if (compareText(tree.key, from) < 0) return visitFrom(tree.right, from, visit)
  return visitFrom(tree.left, from, visit) && visit(tree.value, tree.key) && visitFrom(tree.right, from, visit)
}

/** A key after all that begin with a text. */
export const afterAll = (prefix: string): string => `${prefix}\uffff`

const firstOf = <A>(tree: Node<A>): Node<A> => {
  let at = tree
  while (at.left !== undefined) at = at.left
  return at
}

const node = <A>(key: string, value: A, left: Tree<A>, right: Tree<A>): Node<A> => ({
  key,
  value,
  size: sizeOf(left) + sizeOf(right) + 1,
  left,
  right,
})

/** Neither side may be heavier than three times the other. */
const balanced = <A>(key: string, value: A, left: Tree<A>, right: Tree<A>): Node<A> => {
  const [lefts, rights] = [sizeOf(left), sizeOf(right)]
  if (lefts + rights < 2) return node(key, value, left, right)
  if (right !== undefined && rights > 3 * lefts) {
    const { left: inner, right: outer } = right
    return inner !== undefined && sizeOf(inner) >= 2 * sizeOf(outer)
      ? node(
          inner.key,
          inner.value,
          node(key, value, left, inner.left),
          node(right.key, right.value, inner.right, outer),
        )
      : node(right.key, right.value, node(key, value, left, inner), outer)
  }
  if (left !== undefined && lefts > 3 * rights) {
    const { left: outer, right: inner } = left
    return inner !== undefined && sizeOf(inner) >= 2 * sizeOf(outer)
      ? node(
          inner.key,
          inner.value,
          node(left.key, left.value, outer, inner.left),
          node(key, value, inner.right, right),
        )
      : node(left.key, left.value, outer, node(key, value, inner, right))
  }
  return node(key, value, left, right)
}
