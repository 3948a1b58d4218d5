import { describe, expect, it } from 'vitest'

import { call } from './call.js'

const crictl = 'captures/containerd-2.1.9/crictl'
const usage = 'captures/containerd-2.1.9/ctr/0-initial/k8s.io.snapshots-usage-b.txt'
const node = `${crictl}/images.json ${crictl}/ps-a.json`
const stated =
  '--assume-first-detected long-ago --assume-last-used never --assume-no-image-volumes --at 2026-11-21T03:00:00Z'
const disk = '--capacity-bytes 5000000 --available-bytes 500000'
const layers = `${crictl}/inspecti-all.json ${usage}`
const asked = `${node} ${layers} ${stated} ${disk}`
const own = ' --image-gc-high-threshold 80 --image-gc-low-threshold 78'

const measuredIn = (stdout: string): string => stdout.trimEnd().split('\n').at(-1) ?? ''

describe('gcplan plan reclaim', () => {
  it('frees what is wanted, and says what was counted, what is really free, and how far from the least it can be', async () => {
    const { stdout, stderr, exitCode } = await call(`plan reclaim ${asked} --free-bytes 150000`)
    expect([stderr, exitCode]).toEqual(['', 2])
    expect(measuredIn(stdout)).toMatch(
      /^frees \d+ to \d+ bytes \(counted: \d+, wanted: 150000\), which is enough; no sufficient set of images costs less$/,
    )
  })

  it('says that the kubelet counts more than is freed', async () => {
    const { stdout } = await call(`plan reclaim ${asked} --free-bytes 150000 --mode kubelet -o json`)
    const { measured } = JSON.parse(stdout) as {
      readonly measured: { readonly counted: number; readonly frees: { readonly least: number } }
    }
    expect(measured.counted).toBeGreaterThan(measured.frees.least)
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'gcplan/plan',
      collector: 'reclaim',
      passes: [{ name: 'reclaim' }],
    })
  })

  it('takes the thresholds of the kubelet where no bytes are asked for', async () => {
    expect(measuredIn((await call(`plan reclaim ${asked}${own}`)).stdout)).toMatch(/wanted: 600000\)/)
    const { stdout, exitCode } = await call(`plan reclaim ${asked} --image-gc-high-threshold 95`)
    expect([measuredIn(stdout), exitCode]).toEqual([
      expect.stringMatching(/^frees 0 bytes \(counted: 0, wanted: 0\)/),
      0,
    ])
  })

  it('takes as few as possible where every image costs the same', async () => {
    const few = (await call(`plan reclaim ${asked} --free-bytes 150000 --fewest --only remove`)).stdout
    expect(few.split('\n').filter((line) => line.startsWith('  remove '))).toHaveLength(2)
    const { stderr } = await call(`plan reclaim ${asked} --fewest --half-life 1h`)
    expect(stderr).toMatch(/--fewest and --half-life cannot be combined/)
  })

  it('says what is missing where sizes are, since nothing is known to become free then', async () => {
    const without = asked.replace(usage, '')
    const { stdout, stderr } = await call(`plan reclaim ${without} --free-bytes 150000`)
    expect(stderr).toMatch(/nothing counts as freed: the sizes of layers: --usage FILE/)
    expect(measuredIn(stdout)).toMatch(
      /^frees 0 or more bytes \(counted: \d+, wanted: 150000\), which may not be enough$/,
    )
  })

  it.each([
    ['', /give one layer store/],
    [`${crictl}/inspecti-all.json captures/containerd-2.1.9/metadata/0-initial.json`, /give one layer store/],
    ['captures/podman-4.3.1-vfs/storage-layers.json', /must be given together/],
    ['captures/podman-4.3.1-vfs/storage-images.json', /must be given together/],
    [
      'captures/podman-4.3.1-vfs/storage-layers.json captures/podman-4.3.1-vfs/storage-images.json',
      /no containers of the store given/,
    ],
    ['captures/docker-28-overlay2/image-inspect.json', /--docker-images and --docker-disk must be given together/],
    ['captures/docker-28-overlay2/api-system-df.json', /--docker-images and --docker-disk must be given together/],
    [
      `${crictl}/inspecti-all.json captures/docker-28-overlay2/image-inspect.json captures/docker-28-overlay2/api-system-df.json`,
      /give one layer store/,
    ],
    [`${layers} --mode best`, /--mode: expected kubelet, least-recently-used, least-cost/],
    [`${layers} --free-bytes few`, /--free-bytes: expected a number of bytes/],
    [`${layers} --half-life soon`, /--half-life: expected a length of time/],
  ])('refuses layers given as %s', async (files, expected) => {
    const { stderr, exitCode } = await call(`plan reclaim ${node} ${stated} ${disk} ${files}`)
    expect([stderr, exitCode]).toEqual([expect.stringMatching(expected), 1])
  })

  it('reads the store of CRI-O, kept as differences or as copies', async () => {
    const folder = 'captures/podman-4.3.1-overlay'
    const files = ['layers', 'images', 'containers'].map((part) => `${folder}/storage-${part}.json`).join(' ')
    for (const kept of ['', '--layers-kept copies']) {
      const { stdout, stderr } = await call(
        `plan reclaim ${node} ${files} ${stated} ${disk} --free-bytes 60000 ${kept}`,
      )
      expect(stderr).toBe('')
      expect(measuredIn(stdout)).toMatch(/which is enough/)
    }
  })

  it('keeps images that the store lacks, and says what it cannot see', async () => {
    const folder = 'captures/podman-4.3.1-overlay'
    const files = `${folder}/after2-storage-layers.json ${folder}/after2-storage-images.json ${folder}/storage-containers.json`
    const { stdout, stderr } = await call(`plan reclaim ${node} ${files} ${stated} ${disk} --free-bytes 60000`)
    expect(stderr).toMatch(/^gcplan: unknown, so less may become free than counted: container \w+, whose layer is not/)
    expect(stdout).toMatch(/its layers are unknown/)
    expect(measuredIn(stdout)).toMatch(/^frees 0 bytes \(counted: 0, wanted: 60000\), which is not enough$/)
  })

  it.each(['docker-28-overlay2', 'docker-20-vfs'])('reads the store of Docker from %s', async (folder) => {
    const store = `captures/${folder}/image-inspect.json captures/${folder}/api-system-df.json`
    const { stdout, stderr, exitCode } = await call(
      `plan reclaim ${node} ${store} ${stated} ${disk} --free-bytes 60000`,
    )
    expect(exitCode).toBe(2)
    // A container whose image is no longer listed stands on layers that nobody can see.
    expect(stderr).toMatch(
      /^(gcplan: unknown, so less may become free than counted: container \w+, whose image is not listed\n){1}$/,
    )
    expect(measuredIn(stdout)).toMatch(/^frees 61002 bytes \(counted: 664238, wanted: 60000\), which is enough/)
    const named = `--docker-images captures/${folder}/image-inspect.json --docker-disk captures/${folder}/api-system-df.json`
    expect((await call(`compare reclaim ${node} ${named} ${stated} ${disk}${own}`)).stdout).toMatch(
      /^least-cost .* no$/m,
    )
    expect((await call(`forecast node ${node} ${named} ${stated} ${disk}${own}`)).stdout).toMatch(
      /at 90 % collection removes \d images?, wanted/,
    )
  })

  it('reads the metadata of containerd', async () => {
    const metadata = 'captures/containerd-2.1.9/metadata/0-initial.json'
    const { stdout, exitCode } = await call(`plan reclaim ${node} ${metadata} ${stated} ${disk} --free-bytes 60000`)
    expect(exitCode).toBe(2)
    expect(measuredIn(stdout)).toMatch(/which is enough/)
  })
})

describe('gcplan compare reclaim', () => {
  it('sets the three ways side by side', async () => {
    const { stdout, stderr, exitCode } = await call(`compare reclaim ${asked}${own}`)
    expect([stderr, exitCode]).toEqual(['', 0])
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.split(/\s+/)[0])).toEqual(['MODE', 'kubelet', 'least-recently-used', 'least-cost'])
  })

  it('prints the same as a document, and bytes in full where that is asked for', async () => {
    const { stdout } = await call(`compare reclaim ${asked}${own} -o json`)
    const { modes } = JSON.parse(stdout) as { readonly modes: ReadonlyArray<{ readonly bytesToFree: number }> }
    expect(modes.map(({ bytesToFree }) => bytesToFree)).toEqual([600000, 600000, 600000])
    expect((await call(`compare reclaim ${asked}${own} -o wide`)).stdout).toContain(' 600000 ')
    expect((await call(`compare reclaim ${asked}${own} --fewest`)).exitCode).toBe(0)
  })
})
