import { describe, expect, it } from 'vitest'

import { deletionIn } from '../../../plugins/headlamp/src/model/deletion.js'
import { judge } from '../../../plugins/headlamp/src/model/guard/judge.js'
import { sayRefusals } from '../../../plugins/headlamp/src/model/guard/say.js'
import {
  type ClusterGuards,
  type GuardSettings,
  noSettings,
  settingsIn,
} from '../../../plugins/headlamp/src/model/guard/settings.js'
import type { Propagation } from '../../../plugins/headlamp/src/model/propagation.js'
import { find } from '../../../plugins/headlamp/test/recorded.js'
import { lossy, readsFor, right, seen } from './observed.js'

const refusals = (
  guards: ClusterGuards,
  object: Parameters<typeof seen>[0],
  more: Parameters<typeof seen>[1] = {},
  propagation: Propagation = 'background',
) => {
  const cluster = seen(object, more)
  const deletion = right(deletionIn(cluster, { propagation }))
  const findings = judge(settingsIn(guards), {
    deletion,
    objects: cluster.snapshot.objects,
    unlisted: cluster.unlisted,
  })
  return sayRefusals(guards, findings, deletion)
}

const set = (settings: Partial<GuardSettings>): ClusterGuards => ({
  _tag: 'Set',
  settings: { ...noSettings, ...settings },
})

const web = find('Deployment', 'web')
const cart = find('StatefulSet', 'cart')
const shop = find('Namespace', 'shop')

describe('guards', () => {
  it('that refuse nothing let everything pass', () => {
    expect(refusals({ _tag: 'None' }, shop)).toEqual([])
    expect(refusals(set({}), cart)).toEqual([])
  })

  it('protect a kind also where an object of it goes along', () => {
    const [first] = refusals(set({ kinds: ['Pod'] }), web)
    expect(first?.said[0]).toMatch(/^Pod shop\/web-\S+: Pod is a protected kind$/)
    expect(first?.todo).toBe('Ask whoever keeps ConfigMap gcplan/guards, which protects it.')
    expect(refusals(set({ kinds: ['Pod'] }), web, {}, 'orphan')).toEqual([])
  })

  it('protect a namespace, and the Namespace itself', () => {
    expect(refusals(set({ namespaces: ['shop'] }), web)[0]?.said[0]).toBe(
      'Deployment shop/web: namespace shop is protected',
    )
    const batch = find('Namespace', 'batch')
    expect(refusals(set({ namespaces: ['batch'] }), batch, { reads: readsFor(batch, {}, [batch]) })[0]?.said[0]).toBe(
      'Namespace batch: this namespace is protected',
    )
    expect(refusals(set({ namespaces: ['batch'] }), web)).toEqual([])
  })

  it('protect a label, and say that it may be taken off', () => {
    const [first] = refusals(set({ labels: [{ label: 'app', value: 'web' }] }), web)
    expect(first?.said[0]).toContain('protected by its label app=web')
    expect(first?.todo).toBe('If it may go, take its label app off first.')
    expect(refusals(set({ labels: [{ label: 'app', value: 'other' }] }), web)).toEqual([])
  })

  it('count everything that goes, what is protected as well', () => {
    const count = refusals(set({ maxObjects: 3, kinds: ['Pod'] }), web)
    expect(count[0]).toEqual({
      said: ['8 removals, more than 3'],
      todo: 'Delete what it owns first, in smaller parts, or choose Orphan to leave it behind.',
    })
    expect(refusals(set({ maxObjects: 8 }), web)).toEqual([])
  })

  it('refuse that data is lost, and that it is unknown whether', () => {
    const lost = refusals(set({ dataLoss: 'refuse' }), cart, { reads: readsFor(cart, {}, lossy) })
    expect(lost.flatMap(({ said }) => said)).toEqual(['PersistentVolumeClaim shop/data-cart-0: its data would be lost'])
    expect(refusals(set({ dataLoss: 'refuse' }), cart)).toEqual([])
    const reads = readsFor(cart, { PersistentVolume: { _tag: 'Missing', status: 403, message: '' } })
    const [unknown] = refusals(set({ dataLoss: 'refuse' }), cart, { reads })
    expect(unknown?.said[0]).toContain('PersistentVolumeClaim shop/data-cart-0: ')
    expect(unknown?.said[0]).toContain('unknown')
    expect(refusals(set({ dataLoss: 'refuse' }), web)).toEqual([])
  })

  it('refuse that something else goes of which nobody knows', () => {
    const reads = readsFor(web, { Secret: { _tag: 'Missing', status: 403, message: '' } })
    expect(refusals(set({ unknown: 'refuse' }), web, { reads })).toEqual([
      {
        said: ['not listed in full: Secret'],
        todo: 'Let somebody delete it who may list these kinds, or ask for the right to list them.',
      },
    ])
    expect(refusals(set({ unknown: 'refuse' }), web)).toEqual([])
    const [elsewhere] = refusals(set({ unknown: 'refuse' }), shop)
    expect(elsewhere?.said[0]).toContain('1 object of the cluster (Namespace shop) may have dependents')
  })

  it('protect what is only marked for deletion, as nothing takes the mark off', () => {
    const held = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'shop', name: 'waits', uid: 'waits', finalizers: ['example.com/x'] },
    }
    const lines = refusals(set({ kinds: ['ConfigMap'] }), held, { reads: readsFor(held, {}, [held]) })
    expect(lines.flatMap(({ said }) => said)).toEqual(['ConfigMap shop/waits: ConfigMap is a protected kind'])
  })

  it('refuse what never ends without an edit, and name the edit', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'loop', uid: 'loop', blockOwnerDeletion: true }
    const loop = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'shop', name: 'loop', uid: 'loop', ownerReferences: [owner] },
    }
    const reads = readsFor(loop, {}, [loop])
    const lines = refusals(set({ endless: 'refuse' }), loop, { reads }, 'foreground')
    expect(lines.flatMap(({ said }) => said)).toEqual(['ConfigMap shop/loop: it would never go without an edit'])
    expect(lines[0]?.todo).toMatch(/^First .+\.$/)
  })

  it('that cannot be read are strict: they protect claims, and say why', () => {
    const guards: ClusterGuards = { _tag: 'Unreadable', because: 'you may not read it', problems: [] }
    const lines = refusals(guards, cart)
    expect(lines.flatMap(({ said }) => said)).toContain(
      'PersistentVolumeClaim shop/data-cart-0: PersistentVolumeClaim is a protected kind',
    )
    expect(lines.find(({ said }) => said[0]?.endsWith('is a protected kind'))?.todo).toContain('cannot be read')
    expect(refusals(guards, find('ConfigMap', 'web-config'))).toEqual([])
  })

  it('say what to do once for all that ask for it', () => {
    const lines = refusals(set({ namespaces: ['shop'], maxObjects: 1 }), web)
    expect(lines.map(({ said }) => said.length)).toEqual([1, 8])
  })
})
