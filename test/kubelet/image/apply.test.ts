import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Action, Plan, Snapshot } from '../../../src/kubelet/image/index.js'
import { apply, applyReport, defaultPolicy } from '../../../src/kubelet/image/index.js'
import { known, unknown } from '../../../src/core/index.js'
import { carryOut } from '../../laws.js'
import { container, disk, image, minute, minutes, node, planned, record, removed, unused } from './build.js'

const three = [unused('a', 10, 150), unused('b', 20), unused('c', 30)]
const after = (snapshot: Snapshot, plan: Plan = planned(snapshot)): Snapshot => apply(plan)(snapshot)

describe('the snapshot after a plan', () => {
  it('lacks what was removed, its records too, and keeps everything else', () => {
    const snapshot = node(three, { containers: [container('x', 'c')] })
    const next = after(snapshot)
    expect(next).toEqual({
      ...snapshot,
      images: [image('c')],
      memory: { records: [record('c', 30)] },
      imageFs: disk(1000, 250),
    })
  })

  it('has the counted bytes more available, at most its capacity', () => {
    expect(after(node([unused('a', 1, 5000)])).imageFs).toEqual(disk(1000, 1000))
    expect(
      after(node([unused('a', 1, '9007199254740993')], { imageFs: disk('18014398509481984', 0) })).imageFs,
    ).toEqual(disk('18014398509481984', '9007199254740993'))
  })

  it('leaves numbers alone that were not reported or not observed', () => {
    const unreported = known({ capacityBytes: O.some(1000), availableBytes: O.none })
    expect(after(node(three, { imageFs: unreported })).imageFs).toEqual(unreported)
    const asked = planned(node(three, { imageFs: unknown }), { entrance: 'DeleteUnusedImages' })
    expect(removed('space', asked)).toEqual(['a', 'b', 'c'])
    expect(after(node(three, { imageFs: unknown }), asked).imageFs).toEqual(unknown)
  })

  it('counts what went by age as well', () => {
    const snapshot = node([unused('a', 1, 30), unused('b', 40, 10)])
    const plan = planned(snapshot, { maxAge: minutes(30) })
    expect([removed('age', plan), removed('space', plan)]).toEqual([['a'], ['b']])
    expect(after(snapshot, plan).imageFs).toEqual(disk(1000, 40))
  })

  it('is the same one when nothing is removed', () => {
    const snapshot = node(three, { imageFs: disk(1000, 999) })
    expect(after(snapshot)).toBe(snapshot)
  })

  it('lacks an image altogether when one runtime handler of it goes: removal is by plain id', () => {
    const images = [image('a', { runtimeHandler: 'kata' }), image('a', { runtimeHandler: 'runc' })]
    const records = [record('a', 1, { runtimeHandler: 'kata' }), record('a', 60, { runtimeHandler: 'runc' })]
    const snapshot = node([], { images, memory: { records } })
    const next = after(snapshot, planned(snapshot, { runtimeClassInImageCriApi: true }))
    expect(next.images).toEqual([])
    expect(next.memory.records.map(({ runtimeHandler }) => runtimeHandler)).toEqual(['runc'])
  })

  it('lacks the record of a removed image whatever its runtime handler, while the gate for handlers is off', () => {
    const images = [image('a', { runtimeHandler: 'kata' }), image('b', { runtimeHandler: 'kata' })]
    const records = [record('a', 1, { runtimeHandler: 'kata' }), record('b', 60, { runtimeHandler: 'kata' })]
    const snapshot = node([], { images, memory: { records } })
    expect(after(snapshot).memory.records.map(({ id }) => id)).toEqual(['b'])
  })

  it('keeps the record of another runtime handler when the image without one goes, while the gate is on', () => {
    const images = [image('a'), image('a', { runtimeHandler: 'kata' })]
    const records = [record('a', 1), record('a', 60, { runtimeHandler: 'kata' })]
    const snapshot = node([], { images, memory: { records } })
    const next = after(snapshot, planned(snapshot, { runtimeClassInImageCriApi: true }))
    expect(next.memory.records.map(({ runtimeHandler }) => runtimeHandler)).toEqual(['kata'])
  })
})

describe('the snapshot after a report', () => {
  it('lacks what was removed, and what failed is still there', async () => {
    const snapshot = node(three)
    const { report } = await carryOut(planned(snapshot), (action: Action) => action.id === 'a')
    const next = applyReport(report)(snapshot)
    expect(next.images.map(({ id }) => id)).toEqual(['a'])
    expect(next.memory.records.map(({ id }) => id)).toEqual(['a'])
    expect(next.imageFs).toEqual(disk(1000, 200))
  })
})

it('removes nothing more when the same moment is planned again', () => {
  expect(removed('space', planned(after(node(three)), defaultPolicy))).toEqual([])
  expect(after(node(three)).at).toEqual(minute(60))
})
