import { describe, expect, it } from 'vitest'

import type { Target } from '../../../src/apiserver/object.js'
import type { DataVerdict } from '../../../src/simulate/consequence/data.js'
import { explainComesBack, explainData, explainWait, sayLosses } from '../../../src/simulate/consequence/explain.js'

const target = (kind: string, name: string, namespace?: string): Target => ({
  _tag: 'Object',
  id: `${kind}/${name}`,
  apiVersion: 'v1',
  kind,
  name,
  ...(namespace === undefined ? {} : { namespace }),
})
const claim = target('PersistentVolumeClaim', 'db', 'shop')
const volume = target('PersistentVolume', 'pv-1')
const verdict = (more: Partial<DataVerdict>): DataVerdict => ({
  target: claim,
  verdict: 'lost',
  isWaiting: false,
  ...more,
})

describe('what becomes of data', () => {
  it.each([
    [{}, 'is lost: a volume plugin of the control plane deletes the storage'],
    [{ by: { _tag: 'Driver', driver: 'ebs.csi.aws.com' } }, 'is lost: ebs.csi.aws.com deletes the storage'],
    [{ by: { _tag: 'Scrubber' } }, 'is lost: a pod scrubs the volume for the next claim'],
    [{ isWaiting: true, by: { _tag: 'Scrubber' } }, 'is lost once it goes: a pod scrubs the volume for the next claim'],
    [
      { isWaiting: true, deletedBy: 'its operator' },
      'is lost once its operator deletes it: a volume plugin of the control plane deletes the storage',
    ],
    [{ verdict: 'kept' }, 'is kept: a claim is bound to it'],
    [{ verdict: 'unbound', with: volume }, 'is kept, but no claim is bound to it any more'],
    [
      { verdict: 'unbound', with: volume, isWaiting: true },
      'is kept once it goes, but no claim is bound to it any more',
    ],
  ] as const)('%j', (more, told) => {
    expect(explainData(verdict(more as Partial<DataVerdict>))).toBe(`the data of PersistentVolumeClaim shop/db ${told}`)
  })

  it('is unknown where what decides is not listed', () => {
    expect(explainData(verdict({ target: volume, verdict: 'unknown' }))).toBe(
      'the data of PersistentVolume pv-1: unknown, its volume or its policy is not listed',
    )
  })

  it('is none of a claim without a volume, while a volume without a claim has some', () => {
    expect(explainData(verdict({ verdict: 'unbound' }))).toBe(
      'PersistentVolumeClaim shop/db has no volume of its own: no data goes with it',
    )
    expect(explainData(verdict({ target: volume, verdict: 'unbound' }))).toBe(
      'the data of PersistentVolume pv-1 is kept, but no claim is bound to it any more',
    )
  })
})

describe('data that is lost, counted', () => {
  const lost = (name: string, more: Partial<DataVerdict> = {}) =>
    verdict({ target: target('PersistentVolume', name), ...more })
  const say = (...data: ReadonlyArray<DataVerdict>) => sayLosses(data, (bytes) => `${bytes} B`)

  it('says nothing where none is', () => {
    expect(say()).toBeUndefined()
    expect(say(lost('a', { verdict: 'kept' }), lost('b', { verdict: 'unknown' }))).toBeUndefined()
  })

  it('adds up the sizes that are known, and names three', () => {
    expect(say(lost('a'))).toBe('1 volume loses its data: PersistentVolume a')
    expect(say(lost('a', { bytes: 5 }), lost('k', { verdict: 'kept', bytes: 9 }), lost('b', { bytes: 7 }))).toBe(
      '2 volumes lose their data (12 B): PersistentVolume a, PersistentVolume b',
    )
    expect(say(lost('a'), lost('b', { bytes: 7 }), lost('c'))).toBe(
      '3 volumes lose their data (7 B): PersistentVolume a, PersistentVolume b, PersistentVolume c',
    )
    expect(say(lost('a'), lost('b'), lost('c'), lost('d'), lost('e'))).toBe(
      '5 volumes lose their data: PersistentVolume a, PersistentVolume b, PersistentVolume c and 2 more',
    )
  })

  it('says when, where all of it waits', () => {
    const waiting = { isWaiting: true }
    expect(say(lost('a', waiting))).toBe('1 volume loses its data once it goes: PersistentVolume a')
    expect(say(lost('a', waiting), lost('b', waiting))).toBe(
      '2 volumes lose their data once they go: PersistentVolume a, PersistentVolume b',
    )
    expect(say(lost('a', waiting), lost('b'))).toBe('2 volumes lose their data: PersistentVolume a, PersistentVolume b')
  })
})

describe('a finalizer that waits', () => {
  const holder = {
    finalizer: 'f',
    party: 'the operator',
    when: 'after a while',
    needs: [],
    certainty: 'source',
  } as const
  const wait = { target: claim, finalizer: 'example.com/f', needs: [], deletes: [] }

  it('names the domain of its controller, or whoever set it', () => {
    expect(explainWait(wait)).toBe(
      'PersistentVolumeClaim shop/db waits for the controller of example.com to remove example.com/f',
    )
    expect(explainWait({ ...wait, finalizer: 'f' })).toBe(
      'PersistentVolumeClaim shop/db waits for whoever set it to remove f',
    )
  })

  it('says what may keep it for ever: what goes as well, and what does not exist', () => {
    const needs = [
      { what: 'the operator itself', state: 'dies' },
      { what: 'its Secret', state: 'dies', by: target('Secret', 's', 'shop') },
      { what: 'its Issuer', state: 'absent' },
      { what: 'its Config', state: 'unknown' },
      { what: 'its Class', state: 'alive' },
    ] as const
    expect(explainWait({ ...wait, holder, needs })).toBe(
      'PersistentVolumeClaim shop/db waits for the operator to remove example.com/f, which happens after a while' +
        '; but the operator itself goes in the same cascade, so it may stay forever' +
        '; but its Secret goes in the same cascade (Secret shop/s), so it may stay forever' +
        '; but its Issuer does not exist, so it may stay forever',
    )
  })

  it('counts what is deleted first', () => {
    const deletes = [target('Pod', 'a', 'shop'), target('Pod', 'b', 'shop')]
    expect(explainWait({ ...wait, holder, deletes })).toContain('; it deletes 2 listed objects first (e.g. Pod shop/a)')
    expect(explainWait({ ...wait, holder, deletes: deletes.slice(1) })).toContain(
      '; it deletes 1 listed object first (Pod shop/b)',
    )
  })
})

describe('what comes back', () => {
  it('is made by whom', () => {
    const pod = target('Pod', 'a', 'shop')
    const by = (kind: string) => explainComesBack({ target: pod, maker: target(kind, 'm', 'shop') })
    expect(by('ReplicaSet')).toBe('Pod shop/a comes back: ReplicaSet shop/m makes it again')
    expect(by('CronJob')).toBe('Pod shop/a comes back: CronJob shop/m makes another one when its schedule says so')
    expect(explainComesBack({ target: pod })).toBe('Pod shop/a comes back: every namespace has one')
  })
})
