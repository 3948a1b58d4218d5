import { describe, expect, it } from 'vitest'

import type { AmendReason, KeepReason, Reason } from '../../../src/controllers/lifecycle/index.js'
import { explain } from '../../../src/controllers/lifecycle/index.js'

const since = new Date('2026-01-01T12:00:00Z')
const until = new Date('2026-01-01T13:00:00Z')
const pod = { _tag: 'Object', id: 'u', apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'web-0' } as const
const node = { _tag: 'Object', id: 'n', apiVersion: 'v1', kind: 'Node', name: 'worker' } as const
const capacity = { limit: 4, candidates: 9, rank: 3, share: 2 }

const sentences: ReadonlyArray<readonly [Reason | AmendReason | KeepReason, string]> = [
  [
    { _tag: 'TtlExpired', since, ttlSeconds: 3600, from: 'namespace' },
    'not needed since 2026-01-01T12:00:00.000Z, longer than its TTL of 1 h (set by its namespace)',
  ],
  [
    { _tag: 'TtlExpired', since, ttlSeconds: 0, from: 'object' },
    'not needed since 2026-01-01T12:00:00.000Z, longer than its TTL of 0 s (set by the object)',
  ],
  [
    { _tag: 'OverCapacity', ...capacity },
    '9 candidates of its kind, limit 4: its namespace keeps the newest 2, and it is number 3',
  ],
  [{ _tag: 'OwnersGone', dangling: 1, waiting: 0 }, '1 of its owners does not exist'],
  [{ _tag: 'OwnersGone', dangling: 2, waiting: 0 }, '2 of its owners do not exist'],
  [{ _tag: 'OwnersGone', dangling: 0, waiting: 1 }, '1 of its owners waits for its dependents'],
  [{ _tag: 'OwnersGone', dangling: 1, waiting: 2 }, '1 of its owners does not exist and 2 wait for their dependents'],
  [{ _tag: 'Unused', from: 'kind' }, 'no active object refers to it (after-unused set by the cluster for this kind)'],
  [{ _tag: 'Finished', from: 'object' }, 'it has finished (after-finished set by the object)'],
  [
    { _tag: 'Finished', at: since, from: 'cluster' },
    'it finished at 2026-01-01T12:00:00.000Z (after-finished set by the cluster)',
  ],
  [{ _tag: 'TakesAlong', objects: [pod] }, 'its deletion also deletes Pod shop/web-0'],
  [{ _tag: 'TakesAlong', objects: [node, pod] }, 'its deletion also deletes 2 objects, including Node worker'],
  [{ _tag: 'BecameCandidate', since, known: true }, 'not needed since 2026-01-01T12:00:00.000Z (from its own status)'],
  [
    { _tag: 'BecameCandidate', since, known: false, replaces: 'e1' },
    'not needed since 2026-01-01T12:00:00.000Z (observed now); replaces the mark of period e1',
  ],
  [
    { _tag: 'LeftCandidacy', since, because: { _tag: 'NotFinished', from: 'object' } },
    'no longer a candidate, after not being needed since 2026-01-01T12:00:00.000Z: it has not finished',
  ],
  [
    { _tag: 'PeriodOver', since, epoch: 'e1' },
    'the collector is disabled, so the mark of 2026-01-01T12:00:00.000Z (period e1) no longer counts',
  ],
  [{ _tag: 'Disabled' }, 'the collector is disabled'],
  [{ _tag: 'NotEnabled' }, 'not opted in'],
  [{ _tag: 'OptedOut', by: 'object' }, 'it opted out, which nothing overrides'],
  [{ _tag: 'OptedOut', by: 'namespace-kind' }, 'its namespace for this kind opted out, which nothing overrides'],
  [
    { _tag: 'BeingDeleted', since, finalizers: [] },
    'it is already being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z)',
  ],
  [
    { _tag: 'BeingDeleted', since, finalizers: ['a', 'b'] },
    'it is already being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z); held by a, b',
  ],
  [{ _tag: 'NamespaceBeingDeleted', namespace: 'shop' }, 'its namespace shop is being deleted with everything in it'],
  [{ _tag: 'NobodyVotes' }, 'it is opted in, but has no owners and sets neither after-finished nor after-unused'],
  [{ _tag: 'OwnersSolid', owners: 1 }, '1 of its owners exists'],
  [{ _tag: 'OwnersSolid', owners: 2 }, '2 of its owners exist'],
  [{ _tag: 'InUse', users: 1, first: pod, from: 'cluster' }, 'Pod shop/web-0 refers to it'],
  [{ _tag: 'InUse', users: 3, first: pod, from: 'cluster' }, 'Pod shop/web-0 and 2 more refer to it'],
  [{ _tag: 'NotFinished', from: 'cluster' }, 'it has not finished'],
  [
    { _tag: 'NeededWithoutOwners', dangling: 1, waiting: 0 },
    '1 of its owners does not exist: the garbage collector deletes it anyway, unless a finalizer holds it or its owner references are removed',
  ],
  [
    { _tag: 'TtlRunning', since, ttlSeconds: 3600, from: 'kind', until },
    'not needed since 2026-01-01T12:00:00.000Z, and its TTL of 1 h (set by the cluster for this kind) expires at 2026-01-01T13:00:00.000Z',
  ],
  [{ _tag: 'NoTtl', since }, 'not needed since 2026-01-01T12:00:00.000Z, but it has no TTL'],
  [
    { _tag: 'ClockAhead', since },
    'not needed since 2026-01-01T12:00:00.000Z, which is in the future: a clock was wrong',
  ],
  [
    { _tag: 'WithinCapacity', ...capacity },
    '9 candidates of its kind, limit 4: its namespace keeps the newest 2, and it is number 3',
  ],
  [
    { _tag: 'RetentionRunning', since, until },
    'over the limit for its kind, but retained until 2026-01-01T13:00:00.000Z',
  ],
  [{ _tag: 'RulesUnreadable', of: 'object', because: 'x' }, 'the rules of the object cannot be read: x'],
  [{ _tag: 'RulesUnreadable', of: 'namespace', because: 'x' }, 'the rules of its namespace cannot be read: x'],
  [{ _tag: 'NamespaceUnknown', namespace: 'shop' }, 'its namespace shop is not in the snapshot and may opt out'],
  [{ _tag: 'OwnersUnknown', because: 'x' }, 'unknown whether its owners exist: x'],
  [
    { _tag: 'UsersNotCovered', source: { group: '', kind: 'Pod' } },
    'a Pod may refer to it: the snapshot does not cover all of them',
  ],
  [
    { _tag: 'UsersNotCovered', source: { group: 'batch', kind: 'Job' } },
    'a Job.batch may refer to it: the snapshot does not cover all of them',
  ],
  [
    { _tag: 'UserUnclear', user: pod, because: 'unreadable' },
    'Pod shop/web-0 may refer to it: its references cannot be read',
  ],
  [
    { _tag: 'UserUnclear', user: pod, because: 'templated' },
    'Pod shop/web-0 may refer to it: its references contain placeholders',
  ],
  [
    { _tag: 'UserUnclear', user: node, because: 'extractor-failed' },
    'Node worker may refer to it: the extractor failed on it',
  ],
  [{ _tag: 'UsageUnobserved' }, 'no extractor tells which objects refer to its kind'],
  [{ _tag: 'FinishUnobserved' }, 'no observer tells when objects of its kind finish'],
  [{ _tag: 'FinishUnreadable', because: 'x' }, 'unknown whether it has finished: x'],
  [{ _tag: 'FinishTimeUnknown' }, 'it has finished, but its status does not say when'],
  [{ _tag: 'KindNotServed' }, 'no resource serves its kind'],
  [{ _tag: 'VersionUnknown' }, 'its resourceVersion is unknown, so a delete might hit a newer version'],
]

describe('a reason reads', () => {
  it.each(sentences)('%o', (reason, sentence) => {
    expect(explain(reason)).toBe(sentence)
  })
})
