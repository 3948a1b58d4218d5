import { describe, expect, it } from 'vitest'

import { down, noon, ofPod, ofSet, played, playground, pod, claim, retention, set } from './build.js'

const going = { deletionTimestamp: noon, deletionGracePeriodSeconds: 0, finalizers: ['x/y'] }
const inOrder = { podManagementPolicy: 'OrderedReady' }
const claimAddress = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  resource: 'persistentvolumeclaims',
  namespace: 'ns',
  name: 'data-web-0',
}

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

  it('have the volumes of their template, but for those of the name of a claim', () => {
    const volumes = [{ name: 'data', emptyDir: {} }, { name: 'log', emptyDir: {} }, { name: 'tmp' }]
    const templates = [{ metadata: { name: 'data' } }, { metadata: { name: 'log' } }, { metadata: {} }]
    const template = { metadata: { labels: { app: 'web' } }, spec: { volumes } }
    const { server, played: play } = playground([set({ replicas: 1, template, volumeClaimTemplates: templates })])
    expect(play()).toHaveLength(3)
    expect(server.list().find(({ kind }) => kind === 'Pod')?.spec).toMatchObject({
      volumes: [
        { name: 'data', persistentVolumeClaim: { claimName: 'data-web-0' } },
        { name: 'log', persistentVolumeClaim: { claimName: 'log-web-0' } },
        { name: 'tmp' },
      ],
    })
  })

  it('are not made of a template whose labels cannot be read', () => {
    const template = { metadata: { labels: { app: 'web', tier: 1 } }, spec: {} }
    expect(played(set({ template, volumeClaimTemplates: [] }))).toEqual([])
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
    expect(played(set({ replicas: 1 }), pod(0, {}, 'Failed'), claim(0))).toEqual([
      'SetPodEnded web-0 gone',
      'SetPodMissing +Pod/web-0',
    ])
    expect(played(set({ replicas: 1 }), pod(0, going, 'Failed'), claim(0))).toEqual([])
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
    server.update(claimAddress, { finalizers: [] })
    expect(play()).toEqual(['SetClaimMissing +PersistentVolumeClaim/data-web-0', 'SetPodMissing +Pod/web-0'])
  })

  it('are not made while a claim goes with their predecessor, under whenScaled Delete', () => {
    const old = claim(0, [ofPod(0, 'former')])
    expect(played(set({ replicas: 1, ...retention('Retain', 'Delete') }), old)).toEqual([])
    expect(played(set({ replicas: 1, ...retention('Delete', 'Retain') }), old)).toEqual(['SetPodMissing +Pod/web-0'])
  })

  it('are made once a claim that went with their predecessor is gone', () => {
    const { server, played: play } = playground([
      set({ replicas: 1, ...retention('Retain', 'Delete') }),
      claim(0, [ofPod(0, 'former')]),
    ])
    expect(play()).toEqual([])
    server.vanish(claimAddress)
    expect(play()).toEqual(['SetClaimMissing +PersistentVolumeClaim/data-web-0', 'SetPodMissing +Pod/web-0'])
  })

  it('are not made while one of several claims goes with their predecessor', () => {
    const templates = [{ metadata: { name: 'log' } }, { metadata: { name: 'data' } }]
    const two = set({ replicas: 1, volumeClaimTemplates: templates, ...retention('Retain', 'Delete') })
    expect(played(two, claim(0, [ofPod(0, 'former')]), claim(0, [], { name: 'log-web-0', uid: 'log' }))).toEqual([])
  })

  it('that are pending get no claim while one is being deleted, and later pods wait', () => {
    const { server, played: play } = playground([set(), pod(0, {}, 'Pending'), claim(0, [], going)])
    expect(play()).toEqual([])
    server.vanish(claimAddress)
    expect(play()).toEqual([
      'SetClaimMissing +PersistentVolumeClaim/data-web-0',
      'SetClaimMissing +PersistentVolumeClaim/data-web-1',
      'SetPodMissing +Pod/web-1',
    ])
  })

  // [S] slowStartBatch: 1 pod, then 2, then 4
  it('of later batches wait for a claim that is being deleted, and so do pods that are too many', () => {
    expect(played(set({ replicas: 3 }), claim(0, [], going), pod(7))).toEqual([])
    const later = set({ replicas: 2, ordinals: { start: 2 } })
    expect(played(later, claim(2, [], going), claim(3))).toEqual([])
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

  it('are made in one go in parallel, five hundred at most', () => {
    const first = (replicas: number, claims: ReadonlyArray<object> = []) =>
      playground([set({ replicas, volumeClaimTemplates: claims }), pod(1)])
        .engine.run({ limit: 1 })
        .steps.map(({ accepted }) => accepted.length)
    expect(first(4)).toEqual([3])
    expect(first(600)).toEqual([500])
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
