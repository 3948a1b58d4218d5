import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as KubeletContainer from '../../../src/kubelet/container/index.js'
import * as KubeletImage from '../../../src/kubelet/image/index.js'
import * as Containerd from '../../../src/containerd/index.js'
import * as Owner from '../../../src/controllers/owner/index.js'
import { guards, protectWhere } from '../../../src/guard/index.js'
import * as Kit from '../../../src/testing/index.js'
import '../../../src/testing/vitest.js'
import { goes, planOf as toyPlan } from '../../guard/build.js'
import { messageOf } from './message.js'

const { configMap, fakeCluster, job, Match } = Kit
const { toKeep, toRemove, toRemoveBecause } = Match

const images = KubeletImage.plan(KubeletImage.defaultPolicy)(
  Kit.KubeletImage.snapshot({
    at: '2026-01-01T13:00:00Z',
    images: [
      Kit.KubeletImage.image('sha256:web', { size: 600, tags: ['registry.example/web:1'] }),
      Kit.KubeletImage.image('sha256:old', { size: 300 }),
      Kit.KubeletImage.image('sha256:last', { size: 300 }),
    ],
    containers: [Kit.KubeletImage.container('c', 'sha256:web')],
    imageFs: Kit.KubeletImage.imageFs(1000, 100),
    memory: {
      records: [
        Kit.KubeletImage.record('sha256:web', { size: 600 }),
        Kit.KubeletImage.record('sha256:old', { size: 300 }),
        Kit.KubeletImage.record('sha256:last', { size: 300, lastUsed: '2026-01-01T12:30:00Z' }),
      ],
    },
  }),
)

describe('toRemove', () => {
  it('holds of what a plan removes, whatever the pass', () => {
    expect(images).toRemove('sha256:old')
    expect(E.isRight(images) && images.right).toRemove('Image sha256:old')
    expect(images).not.toRemove('registry.example/web:1')
    expect(images).toRemove(({ id }) => id.endsWith('old'))
    expect(images).toRemove({ _tag: 'Image', id: 'sha256:old' })
  })

  it('tells why a target is kept', () => {
    expect(messageOf(toRemove('sha256:web')(images))).toMatchInlineSnapshot(`
      "expected the plan to remove Image sha256:web
        Image sha256:web is kept in space: InUse: in use by container c"
    `)
  })

  it('tells that a target is next in line', () => {
    expect(messageOf(toRemove('sha256:last')(images))).toMatchInlineSnapshot(`
      "expected the plan to remove Image sha256:last
        Image sha256:last is next in line in space: DiskOverHighThreshold: disk at 90 %, high threshold 85 %: 2nd least recently used (last used 30 min ago)"
    `)
  })

  it('tells why a target goes that was to stay', () => {
    expect(messageOf(toRemove('sha256:old')(images), 'not')).toMatchInlineSnapshot(`
      "expected the plan not to remove Image sha256:old
        Image sha256:old is removed in space: DiskOverHighThreshold: disk at 90 %, high threshold 85 %: least recently used (never seen in use)"
    `)
  })

  it('tells the nearest name of one that the plan does not know, and is red either way', () => {
    expect(() => expect(images).not.toRemove('sha256:odl')).toThrow()
    expect(() => expect(images).toRemove('sha256:odl')).toThrow()
    expect(toRemove('sha256:olds')(images).holds).toBe('neither')
    expect(toRemove('sha256:olds')(images).message()).toMatchInlineSnapshot(`
      "expected the plan to remove sha256:olds
        the plan says nothing of it; the nearest is:
        Image sha256:old is removed in space: DiskOverHighThreshold: disk at 90 %, high threshold 85 %: least recently used (never seen in use)"
    `)
  })

  it('tells what there is where no name is near', () => {
    expect(toRemove('xyz')(images).message()).toMatchInlineSnapshot(`
      "expected the plan to remove xyz
        the plan says nothing of it; it decides on Image sha256:old, Image sha256:last, Image sha256:web"
    `)
    expect(toRemove('xyz')(fakeCluster()).message()).toMatchInlineSnapshot(`
      "expected the plan to remove xyz
        the plan decides on nothing"
    `)
  })

  it('is told that there is no plan', () => {
    const refused = KubeletImage.plan(KubeletImage.defaultPolicy)({} as KubeletImage.Snapshot)
    expect(() => expect(refused).toRemove('a')).toThrow('there is no plan')
    expect(() => expect(7).toRemove('a')).toThrow('matchers ask about a plan, a fake cluster, or objects')
  })
})

describe('toKeep', () => {
  it('holds of what every pass keeps', () => {
    expect(images).toKeep('sha256:web')
    expect(images).not.toKeep('sha256:old')
    expect(images).not.toKeep('sha256:last')
  })

  it('tells why a target goes', () => {
    expect(messageOf(toKeep('sha256:old')(images))).toMatchInlineSnapshot(`
      "expected the plan to keep Image sha256:old
        Image sha256:old is removed in space: DiskOverHighThreshold: disk at 90 %, high threshold 85 %: least recently used (never seen in use)"
    `)
  })

  it('tells why a target stays that was to go', () => {
    expect(messageOf(toKeep('sha256:web')(images), 'not')).toMatchInlineSnapshot(`
      "expected the plan not to keep Image sha256:web
        Image sha256:web is kept in space: InUse: in use by container c"
    `)
  })

  it('tells the guard that holds a target back', () => {
    if (E.isLeft(images)) throw new Error('there is no plan')
    const guarded = guards(protectWhere('it is called old')((target) => target.id === 'sha256:old'))(images.right)
    expect(messageOf(toRemove('sha256:old')(guarded))).toMatchInlineSnapshot(`
      "expected the plan to remove Image sha256:old
        Image sha256:old is kept in space: ProtectedByRule: protected by the rule "it is called old""
    `)
  })
})

describe('toRemoveBecause', () => {
  const plan = E.isRight(images) ? images.right : undefined

  it('holds of the rule that acts, by name or with numbers', () => {
    expect(plan).toRemoveBecause('sha256:old', 'DiskOverHighThreshold')
    expect(plan).toRemoveBecause('sha256:old', { _tag: 'DiskOverHighThreshold', usagePercent: 90 })
    expect(plan).not.toRemoveBecause('sha256:old', 'UnusedLongerThanMaxAge')
  })

  it('tells the rule that acts instead', () => {
    expect(messageOf(toRemoveBecause('sha256:old', 'UnusedLongerThanMaxAge')(plan))).toMatchInlineSnapshot(`
      "expected the plan to remove Image sha256:old because of UnusedLongerThanMaxAge
        Image sha256:old is removed in space: DiskOverHighThreshold: disk at 90 %, high threshold 85 %: least recently used (never seen in use)"
    `)
  })

  it('tells which number is another', () => {
    const because = { _tag: 'DiskOverHighThreshold', usagePercent: 91 }
    expect(messageOf(toRemoveBecause('sha256:old', because)(plan))).toMatchInlineSnapshot(`
      "expected the plan to remove Image sha256:old because of {"_tag":"DiskOverHighThreshold","usagePercent":91}
        Image sha256:old is removed in space: DiskOverHighThreshold: disk at 90 %, high threshold 85 %: least recently used (never seen in use)
        nearest: of DiskOverHighThreshold, usagePercent is 90, not 91"
    `)
  })

  it('tells why a target is kept', () => {
    expect(messageOf(toRemoveBecause('sha256:web', 'DiskOverHighThreshold')(plan))).toMatchInlineSnapshot(`
      "expected the plan to remove Image sha256:web because of DiskOverHighThreshold
        Image sha256:web is kept in space: InUse: in use by container c"
    `)
  })
})

describe('plans of every collector', () => {
  it('speak with the sentences of their collector', () => {
    const containers = KubeletContainer.plan(KubeletContainer.defaultPolicy)(
      Kit.KubeletContainer.snapshot({ containers: [Kit.KubeletContainer.container('c1')] }),
    )
    const { content, image, snapshot } = Kit.Containerd
    const store = Containerd.plan(Containerd.defaultPolicy)(
      snapshot([{ content: [content('sha256:a'), content('sha256:b')], images: [image('web', 'sha256:a')] }]),
    )
    const owned = configMap('a', { ownedBy: configMap('gone') })
    const { at, scopes, coverage } = fakeCluster().snapshot()
    const owners = Owner.plan(Owner.defaultPolicy)({ at, scopes, coverage, objects: [owned] })
    const told = [
      toKeep('c1')(containers),
      toKeep('default/sha256:a')(store),
      toRemove('default/sha256:b')(store),
      toRemove('ConfigMap/a')(owners),
      toRemove(owned)(owners),
    ].map((verdict) => verdict.message())
    expect(told.join('\n')).toMatchInlineSnapshot(`
      "expected the plan not to keep Container c1
        Container c1 is kept in containers: PodNotRemoved: pod pod still exists
        also: WithinMaxPerPodContainer: newest dead container of its name in the pod, 1 is kept
      expected the plan not to keep Content default/sha256:a
        Content default/sha256:a is kept in sweep: TargetOfImage: the target of image web
      expected the plan not to remove Content default/sha256:b
        Content default/sha256:b is removed in sweep: Unreachable: unreachable from any GC root
      expected the plan not to remove ConfigMap/a
        ConfigMap/a is removed in delete: OwnersAbsent: its owner ConfigMap gone does not exist
      expected the plan not to remove ConfigMap/a
        ConfigMap/a is removed in delete: OwnersAbsent: its owner ConfigMap gone does not exist"
    `)
  })

  it('of anybody else show the fields of their reasons', () => {
    const plan = toyPlan([{ removals: [goes('a', { reasons: [{ _tag: 'OwnersAbsent', owners: [{ name: 'b' }] }] })] }])
    expect(toRemove('Object a')(plan).message()).toMatchInlineSnapshot(`
      "expected the plan not to remove Object a
        Object a is removed in sweep: OwnersAbsent: owners [{"name":"b"}]"
    `)
  })
})

describe('a fake cluster, and objects', () => {
  const owner = configMap('owner')
  const child = configMap('child', { ownedBy: owner })
  const done = job('done', { finishedAt: '2026-01-01T11:00:00Z', ttl: 60 })

  it('are asked what all collectors would do now', () => {
    const cluster = fakeCluster([child, done])
    expect(cluster).toRemove('ConfigMap/child')
    expect(cluster).toRemoveBecause('ConfigMap/child', 'OwnersAbsent')
    expect(cluster).toRemoveBecause('ConfigMap/child', 'Owner')
    expect(cluster).toRemoveBecause(done, 'Ttl Expired')
    expect([owner, child]).toKeep(child)
    expect(JSON.stringify(child)).toRemove(child)
    expect(cluster.names()).toHaveLength(2)
  })

  it('tell what each collector says', () => {
    expect(messageOf(toRemove(child)([owner, child]))).toMatchInlineSnapshot(`
      "expected the plan to remove ConfigMap/child
        ConfigMap/child is kept in cluster: Owner SolidOwner: its owner ConfigMap owner exists"
    `)
    expect(messageOf(toRemoveBecause('Job/done', { _tag: 'Expired', ttlSeconds: 90 })([done]))).toMatchInlineSnapshot(`
      "expected the plan to remove Job/done because of {"_tag":"Expired","ttlSeconds":90}
        Job/done is removed in cluster: Ttl Expired: it finished at 2026-01-01T11:00:00.000Z, and its TTL of 60 s expired at 2026-01-01T11:01:00.000Z
        nearest: of Expired, ttlSeconds is 60, not 90"
    `)
  })
})
