import { describe, expect, it } from 'vitest'

import { decodePlan } from '../../src/document/index.js'
import { call } from './call.js'

const at = '--at 2026-01-02T13:00:00Z'

const fs = (available: number) => ({ availableBytes: available, capacityBytes: 1000, inodesFree: 90, inodes: 100 })
const pod = (name: string, grace: number, more: object = {}) => ({
  metadata: { namespace: 'a', name, uid: name },
  spec: { containers: [{ name: 'main' }], terminationGracePeriodSeconds: grace, ...more },
  status: { phase: 'Running' },
})
const used = (name: string, bytes: number) => ({
  podRef: { namespace: 'a', name, uid: name },
  containers: [
    { name: 'main', rootfs: { usedBytes: 1 }, logs: { usedBytes: 0 } },
    { name: 'mesh', rootfs: { usedBytes: bytes }, logs: { usedBytes: 0 } },
  ],
})
const stats = (available: number, bytes = 1, memory: object = {}) =>
  JSON.stringify({
    node: {
      nodeName: 'n1',
      memory,
      fs: fs(available),
      runtime: { imageFs: fs(available), containerFs: fs(available) },
    },
    pods: [used('b', bytes)],
  })
const list = (...items: ReadonlyArray<object>) => JSON.stringify({ kind: 'PodList', apiVersion: 'v1', items })
const node = (kubeletVersion: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n1' },
    status: { nodeInfo: { kubeletVersion } },
  })

const files = {
  'pods.json': list(pod('b', 10)),
  'short.json': stats(50),
  'ample.json': stats(900),
  'memory.json': stats(900, 1, { availableBytes: 100, workingSetBytes: 900, rssBytes: 900 }),
  'n.json': node('v1.31.4'),
}

const evicting = (more: string, others: Readonly<Record<string, string>> = files) =>
  call(`upgrade kubelet-eviction ${at} ${more}`, others)

describe('gcplan upgrade kubelet-eviction', () => {
  it('says that 1.31 evicts at once where a threshold of the container filesystem comes first', async () => {
    // 6.2 of the specification.
    const { stdout, stderr, exitCode } = await evicting('--from 1.31 --to 1.32 pods.json short.json')
    expect([stderr, exitCode]).toEqual(['', 2])
    expect(stdout).toMatch(/^Kubernetes 1\.31 to 1\.32: 2 changes for this snapshot\n/)
    expect(stdout).toMatch(/\ncontainerfs\.available first: Pod a\/b: removed in 1\.31 /)
    expect(stdout).toMatch(/these 2 are due to containerFsReclaim\n/)
    expect((await evicting('--from 1.32 --to 1.36 pods.json short.json')).exitCode).toBe(0)
    expect((await evicting('--from 1.31 --to 1.32 pods.json ample.json')).exitCode).toBe(0)
  })

  it('takes thresholds with a grace period as met for it, also those that are derived', async () => {
    // 6.3 of the specification.
    const soft =
      '--eviction-hard memory.available<1 --eviction-soft memory.available<500 --eviction-soft-grace-period memory.available=1h --eviction-max-pod-grace-period 60'
    const { stdout } = await evicting(`--from 1.31 --to 1.32 pods.json memory.json ${soft}`)
    expect(stdout).toContain('gracePeriodSeconds is 10 instead of 60')
    expect(stdout).toContain('due to softGrace')
    const disk = soft.replaceAll('memory.available', 'nodefs.available')
    expect((await evicting(`--from 1.31 --to 1.32 pods.json short.json ${disk}`)).stdout).toMatch(
      /containerfs\.available first: .*\n {2}.*due to .*containerFsReclaim/,
    )
  })

  it('begins with what the Node states, and reads settings and the layout', async () => {
    const { stdout, stderr } = await evicting('pods.json short.json n.json -o json')
    expect(stderr).toBe('gcplan: rules of Kubernetes 1.31, as node n1 states (v1.31.4)\n')
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'gcplan/upgrade', from: 'v1.31.4', to: '1.36' })
    const low = '--eviction-hard nodefs.available<1%'
    expect((await evicting(`--from 1.31 --to 1.32 pods.json short.json ${low}`)).exitCode).toBe(0)
    const split = '--from 1.26 --to 1.31 pods.json short.json --filesystems split'
    const sides = await evicting(`${split} -o json`)
    expect(sides.exitCode).toBe(2)
    expect((await evicting('--from 1.31 --to 1.32 pods.json')).stderr).toContain('no statistics given')
    expect((await evicting('--from 1.31 --to 1.32 short.json')).stderr).toContain('unknown, so none is evicted')
    expect((await evicting('--from 1.25 short.json')).stderr).toContain('the nearest is 1.26')
  })

  it('shows what 1.37 is to bring, marked as unverified', async () => {
    const mesh = {
      initContainers: [
        { name: 'mesh', restartPolicy: 'Always', resources: { limits: { 'ephemeral-storage': '100' } } },
      ],
    }
    const sidecar = { ...files, 'pods.json': list(pod('b', 10, mesh)), 'over.json': stats(900, 500) }
    const { stdout, exitCode } = await evicting('--from 1.36 --to 1.37-preview pods.json over.json', sidecar)
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(
      /^Kubernetes 1\.36 to 1\.37-preview: 1 change for this snapshot\nunverified: .*release notes/,
    )
    expect(stdout).toContain('due to sidecarLimits')
    const document = await evicting('--from 1.36 --to 1.37-preview pods.json over.json -o json', sidecar)
    expect(JSON.parse(document.stdout)).toMatchObject({ unverified: expect.stringContaining('release notes') })
    expect((await evicting('--from 1.36 --to 1.36 pods.json over.json', sidecar)).stdout).not.toContain('unverified')
  })
})

describe('a release that is not out', () => {
  const plan = `plan kubelet-container c.json ${at}`
  const containers = { 'c.json': '{"containers": []}' }

  it('is asked for by its own name, and said to be unverified in text and documents', async () => {
    const { stdout, stderr } = await call(`${plan} --kubernetes-version 1.37-preview -o json`, containers)
    expect(stderr).toMatch(/rules of Kubernetes 1\.37-preview, for .*; unverified: .*not from its source/)
    expect(JSON.parse(stdout)).toMatchObject({
      rules: { release: '1.37-preview', unverified: expect.stringContaining('release notes') },
    })
    expect(decodePlan(stdout)._tag).toBe('Right')
    const known = await call(`${plan} --kubernetes-version 1.36 -o json`, containers)
    expect(known.stdout + known.stderr).not.toContain('unverified')
  })

  it('is not chosen by the version that it will have, but named', async () => {
    for (const version of ['1.37', 'v1.37.0', 'v1.37.0-alpha.1'])
      expect((await call(`${plan} --kubernetes-version ${version}`, containers)).stderr).toContain(
        `1.36, 1.37-preview, got "${version}"; the nearest is 1.36`,
      )
    const cluster = 'plan kubernetes captures/kubectl/cluster-before.all.json --kubernetes-version 1.37-preview'
    expect((await call(cluster)).stderr).toContain('got "1.37-preview"; the nearest is 1.36')
  })
})
