/**
 * Collects edges while a snapshot is read. An edge to a record is added at once; one that needs a name without a
 * record, or a fact stated later, is added at the end of its namespace.
 */
import { type EdgeList, addEdge, noEdges } from '../../internal/graph.js'
import { type Column, append, column } from '../../internal/column.js'
import { compareText } from '../../internal/lists.js'
import { type Condition, type Used, windowsOf } from '../labels/condition.js'
import { type KeyBook, keyBook } from '../labels/key-grammar.js'
import { snapshotKey } from '../record.js'
import { type KeyIndex, type NamespaceIndex, find, findSnapshot } from './node-index.js'
import type { ConditionalEdge, MissingNode } from './graph.js'

/** A graph in the making. */
export interface GraphBuilder {
  /** Keys of labels, by whose places the tags of edges are made. */
  readonly labelKeys: KeyBook
  /** Targets and tags of the forward edges, grouped by source; `start[n + 1]` is set once node n is through. */
  readonly start: Int32Array
  readonly target: Column
  readonly tag: Column
  readonly further: EdgeList
  readonly conditional: ConditionalEdge[]
  readonly roots: number[]
  readonly expired: number[]
  readonly missingNodes: MissingNode[]
  /** What waits for the end of the namespace. */
  readonly waiting: Waiting
  /** The first number that is free for a name without a record. */
  free: number
  nextExpiry: number
}

interface NamelessEdge {
  readonly name: string
  readonly holder: number
  readonly tag: number
}

interface Waiting {
  readonly back: {
    readonly name: string
    readonly known: number
    readonly child: number
    readonly tag: number
  }[]
  readonly missing: NamelessEdge[]
  /** Kept apart: nothing can refer back to a flat name without a record. */
  readonly flatMissing: NamelessEdge[]
  readonly conditions: {
    readonly source: number
    readonly target: number
    readonly tag: number
    readonly condition: Condition
  }[]
  readonly used: Map<number, Used>
}

/** A draft without edges, for that many nodes in the census; `free` is the first number past them and their twins. */
export const graphBuilder = (size: number, free: number): GraphBuilder => ({
  labelKeys: keyBook(),
  start: new Int32Array(size + 1),
  target: column(2 * size),
  tag: column(2 * size),
  further: noEdges(),
  conditional: [],
  roots: [],
  expired: [],
  missingNodes: [],
  waiting: { back: [], missing: [], flatMissing: [], conditions: [], used: new Map() },
  free,
  nextExpiry: Infinity,
})

/** Kinds of nodes that labels and leases name. */
export type Named = 'Content' | 'Image' | 'Stream' | 'Mount' | 'Container' | 'Ingest'

/** Adds the edge from a holder to the record with a key; the register is that of its kind. */
export const addReference = (
  builder: GraphBuilder,
  holder: number,
  kind: Named,
  register: KeyIndex,
  key: string,
  tag: number,
): void => {
  const found = find(register, key)
  if (found < 0) builder.waiting.missing.push({ name: `${kind} ${key}`, holder, tag })
  else {
    append(builder.target, found)
    append(builder.tag, tag)
  }
}

/** Adds the edge from a holder to a snapshot. */
export const addSnapshotReference = (
  builder: GraphBuilder,
  space: NamespaceIndex,
  holder: number,
  snapshotter: string,
  key: string,
  tag: number,
): void => {
  const found = findSnapshot(space, snapshotter, key)
  if (found < 0) builder.waiting.missing.push({ name: snapshotName(snapshotter, key), holder, tag })
  else {
    append(builder.target, found)
    append(builder.tag, tag)
  }
}

/** Notes that a child is kept by the record with a key. */
export const addBackReference = (
  builder: GraphBuilder,
  space: NamespaceIndex,
  child: number,
  kind: Named,
  key: string,
  tag: number,
): void => {
  builder.waiting.back.push({ name: `${kind} ${key}`, known: find(space.keyIndexes[kind], key), child, tag })
}

/** Notes that a child is kept by a snapshot. */
export const addSnapshotBackReference = (
  builder: GraphBuilder,
  space: NamespaceIndex,
  child: number,
  snapshotter: string,
  key: string,
  tag: number,
): void => {
  const known = findSnapshot(space, snapshotter, key)
  builder.waiting.back.push({ name: snapshotName(snapshotter, key), known, child, tag })
}

/** Notes that a snapshot was used at some time. */
export const addUse = (builder: GraphBuilder, snapshot: number, at: bigint): void => {
  const { used } = builder.waiting
  const known = used.get(snapshot)
  if (known === undefined) used.set(snapshot, { first: at, last: at })
  else used.set(snapshot, { first: at < known.first ? at : known.first, last: at > known.last ? at : known.last })
}

/** Joins what waited for the end of a namespace. */
export const endNamespace = (builder: GraphBuilder, space: NamespaceIndex): void => {
  const { back, missing, flatMissing, conditions, used } = builder.waiting
  const unknown = new Set(back.flatMap(({ known, name }) => (known < 0 ? [name] : [])))
  const names = new Map([...unknown].sort(compareText).map((name, index) => [name, builder.free + index]))
  for (const name of names.keys()) builder.missingNodes.push({ space, name })
  builder.free += names.size
  for (const { name, known, child, tag } of back)
    addEdge(builder.further, known >= 0 ? known : (names.get(name) ?? known), child, tag)
  if (names.size > 0)
    for (const { name, holder, tag } of missing) {
      const node = names.get(name)
      if (node !== undefined) addEdge(builder.further, holder, node, tag)
    }
  for (const { source, target, tag, condition } of conditions) {
    const times = used.get(target)
    if (times !== undefined) builder.conditional.push({ source, target, tag, windows: windowsOf(condition, times) })
  }
  back.length = missing.length = flatMissing.length = conditions.length = 0
  used.clear()
}

const snapshotName = (snapshotter: string, key: string): string => `FsSnapshot ${snapshotKey(snapshotter, key)}`
