import { expect, it } from 'vitest'

import { apply } from '../../src/containerd/index.js'
import { blob, container, image, ingest, layer, lease, mount, planOf, sandbox, snapshot, stream } from './graph.js'

const past = '2020-01-01T00:00:00Z'

it('leaves everything that the plan does not remove, in its order', () => {
  const kept = {
    leases: [lease('z'), lease('y')],
    snapshots: [layer('t', '', { root: '1' })],
    content: [blob('b', { root: '1' }), blob('a', { root: '1' })],
    images: [image('k', 'a')],
    ingests: [ingest('v', '', '2030-01-01T00:00:00Z')],
    streams: [stream('s')],
    mounts: [mount('m', 'z')],
    containers: [container('c')],
    sandboxes: [sandbox('x')],
  }
  const gone = {
    leases: [lease('p', [], { expire: past })],
    snapshots: [layer('s'), layer('native:t')],
    content: [blob('c')],
    images: [image('i', 'c', { expire: past })],
    ingests: [ingest('w')],
    streams: [stream('u', 'p')],
    mounts: [mount('n')],
  }
  const before = snapshot({
    ...kept,
    leases: [...gone.leases, ...kept.leases],
    snapshots: [...kept.snapshots, ...gone.snapshots],
    content: [...kept.content, ...gone.content],
    images: [...gone.images, ...kept.images],
    ingests: [...gone.ingests, ...kept.ingests],
    streams: [...kept.streams, ...gone.streams],
    mounts: [...gone.mounts, ...kept.mounts],
  })
  expect(apply(planOf(before))(before)).toEqual(snapshot(kept))
})

it('removes from the namespace of each target alone, and keeps one that is empty', () => {
  const before = snapshot({ name: 'a', content: [blob('x')] }, { name: 'b', content: [blob('x', { root: '1' })] })
  expect(apply(planOf(before))(before)).toEqual(
    snapshot({ name: 'a' }, { name: 'b', content: [blob('x', { root: '1' })] }),
  )
})

it('gives back the very snapshot when nothing goes', () => {
  const before = snapshot({ images: [image('i', 'a')] })
  expect(apply(planOf(before))(before)).toBe(before)
})
