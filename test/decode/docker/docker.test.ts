import { describe, expect, it } from 'vitest'

import { decodeDockerInspect, decodeDockerPs, parseDockerName } from '../../../src/decode/index.js'
import { capture, captureJson, right, wrongIn } from '../reading.js'

describe('a Docker name', () => {
  it.each([
    ['k8s_web_web-0_shop_9015_0', 'web', '0'],
    ['/k8s_web_web-0_shop_9015_0', 'web', '0'],
    ['k8s_web.3fa1c2d4_web-0_shop_9015_5e0a9b21', 'web', '5e0a9b21'],
    ['k8s_web.not-a-hash_web-0_shop_9015_0', 'web', '0'],
    ['k8s_web_web-0_shop_9015_0_x7f', 'web', '0'],
    ['k8s_POD_web-0_shop_9015_0', 'POD', '0'],
  ])('%s is of the kubelet', (name, container, suffix) => {
    expect(parseDockerName(name)).toEqual({
      _tag: 'OfKubelet',
      container,
      pod: 'web-0',
      namespace: 'shop',
      podUid: '9015',
      suffix,
    })
  })

  it.each(['k8s_', 'k8s_web', 'k8s_web_web-0_shop_9015', '/k8s__'])('%s is malformed', (name) => {
    expect(parseDockerName(name)._tag).toBe('Malformed')
  })

  it.each(['web', '', '/', 'k8s', 'k8sweb_a_b_c_d_e', 'my_k8s_a_b_c_d_0', 'K8S_a_b_c_d_0'])('%s is foreign', (name) => {
    expect(parseDockerName(name)._tag).toBe('Foreign')
  })
})

const row = {
  ID: 'f367',
  Names: 'k8s_web.3fa1_web-0_shop_9015_0',
  Image: 'web',
  State: 'exited',
  Status: 'Exited (0) 3 days ago',
  CreatedAt: '2026-11-21 02:56:35 +0000 UTC',
}
const container = {
  id: 'f367',
  sandboxId: '',
  podUid: '9015',
  name: 'web',
  state: 'CONTAINER_EXITED',
  createdAt: new Date('2026-11-21T02:56:35Z'),
  identified: true,
}

describe('docker ps', () => {
  it('counts the containers of a recording that are not the kubelet’s', () => {
    expect(right(decodeDockerPs(capture('docker-28-overlay2/ps-a.jsonl')))).toEqual({ containers: [], foreign: 8 })
  })

  it('gives the kubelet’s containers, from lines, from one line, from an array', () => {
    const line = JSON.stringify(row)
    expect(right(decodeDockerPs(line))).toEqual({ containers: [container], foreign: 0 })
    expect(right(decodeDockerPs(`${line}\n${JSON.stringify({ ...row, Names: 'db' })}\n`))).toEqual({
      containers: [container],
      foreign: 1,
    })
    expect(right(decodeDockerPs([row]))).toEqual({ containers: [container], foreign: 0 })
  })

  it('leaves a container with a malformed name unidentified and in no pod', () => {
    expect(right(decodeDockerPs([{ ...row, Names: 'k8s_web_web-0' }])).containers).toEqual([
      { ...container, podUid: '', name: 'k8s_web_web-0', identified: false },
    ])
  })

  it('takes the kubelet’s name among several', () => {
    expect(right(decodeDockerPs([{ ...row, Names: 'db/link,k8s_web_web-0_shop_9015_0' }])).containers.length).toBe(1)
    expect(right(decodeDockerPs([{ ...row, Names: 'db,db/link' }])).foreign).toBe(1)
  })

  it.each([
    ['created', 'CONTAINER_CREATED'],
    ['running', 'CONTAINER_RUNNING'],
    ['paused', 'CONTAINER_RUNNING'],
    ['restarting', 'CONTAINER_RUNNING'],
    ['removing', 'CONTAINER_EXITED'],
    ['configured', 'CONTAINER_CREATED'],
    ['stopping', 'CONTAINER_RUNNING'],
    ['stopped', 'CONTAINER_EXITED'],
    ['unknown', 'CONTAINER_UNKNOWN'],
    ['exited', 'CONTAINER_EXITED'],
    ['dead', 'CONTAINER_EXITED'],
  ])('reads the state %s', (State, state) => {
    expect(right(decodeDockerPs([{ ...row, State }])).containers[0]?.state).toBe(state)
  })

  it.each([
    ['Up 2 hours', 'CONTAINER_RUNNING'],
    ['Up 2 hours (Paused)', 'CONTAINER_RUNNING'],
    ['Restarting (1) 2 seconds ago', 'CONTAINER_RUNNING'],
    ['Created', 'CONTAINER_CREATED'],
    ['Exited (137) 2 seconds ago', 'CONTAINER_EXITED'],
    ['Dead', 'CONTAINER_EXITED'],
    ['Removal In Progress', 'CONTAINER_EXITED'],
  ])('reads the status %s where there is no state', (Status, state) => {
    expect(right(decodeDockerPs([{ ...row, State: undefined, Status }])).containers[0]?.state).toBe(state)
  })

  it.each([
    ['2026-11-21 04:56:35 +0200 CEST', '2026-11-21T02:56:35.000Z'],
    ['2026-11-20 21:26:35 -0530 -0530', '2026-11-21T02:56:35.000Z'],
    ['2026-11-21 02:56:35.520705263 +0000 UTC', '2026-11-21T02:56:35.520Z'],
  ])('reads the time %s', (CreatedAt, expected) => {
    expect(right(decodeDockerPs([{ ...row, CreatedAt }])).containers[0]?.createdAt.toISOString()).toBe(expected)
  })

  it.each([
    [{ ID: '' }, '[0].ID: expected a string, not empty, got ""'],
    [
      { CreatedAt: '2 days ago' },
      '[0].CreatedAt: expected a time such as "2026-11-21 02:56:35 +0000 UTC", got "2 days ago"',
    ],
    [{ State: 'gone' }, '[0].State: expected a container state of Docker, got "gone"'],
    [{ State: undefined, Status: 7 }, '[0].Status: expected a container state of Docker, got 7'],
  ])('refuses %j', (change, line) => {
    expect(wrongIn(decodeDockerPs([{ ...row, ...change }]))).toEqual([line])
  })
})

describe('docker inspect', () => {
  it('counts the containers of a recording that are not the kubelet’s', () => {
    expect(right(decodeDockerInspect(capture('docker-28-overlay2/container-inspect.json')))).toEqual({
      containers: [],
      foreign: 8,
    })
  })

  it('gives exact creation times and states, had the containers of the recording been the kubelet’s', () => {
    const recorded = captureJson('docker-28-overlay2/container-inspect.json') as ReadonlyArray<{ Name: string }>
    const renamed = recorded.map((each) => ({ ...each, Name: `/k8s_${each.Name.slice(1)}_p_n_u_0` }))
    expect(
      right(decodeDockerInspect(renamed)).containers.map(({ name, state, createdAt }) => [
        name,
        state.slice('CONTAINER_'.length),
        createdAt.getTime() % 1000 > 0,
      ]),
    ).toEqual([
      ['no-entry', 'CREATED', true],
      ['lost-image', 'EXITED', true],
      ['never-started', 'CREATED', true],
      ['paused', 'RUNNING', true],
      ['killed', 'EXITED', true],
      ['web', 'RUNNING', true],
      ['fail', 'EXITED', true],
      ['ok', 'EXITED', true],
    ])
  })

  it('takes a container that does not run for ended where Docker prints no status', () => {
    const old = { Id: 'a', Name: '/k8s_c_p_n_u_0', Created: '2016-01-01T00:00:00Z', Config: {} }
    const states = [{ Running: false }, { Running: true }].map((State) => ({ ...old, State }))
    expect(right(decodeDockerInspect(states)).containers.map(({ state }) => state)).toEqual([
      'CONTAINER_EXITED',
      'CONTAINER_RUNNING',
    ])
  })
})
