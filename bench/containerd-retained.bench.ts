/**
 * Answers how long it takes to tell what every image keeps alone, beside the whole plan of the same database; a few
 * images are checked by planning without them.
 */
import { either as E } from 'fp-ts'

import type { Holder } from '../src/containerd/analysis/index.js'
import { retained } from '../src/containerd/analysis/index.js'
import type { Snapshot } from '../src/containerd/index.js'
import { defaultPolicy, plan } from '../src/containerd/index.js'
import type { Bench } from './bench.js'
import { databaseOf, graphOf } from './containerd.input.js'

const keptIn = (snapshot: Snapshot): number => {
  const planned = plan(defaultPolicy)(snapshot)
  return E.isRight(planned)
    ? planned.right.passes[0].kept.filter(({ target }) => target._tag !== 'Image').length
    : Number.NaN
}

const without = (name: string, snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  namespaces: snapshot.namespaces.map((held) => ({
    ...held,
    images: held.images.filter((image) => image.name !== name),
  })),
})

/** The images that keep most, and one that keeps nothing. */
const telling = (holders: ReadonlyArray<Holder>): ReadonlyArray<Holder> => {
  const falling = holders.toSorted((a, b) => b.only.records - a.only.records)
  return [...falling.slice(0, 2), ...falling.slice(-1)]
}

export const containerdRetained: Bench = {
  name: 'containerd-retained',
  about: 'what every image keeps alone, beside the whole plan; items are records',
  sizes: [1_000, 10_000, 100_000, 1_000_000],
  prepare: (size) => {
    const graph = graphOf(size)
    const snapshot = databaseOf(graph)
    const tell = retained(defaultPolicy)
    const decide = plan(defaultPolicy)
    return {
      items: graph.nodes,
      work: () => tell(snapshot),
      yardstick: () => decide(snapshot),
      disagreement: () => {
        const found = tell(snapshot)
        if (E.isLeft(found)) return `refused: ${JSON.stringify(found.left)}`
        const all = keptIn(snapshot)
        for (const { node, only } of telling(found.right.holders)) {
          const left = keptIn(without(node.key, snapshot))
          if (all - left !== only.records) return `${node.key} keeps ${only.records}, by the plan ${all - left}`
        }
        return null
      },
    }
  },
}
