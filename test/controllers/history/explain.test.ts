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
      'it holds the template of DaemonSet shop/agent, and so does revision 2, agent-2',
    ],
    [
      { _tag: 'RollbackPending', owner },
      'a rollback of DaemonSet shop/agent is asked for, and nothing is cleaned up before it',
    ],
    [
      { _tag: 'OwnerSelectsEverything', owner },
      'the selector of DaemonSet shop/agent is empty, so it does nothing at all',
    ],
    [
      { _tag: 'OwnerBeingDeleted', owner, since: noon },
      'the deletion of DaemonSet shop/agent was asked for at 2026-01-01T12:00:00.000Z, and it cleans up nothing any more',
    ],
    [{ _tag: 'NotSelected', owner }, 'its labels are not those that DaemonSet shop/agent selects, so it is let go'],
    [{ _tag: 'NoHistoryLimit', owner, counted: 'failed-jobs' }, 'DaemonSet shop/agent states no limit for failed Jobs'],
    [
      { _tag: 'TemplateNotShown', owner, of: 'controller' },
      'the template of DaemonSet shop/agent is not shown, and this may hold it',
    ],
    [
      { _tag: 'BeingDeleted', since: noon, finalizers: [] },
      'its deletion was asked for, due at 2026-01-01T12:00:00.000Z',
    ],
  ])('%o', (reason, sentence) => {
    expect(explain(reason)).toBe(sentence)
  })
})
