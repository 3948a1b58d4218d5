import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'

import {
  containerdConfigToml,
  decodeContainerdConfig,
  defaultContainerdConfig,
  explainClamp,
} from '../../../src/decode/index.js'
import { ContainerdScheduler } from '../../../src/simulate/loop/index.js'
import { right, wrongIn } from '../reading.js'

const { defaultConfig, releases } = ContainerdScheduler
const decode = decodeContainerdConfig(releases.containerd_2_3)
const read = (toml: string) => decode(parse(toml))
const versions = [1, 2, 3] as const

const scheduler = { 'io.containerd.gc.v1.scheduler': {} }
const file = (settings: object): object => ({
  version: 3,
  plugins: { ...scheduler, 'io.containerd.gc.v1.scheduler': settings },
})

describe('a configuration of containerd', () => {
  it('is read from where its version has the settings', () => {
    const settings = 'pause_threshold = 0.1\nschedule_delay = "1.5s"\n'
    const plugin = '[plugins."io.containerd.gc.v1.scheduler"]'
    for (const toml of [
      `[plugins.scheduler]\n${settings}`,
      `version = 1\n[plugins.scheduler]\n${settings}`,
      `version = 2\n${plugin}\n${settings}`,
      `version = 3\n${plugin}\n${settings}`,
    ])
      expect(right(read(toml))).toMatchObject({
        input: { pauseThreshold: 0.1, scheduleDelay: 1_500_000_000 },
        config: { ...defaultConfig, pauseThreshold: 0.1, scheduleDelay: 1_500_000_000 },
        clamps: [],
        notes: [],
      })
  })

  it('may set nothing', () => {
    expect(right(read('')).config).toEqual(defaultConfig)
    expect(right(read('version = 2\n[plugins]\n')).config).toEqual(defaultConfig)
    expect(right(decode(file({ mutation_threshold: 5n }))).input).toEqual({ mutationThreshold: 5 })
  })

  it('follows the rules of the release that reads it', () => {
    expect(right(decodeContainerdConfig(releases.containerd_1_6)({})).config.firstFailure).toBe('crash')
  })

  it('says what was out of bounds', () => {
    const settings = { pause_threshold: 0.7, mutation_threshold: -1, schedule_delay: '-1s', startup_delay: '-5ms' }
    const { clamps, config } = right(decode(file({ ...settings, deletion_threshold: -3 })))
    expect(config).toMatchObject({ pauseThreshold: 0.5, mutationThreshold: 0, scheduleDelay: 0, deletionThreshold: -3 })
    expect(clamps.map(explainClamp)).toEqual([
      'pause_threshold is 0.7 and counts as 0.5',
      'mutation_threshold is -1 and counts as 0',
      'schedule_delay is "-1s" and counts as "0s"',
      'startup_delay is "-5ms" and counts as "0s"',
    ])
  })

  it('is refused with the place of every wrong value', () => {
    const plugin = 'plugins["io.containerd.gc.v1.scheduler"]'
    const wrong = { pause_threshold: '0.1', mutation_threshold: 1.5, schedule_delay: 5, startup_delay: '1 s' }
    expect(wrongIn(decode(file({ ...wrong, deletion_threshold: 2 ** 53 })))).toEqual([
      `${plugin}.pause_threshold: expected a number, got "0.1"`,
      `${plugin}.deletion_threshold: expected an integer from -(2^53 - 1) to 2^53 - 1, got 9007199254740992`,
      `${plugin}.mutation_threshold: expected an integer from -(2^53 - 1) to 2^53 - 1, got 1.5`,
      `${plugin}.schedule_delay: expected a Go duration such as "100ms", of 104 days at most, got 5`,
      `${plugin}.startup_delay: expected a Go duration such as "100ms", of 104 days at most, got "1 s"`,
    ])
    expect(wrongIn(decode(file({ schedule_delay: '2502h', pause_threshold: NaN }))).length).toBe(2)
    expect(wrongIn(decode({ version: 4 }))).toEqual(['version: expected 1, 2 or 3, got 4'])
    expect(wrongIn(decode({ plugins: [] }))).toEqual(['plugins: expected an object, got an array of 0'])
    expect(wrongIn(decode({ plugins: { scheduler: 7 } }))).toEqual(['plugins.scheduler: expected an object, got 7'])
    for (const none of [null, 7, 'x', [], new Map(), undefined]) expect(wrongIn(decode(none)).length).toBe(1)
  })

  it('says what it ignores and what else bears on the scheduler', () => {
    const toml = `version = 2
      imports = ["/etc/containerd/conf.d/*.toml"]
      disabled_plugins = ["io.containerd.gc.v1.scheduler"]
      [plugins.scheduler]
      pause_threshold = 0.5
      [plugins."io.containerd.gc.v1.scheduler"]
      pause_treshold = 0.1
    `
    const { notes, config } = right(read(toml))
    expect(config).toEqual(defaultConfig)
    expect(notes).toEqual([
      'the scheduler knows no setting "pause_treshold"',
      '[plugins."scheduler"] is ignored in a file of version 2',
      'the files that it imports are not read',
      'it disables the scheduler, so that nothing collects',
    ])
    expect(right(read('[plugins."io.containerd.gc.v1.scheduler"]\n')).notes).toEqual([
      '[plugins."io.containerd.gc.v1.scheduler"] is ignored in a file of version 1',
    ])
  })

  it('reads no setting off a prototype', () => {
    const parsed: unknown = JSON.parse('{"plugins": {"__proto__": {"scheduler": {"pause_threshold": 0.5}}}}')
    expect(right(decode(parsed)).config).toEqual(defaultConfig)
  })

  it('is read or refused, whatever it is', () => {
    const things = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true })
    fc.assert(
      fc.property(things, fc.constantFrom(...versions), (thing, version) => {
        const plugins = { scheduler: thing, 'io.containerd.gc.v1.scheduler': thing }
        for (const input of [thing, { version, plugins: thing }, { version, plugins }, file({ startup_delay: thing })])
          decode(input)
      }),
    )
  })
})

describe('the settings as TOML', () => {
  it.each(versions)('of version %s, with defaults, mean the defaults', (version) => {
    const { version: found, config, notes } = right(read(defaultContainerdConfig(version)))
    expect({ version: found, config, notes }).toEqual({ version, config: defaultConfig, notes: [] })
  })

  it('are read back as they were written', () => {
    const whole = fc.maxSafeInteger()
    const settings = fc.record(
      {
        pauseThreshold: fc.double({ noNaN: true, noDefaultInfinity: true }).map((share) => share + 0),
        deletionThreshold: whole,
        mutationThreshold: whole,
        scheduleDelay: whole,
        startupDelay: whole,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(settings, fc.constantFrom(...versions), (config, version) => {
        expect(right(read(containerdConfigToml(version)(config))).input).toEqual(config)
      }),
    )
  })

  it('leave out what no file can hold', () => {
    expect(containerdConfigToml(1)({ pauseThreshold: NaN, mutationThreshold: 1.5, startupDelay: Infinity })).toBe(
      'version = 1\n\n[plugins.scheduler]\n',
    )
  })
})
