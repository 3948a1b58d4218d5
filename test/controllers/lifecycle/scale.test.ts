import { describe, expect, it } from 'vitest'

import { clusterOf, enabled, going, object, planOf, pod, secret } from './build.js'

const many = 100_000
const unused = { enabled: true, afterUnused: true, ttlSeconds: 0 }

describe('a large cluster', () => {
  it('may hang on one secret', () => {
    const users = Array.from({ length: many }, (_, index) => pod(`p${index}`, 'x'))
    expect(going(planOf(clusterOf([secret('x', unused), ...users])))).toEqual([])
  })

  it('may be one chain of circles a hundred thousand long', () => {
    const chain = Array.from({ length: many }, (_, index) =>
      object('v1', 'ServiceAccount', `s${index}`, unused, { links: [`s${index + 1}`, `s${index - 1}`] }),
    )
    const link = {
      source: { group: '', kind: 'ServiceAccount' },
      target: { group: '', kind: 'ServiceAccount' },
      path: 'links[]',
    }
    const policy = (liveness: 'count' | 'reachability') => enabled({ references: [link], liveness })
    expect(going(planOf(clusterOf(chain), policy('count')))).toEqual([])
    expect(going(planOf(clusterOf(chain), policy('reachability'))).length).toBe(many)
  })

  it('may have one pod that names everything', () => {
    const secrets = Array.from({ length: many }, (_, index) => secret(`x${index}`, unused))
    const volumes = secrets.map(({ metadata }) => ({ name: metadata.name, secret: { secretName: metadata.name } }))
    const all = object('v1', 'Pod', 'all', {}, { spec: { volumes } })
    expect(going(planOf(clusterOf([all, ...secrets])))).toEqual([])
  })

  it('may have a limit and many namespaces', () => {
    const secrets = Array.from({ length: many }, (_, index) =>
      secret(`x${index}`, { enabled: true, afterUnused: true }, { namespace: `n${index % 1000}` }),
    )
    const capacities = [{ group: '', kind: 'Secret', limit: 2000, share: { _tag: 'Equal' } }] as const
    expect(going(planOf(clusterOf(secrets), enabled({ capacities }))).length).toBe(many - 2000)
  })
})
