import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { type DataVerdict, dataVerdicts } from '../../../src/simulate/consequence/data.js'
import { type Going, goingIn } from '../../../src/simulate/consequence/going.js'
import { explainData, sayLosses } from '../../../src/simulate/consequence/explain.js'

const claim = (spec: object = { volumeName: 'pv' }, phase = 'Bound'): WholeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { namespace: 'shop', name: 'data', uid: 'claim' },
  spec: { resources: { requests: { storage: '1Gi' } }, ...spec },
  status: { phase },
})
const volume = (spec: object, annotations: Readonly<Record<string, string>> = {}, phase = 'Bound'): WholeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'pv', uid: 'volume', annotations },
  spec: {
    capacity: { storage: '2Gi' },
    persistentVolumeReclaimPolicy: 'Delete',
    claimRef: { namespace: 'shop', name: 'data', uid: 'claim' },
    ...spec,
  },
  status: { phase },
})
const after = (...objects: ReadonlyArray<WholeObject>): ReadonlyMap<string, WholeObject> =>
  new Map(objects.map((object) => [object.metadata.uid, object]))
/** What goes where requests reach everything. */
const goingOf = (before: ReadonlyArray<WholeObject>, left: ReadonlyMap<string, WholeObject>): Going =>
  goingIn({ before, after: left, isReached: () => true, unlisted: [] })
const verdicts = (before: ReadonlyArray<WholeObject>, ...left: ReadonlyArray<WholeObject>) =>
  dataVerdicts(before, after(...left), goingOf(before, after(...left)).goes).map(({ verdict, by, bytes }) => [
    verdict,
    by,
    bytes,
  ])
const terminating = (object: WholeObject): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, deletionTimestamp: new Date(0), finalizers: ['a/b'] },
})

describe('the data of a claim that goes', () => {
  const driver = { csi: { driver: 'csi.example.com' } }
  it.each<[string, WholeObject, DataVerdict['verdict'], unknown]>([
    ['a driver', volume(driver), 'lost', { _tag: 'Driver', driver: 'csi.example.com' }],
    ['a path below /tmp', volume({ hostPath: { path: '/tmp/x' } }), 'lost', { _tag: 'VolumePlugin' }],
    ['a path elsewhere', volume({ hostPath: { path: '/data' } }), 'unbound', undefined],
    ['Retain', volume({ ...driver, persistentVolumeReclaimPolicy: 'Retain' }), 'unbound', undefined],
    ['Recycle', volume({ nfs: {}, persistentVolumeReclaimPolicy: 'Recycle' }), 'lost', { _tag: 'Scrubber' }],
    ['Recycle of a driver', volume({ ...driver, persistentVolumeReclaimPolicy: 'Recycle' }), 'unbound', undefined],
    [
      'another claim',
      volume({ ...driver, claimRef: { namespace: 'shop', name: 'data', uid: 'x' } }),
      'unbound',
      undefined,
    ],
  ])('on a volume with %s', (_what, on, verdict, by) => {
    const [[found, who] = []] = verdicts([claim(), on], on)
    expect([found, who]).toEqual([verdict, by])
  })
  it('is that of the policy when the volume is released', () => {
    const kept = volume({ ...driver, persistentVolumeReclaimPolicy: 'Retain' }, {}, 'Released')
    expect(verdicts([claim(), volume(driver)], kept)).toEqual([['unbound', undefined, 2 ** 31]])
  })
  it('is unknown where its volume is not shown, and none where it was never bound', () => {
    expect(verdicts([claim()])).toEqual([['unknown', undefined, 2 ** 30]])
    expect(verdicts([claim({}, 'Pending')])).toEqual([['unbound', undefined, 2 ** 30]])
    expect(verdicts([claim({}, 'Bound')])).toEqual([['unknown', undefined, 2 ** 30]])
  })
  it('waits with a claim that is held', () => {
    const [before, left] = [[claim(), volume(driver)], after(terminating(claim()), volume(driver))]
    const [verdict] = dataVerdicts(before, left, goingOf(before, left).goes)
    expect(verdict === undefined ? '' : explainData(verdict)).toBe(
      'the data of PersistentVolumeClaim shop/data is lost once it goes: csi.example.com deletes the storage',
    )
  })
  it('is not spoken of while nothing goes', () => {
    expect(verdicts([claim(), volume(driver)], claim(), volume(driver))).toEqual([])
  })
})

describe('the data of a volume that is deleted', () => {
  const driver = { csi: { driver: 'csi.example.com' } }
  const guarded = (object: WholeObject): WholeObject => ({
    ...object,
    metadata: { ...object.metadata, finalizers: ['external-provisioner.volume.kubernetes.io/finalizer'] },
  })
  it('is kept while its claim stays', () => {
    expect(verdicts([claim(), volume(driver)], claim(), terminating(volume(driver)))).toEqual([
      ['kept', undefined, 2 ** 31],
    ])
  })
  it('is lost by the driver only where its provisioner guards a released volume', () => {
    const released = volume(driver, {}, 'Released')
    expect(verdicts([released])).toEqual([['unbound', undefined, 2 ** 31]])
    expect(verdicts([guarded(released)])).toEqual([['lost', { _tag: 'Driver', driver: 'csi.example.com' }, 2 ** 31]])
    expect(verdicts([volume(driver, {}, 'Available')])).toEqual([['unbound', undefined, 2 ** 31]])
  })
  it('is unknown while its claim is not shown', () => {
    expect(verdicts([volume(driver)])).toEqual([['unknown', undefined, 2 ** 31]])
  })
})

it.each([
  ['Delete', 'lost'],
  ['Retain', 'unbound'],
  [undefined, 'unknown'],
])('the content of a volume snapshot with the policy %s is %s', (deletionPolicy, verdict) => {
  const content: WholeObject = {
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshotContent',
    metadata: { name: 'content', uid: 'content' },
    spec: { driver: 'csi.example.com', deletionPolicy },
  }
  expect(verdicts([content]).map(([found]) => found)).toEqual([verdict])
})

it('losses are counted first, with what is known of their size, and up to three are named', () => {
  const target = { _tag: 'Object', id: 'u', apiVersion: 'v1', kind: 'PersistentVolume', name: 'pv' } as const
  const lost: DataVerdict = { target, verdict: 'lost', isWaiting: false, bytes: 1024 }
  const say = (bytes: number): string => `${bytes} B`
  expect(sayLosses([{ ...lost, verdict: 'kept' }], say)).toBeUndefined()
  expect(sayLosses([lost], say)).toBe('1 volume loses its data (1024 B): PersistentVolume pv')
  expect(sayLosses([lost, lost, lost, lost, lost], say)).toMatch(
    /: (PersistentVolume pv, ){2}PersistentVolume pv and 2 more$/,
  )
  expect(sayLosses([lost, lost, { target, verdict: 'lost', isWaiting: true }], say)).toBe(
    '3 volumes lose their data (2048 B): PersistentVolume pv, PersistentVolume pv, PersistentVolume pv',
  )
})
