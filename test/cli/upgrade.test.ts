import { describe, expect, it } from 'vitest'

import { call } from './call.js'

const at = '--at 2026-01-02T13:00:00Z'

describe('gcplan upgrade kubelet-image', () => {
  // 6.8 to 6.10 of the specification.
  const image = (id: string, size: string) => ({ id, repoTags: [`${id}:1`], repoDigests: [], size })
  const files = {
    'i.json': JSON.stringify({ images: [image('i0', '10'), image('i1', '20'), image('i2', '30')] }),
    'c.json': '{"containers": []}',
    'n.json': JSON.stringify({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n1' },
      status: { nodeInfo: { kubeletVersion: 'v1.34.4' } },
    }),
    'negative.yaml': 'kind: KubeletConfiguration\nimageMinimumGCAge: -1s\n',
  }
  const stated = '--assume-first-detected long-ago --assume-last-used never --assume-no-image-volumes'
  const full = `i.json c.json ${at} --capacity-bytes 2000 --available-bytes 50 ${stated}`
  const asked = (more: string) => call(`upgrade kubelet-image ${full} ${more}`, files)

  it('says each change, what it is due to, and what else differs', async () => {
    const { stdout, stderr, exitCode } = await asked('--from 1.34 --to 1.35')
    expect([stderr, exitCode]).toEqual(['', 2])
    expect(stdout).toMatch(
      /^Kubernetes 1\.34 to 1\.35: 3 changes for this snapshot\nevents in 1\.34: .*; in 1\.35: .*Insufficient free disk/,
    )
    expect(stdout).toContain(
      '\n  these 2 are due to shortage\nrecords of pulls in 1.34: stay; in 1.35: go, but for those of no image\n  due to postGCHooks\n',
    )
    expect(stdout).toContain('feature gate KubeletEnsureSecretPulledImages, alpha in 1.33, beta in 1.35')
    expect(stdout).toMatch(
      /\nwhat else could matter to another snapshot:\n {2}imageVolumes: .*\n {4}kubernetes v1\.36\.2 pkg/,
    )
  })

  it('says that nothing changes', async () => {
    const { stdout, exitCode } = await asked('--from 1.35 --to 1.36')
    expect(exitCode).toBe(0)
    expect(stdout).toBe(
      'Kubernetes 1.35 to 1.36: nothing changes for this snapshot\nno rule of this collector differs between them\n\nfeature gates:\n  ImageVolume: beta in 1.35, locked in 1.36\n',
    )
    const other = await asked('--from 1.34 --available-bytes=1900 --capacity-bytes=2000')
    expect(other.stderr).toContain('given twice')
  })

  it('begins with what the Node states, and ends with the latest', async () => {
    const { stdout, stderr } = await asked('n.json -o json')
    expect(stderr).toBe('gcplan: rules of Kubernetes 1.34, as node n1 states (v1.34.4)\n')
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'gcplan/upgrade',
      from: 'v1.34.4',
      to: '1.36',
      changes: [{ because: [['shortage']] }, { because: [['shortage']] }, { because: [['postGCHooks']] }],
    })
    expect((await asked('')).stderr).toBe('gcplan: --from: say which release runs now; no file states it\n')
    expect((await asked('n.json --from 1.33')).stderr).toContain('overrides what the files state: v1.34.4 (n1)')
  })

  it('says which release refuses settings, and which is not known', async () => {
    expect((await asked('--from 1.35 --policy negative.yaml')).stderr).toContain(
      'gcplan: 1.36: the kubelet would not start',
    )
    expect((await asked('--from 1.29')).stderr).toContain(
      '--from: expected one of 1.20, 1.26, 1.31 … 1.36, 1.37-preview, got "1.29"',
    )
    expect((await asked('--from 1.31 --to 2')).stderr).toContain('--to: expected a version such as 1.33')
  })

  it('says which settings a release ignores', async () => {
    const merging = { ...files, 'merge.yaml': 'kind: KubeletConfiguration\nmergeDefaultEvictionSettings: true\n' }
    const { stderr } = await call(`upgrade kubelet-image ${full} --policy merge.yaml --from 1.32 --to 1.33`, merging)
    expect(stderr).toBe(
      'gcplan: 1.32: this release does not know mergeDefaultEvictionSettings: the kubelet ignores it\n',
    )
  })

  it('reads settings as each release does', async () => {
    const { stdout } = await asked(
      '--from 1.34 --to 1.36 --feature-gates ImageVolume=true,KubeletEnsureSecretPulledImages=true',
    )
    expect(stdout).toContain('due to shortage')
    expect(stdout).not.toContain('postGCHooks')
  })
})

describe('gcplan upgrade', () => {
  it('of containers says that releases agree', async () => {
    const { stdout, exitCode } = await call(`upgrade kubelet-container c.json ${at} --from 1.31`, {
      'c.json': '{"containers": []}',
    })
    expect([stdout.split('\n')[0], exitCode]).toEqual(['Kubernetes 1.31 to 1.36: nothing changes for this snapshot', 0])
  })

  it('of containerd folds what is only kept for another reason', async () => {
    const asked = 'upgrade containerd --from 1.7 --to 2.0 captures/containerd-2.1.9/metadata/0-initial.json'
    const { stdout, exitCode } = await call(asked)
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(
      / {2}and \d+ more targets kept for another reason; -o wide lists them\n {2}due to imagesCollected/,
    )
    const wide = await call(`${asked} -o wide`)
    expect(wide.stdout.split('\n').length).toBeGreaterThan(stdout.split('\n').length + 20)
    expect((await call(asked.replace('--from 1.7', ''))).stderr).toContain('--from: say which release runs now')
    expect((await call(asked.replace('1.7', 'containerd://1.7.27'))).stdout).toMatch(/^containerd 1\.7\.27 to 2\.0/)
    expect((await call(asked.replace('1.7', '1.5'))).stderr).toContain('the nearest is 1.6')
  })

  it('of a control plane names the objects, and the requests that its cleaner takes', async () => {
    const cluster = 'captures/kubectl/cluster-before.all.json -A'
    const { stdout, exitCode } = await call(`upgrade kubernetes --from 1.33 --to 1.34 ${cluster} ${at}`)
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(
      /^Kubernetes 1\.33 to 1\.34: 9 changes for this snapshot; 2 targets are kept for another reason\n/,
    )
    expect(stdout).toContain(
      'ConfigMap shop/dangling: removed in both, by other calls in 1.34: in Delete options.preconditions.resourceVersion is "902" instead of nothing\ncluster: ConfigMap shop/dying-child-blocking: ',
    )
    expect(stdout).toMatch(/ConfigMap shop\/stale-uid: .*\n {2}these 5 are due to owner\.deletePreconditions\n/)
    expect(stdout).toMatch(/Pod shop\/unscheduled-terminating-2: .*\n {2}due to pod\.observedGeneration\n/)
    const requests = JSON.stringify({
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: 'approved', uid: 'approved', creationTimestamp: '2026-01-01T00:00:00Z' },
      status: { conditions: [{ type: 'Approved', status: 'True', lastUpdateTime: '2026-01-01T00:00:00Z' }] },
    })
    const version = JSON.stringify({ major: '1', minor: '34', gitVersion: 'v1.34.1', gitCommit: 'c' })
    const files = { 'csr.json': requests, 'version.json': version }
    const csr = await call(`upgrade kubernetes csr.json version.json ${at}`, files)
    expect(csr.stdout).toMatch(
      /^Kubernetes v1\.34\.1 to 1\.36: 1 change .*\nrequests: CertificateSigningRequest approved: kept in v1\.34\.1 \(.*, removed in 1\.36 /,
    )
    expect(csr.stdout).toContain('due to approvedNotIssued')
    expect(csr.stderr).toBe('gcplan: rules of Kubernetes 1.34, as the API server states (v1.34.1)\n')
    const settled = await call(`upgrade kubernetes csr.json --from 1.35 ${at}`, files)
    expect([settled.exitCode, settled.stderr]).toEqual([0, ''])
  })

  it('of a control plane serves the kinds of each release, and takes tokens along', async () => {
    const owner = { apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3', kind: 'FlowSchema', name: 'f', uid: 'f' }
    const metadata = { namespace: 'a', name: 'c', uid: 'c', ownerReferences: [owner] }
    const token = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        namespace: 'a',
        name: 't',
        uid: 't',
        creationTimestamp: '2020-01-01T00:00:00Z',
        labels: { 'kubernetes.io/legacy-token-invalid-since': '2024-01-01' },
        annotations: { 'kubernetes.io/service-account.name': 'web' },
      },
      type: 'kubernetes.io/service-account-token',
    }
    const account = {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { namespace: 'a', name: 'web', uid: 'w' },
      secrets: [{ name: 't' }],
    }
    const tracking = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'kube-system', name: 'kube-apiserver-legacy-service-account-token-tracking', uid: 'k' },
      data: { since: '2022-01-01' },
    }
    const items = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata }, token, account, tracking]
    const files = { 'c.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) }
    const served = await call(`upgrade kubernetes --from 1.31 --to 1.32 c.json --whole-cluster ${at}`, files)
    expect(served.stdout).toMatch(/cluster: ConfigMap a\/c: removed in 1\.31 .*, kept in 1\.32 .*\n {2}due to served\n/)
    expect(served.stdout).toContain('(no longer flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema, ')
    const tokens = await call(`upgrade kubernetes --from 1.26 --to 1.31 c.json --whole-cluster ${at}`, files)
    expect(tokens.stdout).toContain('tokens: Secret a/t: kept in 1.26 (the controller is disabled), removed in 1.31 ')
    expect(tokens.stdout).toContain('LegacyServiceAccountTokenCleanUp: absent in 1.26, locked in 1.31')
  })

  it('of a deletion says what stays, with the grace that was asked for', async () => {
    const object = (kind: string, name: string, more: object = {}) => ({
      ...{ apiVersion: 'v1', kind, metadata: { namespace: 'a', name, uid: name } },
      ...more,
    })
    const held = { namespace: 'a', name: 'p', uid: 'p', finalizers: ['example.com/hold'] }
    const over = { ...held, deletionTimestamp: '2026-01-02T13:00:00Z', deletionGracePeriodSeconds: 60 }
    const pod = (metadata: object) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: { nodeName: 'n', terminationGracePeriodSeconds: 60 },
      status: {},
    })
    const list = (...items: ReadonlyArray<object>) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
    const files = { 'a.json': list(pod(held), object('ConfigMap', 'c')), 'p.json': list(pod(over)) }
    const flags = `--from 1.32 --to 1.33 --whole-cluster ${at}`
    const namespace = await call(`upgrade cascade namespace/a ${flags} a.json`, files)
    expect(namespace.stdout).toMatch(/^Kubernetes 1\.32 to 1\.33: 1 change for this snapshot/)
    expect(namespace.stdout).toMatch(
      /ConfigMap a\/c: removed in 1\.32 .*, kept in 1\.33 .*\n {2}due to cascade.namespaceContent/,
    )
    expect([namespace.exitCode, namespace.stderr]).toEqual([2, ''])
    const hurried = await call(`upgrade cascade pod/p --grace-period 0 ${flags} p.json`, files)
    expect(hurried.stdout).toContain('due to cascade.hurriedPod')
    const patient = await call(`upgrade cascade pod/p ${flags} p.json`, files)
    expect(patient.stdout).toContain('nothing changes for this snapshot')
    expect((await call(`upgrade cascade pod/p a.json ${at}`, files)).stderr).toContain(
      '--from: say which release runs now',
    )
  })

  it('of a deletion treats owners that the lists do not cover as it is told', async () => {
    const owner = (kind: string, name: string) => ({ apiVersion: 'v1', kind, name, uid: name })
    const object = (kind: string, name: string, ...ownerReferences: ReadonlyArray<object>) => ({
      ...{ apiVersion: 'v1', kind, metadata: { namespace: 'a', name, uid: name, ownerReferences } },
    })
    const held = object('ConfigMap', 'c', owner('Secret', 's'), owner('ServiceAccount', 'elsewhere'))
    const items = [object('Secret', 's'), held]
    const files = { 'a.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) }
    const asked = `upgrade cascade secret/s -n a --from 1.33 --to 1.34 a.json ${at}`
    const kept = await call(asked, files)
    expect([kept.exitCode, kept.stdout.split('\n')[0]]).toEqual([
      0,
      'Kubernetes 1.33 to 1.34: nothing changes for this snapshot',
    ])
    const gone = await call(`${asked} --uncovered absent`, files)
    expect(gone.stdout).toMatch(/ConfigMap a\/c: removed in both, by other calls in 1\.34: .*resourceVersion/)
    expect(gone.exitCode).toBe(2)
  })

  it('alone lists its commands', async () => {
    const { stderr } = await call('upgrade')
    expect(stderr).toContain('gcplan upgrade kubelet-image ')
    expect(stderr).not.toContain('lint')
  })
})
