import { describe, expect, it } from 'vitest'

import { explain } from '../../../src/controllers/owner/index.js'
import type { AmendReason, KeepReason, Reason } from '../../../src/controllers/owner/index.js'

const owner = (name: string): { apiVersion: string; kind: string; name: string; uid: string } => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name,
  uid: `u-${name}`,
})

const pod = { _tag: 'Object', id: 'u', apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'web-0' } as const
const node = { _tag: 'Object', id: 'n', apiVersion: 'v1', kind: 'Node', name: 'worker' } as const

const sentences: ReadonlyArray<readonly [Reason | AmendReason | KeepReason, string]> = [
  [{ _tag: 'SolidOwner', owners: [owner('a')] }, 'its owner ReplicaSet a exists'],
  [
    { _tag: 'SolidOwner', owners: [owner('a'), owner('b'), owner('c')] },
    'its owners ReplicaSet a, ReplicaSet b, ReplicaSet c exist',
  ],
  [{ _tag: 'OwnersAbsent', owners: [owner('a')] }, 'its owner ReplicaSet a does not exist'],
  [
    { _tag: 'OwnersAbsent', owners: [{ ...owner('a'), replacedBy: 'new' }] },
    'its owner ReplicaSet a (another object has the name now) does not exist',
  ],
  [
    { _tag: 'OwnersAbsent', owners: [{ ...owner('a'), livesAs: node }, owner('b')] },
    'its owners ReplicaSet a (the uid belongs to v1 Node worker), ReplicaSet b do not exist',
  ],
  [
    { _tag: 'OwnersWaiting', owners: [owner('a')] },
    'its owner ReplicaSet a is being deleted and waits for its dependents',
  ],
  [
    { _tag: 'OwnersWaiting', owners: [owner('a'), owner('b')] },
    'its owners ReplicaSet a, ReplicaSet b are being deleted and wait for their dependents',
  ],
  [
    { _tag: 'OwnersWaiting', owners: [owner('a'), owner('b'), owner('c'), owner('d')] },
    'its owners ReplicaSet a, ReplicaSet b and 2 others are being deleted and wait for their dependents',
  ],
  [{ _tag: 'NoBlockingDependents', dependents: 0 }, 'it is being deleted and has no dependents left'],
  [{ _tag: 'NoBlockingDependents', dependents: 1 }, 'it is being deleted and its 1 dependent does not block it'],
  [{ _tag: 'NoBlockingDependents', dependents: 2 }, 'it is being deleted and none of its 2 dependents blocks it'],
  [{ _tag: 'DependentsOrphaned', dependents: 0 }, 'it is being deleted and has no dependents to orphan'],
  [{ _tag: 'DependentsOrphaned', dependents: 2 }, 'it is being deleted and orphans 2 dependents'],
  [
    { _tag: 'DanglingReferences', owners: [owner('a')] },
    'another owner keeps it, but its owner ReplicaSet a does not exist',
  ],
  [
    { _tag: 'WaitingReferences', owners: [owner('a')] },
    'another owner keeps it, but its owner ReplicaSet a is being deleted',
  ],
  [{ _tag: 'OrphanedBy', owner: node }, 'its owner Node worker is being deleted and orphans its dependents'],
  [{ _tag: 'NoOwners' }, 'it has no owners'],
  [{ _tag: 'SolidOwner', owners: [owner('a'), owner('b')] }, 'its owners ReplicaSet a, ReplicaSet b exist'],
  [
    { _tag: 'OwnersStillWaiting', owners: [owner('a')] },
    'its owner ReplicaSet a is being deleted, and the collector examines it after that',
  ],
  [
    { _tag: 'NeverExamined', owners: [owner('a')] },
    'its owner ReplicaSet a does not exist, but no event makes the collector examine it',
  ],
  [
    { _tag: 'OwnerKindNotServed', owner: owner('a') },
    'no resource serves ReplicaSet of apps/v1, the kind of its owner a; the collector retries forever',
  ],
  [
    { _tag: 'NamespacedOwnerOfClusterScopedObject', owner: owner('a') },
    'it is cluster-scoped, but its owner ReplicaSet a is namespaced: the collector may give up or delete it',
  ],
  [{ _tag: 'OwnerNotCovered', owner: owner('a') }, 'its owner ReplicaSet a may exist: the snapshot does not cover it'],
  [
    { _tag: 'DependentsNotCovered', apiVersion: 'v1', kind: 'Pod', kinds: 1 },
    'it may have dependents of 1 kind that the snapshot does not cover (v1 Pod)',
  ],
  [
    { _tag: 'BeingDeleted', since: new Date('2026-01-01T12:00:00Z'), finalizers: ['example.com/x'] },
    'it is already being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z); held by example.com/x',
  ],
  [
    { _tag: 'BeingDeleted', since: new Date('2026-01-01T12:00:00Z'), finalizers: [] },
    'it is already being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z)',
  ],
  [
    { _tag: 'WaitsForBlockingDependents', dependents: 2, first: pod },
    'it is being deleted and waits for 2 dependents, including Pod shop/web-0',
  ],
  [
    { _tag: 'DependentNotServed', dependent: pod },
    'its dependent Pod shop/web-0 cannot be patched: no resource serves its kind',
  ],
  [{ _tag: 'KindNotServed' }, 'no resource serves its kind'],
  [{ _tag: 'NamespaceMissing' }, 'its kind is namespaced, but it has no namespace'],
  [{ _tag: 'NotWatched' }, 'the collector does not watch objects of its kind'],
]

describe('a reason in words', () => {
  it.each(sentences)('%o', (reason, sentence) => {
    expect(explain(reason)).toBe(sentence)
  })
})
