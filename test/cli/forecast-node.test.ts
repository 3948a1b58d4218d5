import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { call } from './call.js'
import { root } from './bundle.js'

const document = JSON.stringify({
  kind: 'gcplan/kubelet-image-snapshot',
  ...(JSON.parse(readFileSync(join(root, 'demo/article.json'), 'utf8')) as object),
})
const inspecti = 'captures/containerd-2.1.9/crictl/inspecti-all.json'
const node = '--snapshot node.json'
const files = { 'node.json': document }

describe('gcplan forecast node', () => {
  it('tells run after run what is counted and what is freed, and when eviction strikes', async () => {
    const { stdout, stderr, exitCode } = await call(
      `forecast node ${node} --inspecti ${inspecti} --growth 50000000 --horizon 1h`,
      files,
    )
    expect({ stderr, exitCode }).toMatchObject({ exitCode: 2 })
    expect(stdout).toMatch(/^forecast from 2026-03-01T17:07:36Z to 2026-03-01T18:07:36Z: \d+ runs?, 0 pods evicted$/m)
    expect(stdout).toMatch(/DiskPressure begins/)
    expect(stdout).toMatch(/assumed: removing \d+ images of unknown layers frees nothing/)
  })

  it('prints a document and a picture', async () => {
    const command = `forecast node ${node} --inspecti ${inspecti} --growth 50000000 --horizon 1h`
    const { stdout } = await call(`${command} -o json`, files)
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'gcplan/forecast', version: 1, evictions: [] })
    const picture = await call(`${command} --svg`, files)
    expect(picture.stdout).toMatch(/^<svg [^>]*>[\s\S]*high threshold[\s\S]*<\/svg>\n$/)
    const levels = async (flags: string): Promise<ReadonlyArray<string>> =>
      [...(await call(`${command} --svg ${flags}`, files)).stdout.matchAll(/>([\d.]+ % (?:soft )?eviction)</g)].map(
        ([, level = '']) => level,
      )
    expect(await levels('')).toEqual(['85 % eviction'])
    const soft = '--eviction-soft nodefs.available<30% --eviction-soft-grace-period nodefs.available=1m'
    expect(await levels(`${soft} --eviction-hard imagefs.available<5%,nodefs.available<12%`)).toEqual([
      '88 % eviction',
      '70 % soft eviction',
    ])
    expect(await levels('--eviction-hard imagefs.available<12884901888')).toEqual(['90 % eviction'])
    expect(await levels('--eviction-hard memory.available<1Mi')).toEqual([])
    expect(await levels('--eviction-hard nodefs.available<12% --filesystems split')).toEqual([])
  })

  it('says what about the scenario cannot be understood', async () => {
    const said = async (flags: string): Promise<string> => (await call(`forecast node ${node} ${flags}`, files)).stderr
    expect(await said('--growth 5 --growth-log log.txt --log-year 2026')).toContain('give only one')
    expect(await said('--growth-log log.txt')).toContain('give --log-year YEAR')
    expect(await said('--growth x')).toContain('--growth')
  })
})

/** The recorded node, with pods that came from the API server instead of files on the node. */
describe('gcplan forecast node with pods', () => {
  const recorded = 'captures/kubelet-1.36.2/1-running'
  const pods = readFileSync(join(root, `${recorded}.pods.json`), 'utf8')
  const own = { 'pods.json': pods.replaceAll(/("kubernetes.io\/config.source": ?)"file"/g, '$1"api"') }
  const images = `${recorded}.crictl-images.json ${recorded}.crictl-ps-a.json`
  const usage = 'captures/containerd-2.1.9/ctr/0-initial/k8s.io.snapshots-usage-b.txt'
  const stated =
    '--assume-first-detected long-ago --assume-last-used never --assume-no-image-volumes --at 2026-11-21T03:02:35Z'
  const stats = `${recorded}.stats-summary.json`
  const about = `${images} ${stats} ${inspecti} ${usage} ${stated} --growth 30000000 --horizon 1h`
  const hard = '--eviction-hard imagefs.available<15%'
  interface Document {
    readonly evictions: ReadonlyArray<{
      readonly pod: { readonly name: string }
      readonly gracePeriodSeconds: number
      readonly freedBytes: number
    }>
    readonly conditions: ReadonlyArray<{ readonly condition: string; readonly from: string; readonly until?: string }>
    readonly runs: ReadonlyArray<{ readonly collector: string; readonly freedBytes: number }>
  }
  const forecast = async (flags: string, files: Readonly<Record<string, string>> = own): Promise<Document> => {
    const { stdout, stderr } = await call(`forecast node ${about} ${flags} -o json`, files)
    expect(stdout, stderr).not.toBe('')
    return JSON.parse(stdout) as Document
  }

  it('evicts them one after the other, those without statistics first, and none that is static', async () => {
    const { evictions } = await forecast(`pods.json ${hard}`)
    expect(evictions.map(({ pod }) => pod.name)).toEqual(['crash-node-a', 'web-node-a'])
    expect(evictions.map(({ freedBytes }) => freedBytes > 0)).toEqual([false, true])
    expect((await forecast(`${recorded}.pods.json ${hard}`)).evictions).toEqual([])
    const { stdout } = await call(`forecast node ${about} ${hard} pods.json`, own)
    expect(stdout).toMatch(
      /DiskPressure begins\n.*eviction removes[^]*pod shop\/web-node-a is evicted, [\d.]+ kB freed/,
    )
  })

  it('says what is missing where pods or what they take are not given', async () => {
    expect((await call(`forecast node ${about}`)).stderr).toMatch(/unknown, so none is evicted: .*--pods FILE/)
    const without = about.replace(stats, '--capacity-bytes 270553174016 --available-bytes 65232384000')
    const { stdout, stderr } = await call(`forecast node ${without} ${hard} pods.json`, own)
    expect(stderr).toMatch(/unknown, so evicting a pod frees nothing: .*--stats FILE/)
    expect(stdout).toMatch(/pod shop\/web-node-a is evicted, 0 B freed/)
  })

  it('reads pods and statistics beside a snapshot', async () => {
    const { stdout, stderr } = await call(
      `forecast node ${node} --inspecti ${inspecti} --growth 50000000 --horizon 1h pods.json ${stats}`,
      { ...files, ...own },
    )
    expect(stderr).not.toMatch(/--pods|--stats/)
    expect(stdout).toMatch(/2 pods evicted/)
  })

  /** What crictl would say if every writable layer took so much. */
  const layersOf = (value: string): string => {
    const { containers } = JSON.parse(readFileSync(join(root, `${recorded}.crictl-ps-a.json`), 'utf8')) as {
      readonly containers: ReadonlyArray<{ readonly id: string }>
    }
    return JSON.stringify({
      stats: containers.map(({ id }) => ({ attributes: { id }, writableLayer: { usedBytes: { value } } })),
    })
  }

  it('gives back what writable layers take when the container collector removes them', async () => {
    const freed = (runs: Document['runs']): ReadonlyArray<number> =>
      runs.filter(({ collector }) => collector === 'containers').map(({ freedBytes }) => freedBytes)
    const one = (await call(`forecast node ${about} ${hard} pods.json`, own)).stderr
    expect(one).toMatch(/unknown, so removing dead containers frees nothing: .*--container-stats FILE/)
    const all = (await forecast(`pods.json stats.json ${hard}`, { ...own, 'stats.json': layersOf('5000') })).runs
    expect(freed((await forecast(`pods.json ${hard}`)).runs).every((bytes) => bytes === 0)).toBe(true)
    expect(freed(all).some((bytes) => bytes > 0 && bytes % 5000 === 0)).toBe(true)
  })

  it('lets conditions stay as long as the configuration says', async () => {
    const until = async (period: string): Promise<number> => {
      const config = `kind: KubeletConfiguration\nevictionPressureTransitionPeriod: ${period}\nevictionHard: {imagefs.available: 15%}\n`
      const given = { ...own, 'stats.json': layersOf('30000000000'), 'config.yaml': config }
      const [first] = (await forecast('pods.json stats.json --policy config.yaml', given)).conditions
      return Date.parse(first?.until ?? '') - Date.parse(first?.from ?? '')
    }
    expect([await until('1m'), await until('3m')]).toEqual([60_000, 180_000])
    const flag = await forecast(`pods.json stats.json ${hard} --eviction-pressure-transition-period 2m`, {
      ...own,
      'stats.json': layersOf('30000000000'),
    })
    expect(flag.conditions[0]).toEqual({
      condition: 'DiskPressure',
      from: '2026-11-21T03:16:25.000Z',
      until: '2026-11-21T03:18:25.000Z',
    })
  })

  it('gives pods over a soft threshold as long as the configuration says, and those over a hard one a second', async () => {
    const patient = {
      'pods.json': own['pods.json'].replaceAll(/("terminationGracePeriodSeconds": ?)1,/g, '$1' + '30,'),
    }
    const graces = async (flags: string): Promise<ReadonlyArray<number>> =>
      (await forecast(`pods.json ${flags}`, patient)).evictions.map(({ gracePeriodSeconds }) => gracePeriodSeconds)
    const soft = '--eviction-soft imagefs.available<20% --eviction-soft-grace-period imagefs.available=2m'
    expect(await graces(`${soft} --eviction-max-pod-grace-period 20`)).toEqual([20, 20])
    expect(await graces(`${soft} --eviction-max-pod-grace-period 60`)).toEqual([30, 30])
    expect(await graces(soft)).toEqual([0, 0])
    expect(await graces(hard)).toEqual([1, 1])
    expect(await graces(`${hard} --preset kubernetes_1_26`)).toEqual([0, 0])
  })

  it('takes the filesystems for one where their sizes say so, and as told otherwise', async () => {
    const nodefs = '--eviction-hard nodefs.available<15%'
    const began = async (flags: string): Promise<unknown> => (await forecast(`pods.json ${flags}`)).conditions.length
    expect(await began(nodefs)).toBe(1)
    expect(await began(`${nodefs} --filesystems one`)).toBe(1)
    // The node's own disk does not fill up when images lie elsewhere.
    expect(await began(`${nodefs} --filesystems images-apart`)).toBe(0)
    const text = readFileSync(join(root, stats), 'utf8')
    const other = text.replace(/("fs": ?{[^}]*"capacityBytes": ?)\d+/, '$1' + '300000000000')
    expect(other).not.toBe(text)
    const apart = about.replace(stats, 'other.json')
    const { stdout } = await call(`forecast node ${apart} pods.json ${nodefs} -o json`, { ...own, 'other.json': other })
    expect((JSON.parse(stdout) as Document).conditions).toEqual([])
  })

  it('tells runs that remove nothing in one line, and a condition before what it makes the node do', async () => {
    const { stdout } = await call(`forecast node ${about} ${hard} ${recorded}.pods.json`)
    const lines = stdout.split('\n').map((line) => line.replace(/^ *\S+ +/, ''))
    expect(lines.filter((line) => line.includes('remove nothing'))).toHaveLength(2)
    expect(stdout).toMatch(/from 86 to 100 %, 5 runs remove nothing, the last at 2026-11-21T03:37:35Z, wanted/)
    expect(lines.indexOf('DiskPressure begins')).toBe(lines.findIndex((line) => line.includes('eviction removes')) - 1)
  })

  it.each([
    ['--filesystems two', /--filesystems: expected one, images-apart, split/],
    ['--eviction-soft imagefs.available<20%', /the kubelet would not start: grace period must be specified/],
    ['--eviction-max-pod-grace-period soon', /eviction-max-pod-grace-period/],
  ])('refuses %s', async (flags, expected) => {
    const { stderr, exitCode } = await call(`forecast node ${about} pods.json ${flags}`, own)
    expect([stderr, exitCode]).toEqual([expect.stringMatching(expected), 1])
  })
})

describe('gcplan tune kubelet', () => {
  it('recommends thresholds for a made-up week, and gives the grounds', async () => {
    const { stdout, exitCode } = await call('tune kubelet --synthetic 1')
    expect([0, 2]).toContain(exitCode)
    expect(stdout).toMatch(/^recommended: from \d+ down to \d+ %/)
    expect(stdout).toContain('PULLED AGAIN')
  })

  it('writes the recommendation as a configuration, and as an object of OpenShift', async () => {
    const file = await call('tune kubelet --synthetic 1 --write kubelet-configuration')
    expect(file.stdout).toContain('kind: KubeletConfiguration')
    const resource = await call('tune kubelet --synthetic 1 --write kubelet-config --pool infra')
    expect(resource.stdout).toContain('pools.operator.machineconfiguration.openshift.io/infra')
  })

  it.each([60, 55])('keeps a maximum age of a week that it is given, from 70 down to %i percent', async (low) => {
    const aged = `--image-gc-high-threshold 70 --image-gc-low-threshold ${low} --image-maximum-gc-age 168h`
    const tune = `tune kubelet --synthetic 1 --horizon 6h ${aged}`
    const week = 604_800_000
    const { trials, current } = JSON.parse((await call(`${tune} -o json`)).stdout) as {
      readonly trials: ReadonlyArray<{ readonly setting: { readonly maxAge: number } }>
      readonly current: { readonly setting: object }
    }
    expect(new Set(trials.map(({ setting }) => setting.maxAge))).toEqual(new Set([week]))
    expect(current.setting).toMatchObject({ lowThresholdPercent: low, maxAge: week })
    expect((await call(tune)).stdout).toMatch(/^recommended: from .*; unused images go after 168h0m0s\n/)
    expect((await call(`${tune} --write kubelet-configuration`)).stdout).toContain('imageMaximumGCAge: 168h0m0s')
    expect((await call(tune.replace('168h', '0s'))).stdout).not.toContain('unused images go')
  })

  it('takes no files beside a synthetic scenario, nor flags about a node that is there', async () => {
    expect((await call('tune kubelet --synthetic 1 x.json')).stderr).toContain('give it without files')
    for (const flag of ['--at now', '--images x', '--inspecti x', '--pods x', '--growth-log x --log-year 2026'])
      expect((await call(`tune kubelet --synthetic 1 ${flag}`)).stderr).toMatch(
        /^gcplan tune kubelet: --synthetic makes up the node; it cannot be combined with --[a-z-]+\n/,
      )
  })

  it('takes the rules of a synthetic scenario from the configuration and the flags', async () => {
    const config = 'kind: KubeletConfiguration\nimageGCHighThresholdPercent: 75\nimageGCLowThresholdPercent: 65\n'
    interface Tuning {
      readonly current: { readonly setting: object; readonly podsEvicted: number; readonly meanUsedBytes: number }
    }
    const current = async (flags: string): Promise<Tuning['current']> => {
      const { stdout, stderr } = await call(`tune kubelet --synthetic 1 --horizon 6h ${flags} -o json`, {
        'config.yaml': config,
      })
      expect(stderr).toBe('')
      return (JSON.parse(stdout) as Tuning).current
    }
    expect((await current('--policy config.yaml')).setting).toMatchObject({
      highThresholdPercent: 75,
      lowThresholdPercent: 65,
    })
    const { setting } = await current(
      '--policy config.yaml --image-gc-low-threshold 60 --minimum-image-ttl-duration 1m --image-maximum-gc-age 12h',
    )
    expect(setting).toEqual({
      highThresholdPercent: 75,
      lowThresholdPercent: 60,
      minAge: 60_000,
      maxAge: 43_200_000,
    })
    expect((await current('--preset docker_era')).setting).toMatchObject({ highThresholdPercent: 90 })
    const pressed = '--capacity-bytes 60000000000 --available-bytes 1000000000 --growth 1000000'
    expect((await current(pressed)).podsEvicted).toBeGreaterThan((await current('')).podsEvicted)
    expect((await current(`${pressed} --eviction-hard memory.available<1Mi`)).podsEvicted).toBe(0)
    expect((await current('--capacity-bytes 200000000000')).meanUsedBytes).toBeGreaterThan(100e9)
    for (const flag of ['--eviction-hard imagefs<1', '--image-gc-low-threshold 95', '--capacity-bytes x'])
      expect((await call(`tune kubelet --synthetic 1 ${flag}`)).exitCode).toBe(1)
  })
})
