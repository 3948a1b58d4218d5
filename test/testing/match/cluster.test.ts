import { describe, expect, it } from 'vitest'

import * as Owner from '../../../src/controllers/owner/index.js'
import { kubectlOptions } from '../../../src/apiserver/index.js'
import { planCascade } from '../../../src/simulate/cascade/index.js'
import * as KubeletImage from '../../../src/kubelet/image/index.js'
import { configMap, deployment, fakeCluster, job, Match, pod, replicaSet } from '../../../src/testing/index.js'
import * as Kit from '../../../src/testing/index.js'
import '../../../src/testing/vitest.js'
import { messageOf } from './message.js'

const { toBeCollectedAt, toBeStuckOn, toHaveValidOwners, toSurviveCascade } = Match

const web = deployment('web')
const set = replicaSet('web-1', { ownedBy: web })
const one = pod('web-1-a', { ownedBy: set })
const settings = configMap('settings', { ownedBy: [web, configMap('shared')] })
const shop = [web, set, one, settings, configMap('shared')]

describe('toSurviveCascade', () => {
  it('holds of what is left, in a cluster that stays as it is', () => {
    const cluster = fakeCluster(shop)
    expect(cluster).toSurviveCascade('ConfigMap/shared', { deleting: web })
    expect(cluster).toSurviveCascade('ConfigMap/settings', { deleting: 'Deployment/web' })
    expect(cluster).not.toSurviveCascade(one, { deleting: web, how: 'foreground' })
    expect(shop).toSurviveCascade(set, { deleting: web, how: 'orphan' })
    expect(cluster.names()).toHaveLength(5)
  })

  it('tells what set an object going', () => {
    expect(messageOf(toSurviveCascade(set, { deleting: web })(shop))).toMatchInlineSnapshot(`
      "expected ReplicaSet/web-1 to survive the cascade of deleting Deployment/web
        it is gone
        collector: removed by OwnersAbsent: its owner Deployment web does not exist"
    `)
    expect(messageOf(toSurviveCascade(set, { deleting: web, how: 'foreground' })(shop))).toMatchInlineSnapshot(`
      "expected ReplicaSet/web-1 to survive the cascade of deleting Deployment/web
        it is gone
        collector: marked by OwnersWaiting: its owner Deployment web is being deleted and waits for its dependents
        collector: removed by NoBlockingDependents: it is being deleted and has no dependents left"
    `)
  })

  it('tells what holds an object that is on its way out', () => {
    const held = [web, replicaSet('web-1', { ownedBy: web, finalizers: ['example.com/hold'] })]
    expect(messageOf(toSurviveCascade('ReplicaSet/web-1', { deleting: web })(held))).toMatchInlineSnapshot(`
      "expected ReplicaSet/web-1 to survive the cascade of deleting Deployment/web
        it is still there, and its deletion has been asked for
        collector: marked by OwnersAbsent: its owner Deployment web does not exist
        held by Finalizer: the finalizer example.com/hold holds it until the controller of example.com removes it"
    `)
  })

  it('tells whom an object that is left still has', () => {
    expect(messageOf(toSurviveCascade(settings, { deleting: web })(shop), 'not')).toMatchInlineSnapshot(`
      "expected ConfigMap/settings not to survive the cascade of deleting Deployment/web
        it is changed and left
        DanglingReferences: another owner keeps it, but its owner Deployment web does not exist
        its owner ConfigMap shared is left"
    `)
    expect(messageOf(toSurviveCascade(set, { deleting: web, how: 'orphan' })(shop), 'not')).toMatchInlineSnapshot(`
      "expected ReplicaSet/web-1 not to survive the cascade of deleting Deployment/web
        it is changed and left
        OrphanedBy: its owner Deployment default/web is being deleted and orphans its dependents
        Deployment/web leaves it behind"
    `)
    expect(messageOf(toSurviveCascade('ConfigMap/shared', { deleting: web })(shop), 'not')).toMatchInlineSnapshot(`
      "expected ConfigMap/shared not to survive the cascade of deleting Deployment/web
        nothing happens to it"
    `)
  })

  it('is red either way for an object that is not there', () => {
    expect(() => expect(shop).not.toSurviveCascade('ConfigMap/setings', { deleting: web })).toThrow()
    expect(toSurviveCascade('ConfigMap/setings', { deleting: web })(shop).message()).toMatchInlineSnapshot(`
      "expected ConfigMap/setings to survive the cascade of deleting Deployment/web
        there is no such object; the nearest is ConfigMap/settings"
    `)
    expect(toSurviveCascade(one, { deleting: 'Deployment/wbe' })(shop).message()).toMatchInlineSnapshot(`
      "expected Deployment/wbe to be there and be deleted
        there is no such object; the nearest is Deployment/web
        there are Deployment/web, ReplicaSet/web-1, Pod/web-1-a, ConfigMap/settings, ConfigMap/shared"
    `)
  })

  it('asks a plan of a cascade as it is', () => {
    const { at, objects, scopes, coverage } = fakeCluster(shop).snapshot()
    const plan = planCascade(Owner.defaultPolicy)([
      { _tag: 'Delete', target: web.metadata.uid, options: kubectlOptions() },
    ])({ at, objects, scopes, coverage })
    expect(plan).toSurviveCascade('ConfigMap/shared')
    expect(plan).not.toSurviveCascade('ReplicaSet/web-1')
    expect(() => toSurviveCascade(one)(shop)).toThrow('it has to be said what is deleted')
  })
})

describe('toBeStuckOn', () => {
  const held = configMap('held', { finalizers: ['example.com/backup'], deletedAt: '2026-01-01T12:00:00Z' })

  it('holds of a finalizer, of an object that is waited for, and of a hold by name', () => {
    expect([held]).toBeStuckOn('ConfigMap/held', 'example.com/backup')
    expect([held]).toBeStuckOn(held, 'Finalizer')
    const owner = configMap('owner')
    const cluster = fakeCluster([owner, configMap('child', { ownedBy: owner, finalizers: ['example.com/backup'] })])
    cluster.delete(owner, 'foreground')
    cluster.settle()
    expect(cluster).toBeStuckOn(owner, 'ConfigMap/child')
    expect(cluster).toBeStuckOn(owner, 'foregroundDeletion')
    expect(cluster).not.toBeStuckOn('ConfigMap/child', 'foregroundDeletion')
    expect(cluster).toBeStuckOn('configmap.default.child', 'example.com/backup')
  })

  it('tells what holds an object instead, and who has to act', () => {
    expect(messageOf(toBeStuckOn(held, 'example.com/backups')([held]))).toMatchInlineSnapshot(`
      "expected ConfigMap/held to be stuck on example.com/backups
        Finalizer: the finalizer example.com/backup holds it until the controller of example.com removes it
        nearest: example.com/backup
        the controller of example.com has to remove the finalizer example.com/backup"
    `)
    expect(messageOf(toBeStuckOn(held, 'example.com/backup')([held]), 'not')).toMatchInlineSnapshot(`
      "expected ConfigMap/held not to be stuck on example.com/backup
        Finalizer: the finalizer example.com/backup holds it until the controller of example.com removes it
        the controller of example.com has to remove the finalizer example.com/backup"
    `)
  })

  it('tells that nobody asked for the deletion of an object', () => {
    const free = configMap('free', { finalizers: ['example.com/backup'] })
    expect(messageOf(toBeStuckOn(free, 'example.com/backup')([free]))).toMatchInlineSnapshot(`
      "expected ConfigMap/free to be stuck on example.com/backup
        its deletion has not been asked for
        NoOwners: it has no owners"
    `)
  })

  it('is red either way for an object that is not there', () => {
    expect(() => expect([held]).not.toBeStuckOn('ConfigMap/hled', 'x')).toThrow()
    expect(toBeStuckOn('ConfigMap/hled', 'x')([held]).message()).toMatchInlineSnapshot(`
      "expected ConfigMap/hled to be stuck on x
        there is no such object; the nearest is ConfigMap/held
        there is ConfigMap/held"
    `)
    expect(toBeStuckOn('some-uid', 'x')([]).message()).toMatchInlineSnapshot(`
      "expected some-uid to be stuck on x
        there is no such object
        there are no objects"
    `)
  })

  it('asks a plan of a cascade', () => {
    const cluster = fakeCluster([web, replicaSet('web-1', { ownedBy: web, finalizers: ['example.com/hold'] })])
    const { at, objects, scopes, coverage } = cluster.snapshot()
    const plan = planCascade(Owner.defaultPolicy)([
      { _tag: 'Delete', target: web.metadata.uid, options: kubectlOptions() },
    ])({ at, objects, scopes, coverage })
    expect(plan).toBeStuckOn('ReplicaSet/web-1', 'example.com/hold')
    expect(messageOf(toBeStuckOn(web, 'example.com/hold')(plan))).toMatchInlineSnapshot(`
      "expected Deployment/web to be stuck on example.com/hold
        it is gone"
    `)
  })
})

describe('toHaveValidOwners', () => {
  it('holds where all owners are there and may own', () => {
    expect(shop).toHaveValidOwners()
    expect(fakeCluster(shop)).toHaveValidOwners(settings)
  })

  it('tells of every owner that is not right', () => {
    const elsewhere = configMap('copy', { namespace: 'other', ownedBy: web })
    const orphan = configMap('orphan', { ownedBy: configMap('gone') })
    expect(messageOf(toHaveValidOwners()([...shop, elsewhere, orphan]))).toMatchInlineSnapshot(`
      "expected all of 7 objects to have valid owners
        OwnerInOtherNamespace: ConfigMap other/copy: its owner Deployment web lives in namespace default, where the collector does not look for it; the collector deletes it: its owner Deployment web (the uid belongs to apps/v1 Deployment default/web) does not exist
        OwnerAbsent: ConfigMap/orphan: its owner ConfigMap gone of uid configmap.default.gone is not there"
    `)
    expect([...shop, orphan]).not.toHaveValidOwners(orphan)
    expect([...shop, orphan]).toHaveValidOwners(set)
  })

  it('tells the owners where there were to be none', () => {
    expect(messageOf(toHaveValidOwners(settings)(shop), 'not')).toMatchInlineSnapshot(`
      "expected ConfigMap/settings not to have valid owners
        ConfigMap/settings: Deployment web, ConfigMap shared"
    `)
    expect(messageOf(toHaveValidOwners(web)(shop), 'not')).toMatchInlineSnapshot(`
      "expected Deployment/web not to have valid owners
        none has an owner"
    `)
    expect(toHaveValidOwners('Deployment/wbe')(shop).holds).toBe('neither')
  })
})

describe('toBeCollectedAt', () => {
  const report = job('report', { finishedAt: '2026-01-01T12:00:00Z', ttl: 60 })

  it('holds at the instant at which something goes, and at no other', () => {
    const cluster = fakeCluster([report])
    expect(cluster).toBeCollectedAt(report, '2026-01-01T12:01:00Z')
    expect([report]).not.toBeCollectedAt('Job/report', '2026-01-01T12:01:01Z')
    expect(cluster.now().toISOString()).toBe('2026-01-01T12:00:00.000Z')
  })

  it('tells when it goes', () => {
    expect(messageOf(toBeCollectedAt(report, '2026-01-01T12:02:00Z')([report]))).toMatchInlineSnapshot(`
      "expected Job/report to be collected at 2026-01-01T12:02:00.000Z
        it is collected at 2026-01-01T12:01:00.000Z
        Ttl Expired: it finished at 2026-01-01T12:00:00.000Z, and its TTL of 60 s expired at 2026-01-01T12:01:00.000Z"
    `)
    expect(messageOf(toBeCollectedAt(report, '2026-01-01T12:01:00Z')([report]), 'not')).toMatchInlineSnapshot(`
      "expected Job/report not to be collected at 2026-01-01T12:01:00.000Z
        it is collected at 2026-01-01T12:01:00.000Z
        Ttl Expired: it finished at 2026-01-01T12:00:00.000Z, and its TTL of 60 s expired at 2026-01-01T12:01:00.000Z"
    `)
  })

  it('tells that nothing ever collects it', () => {
    expect(messageOf(toBeCollectedAt('Deployment/web', '2026-01-01T12:02:00Z')(shop))).toMatchInlineSnapshot(`
      "expected Deployment/web to be collected at 2026-01-01T12:02:00.000Z
        it is not collected within a hundred days of that:
        Deployment/web is kept in cluster: Owner NoOwners: it has no owners"
    `)
    expect(toBeCollectedAt('Deployment/wbe', '2026-01-01T12:02:00Z')(shop).message()).toMatchInlineSnapshot(`
      "expected Deployment/wbe to be collected at 2026-01-01T12:02:00.000Z
        the plan says nothing of it; the nearest is:
        Deployment/web is kept in cluster: Owner NoOwners: it has no owners"
    `)
    expect(() => toBeCollectedAt(report, '2025-01-01T12:02:00Z')(fakeCluster([report]))).toThrow('is over')
  })

  it('asks plans of the same snapshot read at other times', () => {
    const policy = { ...KubeletImage.defaultPolicy, maxAge: 3_600_000 as KubeletImage.Policy['maxAge'] }
    const { image, record, snapshot } = Kit.KubeletImage
    const planAt = (at: Date) =>
      KubeletImage.plan(policy)(
        snapshot({
          at,
          beganGC: '2026-01-01T10:00:00Z',
          images: [image('a')],
          memory: { records: [record('a', { lastUsed: '2026-01-01T12:00:00Z' })] },
        }),
      )
    expect(planAt).toBeCollectedAt('a', '2026-01-01T13:00:00.001Z')
    expect(messageOf(toBeCollectedAt('a', '2026-01-01T12:30:00Z')(planAt))).toMatchInlineSnapshot(`
      "expected a to be collected at 2026-01-01T12:30:00.000Z
        Image a is kept in age: WithinMaxAge: unused for 30 min, within the maximum age of 1 h until 2026-01-01T13:00:00.000Z
        Image a is kept in space: DiskUnderHighThreshold: disk at 0 %, high threshold 85 %
        the plan next changes by itself at 2026-01-01T13:00:00.001Z"
    `)
    expect(messageOf(toBeCollectedAt('a', '2026-01-01T14:00:00Z')(planAt))).toMatchInlineSnapshot(`
      "expected a to be collected at 2026-01-01T14:00:00.000Z
        it is removed before:
        Image a is removed in age: UnusedLongerThanMaxAge: last used 1 h 59 min ago, over the maximum age of 1 h"
    `)
  })
})
