/** Feature gates of a kubelet on the command line: over those of its configuration, and as its release takes them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { root } from './bundle.js'
import { call } from './call.js'

const kubelet = 'captures/kubelet-1.36.2'
const before = `${kubelet}/2-before-image-gc.crictl`
const disk = '--capacity-bytes 270553174016 --available-bytes 65286774784'
const thresholds = '--image-gc-high-threshold 60 --image-gc-low-threshold 50'
const stated = '--assume-first-detected 2026-11-21T03:02:36Z --assume-last-used never --at 2026-11-21T03:07:36Z'
/** Nothing says which images are mounted as volumes. */
const images = `plan kubelet-image ${before}-images.json ${before}-ps-a.json ${disk} ${stated} ${thresholds}`

const config = (...gates: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  'config.yaml': ['kind: KubeletConfiguration', 'featureGates:', ...gates.map((gate) => `  ${gate}`), ''].join('\n'),
})

const removed = async (flags: string, files: Readonly<Record<string, string>> = {}): Promise<number> => {
  const { stdout, stderr } = await call(`${images} ${flags}`, files)
  expect(stdout, stderr).not.toBe('')
  return stdout.split('\n').filter((line) => line.startsWith('  remove ')).length
}

describe('--feature-gates', () => {
  it('changes what an image plan removes', async () => {
    expect(await removed('--preset kubernetes_1_34')).toBe(3)
    expect(await removed('--preset kubernetes_1_34 --feature-gates ImageVolume=true')).toBe(0)
    expect(await removed('--preset kubernetes_1_35')).toBe(0)
    expect(await removed('--preset kubernetes_1_35 --feature-gates ImageVolume=false')).toBe(3)
    expect(await removed('--preset kubernetes_1_35 --feature-gates AllBeta=false')).toBe(3)
  })

  it('is needed by a maximum age, as long as it can be off', async () => {
    const aged = '--preset kubernetes_1_34 --image-maximum-gc-age 3m --assume-began-gc 2026-11-21T03:02:36Z'
    expect(await removed(`${aged} --feature-gates ImageMaximumGCAge=true`)).toBe(3)
    const { stderr } = await call(`${images} ${aged} --feature-gates ImageMaximumGCAge=false`)
    expect(stderr).toMatch(/the kubelet would not start: .*ImageMaximumGCAge feature gate is required/)
  })

  it('wins gate by gate over the configuration and over the command line of the kubelet', async () => {
    const at = '--preset kubernetes_1_35 --policy config.yaml'
    const off = config('ImageVolume: false')
    expect(await removed(at, off)).toBe(3)
    expect(await removed(`${at} --feature-gates ImageVolume=true`, off)).toBe(0)
    expect(await removed(`${at} --feature-gates KubeletSeparateDiskGC=true`, off)).toBe(3)
    const line = { ...config(), 'line.txt': 'kubelet --feature-gates=ImageVolume=false,AllAlpha=true' }
    const lined = '--preset kubernetes_1_35 --kubelet-flags line.txt'
    expect(await removed(`${lined} --feature-gates KubeletSeparateDiskGC=true`, line)).toBe(3)
    expect(await removed(`${lined} --feature-gates ImageVolume=true`, line)).toBe(0)
  })

  it('may be repeated, and the last one holds', async () => {
    const twice = '--feature-gates ImageVolume=true,AllAlpha=false --feature-gates ImageVolume=false'
    expect(await removed(`--preset kubernetes_1_35 ${twice}`)).toBe(3)
  })

  it.each([
    ['--feature-gates ImageVolume=false', /would not start: cannot set feature gate ImageVolume to false, feature is/],
    ['--preset kubernetes_1_32 --feature-gates KubeletEnsureSecretPulledImages=true', /: unrecognized feature gate: K/],
    ['--preset kubernetes_1_20 --feature-gates ImageVolume=true', /: unrecognized feature gate: ImageVolume/],
    ['--feature-gates ImageVolume', /--feature-gates: expected pairs gate=true or gate=false/],
  ])('%s is refused as by that kubelet', async (flags, message) => {
    const { stdout, stderr, exitCode } = await call(`${images} ${flags}`)
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toMatch(message)
  })

  it('is refused by a container plan and by tuning where the release has no such gate', async () => {
    const gate = '--preset kubernetes_1_26 --feature-gates KubeletSeparateDiskGC=true'
    for (const command of [`plan kubelet-container ${before}-ps-a.json`, 'tune kubelet --synthetic 1'])
      expect((await call(`${command} ${gate}`)).stderr).toContain('unrecognized feature gate: KubeletSeparateDiskGC')
    const known = '--preset kubernetes_1_31 --feature-gates KubeletSeparateDiskGC=true'
    expect((await call(`plan kubelet-container ${before}-ps-a.json --at now ${known}`)).stderr).not.toContain('gate')
    expect((await call('tune kubelet --synthetic 1 --preset kubernetes_1_26')).exitCode).toBe(2)
  })
})

describe('--feature-gates in a forecast', () => {
  const recorded = `${kubelet}/1-running`
  const pods = readFileSync(join(root, `${recorded}.pods.json`), 'utf8')
  const own = { 'pods.json': pods.replaceAll(/("kubernetes.io\/config.source": ?)"file"/g, '$1"api"') }
  const stated =
    '--assume-first-detected long-ago --assume-last-used never --assume-no-image-volumes --at 2026-11-21T03:02:35Z'
  const node = `${recorded}.crictl-images.json ${recorded}.crictl-ps-a.json ${recorded}.stats-summary.json pods.json captures/containerd-2.1.9/crictl/inspecti-all.json`
  const growing = `forecast node ${node} ${stated} --growth 30000000 --horizon 1h --eviction-hard imagefs.available<15%`
  const graces = async (flags: string): Promise<ReadonlyArray<number>> => {
    const { stdout, stderr } = await call(`${growing} ${flags} -o json`, own)
    expect(stdout, stderr).not.toBe('')
    const { evictions } = JSON.parse(stdout) as { evictions: ReadonlyArray<{ gracePeriodSeconds: number }> }
    return evictions.map(({ gracePeriodSeconds }) => gracePeriodSeconds)
  }

  it('evicts no pod for a threshold on a split node where the gate is off', async () => {
    expect(await graces('--filesystems split')).not.toEqual([])
    expect(await graces('--filesystems split --feature-gates KubeletSeparateDiskGC=false')).toEqual([])
  })

  it('gives a pod the maximum at a soft threshold where that gate is on', async () => {
    const soft = `--eviction-soft imagefs.available<20% --eviction-soft-grace-period imagefs.available=2m`
    const at = `${soft} --eviction-max-pod-grace-period 60 --preset kubernetes_1_32`
    const [own] = await graces(at)
    expect(own).toBeLessThan(60)
    expect((await graces(`${at} --feature-gates AllowOverwriteTerminationGracePeriodSeconds=true`))[0]).toBe(60)
  })
})
