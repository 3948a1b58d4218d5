import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { ContainerState, LinkStatus } from '../../../src/kubelet/container/index.js'
import {
  alive,
  container,
  deadLink,
  evicted,
  finished,
  gone,
  passOf,
  planned,
  reasonsOf,
  removalOf,
  removed,
} from './build.js'

describe('log directories', () => {
  it('go when the pod after the last underscore is gone', () => {
    const plan = planned({ pods: [gone('u'), alive('v')], logDirectories: ['ns_a_pod_u', 'ns_pod_v'] })
    expect(removalOf('ns_a_pod_u', plan)).toEqual({
      target: { _tag: 'LogDirectory', id: 'ns_a_pod_u', podUid: 'u' },
      actions: [{ _tag: 'RemoveLogDirectory', name: 'ns_a_pod_u' }],
      reasons: [{ _tag: 'LogDirectoryOfRemovedPod', podUid: 'u' }],
      requires: [],
      frees: 0,
    })
    expect(reasonsOf('ns_pod_v', plan)).toEqual([{ _tag: 'PodNotRemoved', podUid: 'v' }])
  })

  it('of the oldest layout are named by the uid alone', () => {
    expect(removed('logs', planned({ pods: [gone('u')], logDirectories: ['u'] }))).toEqual(['u'])
  })

  it('that end in an underscore belong to the pod of the empty uid', () => {
    expect(removed('logs', planned({ pods: [gone('')], logDirectories: ['ns_pod_', 'x'] }))).toEqual(['ns_pod_'])
  })

  it('stay until every source was seen', () => {
    const plan = planned({ allSourcesReady: false, pods: [gone('u')], logDirectories: ['u'] })
    expect(reasonsOf('u', plan)).toEqual([{ _tag: 'SourcesNotReady' }])
  })

  it('stay when nobody knows the pod', () => {
    expect(reasonsOf('u', planned({ pods: [], logDirectories: ['u'] }))).toEqual([
      { _tag: 'PodStateUnknown', podUid: 'u' },
    ])
  })

  it('of a finished pod stay, whoever asks; of an evicted one they go', () => {
    const asked = { evictNonDeletedPods: true }
    expect(removed('logs', planned({ pods: [finished('u')], logDirectories: ['u'] }, asked))).toEqual([])
    expect(removed('logs', planned({ pods: [evicted('u')], logDirectories: ['u'] }, asked))).toEqual(['u'])
  })

  it('stay where the policy knows none', () => {
    const plan = planned({ pods: [gone('u')], logDirectories: ['u'] }, { logDirectories: 'untouched' })
    expect(reasonsOf('u', plan)).toEqual([{ _tag: 'NotCollectedByThisPolicy' }])
  })

  it('come by name, before the links by path', () => {
    const plan = planned({
      pods: ['a', 'b', 'B'].map(gone),
      logDirectories: ['b', 'a', 'B'],
      logLinks: [deadLink('/z-abcdef.log'), deadLink('/A-abcdef.log'), deadLink('/a-abcdef.log')],
    })
    expect(removed('logs', plan)).toEqual(['B', 'a', 'b', '/A-abcdef.log', '/a-abcdef.log', '/z-abcdef.log'])
  })
})

describe('log links', () => {
  const path = '/var/log/containers/pod_ns_app-abcdef.log'

  it('stay while their target exists, whatever is known of the container', () => {
    const plan = planned({ logLinks: [{ ...deadLink(path, 'Gone'), targetExists: true }] })
    expect(reasonsOf(path, plan)).toEqual([{ _tag: 'LinkTargetExists' }])
  })

  it('go when the lookup of their container fails or says exited', () => {
    for (const status of ['Gone', 'CONTAINER_EXITED'] as const)
      expect(removalOf(path, planned({ logLinks: [deadLink(path, status)] }))).toEqual({
        target: { _tag: 'LogLink', id: path },
        actions: [{ _tag: 'RemoveLogLink', path }],
        reasons: [{ _tag: 'DeadLink', containerId: 'abcdef', status }],
        requires: [],
        frees: 0,
      })
  })

  it('stay for any other state and for an empty status', () => {
    for (const status of ['CONTAINER_RUNNING', 'CONTAINER_CREATED', 'CONTAINER_UNKNOWN', 'Nil'] as const)
      expect(reasonsOf(path, planned({ logLinks: [deadLink(path, status)] }))).toEqual([
        { _tag: 'ContainerNotExited', containerId: 'abcdef', status },
      ])
  })

  it('go before every source was seen too', () => {
    expect(removed('logs', planned({ allSourcesReady: false, logLinks: [deadLink(path, 'Gone')] }))).toEqual([path])
  })

  it('go at once when the id in their name is shorter than six characters', () => {
    const short = '/var/log/containers/pod_ns_app-abcde.log'
    expect(reasonsOf(short, planned({ logLinks: [deadLink(short, 'CONTAINER_RUNNING')] }))).toEqual([
      { _tag: 'DeadLinkWithoutContainer' },
    ])
  })

  it('without a hyphen name a container that cannot exist', () => {
    const plain = '/var/log/containers/plain.log'
    expect(reasonsOf(plain, planned({ logLinks: [deadLink(plain)] }))).toEqual([
      { _tag: 'DeadLink', containerId: '/var/log/containers/plain', status: 'Gone' },
    ])
  })

  it('name what follows the last hyphen, without the ending', () => {
    const idIn = (name: string) => reasonsOf(name, planned({ logLinks: [deadLink(name)] }))
    expect(idIn('a-b-abcdef.log')).toMatchObject([{ containerId: 'abcdef' }])
    expect(idIn('a-abcdef.log.log')).toMatchObject([{ containerId: 'abcdef.log' }])
    expect(idIn('a-.log')).toEqual([{ _tag: 'DeadLinkWithoutContainer' }])
  })

  it('are those whose name ends in .log; others stay', () => {
    for (const name of ['a-abcdef', 'a-abcdef.LOG', 'a-abcdef.log.1', 'a-abcdefglog', '']) {
      const plan = planned({ logLinks: [deadLink(name, 'Gone')] })
      expect(reasonsOf(name, plan)).toEqual([{ _tag: 'NotALogLink' }])
      expect(removed('logs', planned({ logLinks: [deadLink(name)] }, { deadLinks: 'unconditional' }))).toEqual([])
    }
  })

  it('stay or go whatever the status where the policy says so', () => {
    const plan = planned({ logLinks: [deadLink(path, 'CONTAINER_RUNNING')] }, { deadLinks: 'unconditional' })
    expect(reasonsOf(path, plan)).toEqual([{ _tag: 'DeadLink', containerId: 'abcdef', status: 'CONTAINER_RUNNING' }])
    expect(removalOf(path, plan).requires).toEqual([])
    const kept = planned({ logLinks: [{ ...deadLink(path), targetExists: true }] }, { deadLinks: 'unconditional' })
    expect(removed('logs', kept)).toEqual([])
  })
})

it('expects a link to go with its container, whatever a lookup says before that', () => {
  const path = '/var/log/containers/pod_ns_app-abcdef.log'
  const lookedUp = (status: LinkStatus) =>
    planned({ pods: [gone('u')], containers: [container('abcdef', 1)], logLinks: [deadLink(path, status)] })
  const target = { _tag: 'Container', id: 'abcdef', podUid: 'u', name: 'app' }
  for (const [status, requires] of [
    ['CONTAINER_CREATED', [target]],
    ['Nil', [target]],
    ['CONTAINER_EXITED', []],
    ['Gone', []],
  ] as const) {
    expect(reasonsOf(path, lookedUp(status))).toEqual([{ _tag: 'DeadLink', containerId: 'abcdef', status: 'Gone' }])
    expect(removalOf(path, lookedUp(status)).requires).toEqual(requires)
  }
})

describe('the link that the kubelet gave a container', () => {
  const path = '/var/log/containers/pod_ns_app-abcdef.log'
  const besides = (link: string, state: ContainerState = 'CONTAINER_EXITED') =>
    planned({
      pods: [gone('u')],
      containers: [container('abcdef', 1, { state })],
      logLinks: [{ ...deadLink(link), targetExists: true }],
    })

  it('goes with its container, though its target exists', () => {
    expect(removalOf(path, besides(path))).toEqual({
      target: { _tag: 'LogLink', id: path },
      actions: [{ _tag: 'RemoveLogLink', path }],
      reasons: [{ _tag: 'LinkOfRemovedContainer', containerId: 'abcdef' }],
      requires: [{ _tag: 'Container', id: 'abcdef', podUid: 'u', name: 'app' }],
      frees: 0,
    })
  })

  it('stays with a container that stays', () => {
    expect(reasonsOf(path, besides(path, 'CONTAINER_RUNNING'))).toEqual([{ _tag: 'LinkTargetExists' }])
  })

  it('is named after pod, namespace, container and id; any other stays as long as its target', () => {
    for (const other of [
      '/var/log/containers/pod_ns_sidecar-abcdef.log',
      '/var/log/containers/pod_app-abcdef.log',
      '/var/log/containers/my_pod_ns_app-abcdef.log',
      '/var/log/containers/_ns_app-abcdef.log',
      '/var/log/containers/pod_ns_app-0abcdef.log',
      '/var/log/containers/pod_ns_app/abcdef.log',
    ])
      expect(reasonsOf(other, besides(other))).toEqual([{ _tag: 'LinkTargetExists' }])
  })
})

describe('a link whose lookup is not given', () => {
  const path = '/var/log/containers/pod_ns_app-abcdef.log'
  const withContainer = (state: ContainerState, pod: typeof gone = alive) =>
    planned({
      pods: [pod('u')],
      containers: [container('abcdef', 1, { state })],
      logLinks: [{ path, targetExists: false, containerStatus: O.none }],
    })

  it('is read off the list of containers', () => {
    expect(reasonsOf(path, planned({ logLinks: [deadLink(path)] }))).toEqual([
      { _tag: 'DeadLink', containerId: 'abcdef', status: 'Gone' },
    ])
    expect(reasonsOf(path, withContainer('CONTAINER_EXITED'))).toEqual([
      { _tag: 'DeadLink', containerId: 'abcdef', status: 'CONTAINER_EXITED' },
    ])
    expect(reasonsOf(path, withContainer('CONTAINER_RUNNING'))).toEqual([
      { _tag: 'ContainerNotExited', containerId: 'abcdef', status: 'CONTAINER_RUNNING' },
    ])
  })

  it('waits for the removal of its container unless this has exited anyway', () => {
    const target = { _tag: 'Container', id: 'abcdef', podUid: 'u', name: 'app' }
    const created = withContainer('CONTAINER_CREATED', gone)
    expect(reasonsOf(path, created)).toEqual([{ _tag: 'DeadLink', containerId: 'abcdef', status: 'Gone' }])
    expect(removalOf(path, created).requires).toEqual([target])
    expect(removalOf(path, withContainer('CONTAINER_UNKNOWN', gone)).requires).toEqual([target])
    expect(removalOf(path, withContainer('CONTAINER_EXITED', gone)).requires).toEqual([])
  })
})

it('is a step that looks at the world first, removes all it can, and goes on after a failure', () => {
  expect(passOf('logs', planned({}))).toMatchObject({
    observesAgain: true,
    goal: { _tag: 'RemoveAll' },
    onFailure: 'continue',
    reserve: [],
    events: [],
    refusal: { _tag: 'None' },
  })
})
