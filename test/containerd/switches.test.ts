/** Each switch of each release changes a decision: a database for each, decided by every preset. */
import { expect, it } from 'vitest'

import { type Policy, type Snapshot, presets } from '../../src/containerd/index.js'
import { switches } from '../../src/containerd/switches.js'
import { type Decisions, decided, unnoticed } from '../decisions.js'
import { since } from '../since.js'
import { blob, container, image, layer, mount, planOf, removed, sandbox, snapshot, stream } from './graph.js'

const past = '2020-01-01T00:00:00Z'
const goes = (of: Snapshot, policy: Policy): string => removed(planOf(of, policy)).join()
const publishes = (of: Snapshot, policy: Policy): string =>
  planOf(of, policy)
    .passes.flatMap(({ events }) => events.map(({ _tag }) => _tag))
    .join()

const expired = snapshot({ images: [image('i', 'a', { expire: past })] })

const decisions: Decisions<Policy> = {
  imagesCollected: (policy) => goes(expired, policy),
  sandboxLabels: (policy) =>
    goes(snapshot({ content: [blob('a')], sandboxes: [sandbox('s', { 'ref.content.x': 'a' })] }), policy),
  streams: (policy) => goes(snapshot({ streams: [stream('a', 'gone')] }), policy),
  mounts: (policy) => goes(snapshot({ mounts: [mount('m')] }), policy),
  containersAreNodes: (policy) =>
    goes(snapshot({ containers: [container('c')], content: [blob('a', { 'bref.container': 'c' })] }), {
      ...policy,
      backReferences: true,
    }),
  backReferences: (policy) =>
    goes(
      snapshot({
        content: [blob('a', { root: '1' }), blob('b', { 'bref.content': 'a' })],
      }),
      policy,
    ),
  rootByPrefix: (policy) => goes(snapshot({ content: [blob('a', { 'root.note': '1' })] }), policy),
  conditions: (policy) =>
    goes(
      snapshot({
        images: [image('i', 'x', { 'cond.snapshot.overlayfs': 'usedat<1h1ns|s' })],
        snapshots: [layer('s', '', { 'cond.value-usedat': '2026-03-04T04:06:07.008Z' })],
      }),
      policy,
    ),
  snapshotEvents: (policy) => publishes(snapshot({ snapshots: [layer('s')] }), policy),
  imageEvents: (policy) => publishes(expired, { ...policy, imagesCollected: true }),
}

it('each release decides so since', () => {
  expect(since(decided(presets, decisions))).toEqual({
    imagesCollected: { 'containerd.1_6': '', 'containerd.2_0': 'Image i' },
    sandboxLabels: { 'containerd.1_6': 'Content a', 'containerd.2_0': '' },
    streams: { 'containerd.1_6': '', 'containerd.1_7': 'Stream a' },
    mounts: { 'containerd.1_6': '', 'containerd.2_2': 'Mount m' },
    containersAreNodes: { 'containerd.1_6': 'Content a', 'containerd.2_2': '' },
    backReferences: { 'containerd.1_6': 'Content b', 'containerd.2_2': '' },
    rootByPrefix: { 'containerd.1_6': 'Content a', 'containerd.2_2': '' },
    conditions: { 'containerd.1_6': 'FsSnapshot overlayfs/s', 'containerd.2_3': '' },
    snapshotEvents: { 'containerd.1_6': '', 'containerd.1_7': 'SnapshotRemove' },
    imageEvents: { 'containerd.1_6': '', 'containerd.2_0': 'ImageDelete' },
  })
})

it('no value of a switch could be another one unnoticed', () => {
  expect(unnoticed(presets, switches, decisions)).toEqual([])
})
