import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { millis } from '../../src/core/time.js'
import type { GuardRefusal, Protection } from '../../src/guard/index.js'
import { explainProtection, explainRefusal, isProtection } from '../../src/guard/index.js'
import { noon } from './build.js'

const over = { scope: { _tag: 'Plan' }, counting: 'planned', targets: [], beyond: [] } as const
const group = { ...over, scope: { _tag: 'Group', by: 'namespace', key: 'web' }, counting: 'at-worst' } as const
const ref = { _tag: 'Object', id: 'a' }
const none = millis(0)
const five = millis(300_000)

const refusals: ReadonlyArray<readonly [GuardRefusal, string]> = [
  [{ _tag: 'OverMaxCount', count: 3, limit: 2, ...over }, '3 removals, more than 2'],
  [{ _tag: 'OverMaxCount', count: 1, limit: 0, ...group }, 'namespace web: 1 removal at worst, more than 0'],
  [
    { _tag: 'OverMaxPercent', count: 3, considered: 4, percent: 75, limit: 50, floor: 0, ...over },
    '3 removals among 4 targets (75 %): more than 50 %',
  ],
  [
    { _tag: 'OverMaxPercent', count: 3, considered: 4, percent: 75, limit: 50, floor: 2, ...group },
    'namespace web: 3 removals at worst among 4 targets (75 %): more than 50 %, and more than 2',
  ],
  [
    { _tag: 'OverMaxBytes', bytes: '9223372036854775807', limit: 5, ...over },
    '9223372036854775807 bytes to free, more than 5',
  ],
  [{ _tag: 'OverMaxBytes', bytes: 7, limit: 5, ...group }, 'namespace web: 7 bytes to free at worst, more than 5'],
  [
    { _tag: 'SnapshotTooOld', at: noon(), age: millis(360_000), limit: five, margin: none },
    'the snapshot of 2026-01-01T12:00:00.000Z is 6 min old, more than 5 min',
  ],
  [
    { _tag: 'SnapshotFromTheFuture', at: noon(), ahead: millis(360_000), margin: five },
    'the snapshot of 2026-01-01T12:00:00.000Z is 6 min ahead of the clock, allowing a clock skew of 5 min',
  ],
  [{ _tag: 'NotCovered', missing: ['a', 'b', 'c', 'd', 'e'] }, 'not listed in full: a, b, c, d, e'],
  [
    { _tag: 'NotCovered', missing: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
    'not listed in full: a, b, c, d, e and 2 more',
  ],
  [{ _tag: 'ScopeChanged', added: ['a'], dropped: ['b'] }, 'the scope changed since the last plan: added a; dropped b'],
  [{ _tag: 'ScopeChanged', added: ['a'], dropped: [] }, 'the scope changed since the last plan: added a'],
  [{ _tag: 'ScopeChanged', added: [], dropped: ['b'] }, 'the scope changed since the last plan: dropped b'],
  [{ _tag: 'Stalled', what: 'listing', because: 'timeout' }, 'listing does not work: timeout'],
  [
    { _tag: 'PassRefused', pass: 'space', refusal: 'NoDisk' },
    'the component itself would end its run at space: NoDisk',
  ],
  [
    { _tag: 'RestsOnAssumptions', about: ['x'], targets: ['a', 'b'] },
    '2 decisions rely on facts that nobody observed: x',
  ],
  [{ _tag: 'NothingDesired', removals: 1 }, 'the desired state is empty, and 1 target would be removed'],
  [{ _tag: 'NothingKept', removals: 4, floor: 2 }, 'all 4 targets considered would be removed, and at most 2 may be'],
  [
    { _tag: 'GrewTooMuch', before: 2, count: 9, limit: 100, floor: 0 },
    '9 removals after 2 in the last plan, over the allowed growth of 100 %',
  ],
  [
    { _tag: 'GrewTooMuch', before: 2, count: 9, limit: 100, floor: 5 },
    '9 removals after 2 in the last plan, over the allowed growth of 100 % and more than 5',
  ],
  [
    { _tag: 'PolicyMovedTooMuch', field: 'days', before: '30', after: '3', limit: 10 },
    "the policy's days moved from 30 to 3, by more than 10 %",
  ],
  [
    { _tag: 'ApprovalTooOld', at: noon(), age: millis(360_000), limit: five },
    'the approval of 2026-01-01T12:00:00.000Z is 6 min old, more than 5 min',
  ],
  [
    { _tag: 'InvalidSetting', guard: 'maxCount', path: 'limit', expected: 'a number', actual: '-1' },
    'maxCount cannot have limit set to -1: expected a number',
  ],
]

const confirmation = { _tag: 'NotConfirmed', times: 1, sightings: 0, since: noon(), waited: none, wait: none } as const

const protections: ReadonlyArray<readonly [Protection, string]> = [
  [{ _tag: 'ProtectedByRule', rule: 'mine' }, 'protected by the rule "mine"'],
  [
    { _tag: 'EvidenceMissing', rule: 'in use', because: 'timeout' },
    'unknown whether the rule "in use" protects it: timeout',
  ],
  [{ _tag: 'ProtectedByLabel', label: 'keep', value: 'yes' }, 'protected by its label keep=yes'],
  [{ _tag: 'ProtectedKind', kind: 'Node' }, 'Node is a protected kind'],
  [{ _tag: 'ProtectedNamespace', namespace: 'web' }, 'namespace web is protected'],
  [{ _tag: 'PinnedByPattern', pattern: 'a*', name: 'abc' }, 'pinned: abc matches a*'],
  [{ _tag: 'CannotBeBroughtBack' }, 'nothing would recreate it'],
  [{ _tag: 'ProtectedByFinalizer', finalizer: 'x/y' }, 'protected by its finalizer x/y'],
  [
    { _tag: 'TooYoung', since: noon(), age: millis(60_000), minAge: five, margin: none },
    '1 min old (since 2026-01-01T12:00:00.000Z), minimum age 5 min',
  ],
  [{ _tag: 'AgeUnknown', minAge: five }, 'age unknown, minimum age 5 min'],
  [{ ...confirmation, sightings: 2 }, 'planned for removal once since 2026-01-01T12:00:00.000Z, 2 needed'],
  [
    { ...confirmation, times: 2, wait: five, waited: millis(60_000) },
    'planned for removal 2 times in a row since 2026-01-01T12:00:00.000Z, 1 min of 5 min waited',
  ],
  [
    { ...confirmation, sightings: 2, wait: five },
    'planned for removal once since 2026-01-01T12:00:00.000Z, 2 needed, 0 ms of 5 min waited',
  ],
  [
    { _tag: 'OwnerRecreated', owner: { kind: 'Repo', name: 'r' }, was: 'u1', now: 'u2' },
    'its owner Repo r was recreated: uid u1 is gone, the name now has uid u2',
  ],
  [
    { _tag: 'OwnerLivesElsewhere', owner: { kind: 'Repo', name: 'r' }, uid: 'u1', livesAs: 'Repo other/r' },
    'its owner Repo r is not where its reference says: uid u1 is Repo other/r',
  ],
  [
    { _tag: 'RestsOnAssumption', about: 'x', because: 'stated' },
    'its removal relies on x, which nobody observed: stated',
  ],
  [{ _tag: 'OtherPlanDisagrees', plan: 'the plan of noon' }, 'the plan of noon would keep it'],
  [
    { _tag: 'ReachesBeyondPlan', beyond: ref, others: 2 },
    'its removal would also remove Object a and 2 more, which the plan does not',
  ],
  [{ _tag: 'RequiresHeldBack', required: ref }, 'Object a has to be handled first and is held back'],
  [{ _tag: 'NotApproved' }, 'the approval does not name it'],
  [
    { _tag: 'Moved', approved: ['0123456789abcdef'], found: 'fedcba9876543210' },
    'its digest is fedcba987654, but 0123456789ab was approved: a precondition or something else in it changed',
  ],
]

describe('a refusal', () => {
  it('reads as one sentence with its numbers', () => {
    for (const [refusal, sentence] of refusals) expect(explainRefusal(refusal)).toBe(sentence)
  })
})

describe('a protection', () => {
  it('reads as one sentence with its numbers', () => {
    for (const [protection, sentence] of protections) {
      expect(explainProtection(protection)).toBe(sentence)
      expect(isProtection(protection)).toBe(true)
    }
  })

  it('has a tag that no collector has', () => {
    const folder = join(import.meta.dirname, '../../src')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^(apiserver|kubelet|containerd|controllers|simulate|reclaim)\/.*\.ts$/.test(file),
    )
    const tags = new Set(
      files.flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(/_tag: '(\w+)'/g)].map(([, tag]) => tag),
      ),
    )
    expect(tags.size).toBeGreaterThan(100)
    expect(protections.map(([{ _tag }]) => _tag).filter((tag) => tags.has(tag))).toEqual([])
  })
})
