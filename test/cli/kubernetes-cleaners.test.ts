import { describe, expect, it } from 'vitest'

import { call } from './call.js'

const csr = (name: string, conditions: ReadonlyArray<object>, creationTimestamp = '2026-01-02T12:00:00Z') => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name, uid: name, creationTimestamp },
  status: { conditions },
})
const listOf = (...items: ReadonlyArray<object>): string => JSON.stringify({ kind: 'List', apiVersion: 'v1', items })
const at = '--at 2026-01-02T13:00:00Z'

describe('gcplan plan kubernetes-csr', () => {
  const approved = csr('approved', [{ type: 'Approved', status: 'True', lastUpdateTime: '2026-01-01T00:00:00Z' }])
  const files = { 'csr.json': listOf(csr('old', [], '2026-01-01T00:00:00Z'), csr('young', []), approved) }

  it('says which requests go, which stay, and when the next is due', async () => {
    const { stdout, stderr, exitCode } = await call(`plan kubernetes-csr csr.json ${at}`, files)
    expect(stdout).toContain('CertificateSigningRequest old')
    expect(stdout).toContain('nobody has approved or denied it since 2026-01-01T00:00:00.000Z, for more than 24 h')
    expect(stdout).toContain('it has no certificate although it was approved at 2026-01-01T00:00:00.000Z')
    expect(stdout).toContain('it goes after 2026-01-03T12:00:00.000Z')
    expect([stderr, exitCode]).toEqual(['', 2])
  })

  it('takes the rules of a release', async () => {
    const { stdout } = await call(`plan kubernetes-csr csr.json ${at} --release 1.34 --only keep`, files)
    expect(stdout).toContain('it was approved but has no certificate; this release keeps it')
    const { stderr, exitCode } = await call('plan kubernetes-csr csr.json --release 1.2', files)
    expect([stderr.split('\n')[0], exitCode]).toEqual([
      'gcplan plan kubernetes-csr: --release: expected 1.20, 1.26, 1.31, 1.32, 1.33, 1.34, 1.35, 1.36, got "1.2"',
      1,
    ])
  })

  it('prints documents whose reasons a difference explains', async () => {
    const { stdout } = await call(`plan kubernetes-csr csr.json ${at} -o json`, files)
    expect(JSON.parse(stdout)).toMatchObject({ collector: 'kubernetes-csr' })
    const later = await call('plan kubernetes-csr csr.json --at 2026-01-03T13:00:00Z -o json', files)
    const { stdout: changes } = await call('diff a.json b.json', { 'a.json': stdout, 'b.json': later.stdout })
    expect(changes).toContain('nobody has approved or denied it since 2026-01-02T12:00:00.000Z, for more than 24 h')
  })
})

describe('gcplan plan kubernetes-tokens', () => {
  const meta = { namespace: 'shop', uid: 'token', name: 'token', creationTimestamp: '2020-01-01T00:00:00Z' }
  const token = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...meta, annotations: { 'kubernetes.io/service-account.name': 'web' } },
    type: 'kubernetes.io/service-account-token',
    data: { token: 'c2VjcmV0' },
  }
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { namespace: 'shop', name: 'web', uid: 'web' },
    secrets: [{ name: 'token' }],
  }
  const tracking = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      namespace: 'kube-system',
      name: 'kube-apiserver-legacy-service-account-token-tracking',
      uid: 'tracking',
    },
    data: { since: '2024-01-01' },
  }
  const files = { 'all.json': listOf(token, account, tracking) }

  it('marks tokens that nothing uses, and never prints them', async () => {
    const { stdout, exitCode } = await call(`plan kubernetes-tokens all.json --whole-cluster ${at}`, files)
    expect(stdout).toContain('Secret shop/token')
    expect(stdout).toContain('it has not been used since tracking began, which is longer than the period')
    expect(stdout).not.toContain('c2VjcmV0')
    expect(exitCode).toBe(0)
  })

  it('keeps what unlisted pods may use, and says so', async () => {
    const { stdout, stderr } = await call(`plan kubernetes-tokens all.json ${at}`, files)
    expect(stdout).toContain('a pod that is not listed may name it')
    expect(stderr).toContain('Secrets that unlisted pods use: list them')
  })

  it('takes another period, which has to be more than zero', async () => {
    const flag = '--legacy-service-account-token-clean-up-period'
    const { stdout } = await call(`plan kubernetes-tokens all.json --whole-cluster ${at} ${flag} 876000h`, files)
    expect(stdout).toContain('nothing is done before')
    const { stderr, exitCode } = await call(`plan kubernetes-tokens all.json ${flag} 0s`, files)
    expect([stderr, exitCode]).toEqual([`gcplan: ${flag}: expected more than zero\n`, 1])
  })
})
