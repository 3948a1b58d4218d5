/**
 * Assembles a containerd snapshot from `ctr` output. Every fact that `ctr` does not print is assumed or unknown.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import type { Container, FsSnapshot, Labels, Namespace, Snapshot } from '../../containerd/snapshot.js'
import { assumed, unknown } from '../../core/knowledge.js'
import type { InvalidInput } from '../../core/problem.js'
import type { JoinedLabels } from '../ctr/labels.js'
import { unlessProblems } from '../problems.js'
import type { ContainerdNamespaceParts, ContainerdParts, CtrNote, CtrSnapshotter } from './containerd-parts.js'
import { problemsOf } from './containerd-problems.js'
import { notesOn, unseenIn } from './containerd-unseen.js'

/** A snapshot, with notes on its gaps. */
export interface AssembledContainerd {
  readonly snapshot: Snapshot
  readonly notes: ReadonlyArray<CtrNote>
}

/**
 * Builds a containerd snapshot from `ctr` output.
 *
 * Shape: missing facts are unknown unless stated, and what they might hold is kept: resources of leases
 * (`MayBeLeased`), expiry and expected blobs of ingests (`MayBeUnexpired`, `MayBeExpected`), containers and snapshots
 * without details, ambiguous labels, sandboxes, other snapshotters (`MayBeHeld`). Streams and mounts, which `ctr` does
 * not list, are not in the plan.
 * Order: lists as given; notes by namespace, general ones last.
 * Units: sizes of blobs are bytes rounded to four digits; the usage of snapshots is exact or unknown. Fails with
 * InvalidInput if namespaces differ from `ctr namespaces ls` or repeat, or details name something that its list lacks.
 *
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { containerdSnapshot, decodeCtrContent } from 'gcplan/decode'
 * import { defaultPolicy, plan } from 'gcplan/containerd'
 *
 * const content = decodeCtrContent('DIGEST\tSIZE\tAGE\tLABELS\nsha256:a\t12B\t2 days\t-\n')
 * const none = { images: [], snapshotters: [], containers: [], containerInfos: [], leases: [], ingests: [] }
 * const made = containerdSnapshot({
 *   at: new Date('2026-11-21T02:52:36Z'),
 *   listed: O.some([{ name: 'default' }]),
 *   namespaces: [{ ...none, name: 'default', content: content._tag === 'Right' ? content.right : [] }],
 *   leasesHoldNothing: O.none,
 *   ingestsExpectNothing: O.none,
 *   sandboxesReferToNothing: O.some('no sandbox has such labels'),
 *   otherSnapshotsHoldNothing: O.some('there are none'),
 * })
 * const planned = made._tag === 'Right' ? plan(defaultPolicy)(made.right.snapshot) : made
 * if (planned._tag === 'Right') console.log(planned.right.assumptions.map(({ because }) => because))
 * // [ 'there are none', 'no sandbox has such labels' ]
 * ```
 */
export const containerdSnapshot = (parts: ContainerdParts): E.Either<InvalidInput, AssembledContainerd> =>
  F.pipe(unlessProblems('what ctr printed', problemsOf(parts))(parts), E.map(assembled))

const assembled = (parts: ContainerdParts): AssembledContainerd => ({
  snapshot: { at: parts.at, namespaces: parts.namespaces.map((namespace) => namespaceOf(parts, namespace)) },
  notes: [
    ...parts.namespaces.flatMap((namespace) => notesOn(parts, namespace)),
    {
      namespace: '',
      note: 'ctr lists no streams and no mounts, so that none is in the plan',
      run: '',
      statement: O.none,
    },
    ...(O.isSome(parts.listed) ? [] : [otherNamespaces]),
  ],
})

const otherNamespaces: CtrNote = {
  namespace: '',
  note: 'other namespaces were not asked for; a blob that one of them records stays on disk',
  run: 'ctr namespaces ls',
  statement: O.none,
}

const namespaceOf = (parts: ContainerdParts, namespace: ContainerdNamespaceParts): Namespace => ({
  name: namespace.name,
  inMetadata: true,
  content: namespace.content.map(({ digest, size, labels }) => ({ digest, size, labels: labels.pairs })),
  snapshots: namespace.snapshotters.flatMap(snapshotsOf),
  images: namespace.images.map(({ name, target, labels }) => ({ name, target, labels: cautious(labels) })),
  containers: containersOf(namespace),
  leases: namespace.leases.map(({ id, createdAt, labels }) => ({
    id,
    createdAt,
    labels: cautious(labels),
    resources: O.isSome(parts.leasesHoldNothing) ? assumed([], parts.leasesHoldNothing.value) : unknown,
  })),
  ingests: namespace.ingests.map(({ ref }) => ({
    ref,
    expected: O.isSome(parts.ingestsExpectNothing) ? assumed('', parts.ingestsExpectNothing.value) : unknown,
    expireAt: unknown,
  })),
  sandboxes: [],
  streams: [],
  mounts: [],
  unseen: unseenIn(parts, namespace),
})

/** What is not certain may not make an end of anything. */
const cautious = ({ pairs, certain }: JoinedLabels): Labels =>
  certain ? pairs : pairs.filter(([key]) => key !== 'containerd.io/gc.expire')

const snapshotsOf = ({ name, snapshots, infos, usages }: CtrSnapshotter): ReadonlyArray<FsSnapshot> => {
  const labels = new Map(infos.map((info) => [info.key, info.labels]))
  const usage = new Map(usages.map((one) => [one.key, one.usage]))
  return snapshots.map(({ key, parent }) => ({
    snapshotter: name,
    key,
    parent,
    labels: labels.get(key) ?? [],
    usage: usage.get(key) ?? unknown,
  }))
}

const containersOf = ({ containers, containerInfos }: ContainerdNamespaceParts): ReadonlyArray<Container> => {
  const infos = new Map(containerInfos.map((info) => [info.id, info]))
  return containers.map(({ id, image }) => infos.get(id) ?? { id, image, snapshotter: '', snapshotKey: '', labels: [] })
}
