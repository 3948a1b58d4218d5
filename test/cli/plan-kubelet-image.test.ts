import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { call } from './call.js'

const kubelet = 'captures/kubelet-1.36.2'
const before = `${kubelet}/2-before-image-gc.crictl`
const listed = `plan kubelet-image ${before}-images.json ${before}-ps-a.json`
const disk = '--capacity-bytes 270553174016 --available-bytes 65286774784'
const stated = '--assume-first-detected 2026-11-21T03:02:36Z --assume-last-used never --assume-no-image-volumes'
const recorded = `${listed} ${kubelet}/config-2.yaml ${disk} ${stated} --at 2026-11-21T03:07:36Z`
const article = 'plan kubelet-image demo/article.json --image-gc-high-threshold 74 --image-gc-low-threshold 69'

const linesWith = (word: string, text: string): ReadonlyArray<string> =>
  text.split('\n').filter((line) => line.startsWith(`  ${word} `))

const emptyNode = { 'i.json': '{"images": []}', 'c.json': '{"containers": []}' }

describe('gcplan plan kubelet-image', () => {
  it('plans what the recorded kubelet did', async () => {
    const { stdout, stderr, exitCode } = await call(recorded)
    // Three images free 2 MB of the 178 GB that the kubelet wants.
    expect([stderr, exitCode]).toEqual(['', 4])
    expect(
      linesWith('remove', stdout)
        .map((line) => /shop\/web:(\S+)/.exec(line)?.[1])
        .toSorted(),
    ).toEqual(['1.1.0', '1.2.0', '1.5.0'])
    expect(linesWith('keep', stdout)).toHaveLength(6)
  })

  it('takes files by flag as it takes them by content, in any order', async () => {
    const { stdout } = await call(recorded)
    const flags = `--policy ${kubelet}/config-2.yaml --containers ${before}-ps-a.json --images ${before}-images.json`
    const byFlag = `plan kubelet-image ${flags} ${disk} ${stated} --at 2026-11-21T03:07:36Z`
    expect((await call(byFlag)).stdout).toBe(stdout)
    const turned = recorded.replace(
      `${before}-images.json ${before}-ps-a.json`,
      `${before}-ps-a.json ${before}-images.json`,
    )
    expect((await call(turned)).stdout).toBe(stdout)
  })

  it('takes a file once that a flag names and that stands among the files as well, under any name', async () => {
    const { stdout } = await call(recorded)
    const again = await call(`${recorded} --images ${before}-images.json`)
    expect([again.stderr, again.stdout]).toEqual(['', stdout])
    expect((await call(`${recorded} --images ./${before}-images.json`)).stdout).toBe(stdout)
  })

  it('takes one file from standard input', async () => {
    const { stdout } = await call(article)
    const text = readFileSync('demo/article.json', 'utf8')
    expect((await call(article.replace('demo/article.json', '-'), { '-': text })).stdout).toBe(stdout)
    expect((await call(article.replace('demo/article.json', ''), { '-': text })).stdout).toBe(stdout)
    expect((await call(article.replace('demo/article.json', '--snapshot -'), { '-': text })).stdout).toBe(stdout)
  })

  it('prints JSON and YAML that say the same, and tables', async () => {
    const json = await call(`${article} -o json`)
    const document = JSON.parse(json.stdout) as {
      collector: string
      passes: { removals: unknown[]; reserve: unknown[] }[]
    }
    expect([document.collector, document.passes[0]?.removals.length]).toEqual(['kubelet-image', 18])
    expect(document.passes[0]?.reserve).toHaveLength(2)
    expect(parse((await call(`${article} -o yaml`)).stdout)).toEqual(document)
    expect((await call(`${article} -o table`)).stdout.split('\n')[0]).toMatch(/^DECISION +PASS +ID +SIZE +REASON$/)
    expect((await call(`${article} --output=wide`)).stdout).toContain(
      'b88df34d660a1e83fdb351d076f07bb0dea66cd47e4aeb72a026f3e2d4f532cf   648163659',
    )
  })

  it('names images by their first name, digests cut unless nothing is', async () => {
    const crictl = 'captures/containerd-2.1.9/crictl'
    const { stdout } = await call(`plan kubelet-image ${crictl}/images.json ${crictl}/ps-a.json --at now`)
    expect(stdout).toMatch(/ docker\.io\/library\/base:1\.0 \+1 /)
    expect(stdout).toMatch(/ registry\.example\.com\/shop\/web@sha256:d102071d479b /)
    const wide = await call(`plan kubelet-image ${crictl}/images.json ${crictl}/ps-a.json --at now -o wide`)
    expect(wide.stdout).toContain('web@sha256:d102071d479b96f7a8e8ed3f3f0529a62de2181d58d1c30ff0e61601d8d4be4b ')
  })

  it('ends with 0 when nothing goes', async () => {
    const { stdout, exitCode } = await call('plan kubelet-image demo/article.json')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('disk at 77 %, high threshold 85 %')
  })

  it('ends with 3 when the kubelet would refuse to run', async () => {
    const files = { ...emptyNode, 'i.json': '{"images": [{"id": "a", "size": "1"}]}' }
    const { stdout, exitCode } = await call(
      `plan kubelet-image i.json c.json --capacity-bytes 0 --available-bytes 0 ${stated} --at now`,
      files,
    )
    expect(exitCode).toBe(3)
    expect(stdout).toContain('refused  the image filesystem reports a capacity of 0')
  })

  it('ends with 3 where the arithmetic leaves 64 bits, and wraps around with a preset', async () => {
    const snapshot = {
      kind: 'gcplan/kubelet-image-snapshot',
      version: 1,
      at: '2026-01-01T12:00:00Z',
      beganGC: '2026-01-01T00:00:00Z',
      images: [{ id: 'a', runtimeHandler: '', size: '1', pinned: false, tags: [] }],
      containers: [],
      imageFs: { capacityBytes: '9223372036854775807', availableBytes: '922337203685477580' },
      memory: { records: [] },
    }
    const files = { 's.json': JSON.stringify(snapshot) }
    const { stdout, stderr, exitCode } = await call('plan kubelet-image s.json', files)
    expect([stdout, exitCode]).toEqual(['', 3])
    expect(stderr).toMatch(/^gcplan: refused: imageFs\.availableBytes: expected .* got \d+\n$/)
    expect((await call('plan kubelet-image s.json --preset kubernetes_1_36', files)).exitCode).not.toBe(3)
  })

  it('keeps what depends on facts that nobody gave, and says which', async () => {
    const { stderr, exitCode } = await call(`${listed} --at 2026-11-21T03:07:36Z`)
    expect(exitCode).toBe(0)
    expect(stderr.split('\n').map((line) => line.split(': ')[2])).toEqual([
      'how full the disk is',
      'when images were last used',
      'which images are mounted as volumes',
      undefined,
    ])
  })

  it('removes everything unused when the eviction manager asks', async () => {
    const { stdout } = await call(`${article} --entrance eviction`)
    expect(linesWith('remove', stdout)).toHaveLength(20)
  })

  it('needs no statement on image volumes for a release that ignores them', async () => {
    const past = '--assume-first-detected long-ago --assume-last-used never --at 2026-11-21T03:07:36Z'
    const { stdout, stderr } = await call(`${listed} ${kubelet}/config-2.yaml ${disk} ${past} --preset kubernetes_1_32`)
    expect(stderr).toBe('')
    expect(linesWith('remove', stdout)).toHaveLength(3)
    expect(stdout).toContain('this release ignores image volumes')
  })

  it('takes settings from a preset, a file, the command line of the kubelet, and flags, the later winning', async () => {
    const high = async (flags: string, files: Record<string, string> = {}): Promise<string | undefined> =>
      /high threshold (\d+) %/.exec((await call(`plan kubelet-image demo/article.json ${flags}`, files)).stdout)?.[1]
    const files = {
      'k.yaml': 'kind: KubeletConfiguration\nimageGCHighThresholdPercent: 83\n',
      'f.txt': 'kubelet --image-gc-high-threshold=84',
    }
    expect(await high('')).toBe('85')
    expect(await high('--preset docker_era')).toBe('90')
    expect(await high('--preset docker_era k.yaml', files)).toBe('83')
    expect(await high('k.yaml --kubelet-flags f.txt', files)).toBe('84')
    expect(await high('k.yaml --kubelet-flags f.txt --image-gc-high-threshold 86', files)).toBe('86')
  })

  it('takes a KubeletConfig of OpenShift and what /configz answers', async () => {
    const configz = await call(`${listed} ${kubelet}/configz.json ${disk} ${stated} --at now`)
    expect(configz.stdout).toContain('disk at 76 %, high threshold 100 %')
    const resource = JSON.stringify({
      apiVersion: 'machineconfiguration.openshift.io/v1',
      kind: 'KubeletConfig',
      metadata: { name: 'images' },
      spec: { kubeletConfig: { imageGCHighThresholdPercent: 75, imageGCLowThresholdPercent: 70 } },
    })
    expect((await call('plan kubelet-image demo/article.json oc.json', { 'oc.json': resource })).exitCode).toBe(2)
  })

  it.each<[string, string, Record<string, string>, string]>([
    ['a broken file', 'i.json c.json', { 'i.json': '{"images": [' }, 'i.json: expected JSON, got '],
    [
      'a field of the wrong type',
      '--images i.json c.json',
      { 'i.json': '{"images": [{"id": "a", "size": "-1"}]}' },
      'i.json: images[0].size: expected an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text, got "-1"',
    ],
    [
      'a table',
      'i.json c.json',
      { 'i.json': 'IMAGE      TAG      IMAGE ID      SIZE\n' },
      'i.json: this is the table of crictl images',
    ],
    [
      'another file than the flag says',
      '--images c.json',
      {},
      'c.json: this is the container list of crictl ps, not crictl images',
    ],
    [
      'a file it does not read',
      'i.json c.json s.json',
      { 's.json': '{"items": []}' },
      's.json: this is the sandbox list of crictl pods, which this command does not read',
    ],
    ['an empty file', 'i.json c.json e.json', { 'e.json': '' }, 'e.json: this is an empty file'],
    [
      'a file of no known kind',
      'i.json c.json x.json',
      { 'x.json': '{"__proto__": 1}' },
      'x.json: this is a file of no known kind; say what it is with --images, ',
    ],
    [
      'two files of one kind',
      'i.json c.json j.json',
      { 'j.json': '{"images": []}' },
      'j.json: this is the image list of crictl images, and so is i.json',
    ],
    ['no images', 'c.json', {}, 'no images given: --images FILE, from crictl images -o json'],
    ['no containers', 'i.json', {}, 'no containers given, so every image would seem unused: --containers FILE'],
    [
      'crictl imagefsinfo, which knows no capacity',
      `i.json c.json ${before}-imagefsinfo.json`,
      {},
      `${before}-imagefsinfo.json: this is the answer of crictl imagefsinfo, which knows no capacity`,
    ],
    [
      'files beside a snapshot',
      'demo/article.json i.json',
      {},
      'i.json: a snapshot is complete; give it without other files',
    ],
    [
      'statements beside a snapshot',
      'demo/article.json --assume-no-image-volumes',
      {},
      'a snapshot is complete; state missing facts in it: {"assumed": VALUE, "because": "..."}',
    ],
    [
      'settings with which no kubelet starts',
      'i.json c.json --image-gc-high-threshold 70',
      {},
      'the kubelet would not start: invalid configuration: imageGCLowThresholdPercent',
    ],
    [
      'a field of a configuration',
      'i.json c.json k.yaml',
      { 'k.yaml': 'kind: KubeletConfiguration\nimageMinimumGCAge: 1d\n' },
      'k.yaml: imageMinimumGCAge: expected ',
    ],
    ['broken YAML', 'i.json c.json --policy k.yaml', { 'k.yaml': 'kind: [KubeletConfiguration\n' }, 'k.yaml: '],
  ])('refuses %s, naming file and place', async (_, args, files, message) => {
    const { stdout, stderr, exitCode } = await call(`plan kubelet-image ${args} --at now`, { ...emptyNode, ...files })
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr.split('\n')[0]).toContain(`gcplan: ${message}`)
  })

  it.each<[string, string]>([
    ['--at yesterday', '--at: expected a time such as 2026-01-01T12:00:00Z, or now, got "yesterday"'],
    [
      '--at 2026-02-30T00:00:00Z',
      '--at: expected a time such as 2026-01-01T12:00:00Z, or now, got "2026-02-30T00:00:00Z"',
    ],
    ['-o xml', '--output: expected text, table, wide, json, yaml, got "xml"'],
    ['--color blue', '--color: expected auto, always, never, got "blue"'],
    ['--preset kubelet_2', '--preset: expected docker_era, '],
    ['--preset __proto__', '--preset: expected docker_era, '],
    ['--entrance door', '--entrance: expected periodic, eviction, got "door"'],
    [
      '--capacity-bytes 10Gx --available-bytes 1',
      '--capacity-bytes: expected a number of bytes, such as 5000000000, 500MB or 100GiB, got "10Gx"',
    ],
    ['--capacity-bytes 9007199254740993 --available-bytes 1', '--capacity-bytes: expected a number of bytes, such as'],
    ['--capacity-bytes -1 --available-bytes 1', '--capacity-bytes: expected a number of bytes, such as'],
    ['--capacity-bytes 10', '--capacity-bytes and --available-bytes must be given together'],
    ['--assume-last-used never', '--assume-first-detected and --assume-last-used must be given together'],
    ['--assume-began-gc never', '--assume-began-gc: expected a time such as 2026-01-01T12:00:00Z, got "never"'],
    [
      '--memory m.json --assume-last-used never --assume-first-detected long-ago',
      '--memory already says when images were used',
    ],
    ['--image i.json', 'unknown flag --image; did you mean --images?'],
  ])('%s is a wrong command line', async (flags, message) => {
    const { stdout, stderr, exitCode } = await call(`plan kubelet-image i.json c.json ${flags}`, emptyNode)
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toContain(`gcplan plan kubelet-image: ${message}`)
    expect(stderr).toContain("Try 'gcplan plan kubelet-image --help'.")
  })

  it('says which flag of the kubelet has no such value', async () => {
    const { stderr } = await call('plan kubelet-image i.json c.json --at now --image-gc-high-threshold high', emptyNode)
    expect(stderr).toBe('gcplan: --image-gc-high-threshold: expected a decimal integer of 32 bits, got "high"\n')
  })
})
