import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { kindsToList, reachOf, unwatchedKinds } from '../../../plugins/headlamp/src/model/reach.js'
import { nameOfKind, progressOf, sayMissing } from '../../../plugins/headlamp/src/model/reading.js'
import { seenIn } from '../../../plugins/headlamp/src/model/snapshot.js'
import { cluster, find } from '../../../plugins/headlamp/test/recorded.js'
import { discovered, observed, readsFor, seen } from './observed.js'

const web = find('Deployment', 'web')

describe('the lists that a question needs', () => {
  it('are those of the namespace of an object, of a Namespace itself, and of all for any other object of the cluster', () => {
    expect(reachOf(web)).toEqual({ _tag: 'Namespace', namespace: 'shop' })
    expect(reachOf(find('Namespace', 'batch'))).toEqual({ _tag: 'Namespace', namespace: 'batch' })
    expect(reachOf(find('PersistentVolume', 'pv-1'))).toEqual({ _tag: 'Cluster' })
  })

  it('are of each kind that is collected once, and of no events', () => {
    const names = kindsToList(discovered).map(nameOfKind)
    expect(names).toContain('Cache (shop.example.com)')
    expect(names).toContain('Deployment (apps)')
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name.startsWith('Event') || name === 'ComponentStatus')).toEqual([])
  })

  it('take the version that a group prefers', () => {
    const [first] = discovered.kinds.filter(({ kind }) => kind === 'Deployment')
    if (first === undefined) throw new Error('no Deployment is served')
    const kinds = [...discovered.kinds, { ...first, apiVersion: 'apps/v1beta1' }]
    const versions = kindsToList({ ...discovered, kinds }).filter(({ kind }) => kind === 'Deployment')
    expect(versions.map(({ apiVersion }) => apiVersion)).toEqual(['apps/v1'])
  })

  it('are of the same name in two groups both', () => {
    const [first] = discovered.kinds.filter(({ kind }) => kind === 'Deployment')
    if (first === undefined) throw new Error('no Deployment is served')
    const kinds = [...discovered.kinds, { ...first, apiVersion: 'shop.example.com/v1' }]
    const named = kindsToList({ ...discovered, kinds }).map(nameOfKind)
    expect(named.filter((name) => name.startsWith('Deployment'))).toEqual([
      'Deployment (apps)',
      'Deployment (shop.example.com)',
    ])
  })

  it('leave out what cannot be watched, in no version', () => {
    expect(unwatchedKinds(discovered)).toEqual([{ group: '', kind: 'ComponentStatus' }])
    const kinds = discovered.kinds.map((one) =>
      one.kind === 'Cache' ? { ...one, verbs: one.verbs.filter((verb) => verb !== 'watch') } : one,
    )
    expect(kindsToList({ ...discovered, kinds }).map(({ kind }) => kind)).not.toContain('Cache')
    expect(unwatchedKinds({ ...discovered, kinds })).toContainEqual({ group: 'shop.example.com', kind: 'Cache' })
  })
})

describe('a cluster as lists show it', () => {
  it('holds what they hold, and nothing is unknown where all were read', () => {
    const { snapshot, unlisted, notes, object } = seen(web)
    expect(unlisted).toEqual([])
    expect(notes).toEqual([])
    expect(object?.metadata.uid).toBe(web.metadata.uid)
    const expected = cluster.filter(
      ({ kind, metadata }) => kind !== 'Event' && (metadata.namespace ?? 'shop') === 'shop',
    )
    expect(snapshot.objects.map(({ metadata }) => metadata.uid).sort()).toEqual(
      expected.map(({ metadata }) => metadata.uid).sort(),
    )
  })

  it('covers the namespace that was listed, and no other', () => {
    const { coverage } = seen(web).snapshot
    if (coverage._tag === 'Everything') throw new Error('the whole cluster is covered')
    const pods = coverage.resources.find(({ kind }) => kind === 'Pod')
    const volumes = coverage.resources.find(({ kind }) => kind === 'PersistentVolume')
    expect(pods?.namespaces).toEqual(['shop'])
    expect(volumes?.namespaces).toBe('all')
  })

  it.each([
    ['a refused', { _tag: 'Missing', status: 403, message: 'Forbidden' } as const, 'you may not list it'],
    [
      'an unserved',
      { _tag: 'Missing', status: 404, message: '' } as const,
      'the server says that it does not serve it',
    ],
    ['a failed', { _tag: 'Missing', status: 500, message: 'etcd' } as const, 'the server answered 500: etcd'],
    ['an awaited', { _tag: 'Awaited' } as const, 'its list has not come yet'],
    [
      'a broken',
      { _tag: 'Listed', namespaces: 'all', items: [{ metadata: { name: 7 } }] } as const,
      'its list cannot be read: [0].metadata.name: expected a string, not empty, got 7',
    ],
  ])('says that the objects of %s list are unknown', (_, reading, because) => {
    const { unlisted, snapshot } = seen(web, { reads: readsFor(web, { Secret: reading }) })
    expect(unlisted).toEqual([{ name: 'Secret', because }])
    expect(snapshot.objects.some(({ kind }) => kind === 'Secret')).toBe(false)
    if (snapshot.coverage._tag === 'Everything') throw new Error('the whole cluster is covered')
    expect(snapshot.coverage.resources.some(({ kind }) => kind === 'Secret')).toBe(false)
  })

  it('says that a group without a server is unknown', () => {
    const { unlisted } = seen(web, { discovered: { ...discovered, undiscoveredGroups: ['metrics.k8s.io'] } })
    expect(unlisted).toEqual([{ name: 'group metrics.k8s.io', because: 'the server behind it does not answer' }])
  })

  it('has the object that is asked about from its page where its kind cannot be listed', () => {
    const reads = readsFor(web, { Deployment: { _tag: 'Missing', status: 403, message: '' } })
    expect(seen(web, { reads }).object?.metadata.name).toBe('web')
    const ofAnother = readsFor(web).map(({ kind, reading }) =>
      kind.kind === 'Deployment'
        ? { kind: { ...kind, apiVersion: 'shop.example.com/v1' }, reading: { ...reading, items: [] } }
        : { kind, reading },
    )
    expect(seen(web, { reads: ofAnother }).object?.metadata.name).toBe('web')
  })

  it('shows that the object is gone where its list no longer holds it', () => {
    const others = cluster.filter(({ metadata }) => metadata.uid !== web.metadata.uid)
    expect(seen(web, { reads: readsFor(web, {}, others) }).object).toBeNull()
  })

  it('takes the kind of an item from its list, whatever the item says', () => {
    const renamed = cluster.map((one) => (one.kind === 'Deployment' ? { ...one, kind: 'Deploymen' } : one))
    const reads = readsFor(web).map((read) =>
      read.kind.kind === 'Deployment'
        ? {
            ...read,
            reading: {
              _tag: 'Listed' as const,
              namespaces: ['shop'],
              items: renamed.filter(({ kind }) => kind === 'Deploymen'),
            },
          }
        : read,
    )
    expect(seen(web, { reads }).object?.kind).toBe('Deployment')
  })

  it('refuses an object that is none, in words', () => {
    expect(seenIn(observed(web, { object: {} }))).toEqual(E.left(['The object has no kind.']))
    const broken = seenIn(observed(web, { object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } }))
    expect(broken).toEqual(E.left(['[0].metadata.uid: expected a string, not empty, got nothing']))
  })

  it('counts the lists that have come', () => {
    const reads = readsFor(web, { Secret: { _tag: 'Awaited' } })
    expect(progressOf(reads)).toEqual({ done: reads.length - 1, all: reads.length })
  })
})

describe('a missing list', () => {
  it('is told in the words of whoever failed', () => {
    expect(sayMissing({ _tag: 'Missing', message: 'no connection' })).toBe('no connection')
    expect(sayMissing({ _tag: 'Missing', message: '' })).toBe('it could not be read')
    expect(sayMissing({ _tag: 'Missing', status: 502, message: '' })).toBe('the server answered 502')
  })
})
