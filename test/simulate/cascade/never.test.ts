import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { explainEdit } from '../../../src/simulate/cascade/index.js'
import type { CascadeRequest } from '../../../src/simulate/cascade/index.js'
import { deleted, everything, noon, object, scopes, to } from '../../controllers/owner/build.js'
import { blocking, cascadeOf, kubectl, namespace, pod } from './cluster.js'

/** What never ends, and the edit that ends it. */
const neverIn = (objects: ReadonlyArray<WholeObject>, ...requests: ReadonlyArray<CascadeRequest>) =>
  cascadeOf(
    { at: noon, objects, scopes: [...scopes, ...scopes_1_36.scopes], coverage: everything },
    ...requests,
  ).never.map(({ target, edit }) => `${target.id}: ${explainEdit(edit)}`)
const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })

describe('what never ends by itself', () => {
  it('is nothing where all goes, or where somebody lets it go', () => {
    expect(neverIn([object('a')], kubectl('a'))).toEqual([])
    expect(neverIn([object('a', [], { finalizers: ['example.com/x'] })], kubectl('a'))).toEqual([])
  })

  it('ends when the owner reference is taken off that nobody can look up', () => {
    expect(neverIn([object('a'), object('b', [blocking('a'), ghost])], kubectl('a', 'foreground'))).toEqual([
      'a: remove the owner reference to Ghost g from ConfigMap ns/b',
      'b: remove the owner reference to Ghost g from ConfigMap ns/b',
    ])
  })

  it('ends when the reference to itself is taken off', () => {
    expect(neverIn([object('a', [blocking('a')])], kubectl('a', 'foreground'))).toEqual([
      'a: remove the owner reference to ConfigMap a from ConfigMap ns/a',
    ])
  })

  it('ends when the kind of a dependent is served again', () => {
    const dependent = object('g', [to('a')], {}, 'Ghost', 'gone.example.com/v1')
    expect(neverIn([object('a'), dependent], kubectl('a', 'orphan'))).toEqual([
      'a: make a server serve Ghost of gone.example.com/v1 again',
    ])
  })

  it('ends when the APIService answers again', () => {
    const service: WholeObject = {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.x.example', uid: 's' },
      spec: { group: 'x.example', version: 'v1' },
      status: { conditions: [{ type: 'Available', status: 'False' }] },
    }
    expect(neverIn([namespace('ns'), service], { _tag: 'DeleteNamespace', namespace: 'ns', options: {} })).toEqual([
      'uid-ns: bring back the server behind APIService v1.x.example, or delete the APIService',
    ])
  })

  it('ends when a finalizer is taken off whose holder goes along', () => {
    const held = object(
      'h',
      [],
      { finalizers: ['restores.velero.io/external-resources-finalizer'] },
      'Restore',
      'velero.io/v1',
    )
    const velero = object('velero', [], {}, 'Deployment', 'apps/v1')
    const served = { apiVersion: 'velero.io/v1', kind: 'Restore', resource: 'restores', namespaced: true }
    const planned = cascadeOf(
      {
        at: noon,
        objects: [namespace('ns'), held, velero],
        scopes: [...scopes_1_36.scopes, { ...served, strategicMergePatch: false }],
        coverage: { _tag: 'Everything' },
      },
      { _tag: 'DeleteNamespace', namespace: 'ns', options: {} },
    )
    expect(planned.never.map(({ edit }) => explainEdit(edit))).toEqual([
      'remove the finalizer restores.velero.io/external-resources-finalizer from Restore ns/h',
    ])
  })

  it('ends when the annotation is taken off that stops its holder, unless this one goes along', () => {
    const bucket = object(
      'b',
      [],
      { finalizers: ['finalizer.managedresource.crossplane.io'], annotations: { 'crossplane.io/paused': 'true' } },
      'Bucket',
      'aws.crossplane.io/v1',
    )
    const provider = object('provider-aws', [], {}, 'Deployment', 'apps/v1')
    const served = { apiVersion: 'aws.crossplane.io/v1', kind: 'Bucket', resource: 'buckets', namespaced: true }
    const edits = (...requests: ReadonlyArray<CascadeRequest>) =>
      cascadeOf(
        {
          at: noon,
          objects: [bucket, provider],
          scopes: [...scopes_1_36.scopes, { ...served, strategicMergePatch: false }],
          coverage: { _tag: 'Resources', resources: [] },
        },
        ...requests,
      ).never.map(({ edit }) => explainEdit(edit))
    expect(edits(kubectl('b'))).toEqual(['remove the annotation crossplane.io/paused from Bucket ns/b'])
    expect(edits(kubectl('b'), kubectl('provider-aws'))).toEqual([
      'remove the finalizer finalizer.managedresource.crossplane.io from Bucket ns/b',
    ])
  })

  it('ends under another reclaim policy where no plugin deletes the storage', () => {
    const volume: WholeObject = {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv', uid: 'pv', finalizers: ['kubernetes.io/pv-controller'] },
      spec: { persistentVolumeReclaimPolicy: 'Delete' },
      status: { phase: 'Failed' },
    }
    expect(neverIn([volume], kubectl('pv'))).toEqual(['pv: set the reclaim policy of PersistentVolume pv to Retain'])
  })

  // Surprise 11 of the specification.
  it('ends when a pod is no longer the owner of the claim that it uses', () => {
    const user: WholeObject = {
      ...pod('p', []),
      spec: { nodeName: 'worker-1', volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
    }
    const claim = object(
      'c',
      [blocking('p', { kind: 'Pod' })],
      { finalizers: ['kubernetes.io/pvc-protection'] },
      'PersistentVolumeClaim',
    )
    expect(neverIn([user, claim], kubectl('p', 'foreground'))).toEqual([
      'p: remove the owner reference to Pod p from PersistentVolumeClaim ns/c',
    ])
    // In the background the claim is none of the pod's business.
    expect(neverIn([user, claim], kubectl('p'))).toEqual([])
    // Something else that holds the pod is not part of the circle.
    const held = object('h', [blocking('p', { kind: 'Pod' })], { finalizers: ['x/y'] })
    expect(neverIn([user, held], kubectl('p', 'foreground'))).toEqual([])
    expect(neverIn([user, claim, held], kubectl('p', 'foreground'))).toEqual([
      'p: remove the owner reference to Pod p from PersistentVolumeClaim ns/c',
    ])
    expect(neverIn([object('a', [], deleted('x/y'))], kubectl('a'))).toEqual([])
  })

  it('names an edit once, be the object alone or in a circle', () => {
    const user: WholeObject = {
      ...pod('p', [blocking('p', { kind: 'Pod' })]),
      spec: { nodeName: 'worker-1', volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
    }
    const finalizers = ['kubernetes.io/pvc-protection']
    const claim = object('c', [blocking('p', { kind: 'Pod' })], { finalizers }, 'PersistentVolumeClaim')
    expect(neverIn([user, claim], kubectl('p', 'foreground'))).toEqual([
      'p: remove the owner reference to Pod p from Pod ns/p',
      'p: remove the owner reference to Pod p from PersistentVolumeClaim ns/c',
    ])
  })

  it('ends when a volume no longer names as its owner the claim that is bound to it', () => {
    const volume: WholeObject = {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: {
        name: 'v',
        uid: 'v',
        finalizers: ['kubernetes.io/pv-protection'],
        ownerReferences: [blocking('c', { kind: 'PersistentVolumeClaim' })],
      },
      spec: { claimRef: { namespace: 'ns', name: 'c', uid: 'c' }, persistentVolumeReclaimPolicy: 'Retain' },
      status: { phase: 'Bound' },
    }
    const claim: WholeObject = {
      ...object('c', [], { finalizers: ['kubernetes.io/pvc-protection'] }, 'PersistentVolumeClaim'),
      spec: { volumeName: 'v' },
      status: { phase: 'Bound' },
    }
    expect(neverIn([volume, claim], kubectl('v'), kubectl('c', 'foreground'))).toEqual([
      'c: remove the owner reference to PersistentVolumeClaim c from PersistentVolume v',
    ])
  })

  it('ends when the namespace is there again, without which nothing in it can be changed', () => {
    const held = object('h', [], deleted('x/y'))
    const emptied = (deletionTimestamp?: Date): WholeObject => ({
      ...namespace('ns'),
      metadata: { ...namespace('ns').metadata, deletionTimestamp },
      spec: { finalizers: [] },
      status: { phase: 'Terminating' },
    })
    const gone: CascadeRequest = { _tag: 'DeleteNamespace', namespace: 'ns', options: {} }
    expect(neverIn([emptied(noon), held], gone)).toEqual(['h: create the namespace ns again'])
    expect(neverIn([emptied(), held], gone)).toEqual([])
  })

  it('names no edit of an object as it cannot be', () => {
    const placeless = object('n', [], { namespace: undefined, ...deleted('foregroundDeletion') })
    expect(neverIn([placeless, object('a', [blocking('n')])], kubectl('n', 'foreground'))).toEqual([])
  })
})
