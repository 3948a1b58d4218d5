import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Image } from '../../../../src/kubelet/image/snapshot.js'
import { instant, millis } from '../../../../src/core/time.js'
import { KubeletLoop } from '../../../../src/simulate/loop/index.js'
import { since } from '../../../since.js'

const { defaultConfig, presets, start, step } = KubeletLoop
const minutes = (count: number): Date => instant(count * 60_000)
const go = step(defaultConfig)

const end = (
  loop: 'container-gc' | 'image-gc' | 'detection',
  at: Date,
  error: string | null = null,
): KubeletLoop.Signal => ({ _tag: 'RunEnded', loop, error: O.fromNullable(error), at })
const due = (loop: KubeletLoop.Loop, at: Date): KubeletLoop.Signal => ({ _tag: 'TimerDue', loop, at })

/** The state after signals, from the start at minute zero. */
const afterAll = (...signals: ReadonlyArray<KubeletLoop.Signal>): KubeletLoop.State =>
  signals.reduce((state, signal) => go(state, signal)[0], start(defaultConfig)(minutes(0))[0])

const image = (id: string, size: Image['size']): Image => ({ id, size, runtimeHandler: '', pinned: false, tags: [] })

describe('start', () => {
  const tags = (config: KubeletLoop.Config): ReadonlyArray<string> =>
    start(config)(minutes(0))[1].map((command) => command._tag)

  it('runs everything at once', () => {
    expect(tags(defaultConfig)).toEqual(['RunContainerGC', 'RunImageGC', 'Detect', 'RefreshImageList'])
  })

  it('leaves the image collection out at 100 percent without a maximum age', () => {
    const withoutImages = ['RunContainerGC', 'Detect', 'RefreshImageList']
    const off = { ...defaultConfig, highThresholdPercent: 100 }
    expect(tags(off)).toEqual(withoutImages)
    expect(tags({ ...off, maxAge: millis(1) })).toContain('RunImageGC')
    expect(tags({ ...off, ...presets.kubernetes_1_26, highThresholdPercent: 100, maxAge: millis(1) })).toEqual(
      withoutImages,
    )
    expect(tags({ ...off, imageLoopStops: 'never' })).toContain('RunImageGC')
    expect(tags(presets.kubernetes_1_26)).toContain('RunImageGC')
  })

  it('has presets that state what each release changed', () => {
    expect(presets.kubernetes_1_36).toEqual(defaultConfig)
    expect(since(presets)).toEqual({
      highThresholdPercent: { '1.26': 85 },
      maxAge: { '1.26': 0 },
      imageLoopStops: { '1.26': 'at-high-100', '1.31': 'at-high-100-without-max-age' },
      imageFailuresRecorded: { '1.26': 'from-second-in-a-row' },
      containerPeriod: { '1.26': 60_000 },
      imagePeriod: { '1.26': 300_000 },
      detectionPeriod: { '1.26': 300_000 },
      imageListPeriod: { '1.26': 30_000 },
    })
    expect(Object.keys(presets)).toHaveLength(7)
  })

  it('ignores signals for a loop that is off', () => {
    const [state] = start({ ...defaultConfig, highThresholdPercent: 100 })(minutes(0))
    expect(go(state, due('image-gc', minutes(5)))).toEqual([state, []])
    expect(go(state, end('image-gc', minutes(5), 'x'))).toEqual([state, []])
  })
})

describe('step', () => {
  it('counts a period from the end of the run', () => {
    const commandsOf = (loop: 'container-gc' | 'image-gc' | 'detection'): unknown =>
      go(afterAll(), end(loop, minutes(3)))[1]
    expect(commandsOf('container-gc')).toEqual([{ _tag: 'SetTimer', loop: 'container-gc', at: minutes(4) }])
    expect(commandsOf('image-gc')).toEqual([{ _tag: 'SetTimer', loop: 'image-gc', at: minutes(8) }])
    expect(commandsOf('detection')).toEqual([{ _tag: 'SetTimer', loop: 'detection', at: minutes(8) }])
    expect(go(afterAll(), { _tag: 'ImageListFailed', at: minutes(3) })[1]).toEqual([
      { _tag: 'SetTimer', loop: 'image-list', at: minutes(3.5) },
    ])
  })

  it('tells every image collection when the loop began', () => {
    const state = afterAll(end('image-gc', minutes(1)))
    expect(go(state, due('image-gc', minutes(6)))[1]).toEqual([{ _tag: 'RunImageGC', beganGC: minutes(0) }])
  })

  it('records every failure of the container loop', () => {
    const state = afterAll(end('container-gc', minutes(0), 'a'), due('container-gc', minutes(1)))
    expect(go(state, end('container-gc', minutes(1), 'b'))[1]).toEqual([
      { _tag: 'RecordEvent', event: { type: 'Warning', reason: 'ContainerGCFailed', message: 'b' } },
      { _tag: 'SetTimer', loop: 'container-gc', at: minutes(2) },
    ])
  })

  it('records failures of the image loop from the second in a row', () => {
    const events = (...errors: ReadonlyArray<string | null>): ReadonlyArray<string> => {
      let state = afterAll()
      return errors.flatMap((error, index) => {
        const [ended, commands] = go(state, end('image-gc', minutes(5 * index), error))
        state = go(ended, due('image-gc', minutes(5 * index + 5)))[0]
        return commands.flatMap((command) => (command._tag === 'RecordEvent' ? [command.event.message] : []))
      })
    }
    expect(events('a', 'b', 'c')).toEqual(['b', 'c'])
    expect(events('a', null, 'c', 'd')).toEqual(['d'])
  })

  it('records each failure of the image loop when told so', () => {
    const config = { ...defaultConfig, imageFailuresRecorded: 'every' } as const
    expect(step(config)(afterAll(), end('image-gc', minutes(0), 'a'))[1]).toMatchObject([{ _tag: 'RecordEvent' }, {}])
  })

  it('keeps the failures of detection to itself', () => {
    expect(go(afterAll(), end('detection', minutes(0), 'a'))[1]).toMatchObject([{ _tag: 'SetTimer' }])
  })

  it('keeps the image list, largest first, through a failed listing', () => {
    const images = [image('a', 1), image('b', '9223372036854775807'), image('c', 1), image('d', 5)]
    const state = afterAll({ _tag: 'ImagesListed', images, at: minutes(0) }, due('image-list', minutes(0.5)), {
      _tag: 'ImageListFailed',
      at: minutes(0.5),
    })
    expect(O.map((list: ReadonlyArray<Image>) => list.map(({ id }) => id))(state.imageList)).toEqual(
      O.some(['b', 'd', 'c', 'a']),
    )
    expect(afterAll().imageList).toEqual(O.none)
  })

  it('sets an early timer again and ignores one for a running loop', () => {
    const waiting = afterAll(end('container-gc', minutes(0)))
    expect(go(waiting, due('container-gc', instant(59_999)))).toEqual([
      waiting,
      [{ _tag: 'SetTimer', loop: 'container-gc', at: minutes(1) }],
    ])
    const running = afterAll()
    expect(go(running, due('container-gc', minutes(1)))).toEqual([running, []])
  })

  it('ignores the end of a run that nobody asked for, and a time that is no instant', () => {
    const waiting = afterAll(end('image-gc', minutes(0), 'a'))
    expect(go(waiting, end('image-gc', minutes(1), 'b'))).toEqual([waiting, []])
    expect(go(afterAll(), end('image-gc', instant(Number.NaN)))).toEqual([afterAll(), []])
  })
})
