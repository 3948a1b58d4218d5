import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { Images } from '../../src/adapters/containerd/wire/images_pb.js'
import { fakeDaemon } from '../adapters/containerd/fake.js'
import { runtime, some } from '../adapters/cri/fake.js'
import { call, callPlainly } from './call.js'
import { type Keeping, keeping } from './keeping.js'

/** What was written into the directory `d`. */
const writtenIn = ({ files }: Keeping): Readonly<Record<string, string>> =>
  Object.fromEntries([...files].filter(([path]) => path.startsWith('d/')))

const sockets = async () => {
  const { socket: cri } = await runtime(some(tmpdir()))
  const { socket: containerd } = await fakeDaemon((router) => {
    router.service(Images, { list: () => ({ images: [{ name: 'web:1', target: { digest: 'sha256:a' } }] }) })
  })
  return { cri, containerd }
}

const history = '--assume-first-detected long-ago --assume-last-used never'

describe('gathering at once', () => {
  it('writes a directory that gives the plans that the sockets give', async () => {
    const { cri, containerd } = await sockets()
    const machine = keeping()
    const { stdout, stderr, exitCode } = await callPlainly(
      `gather --now --cri ${cri} --containerd ${containerd} d`,
      {},
      machine.acting,
    )
    expect([stdout, exitCode, machine.made]).toStrictEqual(['d\n', 0, ['d']])
    expect(stderr).toContain('containerd 2.1.9 does not show')
    const files = writtenIn(machine)
    expect(JSON.parse(files['d/manifest.json'] ?? '')).toMatchObject({
      ...{ kind: 'gcplan/gathered', node: 'node-a', containerd: '2.1.9', failed: [] },
      takenAt: '2026-12-24T18:00:00.000Z',
    })
    const { blocks, bsize } = statfsSync(tmpdir())
    expect(files['d/df.txt']).toContain(`\n- ${Math.floor((blocks * bsize) / 1024)} `)
    for (const [command, socket] of [
      [`plan kubelet-image ${history}`, `--cri ${cri}`],
      ['plan kubelet-container', `--cri ${cri}`],
      ['plan containerd --at now', `--containerd ${containerd}`],
      ['why containerd image:web:1', `--containerd ${containerd}`],
    ] as const) {
      const live = await call(`${command} ${socket}`)
      expect(await call(`${command} d`, files)).toMatchObject({ stdout: live.stdout, exitCode: live.exitCode })
    }
    expect((await call(`plan reclaim d ${history} --free 1`, files)).stderr).not.toContain('give one layer store')
  })

  it('has the release of containerd choose the rules, unless a flag does', async () => {
    const { containerd } = await sockets()
    const machine = keeping()
    await callPlainly(`gather --now --containerd ${containerd} d`, {}, machine.acting)
    const files = writtenIn(machine)
    const old = { ...files, 'd/manifest.json': (files['d/manifest.json'] ?? '').replace('2.1.9', '9.9.9') }
    expect((await call('plan containerd d', old)).stderr).toContain('--release: expected one of')
    expect((await call('plan containerd d --release 2.1', old)).exitCode).not.toBe(1)
  })

  it('leaves a snapshot of containerd out where a flag gives one', async () => {
    const { containerd } = await sockets()
    const machine = keeping()
    await callPlainly(`gather --now --containerd ${containerd} d`, {}, machine.acting)
    const files = writtenIn(machine)
    const { stderr } = await call(
      'plan containerd d --snapshot captures/containerd-2.1.9/metadata/0-initial.json',
      files,
    )
    expect(stderr).toBe('gcplan: d: this command reads none of the files in it\n')
  })

  it('writes no environment, no command line, and of settings only what decides', async () => {
    const { cri } = await sockets()
    const machine = keeping({
      '/var/lib/kubelet/config.yaml':
        'kind: KubeletConfiguration\nstaticPodURLHeader:\n  Auth: ["hunter2"]\n- x\nimageGCHighThresholdPercent: 81\n',
      '/etc/containerd/config.toml':
        'version = 2\nroot = "/x"\n[plugins."io.containerd.gc.v1.scheduler"]\npause_threshold = 0.1\n[plugins.cri]\ntoken = "hunter2"\n',
    })
    await callPlainly(`gather --now --cri ${cri} d`, {}, machine.acting)
    const files = writtenIn(machine)
    expect(files['d/config.yaml']).toBe('kind: KubeletConfiguration\nimageGCHighThresholdPercent: 81\n')
    expect(files['d/containerd.toml']).toBe(
      'version = 2\n[plugins."io.containerd.gc.v1.scheduler"]\npause_threshold = 0.1',
    )
    expect(JSON.stringify(files)).not.toContain('hunter2')
    expect(files['d/inspect.json']).toContain('"labels"')
  })

  it('names a directory of its own after the node and the time', async () => {
    const { cri } = await sockets()
    const { made, acting } = keeping()
    await callPlainly(`gather --now --cri ${cri}`, {}, acting)
    expect(made).toStrictEqual(['gcplan-node-a-20261224T180000Z'])
  })

  it.each([
    ['gather --now', '--now: expected what to read'],
    ['gather --now --cri /no/such.sock d', '--cri: /no/such.sock: there is no such socket'],
    ['gather --now --parts node --cri /x', '--parts is for the script'],
    ['gather --cri /x', '--cri is read with --now'],
    ['gather --now --cri /x a b', 'expected one directory'],
  ])('%s is refused', async (command, message) => {
    const { stderr, exitCode } = await callPlainly(command, {}, keeping().acting)
    expect([exitCode, stderr]).toStrictEqual([1, expect.stringContaining(message)])
  })

  it('writes nothing into a directory that is there', async () => {
    const { cri } = await sockets()
    const { files, acting } = keeping()
    const taken = { ...acting.files, makeDirectory: (path: string) => Promise.resolve(E.left(`${path}: is there`)) }
    const { stderr } = await callPlainly(`gather --now --cri ${cri} d`, {}, { ...acting, files: taken })
    expect([stderr, files.size]).toStrictEqual(['gcplan: d: is there\n', 0])
  })
})
