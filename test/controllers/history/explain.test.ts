import { describe, expect, it } from 'vitest'

import type * as History from '../../../src/controllers/history/index.js'
import { explain } from '../../../src/controllers/history/index.js'
import { noon } from './build.js'

const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'shop', name: 'agent', uid: 'u' }
const place = { owner, counted: 'old-revisions', rank: 11, of: 12, limit: -1 } as const

describe('a reason reads as a sentence', () => {
  it.each<readonly [History.Reason | History.KeepReason, string]>([
    [
      { _tag: 'OverHistoryLimit', ...place },
      '11th oldest of 12 old revisions of DaemonSet shop/agent, none is kept (the limit is -1)',
    ],
    [
      { _tag: 'DuplicateOfCurrent', owner, current: 'agent-2', revision: 2 },
      'it matches the current template of DaemonSet shop/agent, and so does revision 2, agent-2',
    ],
    [
      { _tag: 'RollbackPending', owner },
      'a rollback of DaemonSet shop/agent is pending, and nothing is cleaned up before it',
    ],
    [
      { _tag: 'OwnerSelectsEverything', owner },
      'DaemonSet shop/agent has an empty selector, so its controller does nothing',
    ],
    [
      { _tag: 'OwnerBeingDeleted', owner, since: noon },
      'DaemonSet shop/agent is being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z), so its history is no longer cleaned up',
    ],
    [{ _tag: 'NotSelected', owner }, 'its labels do not match the selector of DaemonSet shop/agent, which releases it'],
    [{ _tag: 'NoHistoryLimit', owner, counted: 'failed-jobs' }, 'DaemonSet shop/agent sets no limit for failed Jobs'],
    [
      { _tag: 'TemplateNotShown', owner, of: 'controller' },
      'the snapshot lacks the template of DaemonSet shop/agent, which it may match',
    ],
    [
      { _tag: 'BeingDeleted', since: noon, finalizers: [] },
      'it is already being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z)',
    ],
  ])('%o', (reason, sentence) => {
    expect(explain(reason)).toBe(sentence)
  })
})
