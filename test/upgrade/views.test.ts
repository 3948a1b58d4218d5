/** Cascades and passes of eviction as plans that can be compared. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type WholeObject, scopes_1_36 } from '../../src/apiserver/index.js'
import * as Eviction from '../../src/kubelet/eviction/index.js'
import type { CascadeOptions } from '../../src/simulate/cascade/index.js'
import { explainPressure, upgradeCascade, upgradeEviction } from '../../src/upgrade/index.js'
import { deleted, noon, object } from '../controllers/owner/build.js'
import { later, look, planned, pod as podOf, stats, threshold } from '../kubelet/eviction/build.js'
import { namespace, pod } from '../simulate/cascade/cluster.js'
import { told } from './told.js'

describe('a cascade as a plan', () => {
  const compared = (objects: ReadonlyArray<WholeObject>, target: string, options: CascadeOptions = {}) => {
    const requests = [{ _tag: 'Delete', target, options: {} }] as const
    const snapshot = { at: noon, objects, scopes: scopes_1_36.scopes, coverage: { _tag: 'Everything' } } as const
    const found = upgradeCascade(requests, options)('1.32', '1.33')(snapshot)
    if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
    return found.right
  }
  const held = { ...pod('p', []), metadata: { ...pod('p', []).metadata, finalizers: ['example.com/hold'] } }

  it('removes an object for what ended it, not for what began it', () => {
    const [{ removals }] = compared([pod('p', [])], 'p').before.passes
    expect(removals.map(({ reasons: [reason] }) => reason._tag)).toEqual(['PodEnded'])
  })

  it('does not change what a request leaves as it is', () => {
    const [{ amendments, kept }] = compared([object('c', [], deleted('example.com/hold'))], 'c').before.passes
    expect([amendments, kept.length]).toEqual([[], 1])
  })

  it('tells what becomes of data, and asks the given rows who holds an object', () => {
    const claim: WholeObject = {
      ...object('claim', [], {}, 'PersistentVolumeClaim'),
      spec: { volumeName: 'v' },
      status: { phase: 'Bound' },
    }
    const volume: WholeObject = {
      ...object('v', [], { namespace: undefined }, 'PersistentVolume'),
      spec: {
        persistentVolumeReclaimPolicy: 'Delete',
        claimRef: { namespace: 'ns', name: 'claim', uid: 'claim' },
        csi: { driver: 'd', volumeHandle: 'h' },
      },
      status: { phase: 'Bound' },
    }
    const { changes } = compared([namespace('ns'), held, claim, volume], 'uid-ns')
    expect(changes.flatMap(({ change }) => (change._tag === 'OutcomeChanged' ? [change.outcome] : []))).toEqual([
      'data of PersistentVolumeClaim ns/claim',
    ])
    const row = {
      finalizer: 'example.com/hold',
      party: 'the keeper',
      when: 'at dawn',
      needs: [],
      certainty: 'source',
    } as const
    const [{ kept }] = compared([held], 'p', { holders: [row] }).before.passes
    expect(JSON.stringify(kept)).toContain('the keeper')
  })
})

describe('a pass of eviction as a plan', () => {
  const full = new Map([
    ['nodefs.available', { available: 5, capacity: 100 }],
    ['containerfs.available', { available: 5, capacity: 100 }],
  ] as const)

  it('begins with pods over their own limits', () => {
    const limits = { limits: { 'ephemeral-storage': '10' } }
    const snapshot = look(99, {
      pods: [podOf('p', { containers: [{ name: 'c', resources: limits }] })],
      podStats: [stats('p', 11)],
    })
    expect(
      told(explainPressure, upgradeEviction('1.26', '1.31')({ snapshot, memory: Eviction.emptyEvictionMemory })),
    ).toEqual([
      [
        'own limits: Pod p: removed in both, by other calls in 1.31: in Evict gracePeriodSeconds is 1 instead of 0, grantedSeconds is 1 instead of 30',
        'hardGracePeriod',
      ],
    ])
  })

  it('may be refused, and states the conditions of the node', () => {
    const split = { dedicatedImageFs: true, splitContainerImageFs: true }
    const snapshot = look(10, { layout: split, pods: [podOf('p')], podStats: [stats('p', 1)] })
    const settings = (rules: Eviction.EvictionPolicy, release: string) => ({
      ...rules,
      thresholds: [threshold(0.15)],
      separateDiskGC: release !== '1.31',
    })
    const sentences = told(
      explainPressure,
      upgradeEviction('1.31', '1.32', settings)({ snapshot, memory: Eviction.emptyEvictionMemory }),
    )
    expect(sentences.map(([sentence]) => sentence)).toEqual(
      expect.arrayContaining([
        'own limits: the component ends its run here in 1.31 (SplitFilesystems), not in 1.32',
        'conditions of the node in 1.31: none; in 1.32: DiskPressure',
      ]),
    )
    expect(sentences.map(([, because]) => because)).toContain('separateDiskGC')
  })

  it('keeps critical pods as such, and the others in their order', () => {
    const thresholds = [threshold(0.1, { signal: 'nodefs.available' })]
    const { memory } = planned({ ...Eviction.defaultEvictionPolicy, thresholds }, look(50))
    const critical = podOf('k', { priority: 2_000_000_000 })
    const snapshot = look(
      5,
      {
        observations: full,
        pods: [critical, podOf('a'), podOf('b')],
        podStats: [stats('a', 2), stats('b', 1), stats('k', 3)],
      },
      later(10),
    )
    const found = upgradeEviction('1.32', '1.32', (rules) => ({ ...rules, thresholds }))({ snapshot, memory })
    if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
    expect(
      found.right.before.passes.map(({ name, removals, kept }) => [
        name,
        removals.map(({ target }) => target.id),
        kept.map(({ target, reasons: [reason] }) => `${target.id}: ${explainPressure(reason)}`),
      ]),
    ).toEqual([
      ['own limits', [], []],
      [
        'nodefs.available first',
        ['containers', 'images', 'a'],
        ['b: one pod goes at a time, and it is number 2', 'k: it is a critical pod'],
      ],
    ])
  })
})
