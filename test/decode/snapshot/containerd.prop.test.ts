/**
 * Answers whether a plan from what `ctr` shows is cautious: it removes nothing that the whole metadata would keep, unless
 * it says on which statement that rests.
 */
import { option as O } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Labels, Namespace, Policy, Snapshot } from '../../../src/containerd/index.js'
import { plan } from '../../../src/containerd/index.js'
import { known } from '../../../src/core/index.js'
import type { ContainerdNamespaceParts, ContainerdParts, JoinedLabels } from '../../../src/decode/index.js'
import { containerdSnapshot } from '../../../src/decode/index.js'
import { joinedLabels } from '../../../src/decode/ctr/labels.js'
import { arbitraryPolicy, arbitrarySnapshot } from '../../containerd/arbitrary.js'
import { full, runs } from '../../runs.js'
import { right } from '../reading.js'

/** The snapshot with nothing left open. */
const settled = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  namespaces: snapshot.namespaces
    .filter(({ inMetadata }) => inMetadata)
    .map((namespace) => ({
      ...namespace,
      leases: namespace.leases.map((lease) => ({
        ...lease,
        resources: lease.resources._tag === 'Unknown' ? known([]) : lease.resources,
      })),
      ingests: namespace.ingests.map(({ ref, expected, expireAt }) => ({
        ref,
        expected: expected._tag === 'Unknown' ? known('') : expected,
        expireAt: expireAt._tag === 'Unknown' ? known('') : expireAt,
      })),
      unseen: [],
    })),
})

/** As the column of a table holds them; the store keeps no empty value. */
const printed = (labels: Labels): JoinedLabels =>
  right(
    joinedLabels.decode(
      labels
        .filter(([, value]) => value !== '')
        .map((pair) => pair.join('='))
        .sort()
        .join(','),
    ),
  )

const partsOf = (namespace: Namespace, seen: boolean): ContainerdNamespaceParts => ({
  name: namespace.name,
  images: namespace.images.map(({ name, target, labels }) => ({ name, target, labels: printed(labels) })),
  content: namespace.content.map(({ digest, size, labels }) => ({
    digest,
    size,
    exact: true,
    labels: printed(labels),
  })),
  snapshotters: [...new Set(namespace.snapshots.map(({ snapshotter }) => snapshotter))].map((name) => {
    const snapshots = namespace.snapshots.filter(({ snapshotter }) => snapshotter === name)
    return {
      name,
      snapshots: snapshots.map(({ key, parent }) => ({ key, parent })),
      infos: snapshots.slice(seen ? 0 : 1).map(({ key, parent, labels }) => ({ key, parent, labels })),
      usages: [],
    }
  }),
  containers: namespace.containers.map(({ id, image }) => ({ id, image })),
  containerInfos: namespace.containers.slice(seen ? 0 : 1),
  leases: namespace.leases.map(({ id, createdAt = new Date(0), labels }) => ({
    id,
    createdAt,
    labels: printed(labels),
  })),
  ingests: namespace.ingests.map(({ ref }) => ({ ref })),
})

const unseen = fc.boolean()
const ground = fc.constantFrom(O.none, O.some('the test says so'))
const statements = fc.record({
  leasesHoldNothing: ground,
  ingestsExpectNothing: ground,
  sandboxesReferToNothing: ground,
  otherSnapshotsHoldNothing: ground,
})

const removals = (policy: Policy, snapshot: Snapshot) => {
  const planned = right(plan(policy)(snapshot))
  return { planned, removed: planned.passes[0].removals.map(({ target }) => target) }
}

describe('a plan from what ctr shows', () => {
  it('removes nothing that the metadata would keep, unless it says on what that rests', () => {
    let removed = 0
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot.map(settled), unseen, statements, (policy, truth, all, stated) => {
        const parts: ContainerdParts = {
          at: truth.at,
          listed: O.none,
          namespaces: truth.namespaces.map((namespace) => partsOf(namespace, all)),
          ...stated,
        }
        const really = new Set(removals(policy, truth).removed.map(({ _tag, id }) => `${_tag} ${id}`))
        const shown = removals(policy, right(containerdSnapshot(parts)).snapshot)
        const assumed = new Set(shown.planned.assumptions.flatMap(({ targets }) => targets))
        removed += shown.removed.length
        for (const { _tag, id } of shown.removed)
          expect(really.has(`${_tag} ${id}`) || assumed.has(id), `${_tag} ${id}`).toBe(true)
      }),
      { numRuns: runs(1000) },
    )
    if (full) expect(removed).toBeGreaterThan(200)
  })
})
