import { describe, expect, it } from 'vitest'

import { explain } from '../../../src/controllers/pod/index.js'
import type { KeepReason, Reason } from '../../../src/controllers/pod/index.js'
import { at, noon } from './build.js'

const node = 'worker-7'
const share = { namespace: 'shop', terminated: 5, share: 2, threshold: 6 }

const sentences: ReadonlyArray<readonly [Reason | KeepReason, string]> = [
  [
    { _tag: 'TerminatedOverThreshold', terminated: 9, threshold: 6, place: 2, evicted: false },
    '9 pods have terminated and 6 may stay; it is number 2 to go',
  ],
  [
    { _tag: 'TerminatedOverThreshold', terminated: 9, threshold: 6, place: 1, evicted: true },
    '9 pods have terminated and 6 may stay; it was evicted and is number 1 to go',
  ],
  [
    { _tag: 'TerminatedOverShare', ...share },
    '5 pods have terminated in namespace shop and 2 may stay, its share of 6; it is among the first of them to go',
  ],
  [
    { _tag: 'NodeOutOfService', node },
    'its deletion was asked for, and its node worker-7 is not ready and out of service',
  ],
  [{ _tag: 'NodeGone', node }, 'its node worker-7 was unknown for the length of the quarantine and does not exist'],
  [
    { _tag: 'UnscheduledTerminating', since: noon },
    'its deletion was asked for (2026-01-01T12:00:00.000Z), and it is bound to no node that would confirm it',
  ],
  [{ _tag: 'NotTerminated', phase: 'Running' }, 'it has not terminated: its phase is Running'],
  [
    { _tag: 'WithinThreshold', terminated: 1, threshold: 6 },
    '1 pod has terminated and 6 may stay; it is among those that stay',
  ],
  [
    { _tag: 'WithinShare', ...share },
    '5 pods have terminated in namespace shop and 2 may stay, its share of 6; it is among those that stay',
  ],
  [{ _tag: 'NoThreshold', threshold: -1 }, 'the threshold is -1: terminated pods are not limited'],
  [{ _tag: 'NotTerminating' }, 'nobody has asked for its deletion'],
  [{ _tag: 'Unscheduled' }, 'it is bound to no node'],
  [{ _tag: 'Scheduled', node }, 'it is bound to node worker-7, whose kubelet is to confirm its deletion'],
  [{ _tag: 'NodeReady', node }, 'its node worker-7 is ready'],
  [{ _tag: 'NodeNotOutOfService', node }, 'its node worker-7 is not ready, but not tainted as out of service'],
  [{ _tag: 'NodeNotSeen', node }, 'its node worker-7 was not seen, so nobody knows whether it is out of service'],
  [{ _tag: 'NodeExists', node }, 'its node worker-7 exists'],
  [{ _tag: 'NodeNotCovered', node }, 'its node worker-7 may exist: the snapshot does not cover nodes'],
  [
    { _tag: 'NodeInQuarantine', node, until: at(40) },
    'its node worker-7 is unknown and in quarantine until 2026-01-01T12:00:40.000Z',
  ],
  [{ _tag: 'QuarantineNotBegun', node }, 'its node worker-7 is unknown and its quarantine has not begun'],
  [
    { _tag: 'NodeFound', node },
    'its node worker-7 was unknown for the length of the quarantine, and a lookup finds it',
  ],
  [
    { _tag: 'NodeLookupFailed', node },
    'its node worker-7 was unknown for the length of the quarantine, and the lookup of it failed',
  ],
  [
    { _tag: 'NodeNotLookedUp', node },
    'its node worker-7 was unknown for the length of the quarantine, and nobody has looked it up',
  ],
  [{ _tag: 'OutOfServiceUntouched' }, 'the rules in force do not look for nodes that are out of service'],
  [{ _tag: 'ControllerOff' }, 'the controller does not run'],
]

describe('a reason reads', () => {
  it.each(sentences)('%o', (reason, sentence) => {
    expect(explain(reason)).toBe(sentence)
  })
})
