import { describe, expect, it } from 'vitest'

import type { AmendReason, KeepReason, Reason } from '../../../src/simulate/control-plane/index.js'
import { explain } from '../../../src/simulate/control-plane/index.js'

const noon = new Date('2026-01-01T12:00:00Z')
const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'bill', uid: 'u' }
const gone: Reason = { _tag: 'Pod', reason: { _tag: 'NodeGone', node: 'n' } }
const absent: Reason = { _tag: 'Owner', reason: { _tag: 'OwnersAbsent', owners: [owner] } }
const expired: Reason = {
  _tag: 'Ttl',
  reason: { _tag: 'Expired', finishedAt: noon, ttlSeconds: 0, expiredAt: noon },
}

const sentences: ReadonlyArray<readonly [Reason | AmendReason | KeepReason, string]> = [
  [gone, 'its node n was missing for the whole quarantine and does not exist'],
  [absent, 'its owner Job bill does not exist'],
  [expired, 'it finished at 2026-01-01T12:00:00.000Z, and its TTL of 0 s expired at 2026-01-01T12:00:00.000Z'],
  [{ _tag: 'Lifecycle', reason: { _tag: 'NotEnabled' } }, 'not opted in'],
  [{ _tag: 'Held', wanted: [gone], by: ['Owner'] }, 'pod GC would delete it, but the garbage collector objects'],
  [
    { _tag: 'Held', wanted: [gone, gone, expired], by: ['History', 'Lifecycle'] },
    'pod GC and the TTL-after-finished controller would delete it, but the history controller and the lifecycle collector object',
  ],
  [{ _tag: 'NobodysMatter' }, 'no collector is responsible for it'],
]

describe('a reason reads', () => {
  it.each(sentences)('%o', (reason, sentence) => {
    expect(explain(reason)).toBe(sentence)
  })
})
