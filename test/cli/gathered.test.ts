import { readFileSync, readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { call } from './call.js'

const manifest = (more: object = {}): string =>
  JSON.stringify({ kind: 'gcplan/gathered', version: 1, takenAt: '2026-11-21T03:07:36Z', ...more })

const kubelet = 'captures/kubelet-1.36.2'
const captured = (name: string): string => readFileSync(name, 'utf8')
const look = (name: string): string => captured(`${kubelet}/2-before-image-gc.${name}`)

const node: Readonly<Record<string, string>> = {
  'node/manifest.json': manifest(),
  'node/images.json': look('crictl-images.json'),
  'node/ps.json': look('crictl-ps-a.json'),
  'node/sandboxes.json': look('crictl-pods.json'),
  'node/config.yaml': captured(`${kubelet}/config-2.yaml`),
  'node/pods.json': captured(`${kubelet}/1-running.pods.json`),
  'node/log-directories.txt': '',
  'node/imagefsinfo.json': look('crictl-imagefsinfo.json'),
  'node/df.txt':
    'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda1 264212084 200000000 63756616 76% /var/lib/containerd\n',
  'node/something.txt': 'else',
}
const stated = '--assume-first-detected 2026-11-21T03:02:36Z --assume-last-used never --assume-no-image-volumes'

describe('a gathered directory', () => {
  it('gives the files of a node as if each were given, with the time and the disk', async () => {
    const one = await call(`plan kubelet-image node ${stated}`, node)
    const each = await call(
      `plan kubelet-image node/images.json node/ps.json node/config.yaml ${stated} --at 2026-11-21T03:07:36Z --capacity-bytes 270553174016 --available-bytes 65286774784`,
      node,
    )
    expect(one.stderr).toBe('')
    expect(one).toStrictEqual(each)
    expect(one.stdout).toContain('shop/web:1.2.0')
  })

  it('serves every command with what that one reads', async () => {
    const containers = await call('plan kubelet-container node --assume-pods-synced', node)
    expect([containers.stderr, containers.stdout]).toStrictEqual(['', expect.stringContaining('sandboxes:')])
    const settings = await call('lint kubelet node', node)
    expect(settings).toStrictEqual(await call('lint kubelet node/config.yaml --capacity-bytes 270553174016', node))
    expect((await call('plan kubernetes-owners node', node)).stderr).toBe(
      'gcplan: node: this command reads none of the files in it\n',
    )
  })

  it('goes behind flags', async () => {
    const { stdout, stderr } = await call(`plan kubelet-image node ${stated} --images none.json --at now`, {
      ...node,
      'none.json': '{"images": []}',
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('plan at 2026-12-24T18:00:00Z')
    expect(stdout).not.toContain('shop/web')
  })

  it('says what could not be gathered of what is read', async () => {
    const failed = [
      { file: 'stats.json', command: 'kubectl get --raw stats', because: 'Forbidden' },
      { file: 'pods.json', command: 'kubectl get --raw pods', because: 'Forbidden' },
    ]
    const files = { ...node, 'node/manifest.json': manifest({ failed }) }
    expect((await call(`plan kubelet-image node ${stated}`, files)).stderr).toBe(
      'gcplan: node/stats.json: not gathered: kubectl get --raw stats: Forbidden\n',
    )
  })

  it('is refused where its manifest is none', async () => {
    const { stderr, exitCode } = await call('plan kubelet-image node', { ...node, 'node/manifest.json': '{"a": 1}' })
    expect([exitCode, stderr]).toStrictEqual([
      1,
      'gcplan: node/manifest.json: expected a file of kind gcplan/gathered, version 1\n',
    ])
  })

  it('gives tables of ctr with their namespaces', async () => {
    const from = 'captures/containerd-2.1.9/ctr/0-initial'
    const table = (file: string): string | undefined => {
      const [, namespace = '', what = ''] = /^(build|default|k8s\.io)\.(.*)\.txt$/.exec(file) ?? []
      const name = { 'images-ls': 'images', 'content-ls': 'content', 'content-active': 'active' }[what]
      const other = { 'leases-ls': 'leases', 'containers-ls': 'containers' }[what]
      const ofSnapshots = { 'snapshots-ls': 'snapshots', 'snapshots-usage-b': 'usage' }[what]
      if (ofSnapshots !== undefined) return `ctr/${namespace}/overlayfs/${ofSnapshots}`
      return (name ?? other) === undefined ? undefined : `ctr/${namespace}/${name ?? other ?? ''}`
    }
    const files = Object.fromEntries([
      ['n/manifest.json', manifest({ takenAt: '2026-11-21T02:00:00Z' })],
      ['n/namespaces.txt', captured(`${from}/namespaces-ls.txt`)],
      ...readdirSync(from).flatMap((file) =>
        table(file) === undefined ? [] : [[`n/${table(file) ?? ''}`, captured(`${from}/${file}`)]],
      ),
    ]) as Record<string, string>
    const given = ['build', 'default', 'k8s.io'].flatMap((namespace) => {
      const names = Object.keys(files).filter((name) => name.startsWith(`n/ctr/${namespace}/`))
      return [`--ctr ${namespace}=${names.join(',')}`]
    })
    const one = await call('plan containerd n --assume-leases-empty', files)
    expect(one.stdout).toContain('keep')
    expect(one).toStrictEqual(
      await call(
        `plan containerd ${given.join(' ')} --namespaces n/namespaces.txt --at 2026-11-21T02:00:00Z --assume-leases-empty`,
        files,
      ),
    )
    expect((await call('why containerd lease:cache-1 n', files)).stdout).toContain('lease:cache-1')
  })

  it('gives lists of a cluster, with what they cover', async () => {
    const all = JSON.parse(captured('captures/kubectl/cluster-before.all.json')) as { items: { kind: string }[] }
    const kinds = [...new Set(all.items.map(({ kind }) => kind))]
    const lists = kinds.map((kind): readonly [string, string] => [
      `c/kubernetes/${kind.toLowerCase()}.json`,
      JSON.stringify({ ...all, items: all.items.filter((item) => item.kind === kind) }),
    ])
    const files = { 'c/manifest.json': manifest({ takenAt: '2026-11-21T03:01:00Z' }), ...Object.fromEntries(lists) }
    const one = await call('plan kubernetes-owners c -o json', files)
    const whole = await call(
      'plan kubernetes-owners captures/kubectl/cluster-before.all.json -A --at 2026-11-21T03:01:00Z -o json',
    )
    const removals = (text: string): unknown =>
      (JSON.parse(text) as { passes: { removals: unknown[] }[] }).passes.map((pass) => pass.removals.length)
    expect(removals(one.stdout)).toStrictEqual(removals(whole.stdout))
    expect(one.exitCode).toBe(2)
    expect((await call('cascade delete deploy/web -n shop c', files)).stdout).toContain('delete Deployment shop/web')
  })
})
