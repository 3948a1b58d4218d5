import { describe, expect, it } from 'vitest'

import { call, callPlainly } from './call.js'

const node = 'plan kubelet-image demo/article.json'
const stuck = 'diagnose cm/unknown-kind -A captures/kubectl/cluster-before.all.json'
const refused = '--snapshot s.json'
const tooLarge = {
  's.json': JSON.stringify({
    kind: 'gcplan/kubelet-image-snapshot',
    version: 1,
    at: '2026-01-01T12:00:00Z',
    beganGC: '2026-01-01T00:00:00Z',
    images: [],
    containers: [],
    memory: { records: [] },
    imageFs: { capacityBytes: '9223372036854775807', availableBytes: '922337203685477580' },
  }),
}

describe('the exit code', () => {
  it.each([
    ['something goes', `${node} --image-gc-high-threshold 74 --image-gc-low-threshold 69`, 0, 2],
    ['nothing goes', `${node} --image-gc-high-threshold 99`, 0, 0],
    ['too little goes', `${node} --image-gc-high-threshold 74 --image-gc-low-threshold 20`, 0, 4],
    ['it is stuck', stuck, 0, 3],
    ['a file is missing', 'plan kubelet-image nowhere.json', 1, 1],
  ])('where %s', async (_, argv, plain, detailed) => {
    expect((await callPlainly(argv)).exitCode).toBe(plain)
    expect((await call(argv)).exitCode).toBe(detailed)
  })

  it('is an error where the component would refuse to run', async () => {
    const argv = `plan kubelet-image ${refused}`
    expect((await callPlainly(argv, tooLarge)).exitCode).toBe(1)
    expect((await call(argv, tooLarge)).exitCode).toBe(3)
  })
})

describe('a plan that misses its goal', () => {
  const short = `${node} --image-gc-high-threshold 74 --image-gc-low-threshold 20`
  const said = 'falls short by 61.9 GB; expect FreeDiskSpaceFailed'

  it('says so in the text, beside the table and in documents', async () => {
    expect((await call(short)).stdout).toContain(`space: 20 to remove (10.4 GB); to free 72.3 GB; ${said}\n`)
    expect((await call(`${short} -o table`)).stderr).toContain(`gcplan: space ${said}\n`)
    const json = await call(`${short} -o json`)
    expect(json.stderr).not.toContain('falls short')
    const { passes } = JSON.parse(json.stdout) as {
      readonly passes: ReadonlyArray<{ readonly name: string; readonly shortBy?: number }>
    }
    expect(passes.filter(({ shortBy }) => shortBy !== undefined).map(({ name }) => name)).toEqual(['space'])
  })

  it('has the digest that it has without the figure', async () => {
    const { stdout } = await call(`${short} -o json`)
    const without = stdout.replace(/ *"shortBy": \d+,\n/, '')
    expect(without).not.toBe(stdout)
    const digests = await Promise.all(
      [stdout, without].map(async (text) => (await call('digest p.json', { 'p.json': text })).stdout),
    )
    expect(digests[0]).toBe(digests[1])
  })
})

describe('what the input does not tell', () => {
  const images = 'plan kubelet-image captures/kubelet-1.36.2/2-before-image-gc.crictl-images.json'
  const listed = `${images} captures/kubelet-1.36.2/2-before-image-gc.crictl-ps-a.json`
  const disk = '--capacity-bytes 100GB --available-bytes 5GB --at 2026-11-21T03:07:36Z'
  const stated = '--assume-first-detected long-ago --assume-last-used never --assume-no-image-volumes'

  it('is counted apart from what stays', async () => {
    const { stdout } = await call(`${listed} ${disk}`)
    expect(stdout).toMatch(/in all: 0 to remove, 0 next in line, 9 kept, \d of them undecided\n$/)
    expect((await call(`${listed} ${disk} ${stated}`)).stdout).not.toContain('undecided')
    const json = await call(`${listed} ${disk} -o json`)
    expect(JSON.parse(json.stdout)).toMatchObject({ undecided: expect.any(Number) as number })
    expect((await call('digest p.json', { 'p.json': json.stdout })).exitCode).toBe(0)
  })

  it.each([
    ['an image', `${listed} ${disk}`],
    ['an object', 'plan kubernetes-owners captures/kubectl/cluster-before.all.json --at now'],
    ['all collectors', 'plan kubernetes captures/kubectl/cluster-before.all.json --at now'],
  ])('about %s is an error with --strict', async (_, argv) => {
    expect((await callPlainly(argv)).exitCode).toBe(0)
    const { stdout, stderr, exitCode } = await callPlainly(`${argv} --strict`)
    expect([stdout, exitCode]).toEqual([(await callPlainly(argv)).stdout, 1])
    expect(stderr).toMatch(/gcplan: --strict: \d+ undecided\n$/)
  })

  it('is no error with --strict where nothing is undecided', async () => {
    expect((await callPlainly(`${listed} ${disk} ${stated} --strict`)).exitCode).toBe(0)
  })
})
