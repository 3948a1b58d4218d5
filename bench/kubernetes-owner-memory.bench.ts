/**
 * Answers how long it takes to fold the first listing of a cluster into the memory of the owner collector, and how much of
 * the heap that memory holds, beside a map from uid to object.
 */
import { defaultPolicy } from '../src/controllers/owner/index.js'
import { memoryOf, nodeOf } from '../src/controllers/owner/memory/index.js'
import type { Bench } from './bench.js'
import { decoded, objectsOf } from './kubernetes-owner.input.js'

export const kubernetesOwnerMemory: Bench = {
  name: 'kubernetes-owner-memory',
  about: 'the memory of the owner collector from a listing, owners first, beside a map by uid; items are objects',
  sizes: [1_000, 10_000, 100_000, 1_000_000],
  prepare: (size) => {
    const objects = decoded(objectsOf(size))
    const remember = memoryOf(defaultPolicy)
    return {
      items: objects.length,
      work: () => remember(objects),
      yardstick: () => new Map(objects.map((object) => [object.metadata.uid, object])),
      disagreement: () => {
        const memory = remember(objects)
        const forgotten = objects.find(({ metadata }) => nodeOf(metadata.uid)(memory)?.virtual !== false)
        return forgotten === undefined ? null : `${forgotten.metadata.uid} was not remembered`
      },
    }
  },
}
