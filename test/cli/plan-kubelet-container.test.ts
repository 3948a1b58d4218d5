import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { call } from './call.js'

const before = 'captures/kubelet-1.36.2/4-before-container-gc'
const lists = `${before}.crictl-ps-a.json ${before}.crictl-pods.json`
const known = `plan kubelet-container ${lists} ${before}.pods.json --at 2026-11-21T03:08:36Z`
const recorded = `${known} --log-directories demo/var-log-pods.txt --assume-pods-synced`

const linesWith = (word: string, text: string): ReadonlyArray<string> =>
  text.split('\n').filter((line) => line.startsWith(`  ${word} `))

const container = (id: string, seconds: number, state = 'CONTAINER_EXITED'): object => ({
  id,
  podSandboxId: 's',
  metadata: { name: 'main' },
  image: { image: 'i' },
  imageRef: 'i',
  state,
  createdAt: `${BigInt(seconds) * 1_000_000_000n}`,
  labels: { 'io.kubernetes.pod.uid': 'u', 'io.kubernetes.pod.name': 'web', 'io.kubernetes.pod.namespace': 'shop' },
})

const ps = (...containers: ReadonlyArray<object>): Record<string, string> => ({
  'ps.json': JSON.stringify({ containers }),
})
const crashes = ps(container('new', 300), container('middle', 200), container('old', 100))

const whole = {
  's.json': JSON.stringify({
    kind: 'gcplan/kubelet-container-snapshot',
    version: 1,
    at: '2026-01-01T12:00:00Z',
    allSourcesReady: true,
    pods: [],
    containers: [],
    sandboxes: [],
    logDirectories: [],
    logLinks: [],
  }),
}

describe('gcplan plan kubelet-container', () => {
  it('plans what the recorded kubelet did, by names that people know', async () => {
    const { stdout, stderr, exitCode } = await call(recorded)
    expect([stderr, exitCode]).toEqual(['', 2])
    expect(linesWith('remove', stdout).map((line) => line.trim().split(/ {2,}/).slice(1, 3))).toEqual([
      ['1ba8dbd94b19', 'shop/crash-node-a main'],
      ['0845b53ed2fe', 'shop/crash-node-a'],
      ['shop_crash-node-a_834a7c25be484abcb7dc3d26cee01b39', 'logs of pod 834a7c25be48, which is gone'],
    ])
    expect(stdout).toContain('(the command line says that the pod list is complete)')
  })

  it('keeps what belongs to pods that nobody knows of, and says so', async () => {
    const unstated = await call(known)
    expect(unstated.exitCode).toBe(0)
    expect(unstated.stdout).toContain('unknown whether pod 834a7c25be48 is gone')
    expect(unstated.stdout).toContain('pod 9015d9df673c still exists')
    expect((await call(`${known} --entrance eviction`)).exitCode).toBe(0)
    expect(unstated.stderr).toContain('whether pods missing from --pods are gone: --assume-pods-synced')
    const without = await call(`plan kubelet-container ${lists} --at now`)
    expect(without.exitCode).toBe(0)
    expect(without.stderr).toContain('which pods are gone: --pods FILE, and --assume-pods-synced')
  })

  it('takes limits from flags, a preset, and the command line of the kubelet', async () => {
    const removed = async (flags: string): Promise<number> => {
      const files = { ...crashes, 'args.txt': 'kubelet --maximum-dead-containers-per-container 3 --v=2\n' }
      return linesWith('remove', (await call(`plan kubelet-container ps.json --at now ${flags}`, files)).stdout).length
    }
    expect(await removed('')).toBe(2)
    expect(await removed('--maximum-dead-containers-per-container 2')).toBe(1)
    expect(await removed('--maximum-dead-containers-per-container -1')).toBe(0)
    expect(await removed('--kubelet-flags args.txt')).toBe(0)
    expect(await removed('--kubelet-flags args.txt --maximum-dead-containers-per-container 0')).toBe(3)
    expect(await removed('--minimum-container-ttl-duration 1000000h')).toBe(0)
    expect(await removed('--preset openshift')).toBe(2)
  })

  it('removes the dead containers of finished pods when the eviction manager asks', async () => {
    const once = '41ea71355a3f'
    expect(linesWith('remove', (await call(recorded)).stdout).some((line) => line.includes(once))).toBe(false)
    const { stdout } = await call(`${recorded} --entrance eviction`)
    expect(linesWith('remove', stdout).some((line) => line.includes(once))).toBe(true)
  })

  it('says which passes it could not look at, and which flags would show them', async () => {
    const alone = await call('plan kubelet-container ps.json --at now', crashes)
    expect(alone.stdout).toContain('\nsandboxes: not looked at\n')
    expect(alone.stdout).toContain('\nlogs: not looked at\n')
    expect(alone.stderr.split('\n').filter((line) => line.includes('not looked at'))).toEqual([
      'gcplan: not looked at: sandboxes: --sandboxes FILE',
      'gcplan: not looked at: logs: --log-directories FILE, --log-links FILE and --dead-log-links FILE',
    ])
    expect((await call(known)).stdout).toContain('\nlogs: not looked at\n')
    const empty = { ...crashes, 's.json': '{"items": []}', 'l.txt': '' }
    const given = await call('plan kubelet-container ps.json s.json --log-links l.txt --at now', empty)
    expect(given.stdout).not.toContain('not looked at')
    expect(given.stderr).not.toContain('not looked at')
    expect((await call('plan kubelet-container ps.json --preset docker_era --at now', crashes)).stdout).toContain(
      'sandboxes: nothing to remove',
    )
  })

  it('has looked at all of a snapshot', async () => {
    const { stdout, stderr, exitCode } = await call('plan kubelet-container s.json', whole)
    expect([stderr, exitCode]).toEqual(['', 0])
    expect(stdout).toContain('plan at 2026-01-01T12:00:00Z\n')
    expect(stdout).not.toContain('not looked at')
  })

  it('asks for no statement that was given', async () => {
    const { stderr } = await call('plan kubelet-container ps.json --assume-pods-synced --at now', crashes)
    expect(stderr).toContain('which pods are gone: --pods FILE\n')
  })

  it('decides dead links by the listings of links', async () => {
    const files = {
      ...ps(container('live00', 100, 'CONTAINER_RUNNING')),
      'links.txt': '/var/log/containers/web-live00.log\n/var/log/containers/web-gone00.log\n',
      'dead.txt': '/var/log/containers/web-gone00.log\n',
    }
    const args = 'plan kubelet-container ps.json --log-links links.txt --dead-log-links dead.txt --at now'
    const { stdout } = await call(args, files)
    expect(linesWith('remove', stdout)).toEqual([
      '  remove  /var/log/containers/web-gone00.log  its target is missing and container gone00 no longer exists',
    ])
  })

  it('reads what Docker prints, and leaves out what is not of the kubelet', async () => {
    const line = (id: string, names: string): string =>
      JSON.stringify({ ID: id, Names: names, Image: 'i', State: 'exited', CreatedAt: '2026-01-01 00:00:00 +0000 UTC' })
    const files = { 'docker.json': [line('a', 'k8s_main_web_shop_u_0'), line('b', 'postgres')].join('\n') }
    const { stdout, stderr } = await call('plan kubelet-container docker.json --at now --preset docker_era', files)
    expect(stderr).toContain("docker.json: 1 container is not the kubelet's; skipped")
    expect(stdout).toContain('1 kept')
  })

  it('prints JSON and YAML that say the same', async () => {
    const document: unknown = JSON.parse((await call(`${recorded} -o json`)).stdout)
    expect(document).toMatchObject({ kind: 'gcplan/plan', version: 1, collector: 'kubelet-container' })
    expect(parse((await call(`${recorded} -o yaml`)).stdout)).toEqual(document)
  })

  it.each<[string, string, Record<string, string>, string]>([
    ['no containers', `${before}.crictl-pods.json`, {}, 'no containers given: --containers FILE'],
    [
      'a container without state',
      'ps.json',
      ps({ ...container('a', 1), state: 7 }),
      'ps.json: containers[0].state: expected "CONTAINER_CREATED" or',
    ],
    [
      'images',
      'i.json',
      { 'i.json': '{"images": []}' },
      'i.json: this is the image list of crictl images, which this command does not read',
    ],
    [
      'a list of kubectl',
      '--pods p.json ps.json',
      { ...crashes, 'p.json': '{"kind": "List", "items": []}' },
      'p.json: this is a list of kubectl',
    ],
    [
      'files beside a snapshot',
      's.json ps.json',
      { ...whole, ...crashes },
      'ps.json: a snapshot is complete; give it without other files',
    ],
    [
      'statements beside a snapshot',
      's.json --assume-pods-synced',
      whole,
      'a snapshot is complete; state missing facts in it: {"assumed": VALUE, "because": "..."}',
    ],
    [
      'a negative age',
      'ps.json --minimum-container-ttl-duration -1s',
      crashes,
      'the kubelet would not start: invalid minimum garbage collection age: -1s',
    ],
  ])('refuses %s, naming file and place', async (_, args, files, message) => {
    const { stdout, stderr, exitCode } = await call(`plan kubelet-container ${args} --at now`, files)
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr.split('\n')[0]).toContain(`gcplan: ${message}`)
  })
})
