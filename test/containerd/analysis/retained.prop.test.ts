import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Holder, Retention } from '../../../src/containerd/analysis/index.js'
import { retained } from '../../../src/containerd/analysis/index.js'
import type { Labels, Lease, Node, Policy, Snapshot } from '../../../src/containerd/index.js'
import { explore, plan } from '../../../src/containerd/index.js'
import { pastFrom } from '../../../src/containerd/labels/timestamp.js'
import type { Knowledge } from '../../../src/core/index.js'
import { known, unknown } from '../../../src/core/index.js'
import type { Int64 } from '../../../src/core/int64.js'
import { int64FromBigint, int64ToBigint } from '../../../src/core/int64.js'
import { identity } from '../../laws.js'
import { runs } from '../../runs.js'
import { arbitraryPolicy, arbitrarySnapshot, permuted } from '../arbitrary.js'
import { difference, extentOf, nodesOf, onDiskOf, settled, staying, without } from './brute.js'

const usage: fc.Arbitrary<Knowledge<Int64>> = fc.oneof(
  { weight: 3, arbitrary: fc.nat(9).map(known) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Int64>(2 ** 53 - 1, '9223372036854775807', '4611686018427387905').map(known),
  },
  { weight: 1, arbitrary: fc.constant(unknown) },
)

/** Snapshots in which the usage of some layers is known. */
const measured: fc.Arbitrary<Snapshot> = fc
  .tuple(arbitrarySnapshot, fc.array(usage, { minLength: 8, maxLength: 8 }))
  .map(([snapshot, usages]) => ({
    ...snapshot,
    namespaces: snapshot.namespaces.map((held) => ({
      ...held,
      snapshots: held.snapshots.map((one, index) => ({ ...one, usage: usages[index] ?? unknown })),
    })),
  }))

/** The same graphs with one lease flat that holds many things, so that much is reached in both ways. */
const flattened: fc.Arbitrary<Snapshot> = measured.map((snapshot) => ({
  ...snapshot,
  namespaces: snapshot.namespaces.map((held) =>
    held.inMetadata
      ? {
          ...held,
          leases: [
            ...held.leases,
            {
              id: 'flat',
              createdAt: new Date(0),
              labels: [['containerd.io/gc.flat', 'true']],
              resources: known([
                { type: 'images', id: 'i' },
                { type: 'content', id: 'a' },
                { type: 'snapshots/o', id: 'a' },
                { type: 'snapshots/o', id: 'b' },
              ]),
            },
          ],
        }
      : held,
  ),
}))

/** The same graphs with every layer used a while ago, and conditions on everything that may carry them. */
const conditioned: fc.Arbitrary<Snapshot> = fc
  .tuple(measured, fc.array(fc.constantFrom('o|a', 'o|b', 'my.snap|x/y', 'my.snap|c'), { minLength: 8, maxLength: 8 }))
  .map(([snapshot, names]) => {
    const conditional = <A extends { readonly labels: Labels }>(items: ReadonlyArray<A>, offset: number): A[] =>
      items.map((item, index) => {
        const [by = '', key = ''] = (names[(index + offset) % 8] ?? '').split('|')
        return { ...item, labels: [...item.labels, [`containerd.io/gc.cond.snapshot.${by}/9`, `usedat>0|${key}`]] }
      })
    return {
      ...snapshot,
      namespaces: snapshot.namespaces.map((held) => ({
        ...held,
        content: conditional(held.content, 0),
        images: conditional(held.images, 3),
        snapshots: held.snapshots.map((one) => ({
          ...one,
          labels: [...one.labels, ['containerd.io/gc.cond.value-usedat.9', '2026-01-01T00:00:00Z']],
        })),
      })),
    }
  })

const graphs = fc.oneof(measured, flattened, conditioned)

/** Everything unknown settled but leases. */
const leasesOpen = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  namespaces: settled(snapshot).namespaces.map((held, index) => ({
    ...held,
    leases: snapshot.namespaces[index]?.leases ?? [],
  })),
})

/** The same with further names for each image. */
const tagged = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  namespaces: snapshot.namespaces.map((held) => ({
    ...held,
    images: held.images.flatMap((image, index) => [
      image,
      ...Array.from({ length: index % 3 }, (_, copy) => ({ ...image, name: `${image.name}@${copy}`, labels: [] })),
    ]),
  })),
})

const retentionOf = (policy: Policy, snapshot: Snapshot): Retention => {
  const found = retained(policy)(snapshot)
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  return found.right
}

const holderOf = (retention: Retention, node: Node): Holder => {
  const found = retention.of(node)
  if (O.isNone(found)) throw new Error(`no ${node.id}`)
  return found.value
}

const isAlive = ({ at }: Snapshot, { labels }: Lease): boolean => {
  const [, expiry = ''] = labels.find(([key]) => key === 'containerd.io/gc.expire') ?? []
  return !(pastFrom(expiry) <= at.getTime())
}

describe('what a node keeps alone', () => {
  it('is what goes more when its record is taken away', () => {
    fc.assert(
      fc.property(arbitraryPolicy, graphs.map(settled), (policy, snapshot) => {
        const retention = retentionOf(policy, snapshot)
        const before = staying(policy, snapshot)
        for (const node of nodesOf(snapshot)) {
          const after = without(node, snapshot)
          const gone = difference(before, staying(policy, after))
          const onDisk = onDiskOf(policy, snapshot, after, gone)
          const { only, uncertain } = holderOf(retention, node)
          expect(only, node.id).toEqual({ ...extentOf(snapshot, gone), onDisk })
          expect(uncertain.records).toBe(0)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('is told apart where something unknown might hold it', () => {
    fc.assert(
      fc.property(arbitraryPolicy, graphs, (policy, snapshot) => {
        const keeping = { ...policy, unknownLeaseResources: 'keep' } as const
        const [retention, known] = [retentionOf(keeping, snapshot), retentionOf(keeping, settled(snapshot))]
        const before = staying(keeping, snapshot)
        for (const node of nodesOf(snapshot)) {
          const gone = difference(before, staying(keeping, without(node, snapshot)))
          const { only, uncertain } = holderOf(retention, node)
          const sum = only.records + uncertain.records
          expect(only.records, node.id).toBeLessThanOrEqual(gone.size)
          expect(BigInt(only.onDisk) <= BigInt(only.bytes)).toBe(true)
          expect(sum).toBeGreaterThanOrEqual(holderOf(known, node).only.records)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('is what goes for certain, whatever leases of unknown resources hold', () => {
    fc.assert(
      fc.property(arbitraryPolicy, graphs.map(leasesOpen), (policy, snapshot) => {
        const keeping = { ...policy, unknownLeaseResources: 'keep' } as const
        const retention = retentionOf(keeping, snapshot)
        const [before, nothingHeld] = [staying(keeping, snapshot), staying(keeping, settled(snapshot))]
        const open = new Map<string, Set<string>>()
        for (const id of difference(before, nothingHeld)) {
          const namespace = id.slice(id.indexOf(' ') + 1, id.indexOf('/'))
          open.set(namespace, (open.get(namespace) ?? new Set()).add(id))
        }
        for (const node of nodesOf(snapshot)) {
          const after = without(node, snapshot)
          const { only, uncertain } = holderOf(retention, node)
          const lease = snapshot.namespaces
            .find(({ name }) => name === node.namespace)
            ?.leases.find(
              ({ id, resources }) => node._tag === 'Lease' && id === node.key && resources._tag === 'Unknown',
            )
          if (lease !== undefined && isAlive(snapshot, lease)) {
            expect(only.records).toBe(0)
            expect(uncertain).toMatchObject(extentOf(snapshot, open.get(node.namespace) ?? new Set()))
            continue
          }
          // What only a lease of unknown resources might hold keeps nothing that is known.
          if (before.has(identity(node)) && !nothingHeld.has(identity(node))) {
            expect(only.records).toBe(0)
            continue
          }
          const gone = difference(before, staying(keeping, after))
          expect(only, node.id).toEqual({
            ...extentOf(snapshot, gone),
            onDisk: onDiskOf(keeping, snapshot, after, gone),
          })
        }
      }),
      { numRuns: runs(250) },
    )
  })

  it('and what it shares are all that it leads to', () => {
    fc.assert(
      fc.property(arbitraryPolicy, graphs.map(settled), (policy, snapshot) => {
        const explored = explore(policy)(snapshot)
        if (E.isLeft(explored)) throw new Error('refused')
        const { plan: planned, rootsOf } = explored.right
        const { holders, shared } = retentionOf(policy, snapshot)
        const ledTo = new Map<string, Set<string>>()
        for (const { target } of planned.passes[0].kept)
          for (const root of rootsOf(target))
            ledTo.set(identity(root), (ledTo.get(identity(root)) ?? new Set()).add(identity(target)))
        for (const { node, isRoot, only } of holders) {
          if (!isRoot) continue
          const sum = extentOf(snapshot, ledTo.get(identity(node)) ?? new Set())
          const { records, bytes, unknown } = shared(node)
          expect({
            records: records + only.records,
            bytes: int64FromBigint(int64ToBigint(bytes) + int64ToBigint(only.bytes)),
            unknown: unknown + only.unknown,
          }).toEqual(sum)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('is, for all records of an image, what goes more when all are taken away', () => {
    fc.assert(
      fc.property(arbitraryPolicy, graphs.map(settled).map(tagged), (policy, snapshot) => {
        const { images } = retentionOf(policy, snapshot)
        const before = staying(policy, snapshot)
        for (const { nodes, only, shared } of images()) {
          const after = nodes.reduce((left, node) => without(node, left), snapshot)
          const gone = difference(before, staying(policy, after))
          expect(only, nodes.map(({ id }) => id).join()).toEqual({
            ...extentOf(snapshot, gone),
            onDisk: onDiskOf(policy, snapshot, after, gone),
          })
          expect(shared().records).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('is held by no other root, and what it shares by those that hold it once it is gone', () => {
    fc.assert(
      fc.property(arbitraryPolicy, graphs.map(settled).map(tagged), (policy, snapshot) => {
        const { holders, leadsTo, heldBy } = retentionOf(policy, snapshot)
        for (const { node } of holders) {
          const after = explore(policy)(without(node, snapshot))
          if (E.isLeft(after)) throw new Error('refused')
          const roots = new Set([node, ...leadsTo([node])].flatMap(after.right.rootsOf).map(identity))
          expect(new Set(heldBy([node]).map(identity)), node.id).toEqual(roots)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('does not depend on the order of lists', () => {
    const pairs = graphs.chain((snapshot) => permuted(snapshot).map((other) => [snapshot, other] as const))
    fc.assert(
      fc.property(arbitraryPolicy, pairs, (policy, [snapshot, other]) => {
        const [left, right] = [retentionOf(policy, snapshot), retentionOf(policy, other)]
        expect(right.holders).toEqual(left.holders)
        for (const node of nodesOf(snapshot)) expect(right.shared(node)).toEqual(left.shared(node))
      }),
      { numRuns: runs(300) },
    )
  })

  it('is refused where a plan is', () => {
    fc.assert(
      fc.property(arbitraryPolicy, fc.anything(), (policy, garbage) => {
        const [planned, found] = [plan(policy)(garbage as Snapshot), retained(policy)(garbage as Snapshot)]
        expect(E.isLeft(found)).toBe(true)
        expect(found).toEqual(planned)
      }),
    )
  })
})
