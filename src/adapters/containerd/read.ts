/**
 * One read of everything that the API of a daemon shows, namespace by namespace. What the daemon does not have is not
 * there; what it has and does not show is unknown.
 */
import { Code, ConnectError } from '@connectrpc/connect'
import { option as O } from 'fp-ts'

import type { Ingest, Labels, Lease, Mount, Namespace, Unseen } from '../../containerd/index.js'
import { emptyNamespace } from '../../containerd/snapshot.js'
import { int64FromBigint } from '../../core/int64.js'
import { known, unknown } from '../../core/knowledge.js'
import { instant } from '../../core/time.js'
import { compareBytes } from '../../internal/lists.js'
import type { Daemon } from '../socket/daemon.js'
import { type CallOptions, type Services, inNamespace } from './daemon.js'
import type { Lease as LeaseMessage } from './wire/leases_pb.js'

/** What one namespace holds, in the order of the daemon. */
export const readNamespace = async (
  daemon: Daemon,
  services: Services,
  snapshotters: ReadonlyArray<string>,
  name: string,
  isOnly: boolean,
): Promise<Namespace> => {
  const call = inNamespace(daemon, name)
  const { images, content, containers, leases, sandboxes, mounts, snapshots } = services
  const [imageList, blobs, statuses, containerList, leaseList, sandboxList, mountList, trees] = await Promise.all([
    images.list({}, call),
    gathered(content.list({}, call)),
    content.listStatuses({}, call),
    containers.list({}, call),
    leases.list({}, call),
    orNothing(sandboxes.list({}, call), { list: [] }),
    orNothing(gathered(mounts.list({}, call)), []),
    Promise.all(
      snapshotters.map(async (snapshotter) => {
        const pages = await gathered(snapshots.list({ snapshotter }, call))
        return pages.flatMap(({ info }) => info.map((one) => ({ snapshotter, ...one })))
      }),
    ),
  ])
  const found: Namespace = {
    ...emptyNamespace,
    name,
    inMetadata: true,
    images: imageList.images.map((image) => ({
      name: image.name,
      target: image.target?.digest ?? '',
      labels: labelsOf(image),
    })),
    content: blobs.flatMap(({ info }) =>
      info.map((blob) => ({ digest: blob.digest, size: int64FromBigint(blob.size), labels: labelsOf(blob) })),
    ),
    snapshots: trees.flat().map((one) => ({
      snapshotter: one.snapshotter,
      key: one.name,
      parent: one.parent,
      labels: labelsOf(one),
    })),
    containers: containerList.containers.map((one) => ({
      id: one.id,
      snapshotter: one.snapshotter,
      snapshotKey: one.snapshotKey,
      image: one.image,
      labels: labelsOf(one),
    })),
    leases: await Promise.all(leaseList.leases.map((lease) => leaseWith(services, call, lease))),
    // They come in another order each time.
    ingests: statuses.statuses.map(ingestOf).sort((one, other) => compareBytes(one.ref, other.ref)),
    sandboxes: sandboxList.list.map((one) => ({ id: one.sandboxId, labels: labelsOf(one) })),
    mounts: mountList.flatMap(({ info }): ReadonlyArray<Mount> =>
      info === undefined ? [] : [{ name: info.name, lease: unknown, labels: labelsOf(info) }],
    ),
  }
  return { ...found, unseen: [...otherSnapshots(found, snapshotters), ...(isOnly ? [] : [unlistedWrites])] }
}

const leaseWith = async (services: Services, call: CallOptions, lease: LeaseMessage): Promise<Lease> => {
  const { id, createdAt } = lease
  const resources = await orNothing(services.leases.listResources({ id }, call), undefined)
  return {
    id,
    ...(createdAt === undefined
      ? {}
      : { createdAt: instant(Number(createdAt.seconds) * 1000 + Math.floor(createdAt.nanos / 1e6)) }),
    labels: labelsOf(lease),
    resources:
      resources === undefined ? unknown : known(resources.resources.map(({ type, id: of }) => ({ type, id: of }))),
  }
}

/** The field for what a write expects exists, but the daemon leaves it empty: that it is empty says nothing. */
const ingestOf = ({ ref, expected }: { readonly ref: string; readonly expected: string }): Ingest => ({
  ref,
  expected: expected === '' ? unknown : known(expected),
  expireAt: unknown,
})

/**
 * Snapshots of snapshotters that are not loaded hold what their labels name, and no call lists them. What names such a
 * snapshotter tells that it has some.
 */
const otherSnapshots = (
  { containers, leases }: Namespace,
  snapshotters: ReadonlyArray<string>,
): ReadonlyArray<Unseen> => {
  const named = [
    ...containers.map(({ snapshotter }) => snapshotter),
    ...leases.flatMap(({ resources }) =>
      resources._tag === 'Unknown'
        ? []
        : resources.value.flatMap(({ type }) => /^snapshots\/(.*)$/.exec(type)?.[1] ?? []),
    ),
  ]
  const others = [...new Set(named)].filter((name) => name !== '' && !snapshotters.includes(name)).sort(compareBytes)
  return [
    {
      kind: 'Others',
      what: `the labels of snapshots in snapshotters that are not loaded${others.length === 0 ? '' : `: ${others.join(', ')}`}`,
      holdsNothing: others.length === 0 ? O.some('no container and no lease names another snapshotter') : O.none,
    },
  ]
}

/** The list leaves out a write of which the store has nothing yet; only the record of such a one keeps what it expects. */
const unlistedWrites: Unseen = {
  kind: 'Others',
  what: 'writes that are not listed',
  holdsNothing: O.some('only a write of a blob that another namespace had, and that got no byte yet, is not listed'),
}

const labelsOf = ({ labels }: { readonly labels: Readonly<Record<string, string>> }): Labels =>
  Object.entries(labels).sort(([one], [other]) => compareBytes(one, other))

/** All messages of a stream. */
const gathered = async <A>(stream: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: A[] = []
  for await (const one of stream) all.push(one)
  return all
}

/** What the release does not have is not there. */
const orNothing = async <A, B>(call: Promise<A>, nothing: B): Promise<A | B> => {
  try {
    return await call
  } catch (thrown) {
    if (thrown instanceof ConnectError && thrown.code === Code.Unimplemented) return nothing
    throw thrown
  }
}
