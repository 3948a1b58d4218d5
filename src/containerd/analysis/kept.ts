/**
 * The records that stay, as far as sizes need them: those reached by a known reference, and the namespaces in which
 * something unknown might hold anything.
 */
import type { Dominators } from '../../internal/dominators.js'
import { type UnknownReferences, unknownReferences } from '../unknown-references.js'
import { type NamespaceIndex, find } from '../graph/node-index.js'
import type { Graph } from '../graph/graph.js'
import { textOr } from '../graph/label-sets.js'
import type { Policy } from '../policy.js'

/** What is open in a snapshot. */
export interface Open {
  readonly unknowns: ReadonlyArray<UnknownReferences>
  /** Namespaces in which something unknown might hold anything. */
  readonly spaces: ReadonlySet<NamespaceIndex>
  /** Leases and ingests of which something is unknown. */
  readonly holders: ReadonlySet<number>
}

/** What is open under a policy at a millisecond. */
export const openIn = (policy: Policy, graph: Graph, epochMillis: number): Open => {
  const unknowns = unknownReferences(policy, graph, epochMillis)
  const unknown = unknowns.filter((each) => each.unknown.length > 0)
  return {
    unknowns,
    spaces: new Set(unknown.map(({ space }) => space)),
    holders: new Set(unknown.flatMap((each) => (each.kind === 'unseen' ? [] : each.unknown))),
  }
}

/** The places of a record, itself and as a flat twin; zero where it is not reached so. */
export const placesOf = (
  { flatOffset }: Graph,
  { placeOf }: Dominators,
  node: number,
): { readonly place: number; readonly flat: number } => ({
  place: placeOf[node] ?? 0,
  flat: flatOffset > 0 ? (placeOf[node + flatOffset] ?? 0) : 0,
})

/** What keeps files of blobs on the disk. */
export interface Files {
  /** True when nothing outside a namespace keeps the file of a digest there. */
  readonly areAlone: (space: NamespaceIndex, digest: string) => boolean
  /** Blobs that an ingest of their own namespace expects. */
  readonly expected: ReadonlySet<number>
}

/** What keeps files of blobs on the disk. */
export const filesOf = (graph: Graph, found: Dominators, open: Open): Files => {
  const { namespaces } = graph.nodeIndex
  const expected = new Set<number>()
  const keepers = new Map<string, NamespaceIndex | null>()
  const filled = namespaces.filter(({ groups }) => groups.Content.items.length + groups.Ingest.items.length > 0)
  const add = (digest: string, space: NamespaceIndex): void => {
    const known = keepers.get(digest)
    if (known === undefined) keepers.set(digest, space)
    else if (known !== space) keepers.set(digest, null)
  }
  let isAnythingExpected = false
  for (const space of filled) {
    const isKept = (node: number): boolean => {
      const { place, flat } = placesOf(graph, found, node)
      return place + flat > 0 || open.spaces.has(space)
    }
    const { Content: content, Ingest: ingests } = space.groups
    if (filled.length > 1)
      content.keys.forEach((digest, index) => {
        if (isKept(content.start + index)) add(digest, space)
      })
    ingests.items.forEach((ingest, index) => {
      if (!isKept(ingests.start + index)) return
      if (ingest.expected._tag === 'Unknown') isAnythingExpected = true
      const digest = textOr(ingest.expected)
      expected.add(find(space.keyIndexes.Content, digest))
      add(digest, space)
    })
  }
  return {
    areAlone: (space, digest) => {
      if (isAnythingExpected) return false
      const keeper = keepers.get(digest)
      return keeper === undefined || keeper === space
    },
    expected,
  }
}
