import { describe, expect, it } from 'vitest'

import { type LifecycleReport, lifecycleEvents } from '../../../../src/adapters/kubernetes/lifecycle/index.js'

const target = { id: 'u1', apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'old' }
const regarding = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'old', uid: 'u1' }
const over = { _tag: 'OverCapacity', limit: 1, candidates: 2, rank: 2, share: 1 }
const became = { _tag: 'BecameCandidate', since: new Date('2026-01-01T12:00:00Z'), known: true }

/** A report of one pass. */
const report = (...outcomes: ReadonlyArray<object>): LifecycleReport =>
  ({ passes: [{ name: 'expire', outcomes }] }) as unknown as LifecycleReport

const amended = (...all: ReadonlyArray<object>): LifecycleReport =>
  ({ passes: [{ name: 'mark', amended: all, outcomes: [] }] }) as unknown as LifecycleReport

const removal = { target, reasons: [over] }
const refused = { _tag: 'Refused', code: 403, reason: 'Forbidden', message: 'may not' }

describe('what is told on objects', () => {
  it('is the deletion, but not of an object that was gone already, or that nobody tried to delete', () => {
    expect(
      lifecycleEvents(
        report(
          { _tag: 'Removed', removal },
          { _tag: 'Removed', removal, found: 'gone' },
          { _tag: 'Skipped', removal, because: 'Dependency' },
        ),
      ).map(({ regarding: about, type, action, reason }) => ({ regarding: about, type, action, reason })),
    ).toEqual([{ regarding, type: 'Normal', action: 'Delete', reason: 'OverCapacity' }])
  })

  it('is that it could not be deleted, with the error of the server or why no answer was waited for', () => {
    const events = lifecycleEvents(
      report(
        { _tag: 'Failed', removal, error: refused },
        { _tag: 'Failed', removal, error: { _tag: 'DeadlineExceeded', deadline: 30_000 } },
      ),
    )
    expect(events).toMatchObject([
      { regarding, type: 'Warning', action: 'Delete', reason: 'DeleteFailed' },
      { regarding, type: 'Warning', action: 'Delete', reason: 'DeleteFailed' },
    ])
    expect(events[0]?.note).toContain('may not')
    expect(events[1]?.note).not.toBe('')
  })

  it('is the mark, or that it could not be set, but nothing of one that was there', () => {
    const amendment = { target, reasons: [became], actions: [] }
    expect(
      lifecycleEvents(
        amended(
          { _tag: 'Amended', amendment },
          { _tag: 'Failed', amendment, error: refused },
          { _tag: 'Gone', amendment },
        ),
      ).map(({ type, action, reason }) => [type, action, reason]),
    ).toEqual([
      ['Normal', 'Mark', 'BecameCandidate'],
      ['Warning', 'Mark', 'MarkFailed'],
    ])
  })
})
