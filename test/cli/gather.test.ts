import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { either as E } from 'fp-ts'
import { afterAll, describe, expect, it } from 'vitest'

import { ofContainers } from '../../src/cli/gather/blank.js'
import { bundleIn, openDirectory } from '../../src/cli/live/gathered.js'
import { root } from './bundle.js'
import { call, callPlainly } from './call.js'

const folder = mkdtempSync(join(tmpdir(), 'gcplan-gather-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const captures = join(root, 'captures')
const tables = `${captures}/containerd-2.1.9/ctr/0-initial`

/** Tools that print what was captured, found before the machine's own. */
const fakes: Readonly<Record<string, string>> = {
  crictl: `case "$*" in
    'images -o json') cat ${captures}/containerd-2.1.9/crictl/images.json ;;
    'ps -a -o json') cat ${captures}/containerd-2.1.9/crictl/ps-a.json ;;
    'ps -a -q') echo one ;;
    'images -q') echo two ;;
    'pods -o json') cat ${captures}/containerd-2.1.9/crictl/pods.json ;;
    'imagefsinfo -o json') sed 's#"mountpoint": ".*"#"mountpoint": "${folder}"#' ${captures}/containerd-2.1.9/crictl/imagefsinfo.json ;;
    'inspect -o json one') cat ${captures}/containerd-2.1.9/crictl/inspect-all.json ;;
    'inspecti -o json two') cat ${captures}/containerd-2.1.9/crictl/inspecti-all.json ;;
    *) echo 'rpc error: "no"' >&2; exit 1 ;;
  esac`,
  ctr: `case "$*" in
    'namespaces ls') cat ${tables}/namespaces-ls.txt ;;
    'namespaces ls -q') printf 'build\\ndefault\\nk8s.io\\n' ;;
    'plugins ls') echo 'io.containerd.snapshotter.v1    overlayfs    linux/amd64    ok' ;;
    '-n '*' containers ls -q') [ "$2" != k8s.io ] || echo one ;;
    '-n '*' containers info one') cat ${tables}/k8s.io.containers-info-container.json ;;
    '-n '*' snapshots --snapshotter overlayfs usage -b') cat ${tables}/$2.snapshots-usage-b.txt ;;
    '-n '*' snapshots --snapshotter overlayfs ls') cat ${tables}/$2.snapshots-ls.txt ;;
    '-n '*' snapshots --snapshotter overlayfs info '*) exit 0 ;;
    '-n '*) cat ${tables}/$2.$3-$4.txt ;;
  esac`,
  df: `printf 'Filesystem 1024-blocks Used Available Capacity Mounted on\\n/dev/vda1 264212084 1 63756616 76%% /\\n'`,
  pidof: 'exit 1',
  hostname: 'echo node-a',
  kubectl: `case "$*" in
    *'get --raw /api/v1/nodes/'*) echo 'Error from server (Forbidden): nodes "node-a" is forbidden' >&2; exit 1 ;;
    *'get node '*) cat ${folder}/node.json ;;
    *'api-resources -o wide') cat ${folder}/kinds.txt ;;
    *'get --raw /api/v1/secrets') cat ${folder}/secrets.json ;;
    *'get --raw /api/v1/configmaps') cat ${folder}/configmaps.json ;;
    *'get --raw /apis/apps/v1/deployments') cat ${folder}/deployments.json ;;
    *) echo 'forbidden' >&2; exit 1 ;;
  esac`,
}

const bin = join(folder, 'bin')
mkdirSync(bin)
for (const [name, body] of Object.entries(fakes)) {
  writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`)
  chmodSync(join(bin, name), 0o755)
}

const password = 'hunter2 \\" } ] "'
const of = (apiVersion: string, kind: string, items: ReadonlyArray<object>): string =>
  JSON.stringify({ kind, apiVersion, metadata: { resourceVersion: '7' }, items })
const metadata = (name: string, annotations: object = {}): object => ({
  name,
  namespace: 'shop',
  uid: `uid-${name}`,
  annotations,
})
writeFileSync(
  join(folder, 'kinds.txt'),
  [
    'NAME          SHORTNAMES   APIVERSION   NAMESPACED   KIND         VERBS           CATEGORIES',
    'configmaps    cm           v1           true         ConfigMap    create,list,get',
    'bindings                   v1           true         Binding      create',
    'secrets                    v1           true         Secret       get,list',
    'deployments   deploy       apps/v1      true         Deployment   [get list]      all',
    '',
  ].join('\n'),
)
writeFileSync(
  join(folder, 'secrets.json'),
  of('v1', 'SecretList', [
    {
      metadata: metadata('token', { 'kubectl.kubernetes.io/last-applied-configuration': password }),
      data: { a: password, b: 'hunter2' },
      type: 'Opaque',
    },
  ]),
)
writeFileSync(
  join(folder, 'configmaps.json'),
  of('v1', 'ConfigMapList', [{ metadata: metadata('c'), data: { x: password } }]),
)
writeFileSync(join(folder, 'deployments.json'), of('apps/v1', 'DeploymentList', [{ metadata: metadata('web') }]))
writeFileSync(
  join(folder, 'node.json'),
  '{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "node-a"}, "status": {"nodeInfo": {"kubeletVersion": "v1.36.2"}}}',
)

const script = async (flags: string): Promise<string> => (await call(`gather ${flags}`)).stdout

const runScript = (text: string, args: ReadonlyArray<string>): { readonly stdout: string; readonly stderr: string } => {
  const { stdout, stderr, status } = spawnSync('sh', ['-s', '--', ...args], {
    cwd: folder,
    input: text,
    env: { PATH: `${bin}:/usr/bin:/bin` },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return { stdout, stderr }
}

const filesOf = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(folder, directory), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

/** What is left of JSON once the values of the keys of containers are empty. */
const emptied = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(emptied)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => {
      if (!ofContainers.split(' ').includes(key)) return [key, emptied(held)]
      if (Array.isArray(held)) return [key, []]
      return [key, typeof held === 'string' ? '' : typeof held === 'object' && held !== null ? {} : held]
    }),
  )
}

describe('the script that gathers', () => {
  it('is one that shells accept, whatever is asked for', async () => {
    for (const flags of ['', '--tar', '--parts kubernetes -n shop', '--parts node,containerd,kubernetes'])
      expect(spawnSync('sh', ['-n'], { input: await script(flags), encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      })
  })

  it('writes what every command reads, and what could not be gathered', async () => {
    const { stdout } = runScript(await script('--parts node,containerd,kubernetes'), ['all'])
    expect(stdout).toBe('all\n')
    const files = filesOf('all')
    const manifest = JSON.parse(files['all/manifest.json'] ?? '') as Record<string, unknown>
    expect(manifest).toMatchObject({
      kind: 'gcplan/gathered',
      version: 1,
      takenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown,
      host: 'node-a',
      node: 'node-a',
      namespaces: [],
      wholeCluster: true,
      failed: expect.arrayContaining([
        { file: 'container-stats.json', command: 'crictl stats -a -o json', because: 'rpc error: "no"' },
        expect.objectContaining({
          file: 'stats.json',
          because: 'Error from server (Forbidden): nodes "node-a" is forbidden',
        }),
      ]) as unknown,
    })
    const images = await call('plan kubelet-image all', files)
    expect(images.stderr).toContain('all/stats.json: not gathered: kubectl')
    expect(images.stderr).toContain('rules of Kubernetes 1.36, as node node-a states')
    expect(images.stderr).not.toContain('how full the disk is')
    expect(images.stderr).not.toContain('which images are mounted as volumes')
    expect(images.exitCode).not.toBe(1)
    expect((await call('plan reclaim all', files)).exitCode).not.toBe(1)
    const metadata = await call('plan containerd all', files)
    expect(metadata.stdout).toContain('keep')
    const owners = await callPlainly('plan kubernetes-owners all', files)
    expect([owners.exitCode, owners.stderr]).toStrictEqual([0, ''])
    expect(owners.stdout).toContain('Secret shop/token')
  })

  it('writes nothing secret', async () => {
    const inspected = JSON.parse(
      readFileSync(`${captures}/containerd-2.1.9/crictl/inspect-all.json`, 'utf8'),
    ) as unknown[]
    expect(JSON.stringify(inspected)).toMatch(/"args":\["/)
    runScript(await script('--parts node,containerd,kubernetes'), ['secret'])
    const files = filesOf('secret')
    expect(Object.values(files).filter((text) => text.includes('hunter2'))).toStrictEqual([])
    expect(files['secret/kubernetes/secrets.json']).toBe(
      of('v1', 'SecretList', [
        {
          metadata: metadata('token', { 'kubectl.kubernetes.io/last-applied-configuration': '' }),
          data: {},
          type: 'Opaque',
        },
      ]),
    )
    expect(JSON.parse(files['secret/inspect.json'] ?? '')).toStrictEqual(emptied(inspected))
    expect(JSON.parse(files['secret/ctr/k8s.io/container-infos'] ?? '')).toMatchObject({ Spec: {}, Extensions: {} })
  })

  it('packs a tar that is read as the directory is', async () => {
    expect(runScript(await script('--tar'), ['packed']).stdout).toBe('packed.tar\n')
    const bytes = readFileSync(join(folder, 'packed.tar'))
    const directory = await openDirectory(join(folder, 'packed'))
    if (E.isLeft(directory) || directory.right === undefined) throw new Error('no directory')
    for (const packed of [bytes, gzipSync(bytes)]) {
      const opened = bundleIn('packed.tar', packed)
      if (E.isLeft(opened)) throw new Error(opened.left)
      expect(opened.right.names).toStrictEqual(directory.right.names)
      for (const name of opened.right.names)
        expect(await opened.right.read(name)).toStrictEqual(await directory.right.read(name))
    }
  })

  it('limits namespaces, and names none that a shell would heed', async () => {
    const text = await script('--parts containerd,kubernetes -n shop --containerd-namespace k8s.io')
    runScript(text, ['limited'])
    const names = Object.keys(filesOf('limited'))
    expect(names.filter((name) => name.startsWith('limited/ctr/')).every((name) => name.includes('/k8s.io/'))).toBe(
      true,
    )
    expect(JSON.parse(filesOf('limited')['limited/manifest.json'] ?? '')).toMatchObject({
      namespaces: ['shop'],
      wholeCluster: false,
    })
    expect((await callPlainly('gather -n $(reboot)')).stderr).toContain('expected names of namespaces')
  })

  it('does not write into a directory that is there', async () => {
    mkdirSync(join(folder, 'there'))
    const run = spawnSync('sh', ['-s', '--', 'there'], { cwd: folder, input: await script(''), encoding: 'utf8' })
    expect(run.status).toBe(1)
    expect(readdirSync(join(folder, 'there'))).toStrictEqual([])
  })
})

describe('a tar', () => {
  const packed = (): Buffer => {
    const deep = `${'d'.repeat(60)}/${'e'.repeat(60)}`
    mkdirSync(join(folder, 'long', deep), { recursive: true })
    writeFileSync(join(folder, 'long', deep, 'f.json'), 'deep')
    writeFileSync(join(folder, 'long', 'manifest.json'), '{}')
    return execFileSync('tar', ['-cf', '-', ...format, 'long'], { cwd: folder })
  }
  let format: ReadonlyArray<string> = []

  it('may have long names, in each of the forms', async () => {
    for (format of [['--format=gnu'], ['--format=ustar'], ['--format=pax']]) {
      const opened = bundleIn('t.tar', packed())
      if (E.isLeft(opened)) throw new Error(opened.left)
      expect(opened.right.names).toStrictEqual([`${'d'.repeat(60)}/${'e'.repeat(60)}/f.json`, 'manifest.json'])
      expect(await opened.right.read(opened.right.names[0] ?? '')).toStrictEqual(E.right('deep'))
    }
  })

  it.each<[string, (bytes: Buffer) => Uint8Array, string]>([
    ['cut off', (bytes) => bytes.subarray(0, 700), 'is cut off'],
    ['cut off between two files', (bytes) => bytes.subarray(0, 512 + 1024), 'is cut off'],
    ['changed', (bytes) => Buffer.from(bytes).fill(1, 10, 20), 'is not a tar archive'],
    ['something else', () => Buffer.from('{"a": 1}'), 'is not a tar archive'],
    ['cut off and compressed', (bytes) => gzipSync(bytes).subarray(0, 60), 'cannot be decompressed'],
    ['empty', () => Buffer.alloc(1024), 'has no manifest.json'],
  ])('that is %s is refused', (_, change, message) => {
    writeFileSync(join(folder, 'manifest.json'), '{}'.repeat(400))
    const whole = execFileSync('tar', ['-cf', '-', 'manifest.json'], { cwd: folder })
    expect(bundleIn('t.tar', change(whole))).toStrictEqual(E.left(expect.stringContaining(message)))
  })

  it('with names that point elsewhere gives what it holds, and nothing of the machine', async () => {
    writeFileSync(join(folder, 'outside'), 'mine')
    const bytes = execFileSync('tar', ['-P', '-cf', '-', '../outside', 'manifest.json'], { cwd: join(folder, 'long') })
    const opened = bundleIn('t.tar', bytes)
    if (E.isLeft(opened)) throw new Error(opened.left)
    expect(opened.right.names).toStrictEqual(['../outside', 'manifest.json'])
    expect(await opened.right.read('../outside')).toStrictEqual(E.right('mine'))
    expect(await opened.right.read('../../etc/hostname')).toStrictEqual(E.right(''))
  })
})
