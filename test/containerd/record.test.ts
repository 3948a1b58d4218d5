import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { defaultPolicy, keyOf, plan, recordOf } from '../../src/containerd/index.js'
import type { Namespace, Node } from '../../src/containerd/index.js'
import { targetKey } from '../../src/core/target.js'
import * as arbitrary from '../../src/testing/arbitrary/containerd.js'

const recordsOf = ({ name, ...lists }: Namespace): ReadonlyArray<Node> => [
  ...lists.leases.map((item) => recordOf.leases(name, item)),
  ...lists.snapshots.map((item) => recordOf.snapshots(name, item)),
  ...lists.ingests.map((item) => recordOf.ingests(name, item)),
  ...lists.content.map((item) => recordOf.content(name, item)),
  ...lists.images.map((item) => recordOf.images(name, item)),
  ...lists.streams.map((item) => recordOf.streams(name, item)),
  ...lists.mounts.map((item) => recordOf.mounts(name, item)),
]

describe('the record of an item', () => {
  it('is the target that a plan decides about', () => {
    fc.assert(
      fc.property(arbitrary.arbitrarySnapshot, (snapshot) => {
        const planned = plan(defaultPolicy)(snapshot)
        if (E.isLeft(planned)) throw new Error('the snapshot is refused')
        const [sweep] = planned.right.passes
        const decided = [...sweep.removals, ...sweep.kept].map(({ target }) => target)
        const byKey = (records: ReadonlyArray<Node>): ReadonlyMap<string, Node> =>
          new Map(records.map((record) => [targetKey(record), record]))
        expect(byKey(decided)).toEqual(byKey(snapshot.namespaces.flatMap(recordsOf)))
      }),
    )
  })

  it('has the key of its list, after its snapshotter where it is a snapshot', () => {
    expect(keyOf({ _tag: 'Image', id: 'a/b:1', namespace: 'a', key: 'b:1' })).toBe('b:1')
    expect(keyOf({ _tag: 'FsSnapshot', id: 'a/overlayfs/b', namespace: 'a', snapshotter: 'overlayfs', key: 'b' })).toBe(
      'overlayfs/b',
    )
  })
})
