/** What the plugin for Headlamp reads of the recorded cluster. */
import { either as E } from 'fp-ts'

import type { ServedKind } from '../../../src/adapters/kubernetes/index.js'
import { kindsToList, reachOf } from '../../../plugins/headlamp/src/model/reach.js'
import type { KindRead, Reading } from '../../../plugins/headlamp/src/model/reading.js'
import { type Observed, type Seen, seenIn } from '../../../plugins/headlamp/src/model/snapshot.js'
import { type Stored, cluster, resources, takenAt } from '../../../plugins/headlamp/test/recorded.js'

export const discovered = {
  kinds: resources.map((one): ServedKind => ({ ...one, strategicMergePatch: true, shortNames: [] })),
  undiscoveredGroups: [],
}

/** The lists that the plugin reads about an object; some may be otherwise. */
export const readsFor = (
  object: Stored,
  otherwise: Readonly<Record<string, Reading>> = {},
  stored: ReadonlyArray<Stored> = cluster,
  isWide = false,
): ReadonlyArray<KindRead> => {
  const reach = reachOf(object)
  return kindsToList(discovered).map((kind) => {
    const isLimited = kind.namespaced && reach._tag === 'Namespace' && !isWide
    const items = stored.filter(
      (one) =>
        one.kind === kind.kind &&
        one.apiVersion === kind.apiVersion &&
        (!isLimited || one.metadata.namespace === reach.namespace),
    )
    const listed: Reading = { _tag: 'Listed', namespaces: isLimited ? [reach.namespace] : 'all', items }
    return { kind, reading: otherwise[kind.kind] ?? listed }
  })
}

export const observed = (object: Stored, more: Partial<Observed> = {}): Observed => ({
  at: new Date(takenAt),
  object,
  discovered,
  reads: readsFor(object),
  version: 'v1.36.2',
  ...more,
})

/** The recorded cluster as the plugin sees it. */
export const seen = (object: Stored, more: Partial<Observed> = {}): Seen => {
  const made = seenIn(observed(object, more))
  if (E.isLeft(made)) throw new Error(made.left.join('; '))
  return made.right
}

/** The same cluster, in which a driver deletes the storage of a volume once its claim is gone. */
export const lossy: ReadonlyArray<Stored> = cluster.map((one) => {
  if (one.kind !== 'PersistentVolume' || one.metadata.name !== 'pv-2') return one
  const { hostPath: _, ...spec } = one.spec as Readonly<Record<string, unknown>>
  return { ...one, spec: { ...spec, csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' } } }
})

export const right = <A>(value: E.Either<ReadonlyArray<string>, A>): A => {
  if (E.isLeft(value)) throw new Error(value.left.join('; '))
  return value.right
}
