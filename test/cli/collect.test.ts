import { describe, expect, it } from 'vitest'

import { call } from './call.js'
import { clusterOf, reaching } from './reaching.js'

const manager = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace: 'kube-system', name: 'kube-controller-manager' },
  spec: { holderIdentity: 'master-0', renewTime: '2999-01-01T00:00:00Z', leaseDurationSeconds: 2_000_000_000_000 },
}

describe('gcplan collect', () => {
  it('refuses where a controller manager renews its Lease', async () => {
    const { stderr, exitCode } = await call('collect', {}, reaching(clusterOf([manager])))
    expect([exitCode, stderr]).toStrictEqual([3, expect.stringContaining('collects here already: master-0')])
    expect(stderr).toContain('--i-know-this-cluster')
  })

  it('refuses a server that is not on this machine', async () => {
    const acting = reaching(clusterOf(), undefined, 'https://10.0.0.1:6443')
    const { stderr, exitCode } = await call('collect', {}, acting)
    expect([exitCode, stderr]).toStrictEqual([
      3,
      expect.stringContaining('https://10.0.0.1:6443 is not on this machine'),
    ])
  })

  it('names what can be collected', async () => {
    const { stderr } = await call('collect --only pods', {}, reaching(clusterOf()))
    expect(stderr).toContain('--only')
    expect(stderr).toContain('owners, namespaces, jobs')
  })
})
