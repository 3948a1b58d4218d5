import { option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import type { KeepReason, Reason, Refusal } from '../../../src/kubelet/image/index.js'
import { explain } from '../../../src/kubelet/image/index.js'
import { minute, minutes } from './build.js'

const used = { lastUsed: O.some(minute(0)), unusedFor: O.some(minutes(60)) }
const never = { lastUsed: O.none, unusedFor: O.none }
const disk = { usagePercent: 77, highThresholdPercent: 74, bytesToFree: 200 }

const sentences: ReadonlyArray<readonly [Reason | KeepReason | Refusal, string]> = [
  [
    { _tag: 'UnusedLongerThanMaxAge', ...used, maxAge: minutes(30) },
    'last used 1 h ago, over the maximum age of 30 min',
  ],
  [
    { _tag: 'UnusedLongerThanMaxAge', ...never, maxAge: minutes(30) },
    'never seen in use, over the maximum age of 30 min',
  ],
  [
    { _tag: 'DiskOverHighThreshold', ...disk, rank: 1, ...used },
    'disk at 77 %, high threshold 74 %: least recently used (last used 1 h ago)',
  ],
  [
    { _tag: 'DiskOverHighThreshold', ...disk, rank: 2, ...never },
    'disk at 77 %, high threshold 74 %: 2nd least recently used (never seen in use)',
  ],
  [
    { _tag: 'EvictionManagerAsks', rank: 3, ...used },
    'the eviction manager reclaims all unused images: 3rd least recently used (last used 1 h ago)',
  ],
  [{ _tag: 'InUse', containers: 1, first: 'x' }, 'in use by container x'],
  [{ _tag: 'InUse', containers: 2, first: 'x' }, 'in use by 2 containers, including x'],
  [{ _tag: 'SandboxImage', sandboxImage: 'pause:3' }, 'the sandbox image pause:3 always counts as used'],
  [{ _tag: 'Pinned' }, 'pinned by the runtime'],
  [{ _tag: 'InvalidImageID', key: ',kata' }, 'its key ",kata" contains no image ID'],
  [
    { _tag: 'UsedSinceRunBegan', lastUsed: minute(60) },
    'last used at 2026-01-01T13:00:00.000Z, when this run began or later',
  ],
  [
    { _tag: 'YoungerThanMinAge', age: minutes(1), minAge: minutes(2), eligibleAt: minute(61) },
    'first detected 1 min ago, below the minimum age of 2 min until 2026-01-01T13:01:00.000Z',
  ],
  [
    { _tag: 'WithinMaxAge', unusedFor: minutes(30), maxAge: minutes(30), until: minute(60) },
    'unused for 30 min, within the maximum age of 30 min until 2026-01-01T13:00:00.000Z',
  ],
  [
    { _tag: 'StartUpGrace', runningFor: minutes(29), maxAge: minutes(30) },
    'image GC has run for 29 min and enforces the maximum age only after 30 min',
  ],
  [
    { _tag: 'YoungerThanMinAge', age: minutes(-1), minAge: minutes(2), eligibleAt: minute(63) },
    'first detected in the future, below the minimum age of 2 min until 2026-01-01T13:03:00.000Z',
  ],
  [
    { _tag: 'WithinMaxAge', unusedFor: minutes(-1), maxAge: minutes(30), until: minute(91) },
    'last used in the future, within the maximum age of 30 min until 2026-01-01T13:31:00.000Z',
  ],
  [
    { _tag: 'StartUpGrace', runningFor: minutes(-1), maxAge: minutes(30) },
    'image GC starts in the future and enforces the maximum age only 30 min later',
  ],
  [
    { _tag: 'EvictionManagerAsks', rank: 1, lastUsed: O.some(minute(61)), unusedFor: O.some(minutes(-1)) },
    'the eviction manager reclaims all unused images: least recently used (last used in the future)',
  ],
  [{ _tag: 'DiskUnderHighThreshold', usagePercent: 61, highThresholdPercent: 85 }, 'disk at 61 %, high threshold 85 %'],
  [{ _tag: 'NoDiskCapacity' }, 'the image filesystem reports no capacity'],
  [{ _tag: 'FirstDetectedUnknown' }, 'first-detected time unknown'],
  [{ _tag: 'LastUsedUnknown' }, 'last-used time unknown'],
  [{ _tag: 'StartOfLoopUnknown' }, 'start time of image GC unknown'],
  [{ _tag: 'DiskUnknown' }, 'image filesystem usage unknown'],
  [
    { _tag: 'UnknownImagesMayFreeEnough', unknownBytes: 300, bytesToFree: '9007199254740993' },
    'images of unknown history hold 300 bytes and may free the 9007199254740993 bytes needed',
  ],
  [{ _tag: 'InvalidDiskCapacity', capacityBytes: 0 }, 'the image filesystem reports a capacity of 0'],
]

it.each(sentences)('explains %j', (reason, sentence) => {
  expect(explain(reason)).toBe(sentence)
})
