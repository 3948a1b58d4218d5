import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { decodeKubeletGcLog, usageOfLoggedRuns } from '../../src/decode/index.js'

const capture = readFileSync(new URL('../../captures/kubelet-1.36.2/kubelet-gc.log.txt', import.meta.url), 'utf8')

const sentences = [
  'Disk usage on image filesystem is at 77% which is over the high threshold (74%). Trying to free 9123558236 bytes down to the low threshold (69%).',
  'Removing image "b88df34d" to free 648163659 bytes',
  'Removing image "22133b02" to free 1219368157 bytes',
  'RemoveImage "22133b02" from image service failed: rpc error: code = Unknown desc = Image used by 2b43: image is in use by a container',
  'Remove image "22133b02" failed: rpc error: code = Unknown desc = Image used by 2b43: image is in use by a container',
  'Removing image "4411bfe8" to free 674198873 bytes',
  'Image garbage collection failed once. Stats initialization may not have completed yet: wanted to free 9123558236 bytes, but freed 9180449480 bytes space with errors in image deletion: rpc error',
  'Disk usage on image filesystem is at 75% which is over the high threshold (74%). Trying to free 7240807260 bytes down to the low threshold (69%).',
  '...',
]

describe('the log of a kubelet', () => {
  it('tells the two runs of a recorded node, the second of which removed three images', () => {
    const runs = decodeKubeletGcLog({ year: 2026 })(capture)
    expect(runs.map(({ at, wantedBytes }) => [at?.toISOString(), wantedBytes])).toEqual([
      ['2026-11-21T03:02:36.857Z', 178265648742],
      ['2026-11-21T03:07:36.860Z', 178211081830],
    ])
    expect(runs.map(({ removals }) => removals.map(({ size }) => size))).toEqual([[], [665233, 668227, 664238]])
    expect(runs[1]).toMatchObject({
      usagePercent: 76,
      highThresholdPercent: 60,
      lowThresholdPercent: 10,
      countedBytes: 665233 + 668227 + 664238,
      endedWithErrors: false,
    })
    expect(runs[1]?.removals[0]).toEqual({
      imageId: 'sha256:ae1a5ff7e7c4e9e2270f063f5cb723d9dd20c5ea11ed852b328af76585de2a46',
      size: 665233,
      failed: false,
    })
  })

  it('tells the runs of the sentences of older releases, with what failed and what the end says was freed', () => {
    const runs = decodeKubeletGcLog({ year: 2026 })(sentences.join('\n'))
    expect(runs).toEqual([
      {
        usagePercent: 77,
        highThresholdPercent: 74,
        lowThresholdPercent: 69,
        wantedBytes: 9123558236,
        countedBytes: 9180449480,
        removals: [
          { imageId: 'b88df34d', size: 648163659, failed: false },
          { imageId: '22133b02', size: 1219368157, failed: true },
          { imageId: '4411bfe8', size: 674198873, failed: false },
        ],
        endedWithErrors: true,
      },
      {
        usagePercent: 75,
        highThresholdPercent: 74,
        lowThresholdPercent: 69,
        wantedBytes: 7240807260,
        countedBytes: 0,
        removals: [],
        endedWithErrors: false,
      },
    ])
  })

  it('counts what was removed without failure where no end is told', () => {
    const [run] = decodeKubeletGcLog({})(sentences.slice(0, 6).join('\n'))
    expect(run?.countedBytes).toBe(648163659 + 674198873)
  })

  it('has no time without a year, nor for a day that does not exist, and takes a whole time as it is', () => {
    const line =
      'is over the high threshold, trying to free bytes x" usage=76 highThreshold=60 amountToFree=5 lowThreshold=10'
    expect(decodeKubeletGcLog({})(capture).map(({ at }) => at)).toEqual([undefined, undefined])
    expect(decodeKubeletGcLog({ year: 2026 })(`I0230 03:02:36 ${line}`)[0]).not.toHaveProperty('at')
    expect(decodeKubeletGcLog({})(`2026-11-21T03:02:36.5Z ${line}`)[0]?.at).toEqual(
      new Date('2026-11-21T03:02:36.500Z'),
    )
  })

  it('has no runs where there is nothing of a kubelet', () => {
    for (const text of ['', '\0', 'Removing image "a" to free 5 bytes', '__proto__', 'x'.repeat(1_000_000)])
      expect(decodeKubeletGcLog({ year: 2026 })(text)).toEqual([])
  })

  it('gives with a capacity how full the disk was at each run that has a time', () => {
    const runs = decodeKubeletGcLog({ year: 2026 })(capture)
    const usage = usageOfLoggedRuns(1_000_000_000_000)(runs)
    expect(usage.map(({ usedBytes }) => usedBytes)).toEqual([278265648742, 278211081830])
    expect(usageOfLoggedRuns(128849018880)(decodeKubeletGcLog({})(sentences.join('\n')))).toEqual([])
  })
})
