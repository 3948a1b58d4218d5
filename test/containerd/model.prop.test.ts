import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type {
  Container,
  Labels,
  LeaseResource,
  Namespace,
  Policy,
  Snapshot,
  Target,
} from '../../src/containerd/index.js'
import { defaultPolicy, explore, plan } from '../../src/containerd/index.js'
import { expiredFrom } from '../../src/containerd/graph/expiry.js'
import { known, unknown } from '../../src/core/index.js'
import { identity } from '../laws.js'
import { runs } from '../runs.js'
import { arbitraryPolicy, arbitrarySnapshot } from './arbitrary.js'
import { planOf } from './graph.js'
import { removedByModel } from './model.js'

const removedIds = (policy: Policy, snapshot: Snapshot): ReadonlyArray<string> =>
  planOf(snapshot, policy).passes[0].removals.map(({ target }) => identity(target))

/** The snapshot with nothing unknown but leases, and nothing unseen. */
const settled = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  namespaces: snapshot.namespaces.map((namespace) => ({
    ...namespace,
    unseen: [],
    ingests: namespace.ingests.map(({ ref, expected, expireAt }) => ({
      ref,
      expected: expected._tag === 'Unknown' ? known('') : expected,
      expireAt: expireAt._tag === 'Unknown' ? known('') : expireAt,
    })),
    mounts: namespace.mounts.map((mount) => (mount.lease._tag === 'Unknown' ? { ...mount, lease: known('') } : mount)),
  })),
})

/** The snapshot with everything that might hold something holding it all; `lives` names the ingests that stay. */
const holdingAll = (policy: Policy, snapshot: Snapshot): Snapshot => {
  const leased = holding(everything, {
    ...snapshot,
    namespaces: snapshot.namespaces.map((namespace) => ({
      ...namespace,
      ingests: namespace.ingests.map((ingest) =>
        ingest.expireAt._tag === 'Unknown' ? { ...ingest, expireAt: known('2999-01-01T00:00:00Z') } : ingest,
      ),
      mounts: namespace.mounts.map((mount) =>
        mount.lease._tag === 'Unknown' ? { ...mount, lease: known(living(snapshot.at, namespace)) } : mount,
      ),
      ...openHolders(policy, namespace),
    })),
  })
  const gone = removedByModel(policy, leased)
  return {
    ...leased,
    namespaces: leased.namespaces.map((namespace) => {
      const isOpen = namespace.ingests.some(
        ({ ref, expected }) => expected._tag === 'Unknown' && !gone.has(`Ingest ${namespace.name}/${ref}`),
      )
      const refers = everything(namespace).flatMap(({ type, id }, index) =>
        type === 'content' ? [[`containerd.io/gc.ref.content.${index}`, id] as const] : [],
      )
      return isOpen ? { ...namespace, containers: [...namespace.containers, holder('expecting', refers)] } : namespace
    }),
  }
}

/** The id of a lease that has not expired; empty when there is none. */
const living = (at: Date, { leases }: Namespace): string =>
  leases.find(({ labels }) => expiredFrom(labels) > at.getTime())?.id ?? ''

const holder = (id: string, labels: Labels): Container => ({ id, snapshotter: '', snapshotKey: '', image: '', labels })

/** A container that refers to everything for what nobody looked at, and the containers that might be among it. */
const openHolders = (policy: Policy, namespace: Namespace): Pick<Namespace, 'containers'> => {
  const { containers, inMetadata, unseen = [] } = namespace
  const open = unseen.filter(
    ({ kind, holdsNothing }) => O.isNone(holdsNothing) && (kind === 'Others' || policy.sandboxLabels),
  )
  if (!inMetadata || open.length === 0) return { containers }
  const refers = everything(namespace).map(({ type, id }, index) => {
    const key =
      type === 'content' ? 'content.' : type === 'images' ? 'image.' : `${type.replace('snapshots/', 'snapshot.')}/`
    return [`containerd.io/gc.ref.${key}${index}`, id] as const
  })
  const more = ['i', 'j', 'k'].flatMap((id) => [
    [`containerd.io/gc.ref.stream.${id}`, id] as const,
    [`containerd.io/gc.ref.mount.${id}`, id] as const,
  ])
  const ids = new Set(containers.map(({ id }) => id))
  const unlisted = open.some(({ kind }) => kind === 'Others') ? ['p', 'q'].filter((id) => !ids.has(id)) : []
  return {
    containers: [...containers, holder('all', [...refers, ...more]), ...unlisted.map((id) => holder(id, []))],
  }
}

/** The snapshot with every lease of unknown content holding something else. */
const holding = (held: (namespace: Namespace) => ReadonlyArray<LeaseResource>, snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  namespaces: snapshot.namespaces.map((namespace) => ({
    ...namespace,
    leases: namespace.leases.map((lease) =>
      lease.resources._tag === 'Unknown'
        ? { ...lease, labels: lease.labels.filter(([key]) => !key.endsWith('flat')), resources: known(held(namespace)) }
        : lease,
    ),
  })),
})

/** All that a lease could name: what exists, and what labels know. */
const everything = (namespace: Namespace): ReadonlyArray<LeaseResource> => [
  ...['a', 'b', 'c', 'd', '__proto__'].map((id) => ({ type: 'content', id })),
  ...['i', 'j', 'k'].flatMap((id) => ['images', 'ingests'].map((type) => ({ type, id }))),
  ...['o', 'my.snap'].flatMap((by) => ['a', 'b', 'c', 'x/y'].map((id) => ({ type: `snapshots/${by}`, id }))),
  ...namespace.content.map(({ digest }) => ({ type: 'content', id: digest })),
]

describe('a plan beside the slow model', () => {
  it('removes what the model does not keep', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot.map(settled), (policy, snapshot) => {
        const assumed = { ...policy, unknownLeaseResources: 'assume-empty' } as const
        expect(new Set(removedIds(assumed, snapshot))).toEqual(removedByModel(policy, snapshot))
      }),
      { numRuns: runs(600) },
    )
  })

  it('keeps exactly what something unknown could hold', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, snapshot) => {
        const keeping = { ...policy, conditions: false, unknownLeaseResources: 'keep' } as const
        const gone = removedByModel(keeping, holdingAll(keeping, snapshot))
        expect(new Set(removedIds(keeping, snapshot))).toEqual(gone)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('keeps what something unknown could hold under conditions', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, snapshot) => {
        const keeping = { ...policy, unknownLeaseResources: 'keep' } as const
        const gone = removedByModel(keeping, holdingAll(keeping, snapshot))
        return removedIds(keeping, snapshot).every((id) => gone.has(id))
      }),
      { numRuns: runs(600) },
    )
  })

  it('keeps exactly what a lease of unknown content could hold', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot.map(settled), (policy, snapshot) => {
        const keeping = { ...policy, unknownLeaseResources: 'keep' } as const
        expect(new Set(removedIds(keeping, snapshot))).toEqual(removedByModel(policy, holding(everything, snapshot)))
      }),
      { numRuns: runs(600) },
    )
  })

  it('lists as assumed every removal that would be kept if what is stated were unknown', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, snapshot) => {
        const assuming = planOf(snapshot, { ...policy, unknownLeaseResources: 'assume-empty' })
        const keeping = { ...policy, unknownLeaseResources: 'keep' } as const
        const unsure = removedIds(keeping, {
          ...snapshot,
          namespaces: snapshot.namespaces.map((namespace) => ({
            ...namespace,
            leases: namespace.leases.map((lease) =>
              lease.resources._tag === 'Known' ? lease : { ...lease, resources: { _tag: 'Unknown' } as const },
            ),
            ingests: namespace.ingests.map(({ ref, expected, expireAt }) => ({
              ref,
              expected: expected._tag === 'Known' ? expected : unknown,
              expireAt: expireAt._tag === 'Known' ? expireAt : unknown,
            })),
            mounts: namespace.mounts.map((mount) =>
              mount.lease._tag === 'Known' ? mount : { ...mount, lease: unknown },
            ),
            ...(namespace.unseen === undefined
              ? {}
              : { unseen: namespace.unseen.map((one) => ({ ...one, holdsNothing: O.none })) }),
          })),
        })
        const listed = new Set(assuming.assumptions.flatMap(({ targets }) => targets))
        for (const { target } of assuming.passes[0].removals)
          expect(listed.has(target.id) || unsure.includes(identity(target))).toBe(true)
      }),
      { numRuns: runs(400) },
    )
  })
})

describe('an exploration beside its plan', () => {
  it('leads to everything that is kept, and to nothing else', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, snapshot) => {
        const explored = explore(policy)(snapshot)
        if (E.isLeft(explored)) return false
        const { plan: planned, whyAlive, rootsOf } = explored.right
        expect(E.right(planned)).toEqual(plan(policy)(snapshot))
        const [sweep] = planned.passes
        for (const { target } of sweep.removals) {
          expect(whyAlive(target)).toEqual([])
          expect(rootsOf(target)).toEqual([])
        }
        for (const { target, reasons } of sweep.kept) {
          const hops = whyAlive(target)
          expect(hops.at(-1)).toEqual({ node: target, reason: reasons[0] })
          const isForCertain = reasons[0]._tag !== 'NotCollected' && !reasons[0]._tag.startsWith('MayBe')
          const [first] = hops
          expect(
            first !== undefined &&
              (!isForCertain || rootsOf(target).some((root) => identity(root) === identity(first.node))),
          ).toBe(true)
        }
        return true
      }),
      { numRuns: runs(300) },
    )
  })

  it('gives as the roots of a node those that alone would keep it', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, (snapshot) => {
        const explored = explore(defaultPolicy)(snapshot)
        if (E.isLeft(explored)) return false
        const { plan: planned, rootsOf } = explored.right
        for (const { target, reasons } of planned.passes[0].kept) {
          if (reasons[0]._tag.startsWith('MayBe')) continue
          const found = rootsOf(target)
          const candidates = planned.passes[0].kept.filter((other) => other.target.namespace === target.namespace)
          for (const { target: other } of candidates.slice(0, 6)) {
            const isRoot = found.some((root) => identity(root) === identity(other))
            const gone = removedByModel(defaultPolicy, snapshot, modelName(other))
            if (isRoot) expect(gone.has(identity(target)), identity(other)).toBe(false)
            else if (identity(other) !== identity(target))
              expect(gone.has(identity(target)), identity(other)).toBe(true)
          }
        }
        return true
      }),
      { numRuns: runs(300) },
    )
  })
})

const kinds = {
  Lease: 'lease',
  FsSnapshot: 'snapshot',
  Ingest: 'ingest',
  Content: 'content',
  Image: 'image',
  Stream: 'stream',
  Mount: 'mount',
}

/** Namespace and node as the model names a root. */
const modelName = ({ _tag, namespace, id }: Target): string =>
  `${namespace} ${kinds[_tag]} ${id.slice(namespace.length + 1)}`
