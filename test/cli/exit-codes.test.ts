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
