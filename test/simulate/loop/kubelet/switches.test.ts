/** Each switch of each release changes what the loops do. */
import { option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import { instant, millis } from '../../../../src/core/time.js'
import { KubeletLoop } from '../../../../src/simulate/loop/index.js'
import { switches } from '../../../../src/simulate/loop/kubelet/switches.js'
import { type Decisions, decided, unnoticed } from '../../../decisions.js'
import { since } from '../../../since.js'

const { presets, start, step } = KubeletLoop
const noon = instant(0)

/** Whether the loop of images starts at these settings. */
const starts = (config: KubeletLoop.Config, highThresholdPercent: number, maxAge: number): boolean =>
  start({ ...config, highThresholdPercent, maxAge: millis(maxAge) })(noon)[1].some(({ _tag }) => _tag === 'RunImageGC')

const decisions: Decisions<KubeletLoop.Config> = {
  imageLoopStops: (config) => [starts(config, 100, 0), starts(config, 100, 1), starts(config, 99, 0)],
  imageFailuresRecorded: (config) =>
    step(config)(start(config)(noon)[0], {
      _tag: 'RunEnded',
      loop: 'image-gc',
      error: O.some('failed'),
      at: noon,
    })[1].map(({ _tag }) => _tag),
}

it('each release decides so since', () => {
  expect(since(decided(presets, decisions))).toEqual({
    imageLoopStops: { '1.26': [false, false, true], '1.31': [false, true, true] },
    imageFailuresRecorded: { '1.26': ['SetTimer'] },
  })
})

it('no value of a switch could be another one unnoticed', () => {
  expect(
    unnoticed(presets, switches, decisions, { imageLoopStops: ['never'], imageFailuresRecorded: ['every'] }),
  ).toEqual([])
})
