/** Each switch of each release changes a decision: one node per switch, decided by every preset. */
import { option as O, taskEither as TE } from 'fp-ts'
import { expect, it } from 'vitest'

import { millis } from '../../../src/core/index.js'
import { execute } from '../../../src/execute/index.js'
import {
  type Action,
  type Family,
  type Plan,
  type Policy,
  type Snapshot,
  conclude,
  detectTimeOf,
  perform,
  presets,
  remainingImages,
  remember,
} from '../../../src/kubelet/image/index.js'
import { switches } from '../../../src/kubelet/image/switches.js'
import { type Decisions, decided, unnoticed } from '../../decisions.js'
import { since } from '../../since.js'
import { container, disk, image, minute, minutes, node, planned, record, removed, unused } from './build.js'

const settings = { highThresholdPercent: 85, lowThresholdPercent: 80, minAge: millis(0), maxAge: millis(0) }
const planBy = (snapshot: Snapshot, policy: Policy): Plan => planned(snapshot, { ...policy, ...settings })
const goesForSpace = (snapshot: Snapshot, policy: Policy): string => removed('space', planBy(snapshot, policy)).join()

const paused = ['gcr.io/google_containers/pause-amd64:3.0', 'k8s.gcr.io/pause:3.2', 'registry.k8s.io/pause:3.9']
const handled = (runtimeHandler: string) => ({
  image: image('a', { runtimeHandler }),
  record: record('a', 1, { runtimeHandler }),
})

/** A run on a full disk with one image in use and one that is not; every removal succeeds. */
const runBy = async (policy: Policy) => {
  const snapshot = node([unused('used', 1), unused('idle', 2)], { containers: [container('c', 'used')] })
  const rules = { ...policy, ...settings }
  const plan = planned(snapshot, rules)
  const remove = perform({ removeImage: () => TE.right(undefined) })
  const report = await execute<Action, never>(remove)<Family>(plan)()
  const remaining = remainingImages(rules)(snapshot)(report)
  return {
    error: O.getOrElse(() => '')(conclude(String)(plan)(report).error).slice(0, 25),
    hooks: O.isSome(remaining) ? 'run' : 'none',
  }
}
const runs = new Map(
  await Promise.all(
    Object.values(presets)
      .flatMap((policy) =>
        (['insufficient-free-space', 'attempted-to-free', 'wanted-to-free'] as const).flatMap((shortage) =>
          (['present', 'absent'] as const).map((postGCHooks) => ({ ...policy, shortage, postGCHooks })),
        ),
      )
      .map(async (policy) => [JSON.stringify(policy), await runBy(policy)] as const),
  ),
)
const ran = (policy: Policy) => runs.get(JSON.stringify(policy))

const decisions: Decisions<Policy> = {
  runOrder: (policy) =>
    O.isSome(
      O.fromNullable(
        remember({ ...policy, ...settings })(
          node([], { images: [image('new')], imageFs: disk(1000, 900) }),
        ).memory.records.at(0),
      ),
    ),
  maxAgePass: (policy) => {
    const aged = { ...policy, ...settings, maxAge: minutes(30) }
    const { passes } = planned(node([unused('old', 1)], { imageFs: disk(1000, 900) }), aged)
    return passes.flatMap(({ removals }) => removals.map(({ target }) => target.id)).join()
  },
  maxAgeGrace: (policy) => {
    const aged = { ...policy, ...settings, maxAge: minutes(30), maxAgePass: 'present' as const }
    return removed(
      'age',
      planned(node([unused('never', null)], { at: minute(1), imageFs: disk(1000, 900) }), aged),
    ).join()
  },
  firstDetection: (policy) => detectTimeOf(policy)({ at: minute(0), isFirst: true })._tag,
  sandboxImage: (policy) => {
    const images = paused.map((tag) => ({ image: image(tag, { tags: [tag], size: 10 }), record: record(tag, 1) }))
    return paused.filter((tag) => !goesForSpace(node(images), policy).split(',').includes(tag)).join()
  },
  containerKey: (policy) => {
    const containers = [container('x', 'a', { imageRef: 'registry.example/app@sha256:b' })]
    return goesForSpace(node([unused('a', 1)], { containers }), policy)
  },
  pinned: (policy) =>
    goesForSpace(node([{ image: image('p', { pinned: true }), record: record('p', 1, { pinned: true }) }]), policy),
  imageVolumes: (policy) => {
    const containers = [container('c', 'i', { imageRef: 'i', imageVolumes: ['v'] })]
    return goesForSpace(node([unused('i', 1), unused('v', 1)], { containers }), policy)
  },
  runtimeClassInImageCriApi: (policy) => {
    const both = node([handled('kata'), handled('runc')], {
      containers: [container('x', 'a', { imageRef: 'a', runtimeHandler: 'runc' })],
    })
    return goesForSpace(both, policy)
  },
  shortage: (policy) => ran(policy)?.error,
  postGCHooks: (policy) => ran(policy)?.hooks,
}

it('each release decides so since', () => {
  expect(since(decided(presets, decisions))).toEqual({
    runOrder: { 'docker.era': false, '1.31': true },
    maxAgePass: { 'docker.era': '', '1.31': 'old' },
    maxAgeGrace: { 'docker.era': 'never', '1.31': '' },
    firstDetection: { 'docker.era': 'None', '1.31': 'Some' },
    sandboxImage: { 'docker.era': paused[0], '1.20': paused[1], '1.26': paused[2], '1.31': '' },
    containerKey: { 'docker.era': '', '1.20': 'a', '1.31': '' },
    pinned: { 'docker.era': 'p', '1.31': '' },
    imageVolumes: { 'docker.era': 'v', '1.35': '' },
    runtimeClassInImageCriApi: { 'docker.era': '' },
    shortage: {
      'docker.era': 'failed to garbage collect',
      '1.26': 'Failed to garbage collect',
      '1.35': 'Insufficient free disk sp',
    },
    postGCHooks: { 'docker.era': 'none', '1.35': 'run' },
  })
})

it('no value of a switch could be another one unnoticed', () => {
  expect(unnoticed(presets, switches, decisions, { runtimeClassInImageCriApi: [true] })).toEqual([])
})
