import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Action } from '../../src/containerd/index.js'
import { applyReport, cleanup, conclude, perform } from '../../src/containerd/index.js'
import { unknown } from '../../src/core/index.js'
import { carryOut } from '../laws.js'
import { blob, image, ingest, layer, lease, planOf, snapshot } from './graph.js'

const past = '2020-01-01T00:00:00Z'

const of = snapshot({
  snapshots: [layer('r'), layer('s', 'r')],
  content: [blob('a')],
  images: [image('i', 'a', { expire: past })],
})

describe('the end of a collection', () => {
  it('publishes after everything was removed', async () => {
    const plan = planOf(of)
    const { report, calls } = await carryOut(plan, () => false)
    expect(calls).toHaveLength(4)
    expect(conclude(String)(plan)(report)).toEqual({
      events: [
        { _tag: 'SnapshotRemove', topic: '/snapshot/remove', namespace: 'n', snapshotter: 'overlayfs', key: 'r' },
        { _tag: 'SnapshotRemove', topic: '/snapshot/remove', namespace: 'n', snapshotter: 'overlayfs', key: 's' },
        { _tag: 'ImageDelete', topic: '/images/delete', namespace: 'n', name: 'i' },
      ],
      error: O.none,
    })
  })

  it('stops at the first failure, publishes nothing and gives its error', async () => {
    const plan = planOf(of)
    const { report, calls } = await carryOut(plan, (action: Action) => action._tag === 'RemoveRecord')
    expect(calls).toHaveLength(3)
    expect(report.passes.map(({ state }) => state._tag)).toEqual(['Ran', 'NotReached'])
    expect(conclude((error: string) => error)(plan)(report)).toEqual({
      events: [],
      error: O.some('failed: RemoveRecord'),
    })
    expect(applyReport(report)(of).namespaces[0]?.snapshots).toEqual([])
    expect(applyReport(report)(of).namespaces[0]?.content).toHaveLength(1)
  })
})

describe('an action', () => {
  it('calls the port for its kind of record', () => {
    const called: string[] = []
    const port = {
      removeRecord: (record: { readonly id: string }) => () =>
        Promise.resolve({ _tag: 'Right' as const, right: called.push(record.id) }),
      removeSnapshotRecord: (record: { readonly id: string }) => () =>
        Promise.resolve({ _tag: 'Right' as const, right: called.push(`snapshot ${record.id}`) }),
    }
    for (const { actions } of planOf(of).passes[0].removals) void perform(port)(actions[0])()
    expect(called).toEqual(['snapshot n/overlayfs/r', 'snapshot n/overlayfs/s', 'n/a', 'n/i'])
  })
})

describe('the cleanup', () => {
  it('looks at the backends that lost a record', () => {
    expect(cleanup(planOf(of))(of)).toEqual({
      snapshotters: ['overlayfs'],
      content: true,
      blobs: [{ digest: 'a', size: 1 }],
    })
    expect(cleanup(planOf(snapshot()))(snapshot())).toEqual({ snapshotters: [], content: false, blobs: [] })
  })

  it('looks at a backend from which a client deleted something since the last collection', () => {
    const before = { content: true, snapshotters: ['zfs', 'native'] }
    expect(cleanup(planOf(snapshot()), before)(snapshot())).toEqual({
      snapshotters: ['native', 'zfs'],
      content: true,
      blobs: [],
    })
  })

  it('leaves a blob that another namespace records or a kept write of any namespace expects', () => {
    const shared = snapshot(
      { name: 'a', content: [blob('x'), blob('y'), blob('z')] },
      {
        name: 'b',
        content: [blob('x', { root: '1' }), blob('z')],
        ingests: [ingest('w', 'y', '2030-01-01T00:00:00Z')],
      },
    )
    expect(cleanup(planOf(shared))(shared)).toMatchObject({ content: true, blobs: [{ digest: 'z' }] })
  })

  it('is sure of no blob while nobody knows what a kept write expects', () => {
    const writes = { ...ingest('w', '', '2030-01-01T00:00:00Z'), expected: unknown }
    const of = snapshot({ name: 'a', content: [blob('x')] }, { name: 'b', ingests: [writes] })
    expect(cleanup(planOf(of))(of)).toMatchObject({ content: true, blobs: [] })
  })

  it('counts a blob that only a write expects that goes as well', () => {
    const of = snapshot({ content: [blob('a')], ingests: [ingest('w', 'a', past)] })
    expect(cleanup(planOf(of))(of).blobs).toEqual([{ digest: 'a', size: 1 }])
  })

  it('counts a blob once, whatever else goes by the same name', () => {
    const gone = {
      snapshots: [layer('b')],
      content: [blob('a'), blob('b')],
      leases: [lease('b', [], { expire: past })],
    }
    const of = snapshot({ name: 'k', ...gone }, { name: 'l', ...gone })
    expect(cleanup(planOf(of))(of).blobs.map(({ digest }) => digest)).toEqual(['a', 'b'])
  })

  it('leaves a blob of which a record stays beside a snapshot of the same name that goes', () => {
    const of = snapshot({ snapshots: [layer('a')], content: [blob('a', { root: '1' })] })
    expect(cleanup(planOf(of))(of)).toEqual({ snapshotters: ['overlayfs'], content: false, blobs: [] })
  })

  it('looks at the content store for an unfinished write alone', () => {
    const of = snapshot({ ingests: [ingest('w')] })
    expect(cleanup(planOf(of))(of).content).toBe(true)
  })
})
