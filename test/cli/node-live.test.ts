import { readFileSync } from 'node:fs'

import { taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Send } from '../../src/adapters/kubernetes/index.js'
import type { Acting } from '../../src/cli/world.js'
import { call, callPlainly, noCluster } from './call.js'
import { keeping } from './keeping.js'

const kubelet = 'captures/kubelet-1.36.2'
const captured = (name: string): unknown => JSON.parse(readFileSync(`${kubelet}/${name}`, 'utf8')) as unknown

interface Pods {
  readonly items: ReadonlyArray<{
    readonly metadata: { readonly uid: string; readonly annotations: object }
    readonly status: { readonly containerStatuses: ReadonlyArray<{ readonly image: string; readonly imageID: string }> }
  }>
}

const pods = captured('1-running.pods.json') as Pods
const used = pods.items.flatMap(({ status }) => status.containerStatuses)[0]

/** As a server lists pods: with a version, and a static pod by the uid of its mirror. */
const listed = {
  ...pods,
  metadata: { resourceVersion: '712' },
  items: pods.items.map((pod) => {
    const { uid } = pod.metadata
    const annotations = { ...pod.metadata.annotations, 'kubernetes.io/config.mirror': uid }
    return { ...pod, metadata: { ...pod.metadata, uid: `mirror-${uid}`, annotations } }
  }),
}

const node = (images: number): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node-a' },
  status: {
    nodeInfo: { kubeletVersion: 'v1.36.2' },
    images: [
      { names: [used?.imageID, used?.image], sizeBytes: 900 },
      ...Array.from({ length: images - 1 }, (_, index) => ({ names: [`other:${index}`], sizeBytes: 100 })),
    ],
  },
})

/** An API server that has one node, and refuses some paths. */
const reachingNode = (images = 3, refused: RegExp = /nothing/): Acting => {
  const answers: Readonly<Record<string, unknown>> = {
    '/api/v1/nodes/node-a': node(images),
    '/api/v1/nodes/node-a/proxy/stats/summary': captured('1-running.stats-summary.json'),
    '/api/v1/nodes/node-a/proxy/configz': captured('configz.json'),
    '/api/v1/pods': listed,
  }
  const send: Send = ({ path, query }) => {
    expect(path !== '/api/v1/pods' || query?.['fieldSelector'] === 'spec.nodeName=node-a').toBe(true)
    if (refused.test(path)) return TE.right({ status: 403, body: { message: 'nodes "node-a" is forbidden' } })
    const body = answers[path]
    return TE.right(body === undefined ? { status: 404, body: { message: 'not found' } } : { status: 200, body })
  }
  const cluster = { send, context: 'kind-test', namespace: 'default', server: '' }
  const open = (): never => {
    throw new Error('nothing is watched')
  }
  return { ...noCluster, withCluster: () => (use) => use({ ...cluster, open }) }
}

describe('a node through the API server', () => {
  it('has a plan that keeps what nobody shows, and says what that is', async () => {
    const { stdout, stderr, exitCode } = await call('plan kubelet-image --node node-a', {}, reachingNode())
    expect(stderr).toContain('node/node-a: unknown, so what depends on it is kept: which images are unused or pinned')
    expect(stderr).toContain('rules of Kubernetes 1.36, as node node-a states (v1.36.2)')
    expect(stderr).not.toContain('how full the disk is')
    expect(stderr).not.toContain('largest images')
    expect(stdout).toContain('in use by')
    expect(stdout).not.toContain('  remove')
    expect(exitCode).not.toBe(1)
  })

  it('names at most so many images', async () => {
    const { stderr } = await call('plan kubelet-image --node node-a', {}, reachingNode(50))
    expect(stderr).toContain('the Node names its 50 largest images (nodeStatusMaxImages: 50); others are unknown')
  })

  it('is not told to be without use', async () => {
    const { stderr, exitCode } = await call(
      'plan kubelet-image --node node-a --assume-first-detected long-ago --assume-last-used never --assume-no-image-volumes',
      {},
      reachingNode(),
    )
    expect(exitCode).toBe(1)
    expect(stderr).toContain('node/node-a does not show which images are in use or pinned')
  })

  it('says which rule is missing where the proxy is forbidden', async () => {
    const { stderr, exitCode } = await call('plan kubelet-image --node node-a', {}, reachingNode(3, /proxy/))
    expect(exitCode).not.toBe(1)
    expect(stderr).toContain(
      'node/node-a/stats.json: not gathered: GET /api/v1/nodes/node-a/proxy/stats/summary: 403 nodes "node-a" is forbidden; a ClusterRole needs {apiGroups: [""], resources: ["nodes/proxy"], verbs: ["get"]}',
    )
    expect(stderr).toContain('how full the disk is')
    const settings = await call('lint kubelet --node node-a', {}, reachingNode(3, /proxy/))
    expect(settings.stderr).toContain('this command reads none of the files in it')
    expect(settings.stderr).toContain(
      'node/node-a/configz.json: not gathered: GET /api/v1/nodes/node-a/proxy/configz: 403',
    )
  })

  it('is an error where it is not there, or its pods are unknown', async () => {
    expect(await call('plan kubelet-image --node other', {}, reachingNode())).toMatchObject({
      exitCode: 1,
      stderr: 'gcplan: kind-test: node other: 404 not found\n',
    })
    const { stderr, exitCode } = await call('plan kubelet-image --node node-a', {}, reachingNode(3, /pods$/))
    expect([exitCode, stderr]).toStrictEqual([1, expect.stringContaining('no containers given')])
  })

  it('serves the other commands about a node', async () => {
    const containers = await call('plan kubelet-container --node node-a --assume-pods-synced', {}, reachingNode())
    expect(containers.stderr).toContain('not shown by the API server: sandboxes')
    expect(containers.stdout).toContain('keep')
    expect(containers.stdout).toContain('pod 9015d9df673c still exists')
    const settings = await call('lint kubelet --node node-a', {}, reachingNode())
    expect(settings.stdout).toBe((await call(`lint kubelet ${kubelet}/configz.json`)).stdout)
    const forecast = await call('forecast node --node node-a --growth 5000000', {}, reachingNode())
    expect([forecast.exitCode === 1, forecast.stderr]).toStrictEqual([false, expect.stringContaining('node')])
    const stored = await call('forecast node --node node-a --metadata m.json', { 'm.json': '{}' }, reachingNode())
    expect(stored.stderr).not.toContain('give one layer store')
    const tuned = await call('tune kubelet --node node-a --growth 5000000 --horizon 1h', {}, reachingNode())
    expect([tuned.exitCode, tuned.stderr]).not.toContain(1)
  })

  it('is gathered beside what its daemons say, without environments', async () => {
    const { files, acting } = keeping({}, reachingNode(3, /configz/))
    const { stderr, exitCode } = await callPlainly('gather --now --node node-a d', {}, acting)
    expect([exitCode, [...files.keys()]]).toStrictEqual([
      0,
      ['d/node.json', 'd/stats.json', 'd/pods.json', 'd/manifest.json'],
    ])
    expect(stderr).toContain('not gathered: configz.json: GET /api/v1/nodes/node-a/proxy/configz: 403')
    expect(files.get('d/pods.json')).not.toMatch(/"(env|args|command)":\[\{?"/)
    const lists = ['crictl-images.json', 'crictl-ps-a.json'].map((name) => `${kubelet}/2-before-image-gc.${name}`)
    const planned = await call(`plan kubelet-image d ${lists.join(' ')}`, Object.fromEntries(files))
    expect(planned.stderr).toContain('rules of Kubernetes 1.36, as node node-a states (v1.36.2)')
    expect(planned.stderr).toContain('d/configz.json: not gathered')
  })
})
