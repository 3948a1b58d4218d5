/** Finds the place in a text that a path of a problem names. */
import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'

export interface Place {
  readonly from: number
  readonly to: number
}

type Step = string | number

/** The parts of a path such as `items[3].metadata["a.b/c"].uid`. */
export const stepsOf = (path: string): ReadonlyArray<Step> =>
  [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  )

/** How long a parser may work for one place, in milliseconds. */
const patience = 200

/** The deepest part of a path that is there; nothing where not even its first is. */
export const placeOf = (state: EditorState, path: string): Place | undefined => {
  const tree = ensureSyntaxTree(state, state.doc.length, patience)
  if (tree === null) return undefined
  let at = valueIn(tree.topNode)
  let found: SyntaxNode | undefined
  for (const step of stepsOf(path)) {
    const next = at === undefined ? undefined : childOf(state, at, step)
    if (next === undefined) break
    found = next.shown
    at = next.value
  }
  if (found === undefined) return undefined
  // A block of YAML begins with the line break or the blank before it.
  const text = state.sliceDoc(found.from, found.to)
  const from = found.from + text.length - text.trimStart().length
  return { from, to: Math.min(found.to, state.doc.lineAt(from).to) }
}

const containers = /^(Object|Array|BlockMapping|FlowMapping|BlockSequence|FlowSequence)$/

/** The outermost value below a node. */
const valueIn = (node: SyntaxNode): SyntaxNode | undefined => {
  if (containers.test(node.name)) return node
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    const value = valueIn(child)
    if (value !== undefined) return value
  }
  return undefined
}

interface Child {
  /** What is underlined. */
  readonly shown: SyntaxNode
  readonly value: SyntaxNode | undefined
}

const childOf = (state: EditorState, node: SyntaxNode, step: Step): Child | undefined => {
  const children = childrenOf(node)
  if (typeof step === 'number') {
    const items = children.filter(({ name }) => !/^([[\],-]|⚠|Comment)$/.test(name))
    const item = items[step]
    return item === undefined ? undefined : { shown: item, value: valueIn(item) }
  }
  const pair = children.find((child) => /^(Property|Pair)$/.test(child.name) && keyOf(state, child) === step)
  if (pair === undefined) return undefined
  const key = pair.firstChild
  const last = pair.lastChild
  return { shown: last === null || last === key ? pair : last, value: valueIn(pair) }
}

const childrenOf = (node: SyntaxNode): ReadonlyArray<SyntaxNode> => {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

const keyOf = (state: EditorState, pair: SyntaxNode): string => {
  const key = pair.firstChild
  if (key === null) return ''
  const text = state.sliceDoc(key.from, key.to)
  return /^["']/.test(text) ? text.slice(1, -1) : text
}
