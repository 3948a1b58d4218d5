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
    'nobody has needed it since 2026-01-01T12:00:00.000Z, longer than its time to live of 1 h (set by its namespace)',
  ],
  [
    { _tag: 'TtlExpired', since, ttlSeconds: 0, from: 'object' },
    'nobody has needed it since 2026-01-01T12:00:00.000Z, longer than its time to live of 0 s (set by the object)',
  ],
  [
    { _tag: 'OverCapacity', ...capacity },
    'of 9 candidates of its kind 4 are kept, 2 of them in its namespace, where it is number 3 from the newest',
  ],
  [{ _tag: 'OwnersGone', dangling: 1, waiting: 0 }, 'of its owners 1 does not exist'],
  [{ _tag: 'OwnersGone', dangling: 2, waiting: 0 }, 'of its owners 2 do not exist'],
  [{ _tag: 'OwnersGone', dangling: 0, waiting: 1 }, 'of its owners 1 waits for its dependents'],
  [{ _tag: 'OwnersGone', dangling: 1, waiting: 2 }, 'of its owners 1 does not exist and 2 wait for their dependents'],
  [{ _tag: 'Unused', from: 'kind' }, 'no active object refers to it (the cluster for the kind asks it to go then)'],
  [{ _tag: 'Finished', from: 'object' }, 'it has finished (the object asks to go then)'],
  [
    { _tag: 'Finished', at: since, from: 'cluster' },
    'it finished at 2026-01-01T12:00:00.000Z (the cluster asks it to go then)',
  ],
  [{ _tag: 'TakesAlong', objects: [pod] }, 'with it goes 1 object, Pod shop/web-0 first'],
  [{ _tag: 'TakesAlong', objects: [node, pod] }, 'with it go 2 objects, Node worker first'],
  [
    { _tag: 'BecameCandidate', since, known: true },
    'nobody has needed it since 2026-01-01T12:00:00.000Z, as it says itself',
  ],
  [
    { _tag: 'BecameCandidate', since, known: false, replaces: 'e1' },
    'nobody has needed it since 2026-01-01T12:00:00.000Z, the instant of this look; a mark of the period e1 is replaced',
  ],
  [
    { _tag: 'LeftCandidacy', since, because: { _tag: 'NotFinished', from: 'object' } },
    'nobody needed it since 2026-01-01T12:00:00.000Z, which counts no more: it has not finished',
  ],
  [
    { _tag: 'PeriodOver', since, epoch: 'e1' },
    'the collector is disabled, and the mark of 2026-01-01T12:00:00.000Z is of the period e1',
  ],
  [{ _tag: 'Disabled' }, 'the collector is disabled'],
  [{ _tag: 'NotEnabled' }, 'nobody opted it in'],
  [{ _tag: 'OptedOut', by: 'object' }, 'it opted out, which nobody overrules'],
  [{ _tag: 'OptedOut', by: 'namespace-kind' }, 'its namespace for the kind opted out, which nobody overrules'],
  [{ _tag: 'BeingDeleted', since, finalizers: [] }, 'its deletion was asked for, due at 2026-01-01T12:00:00.000Z'],
  [
    { _tag: 'BeingDeleted', since, finalizers: ['a', 'b'] },
    'its deletion was asked for, due at 2026-01-01T12:00:00.000Z, held by a, b',
  ],
  [{ _tag: 'NamespaceBeingDeleted', namespace: 'shop' }, 'its namespace shop is being deleted, and it with it'],
  [{ _tag: 'NobodyVotes' }, 'it is opted in, but has no owners and is not to go when it has finished or is unused'],
  [{ _tag: 'OwnersSolid', owners: 1 }, '1 of its owners exists'],
  [{ _tag: 'OwnersSolid', owners: 2 }, '2 of its owners exist'],
  [{ _tag: 'InUse', users: 1, first: pod, from: 'cluster' }, 'Pod shop/web-0 refers to it'],
  [{ _tag: 'InUse', users: 3, first: pod, from: 'cluster' }, 'Pod shop/web-0 refers to it, and 2 more'],
  [{ _tag: 'NotFinished', from: 'cluster' }, 'it has not finished'],
  [
    { _tag: 'NeededWithoutOwners', dangling: 1, waiting: 0 },
    'of its owners 1 does not exist: the owner collector deletes it all the same, unless a finalizer holds it or its owner references are taken off',
  ],
  [
    { _tag: 'TtlRunning', since, ttlSeconds: 3600, from: 'kind', until },
    'nobody has needed it since 2026-01-01T12:00:00.000Z, and its time to live of 1 h (set by the cluster for the kind) runs until 2026-01-01T13:00:00.000Z',
  ],
  [{ _tag: 'NoTtl', since }, 'nobody has needed it since 2026-01-01T12:00:00.000Z, and it has no time to live'],
  [
    { _tag: 'ClockAhead', since },
    'the instant 2026-01-01T12:00:00.000Z from which nobody needs it lies ahead: a clock was wrong',
  ],
  [
    { _tag: 'WithinCapacity', ...capacity },
    'it is number 3 from the newest of its namespace, of which 2 may stay of the 4 kept; there are 9 candidates',
  ],
  [
    { _tag: 'RetentionRunning', since, until },
    'there are too many of its kind, but it is retained until 2026-01-01T13:00:00.000Z',
  ],
  [{ _tag: 'RulesUnreadable', of: 'object', because: 'x' }, 'the rules of the object can not be read: x'],
  [{ _tag: 'RulesUnreadable', of: 'namespace', because: 'x' }, 'the rules of its namespace can not be read: x'],
  [{ _tag: 'NamespaceUnknown', namespace: 'shop' }, 'its namespace shop was not listed and may say that it stays'],
  [{ _tag: 'OwnersUnknown', because: 'x' }, 'nobody can tell how it stands to its owners: x'],
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
    'Pod shop/web-0 may refer to it: what it names can not be read',
  ],
  [
    { _tag: 'UserUnclear', user: pod, because: 'templated' },
    'Pod shop/web-0 may refer to it: what it names holds placeholders',
  ],
  [
    { _tag: 'UserUnclear', user: node, because: 'extractor-failed' },
    'Node worker may refer to it: the extractor failed on it',
  ],
  [{ _tag: 'UsageUnobserved' }, 'nothing says which objects refer to objects of its kind'],
  [{ _tag: 'FinishUnobserved' }, 'nothing says when objects of its kind have finished'],
  [{ _tag: 'FinishUnreadable', because: 'x' }, 'nobody can tell whether it has finished: x'],
  [{ _tag: 'FinishTimeUnknown' }, 'it has finished, but does not say when'],
  [{ _tag: 'KindNotServed' }, 'no resource serves its kind'],
  [{ _tag: 'VersionUnknown' }, 'its version was not observed, so that a delete might hit another one'],
]

describe('a reason reads', () => {
  it.each(sentences)('%o', (reason, sentence) => {
    expect(explain(reason)).toBe(sentence)
  })
})
