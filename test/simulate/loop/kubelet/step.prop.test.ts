import fc from 'fast-check'
import { option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import { instant, millis } from '../../../../src/core/time.js'
import { KubeletLoop } from '../../../../src/simulate/loop/index.js'

const anyAt = fc.oneof(fc.integer({ min: 0, max: 3_600_000 }), fc.constant(Number.NaN)).map(instant)
const anySignal: fc.Arbitrary<KubeletLoop.Signal> = fc.oneof(
  fc.record({
    _tag: fc.constant('TimerDue' as const),
    loop: fc.constantFrom('container-gc' as const, 'image-gc', 'detection', 'image-list'),
    at: anyAt,
  }),
  fc.record({
    _tag: fc.constant('RunEnded' as const),
    loop: fc.constantFrom('container-gc' as const, 'image-gc', 'detection'),
    error: fc.option(fc.string(), { nil: null }).map(O.fromNullable),
    at: anyAt,
  }),
  fc.record({ _tag: fc.constant('ImagesListed' as const), images: fc.constant([]), at: anyAt }),
  fc.record({ _tag: fc.constant('ImageListFailed' as const), at: anyAt }),
)
const anyConfig: fc.Arbitrary<KubeletLoop.Config> = fc.record({
  highThresholdPercent: fc.constantFrom(85, 100),
  maxAge: fc.constantFrom(millis(0), millis(1)),
  imageLoopStops: fc.constantFrom('never' as const, 'at-high-100', 'at-high-100-without-max-age'),
  imageFailuresRecorded: fc.constantFrom('every' as const, 'from-second-in-a-row'),
  containerPeriod: fc.constant(millis(60_000)),
  imagePeriod: fc.constant(millis(300_000)),
  detectionPeriod: fc.constant(millis(300_000)),
  imageListPeriod: fc.constant(millis(30_000)),
})

const runs: ReadonlySet<string> = new Set(['RunContainerGC', 'RunImageGC', 'Detect', 'RefreshImageList'])

it('asks for one run at most, only after a timer, and leaves its loop running', () => {
  fc.assert(
    fc.property(anyConfig, fc.array(anySignal, { maxLength: 40 }), (config, signals) => {
      let [state] = KubeletLoop.start(config)(instant(0))
      for (const signal of signals) {
        const [next, commands] = KubeletLoop.step(config)(state, signal)
        const asked = commands.filter(({ _tag }) => runs.has(_tag))
        expect(asked.length).toBeLessThanOrEqual(1)
        if (asked.length === 1) {
          expect(signal._tag).toBe('TimerDue')
          if (signal._tag === 'TimerDue') expect(next.loops[signal.loop]._tag).toBe('Running')
        }
        if (next === state) expect(commands.every(({ _tag }) => _tag === 'SetTimer')).toBe(true)
        state = next
      }
    }),
  )
})

it('leaves every loop that is not off either running or with the timer that will wake it', () => {
  fc.assert(
    fc.property(anyConfig, fc.array(anySignal, { maxLength: 40 }), (config, signals) => {
      const timers = new Map<string, number>()
      let [state] = KubeletLoop.start(config)(instant(0))
      for (const signal of signals) {
        const [next, commands] = KubeletLoop.step(config)(state, signal)
        for (const command of commands) if (command._tag === 'SetTimer') timers.set(command.loop, command.at.getTime())
        state = next
      }
      for (const [loop, { _tag, ...rest }] of Object.entries(state.loops))
        if (_tag === 'Waiting') expect('until' in rest && rest.until.getTime()).toBe(timers.get(loop))
    }),
  )
})

it('does not touch the state it is given', () => {
  const frozen = <A>(value: A): A => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
    return value
  }
  fc.assert(
    fc.property(anyConfig, fc.array(anySignal, { maxLength: 20 }), (config, signals) => {
      const [state] = KubeletLoop.start(config)(instant(0))
      signals.reduce((held, signal) => KubeletLoop.step(config)(frozen(held), frozen(signal))[0], state)
      return true
    }),
  )
})
