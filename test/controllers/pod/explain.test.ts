import { describe, expect, it } from 'vitest'

import { explain } from '../../../src/controllers/pod/index.js'
import type { KeepReason, Reason } from '../../../src/controllers/pod/index.js'
import { at, noon } from './build.js'

const node = 'worker-7'
const share = { namespace: 'shop', terminated: 5, share: 2, threshold: 6 }

const sentences: ReadonlyArray<readonly [Reason | KeepReason, string]> = [
  [
    { _tag: 'TerminatedOverThreshold', terminated: 9, threshold: 6, place: 2, evicted: false },
    '9 terminated pods, threshold 6; it is the 2nd to be deleted',
  ],
  [
    { _tag: 'TerminatedOverThreshold', terminated: 9, threshold: 6, place: 1, evicted: true },
    '9 terminated pods, threshold 6; it was evicted and is the first to be deleted',
  ],
  [
    { _tag: 'TerminatedOverShare', ...share },
    '5 terminated pods in namespace shop, whose share of the threshold 6 is 2; it is among the first to be deleted',
  ],
  [
    { _tag: 'NodeOutOfService', node },
    'it is being deleted, and its node worker-7 is not ready and is tainted out-of-service',
  ],
  [{ _tag: 'NodeGone', node }, 'its node worker-7 was missing for the whole quarantine and does not exist'],
  [
    { _tag: 'UnscheduledTerminating', since: noon },
    'it is being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z) and was never scheduled to a node',
  ],
  [{ _tag: 'NotTerminated', phase: 'Running' }, 'it has not terminated: its phase is Running'],
  [{ _tag: 'WithinThreshold', terminated: 1, threshold: 6 }, '1 terminated pod, threshold 6; it is among those kept'],
  [
    { _tag: 'WithinShare', ...share },
    '5 terminated pods in namespace shop, whose share of the threshold 6 is 2; it is among those kept',
  ],
  [{ _tag: 'NoThreshold', threshold: -1 }, 'the threshold is -1: terminated pods are not limited'],
  [{ _tag: 'NotTerminating' }, 'it is not being deleted'],
  [{ _tag: 'Unscheduled' }, 'it is not scheduled to a node'],
  [{ _tag: 'Scheduled', node }, 'it is scheduled to node worker-7, whose kubelet has to confirm its deletion'],
  [{ _tag: 'NodeReady', node }, 'its node worker-7 is ready'],
  [{ _tag: 'NodeNotOutOfService', node }, 'its node worker-7 is not ready, but not tainted out-of-service'],
  [
    { _tag: 'NodeNotSeen', node },
    'its node worker-7 is not in the snapshot, so whether it is out of service is unknown',
  ],
  [{ _tag: 'NodeExists', node }, 'its node worker-7 exists'],
  [{ _tag: 'NodeNotCovered', node }, 'its node worker-7 may exist: the snapshot does not cover nodes'],
  [
    { _tag: 'NodeInQuarantine', node, until: at(40) },
    'its node worker-7 is missing and in quarantine until 2026-01-01T12:00:40.000Z',
  ],
  [{ _tag: 'QuarantineNotBegun', node }, 'its node worker-7 is missing, and its quarantine has not begun'],
  [{ _tag: 'NodeFound', node }, 'its node worker-7 was missing for the whole quarantine, but a lookup finds it'],
  [
    { _tag: 'NodeLookupFailed', node },
    'its node worker-7 was missing for the whole quarantine, and looking it up failed',
  ],
  [
    { _tag: 'NodeNotLookedUp', node },
    'its node worker-7 was missing for the whole quarantine, but has not been looked up yet',
  ],
  [{ _tag: 'OutOfServiceUntouched' }, 'this policy ignores the out-of-service taint of nodes'],
  [{ _tag: 'ControllerOff' }, 'the controller is disabled'],
]

describe('a reason reads', () => {
  it.each(sentences)('%o', (reason, sentence) => {
    expect(explain(reason)).toBe(sentence)
  })
})
