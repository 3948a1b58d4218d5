/** One node per rule that changed, decided by the release before the change and by the one that made it. */
import { option as O, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis, unknown } from '../../../src/core/index.js'
import { execute } from '../../../src/execute/index.js'
import {
  type Action,
  type Family,
  type Policy,
  conclude,
  perform,
  presets,
  remainingImages,
} from '../../../src/kubelet/image/index.js'
import { container, disk, image, minute, minutes, node, planned, record, removed, tagsOf, unused } from './build.js'

const { kubernetes_1_26, kubernetes_1_34, kubernetes_1_35 } = presets

describe('an image mounted as a volume, on a disk that is too full (1.34 and 1.35)', () => {
  const thresholds = { highThresholdPercent: 90, lowThresholdPercent: 80, minAge: millis(0) }
  const snapshot = node([unused('i0', 1, 10), unused('i1', 2, 20), unused('i2', 3, 30)], {
    containers: [container('c', 'i0', { imageVolumes: ['i1'] })],
    imageFs: disk(2000, 50),
  })
  const remove = perform({ removeImage: () => TE.right(undefined) })
  const runBy = async (rules: Policy) => {
    const policy = { ...rules, ...thresholds }
    const plan = planned(snapshot, policy)
    const report = await execute<Action, never>(remove)<Family>(plan)()
    return {
      removed: removed('space', plan),
      error: O.toNullable(conclude(String)(plan)(report).error),
      remaining: O.toNullable(remainingImages(policy)(snapshot)(report)),
    }
  }

  it('goes up to 1.34; no hook runs', async () => {
    expect(await runBy(kubernetes_1_34)).toEqual({
      removed: ['i1', 'i2'],
      error:
        'Failed to garbage collect required amount of images. Attempted to free 350 bytes, but only found 50 bytes eligible to free.',
      remaining: null,
    })
  })

  it('stays from 1.35 on; hooks run, and what is in use does not remain for them', async () => {
    expect(await runBy(kubernetes_1_35)).toEqual({
      removed: ['i2'],
      error:
        "Insufficient free disk space on the node's image filesystem (98% of 2.0 KiB used). Failed to free sufficient space by deleting unused images (freed 30 bytes). Investigate disk usage, as it could be used by active images, logs, volumes, or other data.",
      remaining: [],
    })
  })
})

it('1.29 removes an image that was never used as soon as the kubelet starts, 1.30 once it has run for the maximum age', () => {
  const snapshot = node([unused('a', null)], { at: minute(1), imageFs: disk(1000, 900) })
  const rules = { ...presets.kubernetes_1_31, maxAge: minutes(60) }
  const in29 = { ...rules, maxAgeGrace: kubernetes_1_26.maxAgeGrace }
  expect(removed('age', planned(snapshot, in29))).toEqual(['a'])
  expect(tagsOf('age', 'a', planned(snapshot, rules))).toEqual(['StartUpGrace'])
  expect(removed('age', planned({ ...snapshot, at: minute(61) }, rules))).toEqual(['a'])
})

it('1.29 waits for no start, so it needs not know it', () => {
  const in29 = { ...presets.kubernetes_1_31, maxAge: minutes(60), maxAgeGrace: kubernetes_1_26.maxAgeGrace }
  const snapshot = node([unused('a', null)], { imageFs: disk(1000, 900), beganGC: unknown })
  expect(removed('age', planned(snapshot, in29))).toEqual(['a'])
})

it('a container holds the image of its reference up to 1.29, and that of its id from 1.30 on', () => {
  const snapshot = node([{ image: image('sha256:a'), record: record('sha256:a', 1) }], {
    containers: [container('x', 'sha256:a', { imageRef: 'registry.example/app@sha256:b' })],
    imageFs: disk(1000, 50),
  })
  const by = (containerKey: Policy['containerKey']) => planned(snapshot, { ...presets.kubernetes_1_31, containerKey })
  expect(removed('space', by(kubernetes_1_26.containerKey))).toEqual(['sha256:a'])
  expect(tagsOf('space', 'sha256:a', by(presets.kubernetes_1_31.containerKey))).toEqual(['InUse'])
})
