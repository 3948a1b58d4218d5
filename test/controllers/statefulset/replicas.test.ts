import { describe, expect, it } from 'vitest'

import { down, noon, ofPod, ofSet, played, playground, pod, claim, retention, set } from './build.js'

const going = { deletionTimestamp: noon, deletionGracePeriodSeconds: 0, finalizers: ['x/y'] }
const inOrder = { podManagementPolicy: 'OrderedReady' }

describe('the pods that a StatefulSet wants', () => {
  it('are made by ordinal, each after its claims', () => {
    expect(played(set())).toEqual([
      'SetClaimMissing +PersistentVolumeClaim/data-web-0',
      'SetPodMissing +Pod/web-0',
      'SetClaimMissing +PersistentVolumeClaim/data-web-1',
      'SetPodMissing +Pod/web-1',
    ])
  })

  it('are not made where the selector of the set does not meet its own template', () => {
    expect(played(set({ selector: { matchLabels: { app: 'other' } } })).join()).not.toContain('Pod/')
  })

  it('begin at the first ordinal that the set states', () => {
    expect(played(set({ replicas: 1, ordinals: { start: 3 }, volumeClaimTemplates: [] }))).toEqual([
      'SetPodMissing +Pod/web-3',
    ])
  })

  it('name their claims, and carry their name and the revision', () => {
    const { server, played: play } = playground([set({ replicas: 1 })])
    play()
    const made = server.list().find(({ kind }) => kind === 'Pod')
    expect(made?.spec).toMatchObject({
      hostname: 'web-0',
      subdomain: 'svc',
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-web-0' } }],
    })
    expect(made?.metadata.labels).toEqual({
      app: 'web',
      'controller-revision-hash': 'web-1',
      'statefulset.kubernetes.io/pod-name': 'web-0',
      'apps.kubernetes.io/pod-index': '0',
    })
    expect(made?.metadata.ownerReferences).toEqual([ofSet])
  })

  it('come back with the same claim when somebody deletes them', () => {
    const { server, played: play } = playground([set({ replicas: 1 }), pod(0), claim(0)])
    expect(play()).toEqual([])
    server.delete({ apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'web-0' }, {})
    expect(play()).toEqual(['SetPodMissing +Pod/web-0'])
  })

  it('are replaced once they have ended', () => {
    expect(played(set({ replicas: 1 }), pod(0, {}, 'Succeeded'), claim(0))).toEqual([
      'SetPodEnded web-0 gone',
      'SetPodMissing +Pod/web-0',
    ])
  })

  // [S] stateful_set_control.go processReplica
  it('are made one at a time in order, each once those before it are up', () => {
    const three = set({ ...inOrder, replicas: 3, volumeClaimTemplates: [] })
    expect(played(three)).toEqual(['SetPodMissing +Pod/web-0'])
    expect(played(three, pod(0), down(1))).toEqual([])
    expect(played(three, pod(0), pod(1, going))).toEqual([])
    expect(played(three, pod(0), pod(1))).toEqual(['SetPodMissing +Pod/web-2'])
  })

  // [S] IsPodAvailable
  it('count as up in order only after the seconds that the set asks for', () => {
    const slow = set({ ...inOrder, minReadySeconds: 90, volumeClaimTemplates: [] })
    const { engine, played: play } = playground([slow, pod(0)])
    expect(play()).toEqual([])
    expect(engine.wakeAt()).toEqual(new Date('2026-01-01T12:00:30Z'))
    expect(played({ ...slow, spec: { ...(slow.spec as object), minReadySeconds: 60 } }, pod(0))).toEqual([
      'SetPodMissing +Pod/web-1',
    ])
  })

  it('are not made while a claim of theirs is being deleted, and are made once it is gone', () => {
    const { server, played: play } = playground([set({ replicas: 1 }), claim(0, [], going)])
    expect(play()).toEqual([])
    server.update(
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        resource: 'persistentvolumeclaims',
        namespace: 'ns',
        name: 'data-web-0',
      },
      { finalizers: [] },
    )
    expect(play()).toEqual(['SetClaimMissing +PersistentVolumeClaim/data-web-0', 'SetPodMissing +Pod/web-0'])
  })

  it('are not made while a claim goes with their predecessor, under whenScaled Delete', () => {
    const old = claim(0, [ofPod(0, 'former')])
    expect(played(set({ replicas: 1, ...retention('Retain', 'Delete') }), old)).toEqual([])
    expect(played(set({ replicas: 1, ...retention('Delete', 'Retain') }), old)).toEqual(['SetPodMissing +Pod/web-0'])
  })

  // [S] slowStartBatch: 1 pod, then 2, then 4
  it('of later batches wait for a claim that is being deleted, and so do pods that are too many', () => {
    expect(played(set({ replicas: 3 }), claim(0, [], going), pod(7))).toEqual([])
    expect(played(set({ replicas: 3 }), pod(0), claim(1, [], going), claim(2), pod(7))).toEqual([
      'SetPodMissing +Pod/web-2',
    ])
  })

  it('get the claims that they lack while they are pending', () => {
    expect(played(set({ replicas: 1 }), pod(0, {}, 'Pending'))).toEqual([
      'SetClaimMissing +PersistentVolumeClaim/data-web-0',
    ])
    expect(played(set({ replicas: 1 }), pod(0))).toEqual([])
  })

  it('are made hundreds at a time, until all are there', () => {
    const steps = played(set({ replicas: 1200, volumeClaimTemplates: [] }))
    expect(steps.length).toBe(1200)
    expect(steps.at(-1)).toBe('SetPodMissing +Pod/web-1199')
  })

  it('are not made where the snapshot does not show what is there', () => {
    expect(playground([set()], ['PersistentVolumeClaim']).played()).toEqual([])
    expect(playground([set({ replicas: 1 })], ['Pod']).played()).toEqual(['SetPodMissing +Pod/web-0'])
  })
})
