import { describe, expect, it } from 'vitest'

import { decodePlan } from '../../src/document/index.js'
import { call } from './call.js'

const at = '--at 2026-01-02T13:00:00Z'

const node = (name: string, kubeletVersion: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, uid: name },
  status: { nodeInfo: { kubeletVersion } },
})
const listOf = (...items: ReadonlyArray<object>): string => JSON.stringify({ kind: 'List', apiVersion: 'v1', items })

describe('the release of a node', () => {
  // As 6.8 of the specification: an image volume is in use from 1.35 on.
  const images = { images: ['i0', 'i1', 'i2'].map((id) => ({ id, repoTags: [id], size: '1000' })) }
  const files = {
    'i.json': JSON.stringify(images),
    'c.json': '{"containers": []}',
    'n1.json': JSON.stringify(node('n1', 'v1.33.4-eks-abc')),
    'nodes.json': listOf(node('n1', 'v1.33.4-eks-abc'), node('n2', 'v1.34.1')),
    'old.json': JSON.stringify(node('n0', 'v1.28.3')),
    'pods.json': listOf(),
  }
  const plan = `plan kubelet-image i.json c.json ${at} --capacity-bytes 100 --available-bytes 1`
  const released = async (more: string) => {
    const { stdout, stderr, exitCode } = await call(`${plan} ${more} -o json`, files)
    const { rules } = exitCode === 1 ? { rules: undefined } : (JSON.parse(stdout) as { rules?: object })
    return { rules, said: stderr.split('\n').filter((line) => !line.includes('unknown')) }
  }

  it('nodes of the default release are no reason to say that it is the default', async () => {
    const node = (version: string) => ({
      'n.json': JSON.stringify({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: 'n1', uid: 'n1' },
        status: { nodeInfo: { kubeletVersion: version } },
      }),
    })
    const asked = 'plan kubernetes n.json -A --at 2026-01-02T13:00:00Z'
    expect((await call(asked, node('v1.36.2'))).stderr).not.toContain('the default')
    expect((await call(asked, node('v1.35.2'))).stderr).toContain('the default: nodes state v1.35.2 (n1)')
  })

  it('a version where a preset is asked for is told how to ask', async () => {
    const { stderr } = await call('plan kubernetes captures/kubectl/cluster-before.all.json --preset v1.33.4')
    expect(stderr).toContain('got "v1.33.4"; for a version: --preset kubernetes_1_33, or --kubernetes-version v1.33.4')
    const unknown = await call('plan kubernetes captures/kubectl/cluster-before.all.json --preset 1.99')
    expect(unknown.stderr).not.toContain('for a version')
  })

  it('is that of a flag, of any build', async () => {
    expect(await released('--kubernetes-version v1.33.4-eks-abc')).toEqual({
      rules: { release: '1.33', version: 'v1.33.4-eks-abc', from: '--kubernetes-version' },
      said: ['gcplan: rules of Kubernetes 1.33, for --kubernetes-version v1.33.4-eks-abc', ''],
    })
  })

  it('decides', async () => {
    const volumes = 'which images are mounted as volumes'
    expect((await call(`${plan} --kubernetes-version 1.34`, files)).stderr).not.toContain(volumes)
    expect((await call(`${plan} --kubernetes-version 1.35`, files)).stderr).toContain(volumes)
    expect((await call(`${plan} nodes.json --kubernetes-version 1.34`, files)).stderr).not.toContain(volumes)
    expect((await call(`${plan} n1.json`, files)).stderr).not.toContain(volumes)
    expect((await call(plan, files)).stderr).toContain(volumes)
    const negative = '--minimum-image-ttl-duration=-1s'
    expect((await call(`${plan} --kubernetes-version 1.36 ${negative}`, files)).stderr).toContain('would not start')
    expect((await call(`${plan} --kubernetes-version 1.35 ${negative}`, files)).exitCode).not.toBe(1)
  })

  it('is that of its Node', async () => {
    expect(await released('n1.json')).toEqual({
      rules: { release: '1.33', version: 'v1.33.4-eks-abc', from: 'node n1' },
      said: ['gcplan: rules of Kubernetes 1.33, as node n1 states (v1.33.4-eks-abc)', ''],
    })
    const yaml = await call(`${plan} n1.json -o yaml`, files)
    expect(yaml.stdout).toContain('rules:\n  release: "1.33"\n  version: v1.33.4-eks-abc\n  from: node n1\n')
  })

  it('is not that of a Node among others, unless files name it', async () => {
    expect(await released('nodes.json')).toEqual({
      rules: undefined,
      said: [
        'gcplan: rules of Kubernetes 1.36, the default: nodes state v1.33.4-eks-abc (n1), v1.34.1 (n2), and no file says which of them this is; choose with --kubernetes-version',
        '',
      ],
    })
    const pods = (name: string) => ({
      'pods.json': JSON.stringify({ kind: 'PodList', apiVersion: 'v1', items: [{ spec: { nodeName: name } }] }),
    })
    const asked = `plan kubelet-container c.json nodes.json pods.json ${at}`
    const broken = await call(asked, { ...files, ...pods('n2') })
    expect(broken.stderr).toContain('pods.json')
    const stats = (name: string) => JSON.stringify({ node: { nodeName: name, fs: {}, runtime: {} }, pods: [] })
    const of = async (name: string) =>
      (await call(`${plan} nodes.json --stats stats.json`, { ...files, 'stats.json': stats(name) })).stderr
    expect(await of('n2')).toContain('rules of Kubernetes 1.34, as node n2 states (v1.34.1)')
    expect(await of('n9')).toContain(
      'the default: nodes state v1.33.4-eks-abc (n1), v1.34.1 (n2), and none of them is n9',
    )
  })

  it('is that of nodes that agree', async () => {
    const both = { ...files, 'nodes.json': listOf(node('n1', 'v1.33.4'), node('n2', 'v1.33.9')) }
    expect((await call(`${plan} nodes.json`, both)).stderr).toContain(
      'rules of Kubernetes 1.33, as nodes n1, n2 state (v1.33.4)',
    )
  })

  it('is refused where its rules are not known', async () => {
    const refusal = 'expected one of 1.20, 1.26, 1.31 … 1.36, 1.37-preview, got "v1.28.3"; the nearest is 1.26'
    expect((await call(`${plan} --kubernetes-version v1.28.3`, files)).stderr.split('\n')[0]).toBe(
      `gcplan plan kubelet-image: --kubernetes-version: ${refusal}`,
    )
    expect((await call(`${plan} old.json`, files)).stderr).toBe(
      `gcplan: node n0: ${refusal}; choose with --kubernetes-version\n`,
    )
    expect((await call(`${plan} --kubernetes-version newest`, files)).stderr).toContain('a version such as 1.33')
  })

  it('is that of a preset first, which a version must not contradict', async () => {
    expect(await released('n1.json --preset kubernetes_1_32')).toEqual({
      rules: undefined,
      said: ['gcplan: the release on the command line overrides what the files state: v1.33.4-eks-abc (n1)', ''],
    })
    expect((await released('n1.json --preset kubernetes_1_33 --kubernetes-version v1.33.1')).said).toEqual([''])
    expect((await released('n1.json --preset docker_era')).said).toEqual([''])
    const { stderr, exitCode } = await call(`${plan} --preset kubernetes_1_32 --kubernetes-version 1.33`, files)
    expect([stderr.split('\n')[0], exitCode]).toEqual([
      'gcplan plan kubelet-image: --preset kubernetes_1_32 and --kubernetes-version 1.33 choose different rules; give one',
      1,
    ])
  })

  it('is not that of other files', async () => {
    expect((await call(`${plan} pods.json`, files)).stderr).toContain('which this command does not read')
    expect((await call(`${plan} --node-object pods.json`, files)).stderr).toBe(
      'gcplan: pods.json: expected a Node that states the version of its kubelet\n',
    )
  })

  it('holds for containers and forecasts, and stands in documents that can be read back', async () => {
    const { stdout } = await call(`plan kubelet-container c.json n1.json ${at} -o json`, files)
    expect(JSON.parse(stdout)).toMatchObject({ rules: { release: '1.33' } })
    expect(decodePlan(stdout)).toMatchObject({ _tag: 'Right', right: { collector: 'kubelet-container' } })
    const aligned = 'demo/article.json --inspecti captures/containerd-2.1.9/crictl/inspecti-all.json -o json'
    for (const command of ['forecast node', 'compare reclaim', 'plan reclaim']) {
      const { stdout: document } = await call(`${command} --snapshot ${aligned} n1.json`, files)
      expect(JSON.parse(document)).toMatchObject({ rules: { from: 'node n1' } })
    }
    const whole = await call(`forecast node --snapshot ${aligned.replace('-o json', '-o yaml')} n1.json`, files)
    expect(whole.stdout).toMatch(/^rules:\n  release: "1\.33"$/m)
    const tuned = await call('tune kubelet --synthetic 1 --horizon 1h --kubernetes-version 1.34 -o json')
    expect(JSON.parse(tuned.stdout)).toMatchObject({ rules: { release: '1.34' } })
  })
})

describe('the release of a control plane', () => {
  const requests = {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'approved', uid: 'approved', creationTimestamp: '2026-01-01T00:00:00Z' },
    status: { conditions: [{ type: 'Approved', status: 'True', lastUpdateTime: '2026-01-01T00:00:00Z' }] },
  }
  const server = (gitVersion: string) => JSON.stringify({ clientVersion: {}, serverVersion: info(gitVersion) })
  const info = (gitVersion: string) => ({ major: '1', minor: '0', gitVersion, gitCommit: 'c' })
  const files = {
    'csr.json': listOf(requests),
    'version.json': server('v1.34.2-gke.1'),
    'other.json': server('v1.35.0'),
    'nodes.json': listOf(node('n1', 'v1.33.4')),
  }
  const asked = (command: string, more: string) => call(`${command} csr.json ${at} -o json ${more}`, files)
  const said = { release: '1.34', version: 'v1.34.2-gke.1', from: 'the API server' }

  it('is what the API server states, for every command', async () => {
    for (const command of [
      ...['plan kubernetes', 'plan kubernetes-owners', 'plan kubernetes-csr', 'when', 'diagnose'],
      ...['cascade delete csr/approved', 'explain kubernetes csr/approved'],
    ]) {
      const { stdout, stderr } = await asked(command, 'version.json')
      expect([command, JSON.parse(stdout)]).toMatchObject([command, { rules: said }])
      expect(stderr).toContain('gcplan: rules of Kubernetes 1.34, as the API server states (v1.34.2-gke.1)\n')
    }
  })

  it('decides', async () => {
    expect((await asked('plan kubernetes-csr', 'version.json')).exitCode).toBe(0)
    expect((await asked('plan kubernetes-csr', 'other.json')).exitCode).toBe(2)
    expect((await asked('plan kubernetes-csr', '--kubernetes-version v1.34.1+k3s1')).exitCode).toBe(0)
    expect((await asked('plan kubernetes-csr', 'other.json --release 1.34')).exitCode).toBe(0)
    expect((await asked('plan kubernetes-csr', 'version.json nodes.json')).exitCode).toBe(0)
  })

  it('is not what nodes or disagreeing files state', async () => {
    expect((await asked('plan kubernetes', 'nodes.json')).stderr).toContain(
      'rules of Kubernetes 1.36, the default: nodes state v1.33.4 (n1), and no file what the API server is (kubectl version -o json); choose with --kubernetes-version',
    )
    expect((await asked('plan kubernetes', 'version.json other.json')).stderr).toContain(
      'the default: files state several versions of the API server: v1.34.2-gke.1 (the API server), v1.35.0 (the API server)',
    )
    expect((await asked('plan kubernetes', 'version.json --preset kubernetes_1_33')).stderr).toContain(
      'the release on the command line overrides what the files state: v1.34.2-gke.1 (the API server)',
    )
  })

  it('is one release, whichever flags name it', async () => {
    const refused = async (flags: string) =>
      (await asked('cascade delete csr/approved', flags)).stderr.split('\n')[0]?.replace(/^.*?: /, '')
    const both = 'choose different rules; give one'
    expect(await refused('--preset kubernetes_1_33 --release 1.34')).toBe(
      `--preset kubernetes_1_33 and --release 1.34 ${both}`,
    )
    expect(await refused('--release 1.33 --kubernetes-version v1.34.0')).toBe(
      `--release 1.33 and --kubernetes-version v1.34.0 ${both}`,
    )
    expect((await asked('cascade delete csr/approved', '--release 1.33 --preset kubernetes_1_33')).exitCode).toBe(0)
    expect(await refused('--kubernetes-version 1.29')).toBe(
      '--kubernetes-version: expected one of 1.20, 1.26, 1.31 … 1.36, got "1.29"; the nearest is 1.31',
    )
  })
})

describe('a custom resource whose definition is not listed', () => {
  const widget = {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w', namespace: 'shop', uid: 'w' },
  }
  const owned = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      ...{ name: 'c', namespace: 'shop', uid: 'c' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'w' }],
    },
  }

  it('is served as it is listed, under any release', async () => {
    const files = { 'all.json': listOf(widget, owned) }
    const { stdout, stderr } = await call(
      `cascade delete widget/w -n shop all.json -A ${at} --kubernetes-version 1.31`,
      files,
    )
    expect(stderr).toContain('Widget (example.com/v1): its CustomResourceDefinition is not in the lists')
    expect(stdout).toContain('ConfigMap shop/c')
  })
})
