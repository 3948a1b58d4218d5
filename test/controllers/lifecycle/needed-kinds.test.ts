import { describe, expect, it } from 'vitest'

import { scopes_1_36 } from '../../../src/apiserver/index.js'
import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'

const { scopes } = scopes_1_36
const rules = { enabled: true, afterUnused: true, ttlSeconds: 3600 }
const configMap = { group: '', kind: 'ConfigMap' }
const backup = { group: 'example.com', kind: 'Backup' }

const needed = (
  policy: Partial<Lifecycle.Policy>,
  undiscoveredGroups: ReadonlyArray<string> = [],
): ReadonlyArray<string> =>
  Lifecycle.neededKinds({ ...Lifecycle.defaultPolicy, ...policy })({ scopes, undiscoveredGroups }).map(
    ({ kind }) => kind,
  )

describe('the kinds that a policy needs', () => {
  it('are namespaces alone where it has no rules', () => {
    expect(needed({})).toEqual(['Namespace'])
  })

  it('are those of its rules, each followed by what may use it, once', () => {
    const kinds = needed({
      kinds: [
        { of: configMap, rules },
        { of: configMap, rules },
      ],
    })
    expect(kinds.slice(0, 2)).toEqual(['Namespace', 'ConfigMap'])
    expect(kinds).toEqual(expect.arrayContaining(['Pod', 'Deployment', 'CronJob']))
    expect(new Set(kinds).size).toBe(kinds.length)
    expect(kinds).not.toContain('Ingress')
  })

  it('are all that anything refers to where rules are for objects of every kind', () => {
    const all = ['ConfigMap', 'Secret', 'PersistentVolumeClaim', 'ServiceAccount', 'Ingress']
    expect(needed({ cluster: rules })).toEqual(expect.arrayContaining(all))
    expect(needed({ namespaces: [{ namespace: 'shop', rules }] })).toEqual(expect.arrayContaining(all))
    expect(needed({ namespaces: [{ namespace: 'shop', rules: {} }] })).toEqual(['Namespace'])
    expect(needed({ namespaces: [{ namespace: 'shop', of: configMap, rules }] })).not.toContain('Secret')
  })

  it('leave out a kind that is not served, but not one of a group that could not be discovered', () => {
    expect(needed({ kinds: [{ of: backup, rules }] })).toEqual(['Namespace'])
    expect(needed({ kinds: [{ of: backup, rules }] }, ['example.com'])).toEqual(['Namespace', 'Backup'])
  })
})
