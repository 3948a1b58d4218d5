import { expect, it } from 'vitest'

import type { KeepReason, Reason } from '../../../src/kubelet/container/index.js'
import { explain } from '../../../src/kubelet/container/index.js'
import { millis } from '../../../src/core/index.js'
import { minute } from './build.js'

type Tag = (Reason | KeepReason)['_tag']
type Sample = {
  readonly [T in Tag]: readonly [Omit<Extract<Reason | KeepReason, { readonly _tag: T }>, '_tag'>, string]
}

/** Every reason there is, with its sentence. */
const samples: Sample = {
  Unidentified: [{}, 'its name cannot be parsed, so its pod is unknown'],
  PodContentShouldBeRemoved: [{ podUid: 'u' }, 'pod u is deleted or evicted: all its dead containers go'],
  PodRuntimeShouldBeRemoved: [{ podUid: 'u' }, 'pod u has finished, and the eviction manager reclaims disk space'],
  OverMaxPerPodContainer: [{ rank: 2, limit: 1 }, '2nd newest dead container of its name in the pod, 1 is kept'],
  OverFairShareOfMaxContainers: [
    { rank: 3, share: 2, maxContainers: 7, units: 3 },
    '3rd newest dead container of its name in the pod; 3 evict units share the node limit of 7, so 2 are kept',
  ],
  OverMaxContainers: [{ rank: 11, limit: 0 }, '11th newest dead container on the node, 0 are kept'],
  InactiveSandboxOfRemovedPod: [{ podUid: '' }, 'not ready, without containers, and pod (no uid) is gone'],
  InactiveAndNotNewestSandbox: [
    { rank: 2 },
    'not ready, without containers, and only the 2nd newest sandbox of its pod',
  ],
  LogDirectoryOfRemovedPod: [{ podUid: 'u' }, 'logs of pod u, which is gone'],
  DeadLink: [
    { containerId: 'abcdef', status: 'CONTAINER_EXITED' },
    'its target is missing and container abcdef is exited',
  ],
  DeadLinkWithoutContainer: [{}, 'its target is missing and its name contains no container ID'],
  LinkOfRemovedContainer: [{ containerId: 'abcdef' }, 'it goes with container abcdef, whatever its target'],
  Running: [{}, 'it is running'],
  YoungerThanMinAge: [
    { age: millis(30_000), minAge: millis(60_000), eligibleAt: minute(1) },
    'created 30 s ago, below the minimum age of 1 min until 2026-01-01T12:01:00.000Z',
  ],
  WithinMaxPerPodContainer: [{ rank: 1, limit: 1 }, 'newest dead container of its name in the pod, 1 is kept'],
  NoLimitPerPodContainer: [{ maxPerPodContainer: -1 }, 'dead containers per name and pod are not limited (-1)'],
  WithinMaxContainers: [{ remaining: 5, limit: 7 }, 'one of 5 dead containers left on the node, limit 7'],
  PodNotRemoved: [{ podUid: 'u' }, 'pod u still exists'],
  SourcesNotReady: [{}, 'not all pod sources are ready, so no pod counts as gone'],
  PodStateUnknown: [{ podUid: 'u' }, 'unknown whether pod u is gone'],
  LimitRestsOnUnknownPods: [
    { unknownUnits: 2, limit: 7 },
    '2 evict units belong to pods of unknown state, so it may be within the limit of 7',
  ],
  SandboxReady: [{}, 'it is ready'],
  SandboxHasContainers: [{ containers: 2, first: 'c' }, '2 containers belong to it, including c'],
  NewestSandboxOfPod: [{ podUid: 'u' }, 'newest sandbox of pod u'],
  NotALogLink: [{}, 'its name does not end in .log, so the kubelet ignores it'],
  LinkTargetExists: [{}, 'its target exists'],
  ContainerNotExited: [
    { containerId: 'abcdef', status: 'CONTAINER_RUNNING' },
    'its target is missing, but container abcdef is running',
  ],
  NotCollectedByThisPolicy: [{}, 'not collected under this policy'],
}

it.each(Object.entries(samples))('says one sentence for %s', (_tag, [facts, sentence]) => {
  expect(explain({ _tag, ...facts } as Reason | KeepReason)).toBe(sentence)
})

it('says what became of the container of a link', () => {
  const link = (status: 'Gone' | 'Nil' | 'CONTAINER_UNKNOWN') =>
    explain({ _tag: 'DeadLink', containerId: 'abcdef', status }).replace('its target is missing and container ', '')
  expect(link('Gone')).toBe('abcdef no longer exists')
  expect(link('Nil')).toBe('abcdef has an empty status')
  expect(link('CONTAINER_UNKNOWN')).toBe('abcdef is unknown')
})

it('says of a container from the future that its age counts from there', () => {
  const future = { age: millis(-90_000), minAge: millis(0), eligibleAt: minute(61) }
  expect(explain({ _tag: 'YoungerThanMinAge', ...future })).toBe(
    'created in the future, below the minimum age until 2026-01-01T13:01:00.000Z',
  )
})

it('says of a container of this very instant that it is young', () => {
  const now = { age: millis(0), minAge: millis(60_000), eligibleAt: minute(61) }
  expect(explain({ _tag: 'YoungerThanMinAge', ...now })).toBe(
    'created 0 ms ago, below the minimum age of 1 min until 2026-01-01T13:01:00.000Z',
  )
})

it('speaks of one container in the singular', () => {
  expect(explain({ _tag: 'SandboxHasContainers', containers: 1, first: 'c' })).toBe('container c belongs to it')
  expect(explain({ _tag: 'LimitRestsOnUnknownPods', unknownUnits: 1, limit: 0 })).toBe(
    '1 evict unit belongs to pods of unknown state, so it may be within the limit of 0',
  )
})
