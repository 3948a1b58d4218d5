import { describe, expect, it } from 'vitest'

import type { OwnerReference } from '../../../../src/apiserver/object.js'
import type { Identity, Node } from '../../../../src/controllers/owner/memory/index.js'
import { alternateOwnerIdentity, partitionDependents } from '../../../../src/controllers/owner/memory/match.js'
import { observedNode } from '../../../../src/controllers/owner/memory/node.js'
import { object, to } from '../build.js'

const dependent = (uid: string, owners: ReadonlyArray<OwnerReference>, namespace: string | undefined = 'ns'): Node =>
  observedNode(1, object(uid, owners, { namespace }))

const owner: Identity = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'x', uid: 'x' }
const ofCluster: Identity = { ...owner, namespace: undefined }

const parted = (of: Identity, ...dependents: ReadonlyArray<Node>) => {
  const { matching, nonmatching } = partitionDependents(dependents, of)
  return [matching.map(({ identity }) => identity.uid).join(), nonmatching.map(({ identity }) => identity.uid).join()]
}

describe('dependents of an owner', () => {
  const right = dependent('right', [to('x')])
  const wrong = dependent('wrong', [to('x', { name: 'y' })])
  const both = dependent('both', [to('x', { kind: 'Pod' }), to('z'), to('x')])
  const away = dependent('away', [to('x')], 'other')

  it('match it by name, kind and version, do not, or do both', () => {
    expect(parted(owner, right, wrong, both)).toEqual(['right,both', 'wrong,both'])
  })

  it('in another namespace do not match it, unless it is of the cluster', () => {
    expect(parted(owner, away)).toEqual(['', 'away'])
    expect(parted(ofCluster, away, right, wrong)).toEqual(['away,right', 'wrong'])
  })

  it('that name only others are neither', () => {
    expect(parted(owner, dependent('none', [to('z')]))).toEqual(['', ''])
  })
})

describe('another name of an absent owner', () => {
  const other = (...dependents: ReadonlyArray<Node>): string => {
    const found = alternateOwnerIdentity(dependents, owner)
    return found === undefined ? 'none' : `${found.kind} ${found.apiVersion} ${found.namespace ?? '-'}/${found.name}`
  }

  it('is none where its dependents know it by the same name, or name only others', () => {
    expect(other(dependent('a', [to('x')]), dependent('b', [to('z', { name: 'y' })]))).toBe('none')
    expect(other()).toBe('none')
  })

  it('is the same name in the namespace of another dependent', () => {
    expect(other(dependent('a', [to('x')], 'other'), dependent('b', [to('x')]))).toBe('ConfigMap v1 other/x')
  })

  it('comes after it by kind, then version, namespace and name, else is the first of all', () => {
    const by = (...more: ReadonlyArray<Partial<OwnerReference>>) =>
      other(...more.map((one, index) => dependent(`d${index}`, [to('x', one)])))
    expect(by({ kind: 'Pod' }, { kind: 'Node' }, { kind: 'A' })).toBe('Node v1 ns/x')
    expect(by({ kind: 'B' }, { kind: 'A' })).toBe('A v1 ns/x')
    expect(by({ apiVersion: 'v3', name: 'a' }, { apiVersion: 'v2', name: 'b' })).toBe('ConfigMap v2 ns/b')
    expect(by({ apiVersion: 'v0', name: 'z' }, { apiVersion: 'v2', name: 'a' })).toBe('ConfigMap v2 ns/a')
    expect(by({ name: 'z' }, { name: 'y' }, { name: 'a' })).toBe('ConfigMap v1 ns/y')
    expect(by({ kind: 'Pod', name: 'a' }, { apiVersion: 'v9', name: 'b' })).toBe('ConfigMap v9 ns/b')
  })

  it('of a kind that was looked for in the cluster is in the cluster; of another kind where its dependent is', () => {
    const named = (more: Partial<OwnerReference>) =>
      alternateOwnerIdentity([dependent('a', [to('x', more)])], ofCluster)
    expect(named({ name: 'y' })).toEqual({ ...ofCluster, name: 'y' })
    expect(named({ kind: 'Pod' })).toEqual({ ...owner, kind: 'Pod' })
    expect(named({ apiVersion: 'v2' })).toEqual({ ...owner, apiVersion: 'v2' })
    expect(named({})).toBeUndefined()
  })
})
