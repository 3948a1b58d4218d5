import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { DecodedFlags } from '../../../src/decode/kubelet-config/index.js'
import { decodeKubeletFlags, effectiveConfiguration } from '../../../src/decode/kubelet-config/index.js'
import { problemsIn, right } from './reading.js'

const decoded = (input: unknown): DecodedFlags => right(decodeKubeletFlags(input))
const problemsOf = (input: unknown): unknown => problemsIn(decodeKubeletFlags(input))

describe('decodeKubeletFlags', () => {
  it('reads the flags of the founding documents', () => {
    expect(
      decoded([
        '--minimum-container-ttl-duration=10s',
        '--maximum-dead-containers-per-container',
        '2',
        '--maximum-dead-containers',
        '-1',
        '--image-gc-high-threshold=90',
        '--image-gc-low-threshold=80',
        '--minimum-image-ttl-duration=2m0s',
        '--eviction-hard=memory.available<100Mi, imagefs.available < 15%',
        '--eviction-soft-grace-period=memory.available=1m30s',
      ]),
    ).toEqual({
      flags: {
        containerMinimumAge: '10s',
        maxPerPodContainer: 2,
        maxContainers: -1,
        imageGCHighThresholdPercent: 90,
        imageGCLowThresholdPercent: 80,
        imageMinimumGCAge: '2m0s',
        evictionHard: new Map([
          ['memory.available', '100Mi'],
          ['imagefs.available', '15%'],
        ]),
        evictionSoftGracePeriod: new Map([['memory.available', '1m30s']]),
      },
      ignored: [],
    })
  })

  it('lists what it ignores, with its values, in order', () => {
    expect(
      decoded('/usr/bin/kubelet -v 2 --config=/etc/kubelet.conf --register-node --image-gc-low-threshold 70 x -- --y'),
    ).toEqual({
      flags: { imageGCLowThresholdPercent: 70 },
      ignored: ['/usr/bin/kubelet', '-v 2', '--config=/etc/kubelet.conf', '--register-node', 'x', '--y'],
    })
  })

  it('takes underscores for dashes, and the later of two values', () => {
    expect(decoded('--image_gc_high_threshold=1 --image-gc-high-threshold=2').flags.imageGCHighThresholdPercent).toBe(2)
  })

  it('adds up pairs that are given in parts', () => {
    const { evictionHard } = decoded(['--eviction-hard', 'a<1', '--eviction-hard', 'b<2,a<3']).flags
    expect([...(evictionHard ?? [])]).toEqual([
      ['a', '3'],
      ['b', '2'],
    ])
  })

  it('splits a text as a shell does', () => {
    const line = `--eviction-hard='a<1' --eviction-soft="b<2" \\\n  --maximum-dead-containers=\\5 "--v=\\"q\\""`
    expect(decoded(line)).toEqual({
      flags: { evictionHard: new Map([['a', '1']]), evictionSoft: new Map([['b', '2']]), maxContainers: 5 },
      ignored: ['--v="q"'],
    })
  })

  it('keeps empty words, line breaks within quotes, and backslashes that mean nothing', () => {
    expect(decoded(`'' "" a''b "x\\y\ny" '\\'z \\`).ignored).toEqual(['', '', 'ab', 'x\\y\ny', '\\z', '\\'])
    expect(decoded('a\\\r\nb \t "\\$c"').ignored).toEqual(['ab', '$c'])
  })

  it('takes a long line and many parts', () => {
    expect(decoded(`"${'a'.repeat(1e6)}"`).ignored).toHaveLength(1)
    expect(decoded(['--', ...Array<string>(200_000).fill('x')]).ignored).toHaveLength(200_000)
    const parts = Array.from({ length: 20_000 }, (_, index) => `--eviction-hard=s${index}<1`)
    expect(decoded(parts).flags.evictionHard?.size).toBe(20_000)
  })

  it('names the flag of every problem', () => {
    expect(problemsOf(['--maximum-dead-containers=1e2', '--eviction-hard=a', '--minimum-image-ttl-duration'])).toEqual([
      { path: '--maximum-dead-containers', expected: 'a decimal integer of 32 bits', actual: '"1e2"' },
      { path: '--eviction-hard', expected: 'pairs signal<value, separated by commas', actual: '"a"' },
      { path: '--minimum-image-ttl-duration', expected: 'a value', actual: 'undefined' },
    ])
    expect(problemsOf('--maximum-dead-containers=2147483648')).toHaveLength(1)
    expect(problemsOf("--v='2")).toMatchObject([{ expected: 'a command line whose quotes are closed' }])
    expect(problemsOf(['a', 1])).toEqual([{ path: '[1]', expected: 'a string', actual: '1' }])
    expect(problemsOf({})).toMatchObject([{ expected: 'a string or an array' }])
  })

  it('refuses under its own name, and lists a hundred problems at most', () => {
    const read = decodeKubeletFlags(Array<string>(101).fill('--minimum-image-ttl-duration=1d'))
    expect(E.isLeft(read) && read.left).toMatchObject({ _tag: 'InvalidInput', source: 'kubelet flags' })
    expect(problemsIn(read)).toHaveLength(100)
    expect(problemsIn(read)[0]).toEqual({
      path: '--minimum-image-ttl-duration',
      expected: 'a Go duration such as "2m0s"',
      actual: '"1d"',
    })
    expect(problemsOf(1)).toEqual([{ path: '', expected: 'a string or an array', actual: '1' }])
  })

  it('skips empty pairs and refuses a list with one malformed pair', () => {
    expect(decoded('--eviction-hard=,a<1,,b<2,').flags.evictionHard?.size).toBe(2)
    expect(problemsOf('--eviction-hard=a<1,b')).toHaveLength(1)
  })

  it('knows its flags by two dashes at the start of a word', () => {
    const { flags, ignored } = decoded('-maximum-dead-containers=1 x--maximum-dead-containers=2 --v=2 y z')
    expect(flags).toEqual({})
    expect(ignored).toEqual(['-maximum-dead-containers=1', 'x--maximum-dead-containers=2', '--v=2', 'y', 'z'])
    expect(decoded(['--maximumdeadcontainers=1', '--v=\n2', '--w']).ignored).toEqual([
      '--maximumdeadcontainers=1',
      '--v=\n2',
      '--w',
    ])
  })

  it('wins over the file, and alone can set the image age to zero', () => {
    const { flags } = decoded('--minimum-image-ttl-duration=0s --eviction-hard=a<1')
    const effective = effectiveConfiguration(flags)({ mergeDefaultEvictionSettings: true })
    expect(effective.imageMinimumGCAge).toBe('0s')
    expect([...effective.evictionHard.keys()]).toEqual(['a'])
  })
})
