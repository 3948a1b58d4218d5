import { option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import type { KeepReason, Node, Reason, Target } from '../../src/containerd/index.js'
import { explain } from '../../src/containerd/index.js'

const at = new Date('2026-03-04T05:06:07.008Z')
const node = (_tag: Exclude<Node['_tag'], 'FsSnapshot'>, key: string): Node => ({
  _tag,
  id: `n/${key}`,
  namespace: 'n',
  key,
})
const snapshot = { _tag: 'FsSnapshot', id: 'n/o/s', namespace: 'n', snapshotter: 'o', key: 's' } as const
const lease = { _tag: 'Lease', id: 'n/p', namespace: 'n', key: 'p' } as const satisfies Target
const ingest = { _tag: 'Ingest', id: 'n/w', namespace: 'n', key: 'w' } as const satisfies Target

it.each<[Reason | KeepReason, string]>([
  [{ _tag: 'LeaseExpired', expiredAt: at }, 'the lease expired at 2026-03-04T05:06:07.008Z'],
  [{ _tag: 'ImageExpired', expiredAt: at }, 'the image expired at 2026-03-04T05:06:07.008Z'],
  [{ _tag: 'IngestExpired', expiredAt: at }, 'the ingest expired at 2026-03-04T05:06:07.008Z'],
  [{ _tag: 'HeldOnlyByExpired', holder: lease }, 'held only by lease p, which expired'],
  [{ _tag: 'LeaseGone', lease: 'p' }, 'its lease p no longer exists'],
  [{ _tag: 'NamespaceUnknown' }, 'its namespace is not in the metadata store'],
  [{ _tag: 'Unreachable' }, 'unreachable from any GC root'],
  [{ _tag: 'LeaseUnexpired', expiresAt: O.none }, 'a lease that does not expire'],
  [{ _tag: 'LeaseUnexpired', expiresAt: O.some(at) }, 'a lease that expires at 2026-03-04T05:06:07.008Z'],
  [{ _tag: 'ImageUnexpired', expiresAt: O.none }, 'an image that does not expire'],
  [{ _tag: 'ImageUnexpired', expiresAt: O.some(at) }, 'an image that expires at 2026-03-04T05:06:07.008Z'],
  [{ _tag: 'IngestUnexpired', expiresAt: at }, 'an ingest that expires at 2026-03-04T05:06:07.008Z'],
  [{ _tag: 'RootLabel', label: 'gc.root' }, 'its label gc.root makes it a root'],
  [{ _tag: 'HeldByLease', lease, flat: false }, 'held by lease p'],
  [{ _tag: 'HeldByLease', lease, flat: true }, 'held by lease p, which is flat'],
  [{ _tag: 'UsedByContainer', container: node('Container', 'c') }, 'the snapshot of container c'],
  [{ _tag: 'StreamUnleased' }, 'a stream without a lease'],
  [{ _tag: 'ReferencedBy', holder: node('Content', 'a'), label: 'l' }, 'content a refers to it by l'],
  [{ _tag: 'ReferencedBy', holder: node('Sandbox', 'x'), label: 'l' }, 'sandbox x refers to it by l'],
  [{ _tag: 'TargetOfImage', image: node('Image', 'i') }, 'the target of image i'],
  [{ _tag: 'ParentOf', child: snapshot }, 'the parent of snapshot o/s'],
  [{ _tag: 'ExpectedByIngest', ingest }, 'expected by ingest w'],
  [{ _tag: 'BackReferenced', parent: node('Stream', 's'), label: 'l' }, 'its label l names stream s, which is kept'],
  [
    { _tag: 'ConditionHolds', holder: node('Mount', 'm'), label: 'l', condition: 'usedat<1h' },
    'mount m refers to it by l while usedat<1h',
  ],
  [{ _tag: 'MayBeLeased', lease, leases: 1 }, 'lease p might hold it, which is unknown'],
  [{ _tag: 'MayBeLeased', lease, leases: 2 }, 'lease p or another lease might hold it, which is unknown'],
  [{ _tag: 'MayBeLeased', lease, leases: 4 }, 'lease p or one of 3 other leases might hold it, which is unknown'],
  [{ _tag: 'MayBeHeld', unseen: 'the sandboxes', others: 0 }, 'the sandboxes might hold it'],
  [
    { _tag: 'MayBeHeld', unseen: 'the sandboxes', others: 1 },
    'the sandboxes or another thing that was not listed might hold it',
  ],
  [
    { _tag: 'MayBeHeld', unseen: 'the sandboxes', others: 2 },
    'the sandboxes or one of 2 other things that was not listed might hold it',
  ],
  [{ _tag: 'MayBeUnexpired', ingest }, 'ingest w might not have expired; its expiry time is unknown'],
  [{ _tag: 'MayBeExpected', ingest, ingests: 1 }, 'ingest w might expect it; its expected digest is unknown'],
  [
    { _tag: 'MayBeExpected', ingest, ingests: 3 },
    'ingest w or one of 2 other ingests might expect it; their expected digests are unknown',
  ],
  [{ _tag: 'NotCollected' }, 'this kind of record is never collected under this policy'],
])('%j reads: %s', (reason, sentence) => {
  expect(explain(reason)).toBe(sentence)
})
