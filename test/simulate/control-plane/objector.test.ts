import { describe, expect, it } from 'vitest'

import type { KeepReason, Reason } from '../../../src/simulate/control-plane/index.js'
import { objections, objector } from '../../../src/simulate/control-plane/vote.js'
import { after } from './building.js'

const until = after(60)
const waits: KeepReason = {
  _tag: 'Ttl',
  reason: { _tag: 'NotExpired', finishedAt: after(0), ttlSeconds: 60, expiresAt: until },
}
const running: KeepReason = {
  _tag: 'Lifecycle',
  reason: { _tag: 'TtlRunning', since: after(0), ttlSeconds: 60, from: 'object', until },
}
const used: KeepReason = { _tag: 'Lifecycle', reason: { _tag: 'UsageUnobserved' } }
const history = (_tag: string): KeepReason => ({ _tag: 'History', reason: { _tag } as never })
const owner = (_tag: string): KeepReason => ({ _tag: 'Owner', reason: { _tag } as never })
const nobodys: KeepReason = { _tag: 'NobodysMatter' }
const wants: Reason = { _tag: 'Pod', reason: { _tag: 'TerminatedOverThreshold', threshold: 1, terminated: 2 } as never }
const held: KeepReason = { _tag: 'Held', wanted: [wants], by: ['Ttl'] }
const onNode: KeepReason = { _tag: 'Pod', reason: { _tag: 'NodeExists', node: 'n' } }

describe('who objects', () => {
  it.each<readonly [string, KeepReason, string | null]>([
    ['a time to live that runs', waits, 'Ttl'],
    ['a Job without a time to live', { _tag: 'Ttl', reason: { _tag: 'NoTtl' } }, null],
    ['a controller that keeps its history', history('NoHistoryLimit'), 'History'],
    ['a controller that has no say', history('NotSelected'), null],
    ['an owner that is there', owner('SolidOwner'), 'Owner'],
    ['an owner that is gone', owner('NoOwners'), null],
    ['a lifecycle whose time runs', running, 'Lifecycle'],
    ['a lifecycle that can not tell', used, 'Lifecycle'],
    ['a lifecycle that it takes no part in', { _tag: 'Lifecycle', reason: { _tag: 'NotEnabled' } }, null],
    ['a node that is there', onNode, null],
    ['what others hold', held, null],
    ['nobody at all', nobodys, null],
  ])('for %s is told', (_what, reason, collector) => {
    expect(objector(reason)).toBe(collector)
  })

  it('is told in the order in which they were asked, each once, without those who want it to go', () => {
    expect(objections([wants], [waits, used, running, onNode, nobodys])).toEqual(['Ttl', 'Lifecycle'])
    const expired: Reason = { _tag: 'Ttl', reason: { _tag: 'Expired' } as never }
    expect(objections([expired], [waits, running])).toEqual(['Lifecycle'])
  })

  it('is not the owner where the controller that it is clears up its history, but anybody else', () => {
    const cleared: Reason = { _tag: 'History', reason: { _tag: 'OverHistoryLimit' } as never }
    expect(objections([cleared], [owner('SolidOwner'), waits])).toEqual(['Ttl'])
    expect(objections([cleared], [owner('OwnerNotCovered')])).toEqual(['Owner'])
    expect(objections([wants], [owner('SolidOwner')])).toEqual(['Owner'])
    expect(objections([cleared], [{ ...waits, reason: { ...waits.reason, _tag: 'SolidOwner' } } as never])).toEqual([])
  })

  it('is nobody where a fact of a node wants a pod to go', () => {
    const orphaned: Reason = { _tag: 'Pod', reason: { _tag: 'NodeGone', node: 'n' } as never }
    expect(objections([orphaned], [waits, running])).toEqual([])
    expect(objections([wants, orphaned], [waits, running])).toEqual([])
    const overShare: Reason = { _tag: 'Pod', reason: { _tag: 'TerminatedOverShare' } as never }
    expect(objections([overShare], [waits])).toEqual(['Ttl'])
  })
})
