/**
 * Answers what was captured of a small cluster while real controllers were started: before, after, and what others did in
 * between.
 */
import type { WholeObject } from '../../../src/apiserver/index.js'
import { objectAfter, requestDelete } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import type { Snapshot } from '../../../src/simulate/control-plane/index.js'
import { assumed } from '../../../src/core/index.js'
import { decodeKubectlObjects } from '../../../src/decode/kubectl/objects.js'
import { kubernetesClusterSnapshot } from '../../../src/decode/index.js'
import { right } from '../../decode/reading.js'
import { read } from '../cascade/captured.js'

/** The cluster of one of the two captures. */
export const clusterOf = (when: 'before' | 'after'): Snapshot =>
  right(
    kubernetesClusterSnapshot({
      at: new Date(read(`cluster-${when}.taken-at.txt`).trim()),
      listings: ['all', 'clusterroles'].map((part) =>
        right(decodeKubectlObjects(read(`cluster-${when}.${part}.json`))),
      ),
      scopes: scopes_1_36.scopes,
      covers: [{ _tag: 'Everything', because: 'the listings hold all that the cluster had of kinds with owners' }],
      apiNodes: assumed([], 'the list came from the server itself'),
    }),
  )

/** Lowering a limit is a change of its own: a Deployment writes down that it saw it before it comes to clean up. */
export const observed = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  objects: snapshot.objects.map((object) =>
    object.kind === 'Deployment'
      ? {
          ...object,
          status: { ...(object.status as object), observedGeneration: object.metadata.generation },
        }
      : object,
  ),
})

/** What a script that played kubelet deleted. */
export const deletedByNode =
  (name: string) =>
  (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    objects: snapshot.objects.flatMap((object) => {
      if (object.kind !== 'Pod' || object.metadata.name !== name) return [object]
      const options = { gracePeriodSeconds: 0, propagationPolicy: 'Background' } as const
      const last = objectAfter(object, requestDelete(snapshot.at)(options)(object))
      return last === undefined ? [] : [last]
    }),
  })

/** What controllers made anew. */
export const withNew =
  (made: ReadonlyArray<WholeObject>) =>
  (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    objects: [...snapshot.objects, ...made],
  })
