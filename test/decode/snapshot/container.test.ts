import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Container, Sandbox } from '../../../src/kubelet/container/index.js'
import { assumed, known, unknown } from '../../../src/core/index.js'
import type { KubeletContainerParts, KubeletPod } from '../../../src/decode/index.js'
import {
  decodeCrictlContainers,
  kubeletContainerSnapshot,
  logLinksInListings,
  namesInListing,
} from '../../../src/decode/index.js'
import { capture, right } from '../reading.js'

const container: Container = {
  id: 'c',
  sandboxId: 's',
  podUid: 'u',
  name: 'main',
  state: 'CONTAINER_EXITED',
  createdAt: new Date(0),
  identified: true,
}
const sandbox: Sandbox = { id: 's', podUid: 'u', state: 'SANDBOX_NOTREADY', createdAt: new Date(0) }
const pod: KubeletPod = {
  uid: 'u',
  aliases: [],
  name: 'p',
  namespace: 'n',
  phase: 'Running',
  reason: '',
  deletionTimestamp: O.none,
  running: false,
}
const nothing: KubeletContainerParts = {
  at: new Date(1000),
  allSourcesReady: true,
  containers: [],
  sandboxes: [],
  pods: O.none,
  absentPodsAreGone: O.none,
  logDirectories: [],
  logLinks: [],
}
const stateOf = (parts: Partial<KubeletContainerParts>): unknown =>
  kubeletContainerSnapshot({ ...nothing, containers: [container], ...parts }).pods[0]
const deleted = O.some(new Date(500))
const ground = O.some('the list is complete')

describe('a listed pod', () => {
  it.each<[string, Partial<KubeletPod>, unknown, unknown]>([
    ['runs', {}, known(false), known(false)],
    ['has no phase yet', { phase: '' }, known(false), known(false)],
    ['succeeded', { phase: 'Succeeded' }, known(false), known(true)],
    ['failed', { phase: 'Failed' }, known(false), known(true)],
    ['failed, though something of it runs', { phase: 'Failed', running: true }, known(false), unknown],
    ['was evicted', { phase: 'Failed', reason: 'Evicted' }, unknown, known(true)],
    ['is being deleted', { deletionTimestamp: deleted }, unknown, unknown],
    ['is done and being deleted', { phase: 'Succeeded', deletionTimestamp: deleted }, unknown, known(true)],
  ])('that %s', (_, change, contentRemoved, runtimeRemoved) => {
    expect(stateOf({ pods: O.some([{ ...pod, ...change }]) })).toEqual({ uid: 'u', contentRemoved, runtimeRemoved })
  })

  it('is not known to be done while a container of it runs', () => {
    const containers = [container, { ...container, id: 'd', state: 'CONTAINER_RUNNING' as const }]
    expect(stateOf({ containers, pods: O.some([{ ...pod, phase: 'Succeeded' }]) })).toMatchObject({
      runtimeRemoved: unknown,
    })
  })

  it('is found by the uid that it has on the node', () => {
    const pods = O.some([{ ...pod, uid: 'mirror', aliases: ['u'] }])
    expect(stateOf({ pods, absentPodsAreGone: ground })).toMatchObject({ contentRemoved: known(false) })
  })
})

describe('a pod that is not listed', () => {
  const gone = assumed(true, 'the list is complete')

  it('is assumed gone on a stated ground', () => {
    expect(stateOf({ pods: O.some([]), absentPodsAreGone: ground })).toEqual({
      uid: 'u',
      contentRemoved: gone,
      runtimeRemoved: gone,
    })
  })

  it('is unknown without one', () => {
    expect(stateOf({ pods: O.some([]) })).toEqual({ uid: 'u', contentRemoved: unknown, runtimeRemoved: unknown })
  })

  it('is unknown while a container of it runs or a sandbox of it is ready', () => {
    const parts = { pods: O.some([]), absentPodsAreGone: ground }
    const running = { ...container, state: 'CONTAINER_RUNNING' as const }
    expect(stateOf({ ...parts, containers: [running] })).toMatchObject({ contentRemoved: unknown })
    const ready = { ...sandbox, state: 'SANDBOX_READY' as const }
    expect(stateOf({ ...parts, sandboxes: [ready] })).toMatchObject({ contentRemoved: unknown })
  })
})

describe('a snapshot', () => {
  it('knows nothing of pods when nobody asked the kubelet, whatever is stated', () => {
    expect(stateOf({ absentPodsAreGone: ground })).toBeUndefined()
  })

  it('names the pods of containers, of sandboxes and of log directories, each once, in this order', () => {
    const { pods } = kubeletContainerSnapshot({
      ...nothing,
      containers: [container, { ...container, id: 'd', podUid: '' }],
      sandboxes: [sandbox, { ...sandbox, id: 't', podUid: '__proto__' }],
      logDirectories: ['n_p_u', 'n_q_v', 'w'],
      pods: O.some([pod]),
    })
    expect(pods.map(({ uid }) => uid)).toEqual(['u', '', '__proto__', 'v', 'w'])
  })

  it('holds of a container what the collector reads and no more', () => {
    const listed = right(decodeCrictlContainers(capture('containerd-2.1.9/crictl/ps-a.json')))
    const { containers } = kubeletContainerSnapshot({ ...nothing, containers: listed })
    expect(containers.length).toBe(15)
    expect(Object.keys(containers[0] ?? {}).sort()).toEqual(Object.keys(container).sort())
  })
})

describe('listings of logs', () => {
  it('give each name once', () => {
    expect(namesInListing('a\nb\r\n\na\n')).toEqual(['a', 'b'])
    expect(namesInListing('')).toEqual([])
  })

  it('tell dead links from live ones', () => {
    expect(logLinksInListings({ all: '/a.log\n/b.log\n', dead: '/b.log\n/gone.log\n' })).toEqual([
      { path: '/a.log', targetExists: true, containerStatus: O.none },
      { path: '/b.log', targetExists: false, containerStatus: O.none },
    ])
  })
})
