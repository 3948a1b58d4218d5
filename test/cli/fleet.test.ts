import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { call, noCluster } from './call.js'
import { root } from './bundle.js'
import { yaml } from '../../src/cli/yaml.js'

const cluster = readFileSync(join(root, 'captures/kubectl/cascade-foreground.0-before.json'), 'utf8')
const manifest = JSON.stringify({
  kind: 'gcplan/gathered',
  version: 1,
  takenAt: '2026-11-21T03:00:00Z',
  namespaces: [],
})
const crictl = (file: string): string => readFileSync(join(root, 'captures/containerd-2.1.9/crictl', file), 'utf8')

const node = (name: string): Readonly<Record<string, string>> => ({
  [`fleet/${name}/manifest.json`]: manifest,
  [`fleet/${name}/images.json`]: crictl('images.json'),
  [`fleet/${name}/ps.json`]: crictl('ps-a.json'),
  [`fleet/${name}/df.txt`]:
    'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda1 264212084 200000000 63756616 76% /\n',
  [`fleet/${name}/inspecti.json`]: crictl('inspecti-all.json'),
})

const names = ['node-a', 'node-b', 'node-c', 'blue.json', 'broken.json']
const files = {
  ...node('node-a'),
  ...node('node-b'),
  ...node('node-c'),
  'fleet/blue.json': cluster,
  'fleet/broken.json': '{"not": "a snapshot"}',
}
const acting = {
  ...noCluster,
  members: (path: string) => Promise.resolve(E.right(path === 'fleet' ? names : undefined)),
}

const taken = '--lists-at 2026-11-21T04:00:00Z'

const shard = async (index: number, of: number): Promise<string> =>
  (await call(`fleet plan --index ${index} --of ${of} ${taken} fleet`, files, acting)).stdout

interface Row {
  readonly kind: string
  readonly name?: string
  readonly notes?: ReadonlyArray<string>
}

const rowsIn = (text: string): ReadonlyArray<Row> =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

describe('gcplan fleet', () => {
  it('finds what happens on nodes and in clusters, and says of whom it could not', async () => {
    const { stdout, stderr, exitCode } = await call(`fleet plan ${taken} fleet`, files, acting)
    const rows = rowsIn(stdout)
    expect(rows.map(({ kind, name }) => [kind, name])).toEqual([
      ['gcplan/fleet-shard', undefined],
      ['gcplan/fleet-cluster', 'blue.json'],
      ['gcplan/fleet-error', 'broken.json'],
      ['gcplan/fleet-node', 'node-a'],
      ['gcplan/fleet-node', 'node-b'],
      ['gcplan/fleet-node', 'node-c'],
    ])
    expect(rows[1]).toMatchObject({ at: '2026-11-21T04:00:00.000Z', deleting: 0, stuck: [] })
    expect(rows[3]).toMatchObject({ evictsAt: null, setting: null })
    expect([stderr.startsWith('gcplan: fleet/broken.json: '), exitCode]).toEqual([true, 2])
  })

  it('says with each row what is not known of its member, by its name', async () => {
    const notes = async (member: string, inside: Readonly<Record<string, string>>) =>
      rowsIn((await call(`fleet plan ${taken} ${member}`, inside, noCluster)).stdout)[1]?.notes
    const { 'fleet/node-a/df.txt': df = '', ...others } = node('node-a')
    expect(await notes('fleet/node-a', { ...others, 'fleet/node-a/df.txt': df })).toContain(
      'unknown, so none is evicted: the pods: --pods FILE, from kubectl get --raw /api/v1/nodes/NODE/proxy/pods',
    )
    const widget = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { namespace: 'shop', name: 'w', uid: 'w' },
    }
    const list = (kind: string) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [widget], note: kind })
    const [there, here] = [
      await notes('there/blue', { 'there/blue': list('a') }),
      await notes('here/blue', { 'here/blue': list('a') }),
    ]
    expect(there).not.toEqual([])
    expect(there).toEqual(here)
  })

  it('takes no time of lists from the clock, so that a shard that runs later finds the same', async () => {
    const { stdout, stderr, exitCode } = await call('fleet plan fleet/blue.json', files, acting)
    const because = 'does not say when it was taken; give --lists-at TIME'
    expect(rowsIn(stdout)[1]).toEqual({
      ...{ name: 'blue.json', kind: 'gcplan/fleet-error', error: `blue.json: ${because}` },
    })
    expect([stderr, exitCode]).toEqual([`gcplan: fleet/blue.json: ${because}\n`, 2])
  })

  it('counts what a finalizer holds that nobody knows among what is stuck', async () => {
    const held = (kind: string, name: string, finalizer: string) => ({
      ...{ apiVersion: kind === 'ConfigMap' ? 'v1' : 'argoproj.io/v1alpha1', kind },
      metadata: {
        ...{ namespace: 'shop', name, uid: name, deletionTimestamp: '2026-11-20T00:00:00Z' },
        finalizers: [finalizer],
      },
    })
    const items = [
      held('ConfigMap', 'ours', 'shop.example.com/cleanup'),
      held('Application', 'argo', 'resources-finalizer.argocd.argoproj.io'),
    ]
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
    const { stdout } = await call(`fleet plan ${taken} red.json`, { 'red.json': text }, noCluster)
    expect(rowsIn(stdout)[1]).toMatchObject({
      ...{ kind: 'gcplan/fleet-cluster', deleting: 2 },
      stuck: [
        {
          ...{ kind: 'ConfigMap', namespace: 'shop', name: 'ours' },
          act: ['the controller of shop.example.com has to remove the finalizer shop.example.com/cleanup'],
        },
      ],
    })
  })

  it('counts among what is stuck what such a finalizer holds beside one that is known', async () => {
    const both = {
      ...{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' },
      metadata: {
        ...{ namespace: 'shop', name: 'both', uid: 'both', deletionTimestamp: '2026-11-20T00:00:00Z' },
        finalizers: ['resources-finalizer.argocd.argoproj.io', 'shop.example.com/cleanup'],
      },
    }
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [both] })
    const { stdout } = await call(`fleet plan ${taken} red.json`, { 'red.json': text }, noCluster)
    expect(rowsIn(stdout)[1]).toMatchObject({ deleting: 1, stuck: [{ name: 'both' }] })
  })

  it.each([
    ['YAML', yaml.print(JSON.parse(cluster))],
    [
      'one object after the other',
      (JSON.parse(cluster) as { items: object[] }).items.map((item) => JSON.stringify(item)).join('\n'),
    ],
  ])('reads lists of a cluster that are %s as it reads JSON', async (_, text) => {
    const row = async (list: string) =>
      rowsIn((await call(`fleet plan ${taken} blue`, { blue: list }, noCluster)).stdout)[1]
    expect(await row(text)).toEqual(await row(cluster))
    expect(await row(text)).toMatchObject({ kind: 'gcplan/fleet-cluster' })
  })

  it('says of a member by its name what is wrong with it, wherever it lies', async () => {
    const alone = async (path: string): Promise<string> =>
      (await call(`fleet plan ${path}`, { [path]: '{"not": "a snapshot"}' }, noCluster)).stdout
    expect(await alone('there/broken.json')).toBe(await alone('here/broken.json'))
  })

  it('joins shards, in any order and some twice, to what one worker finds', async () => {
    const alone = (await call('fleet merge', { '-': await shard(0, 1) })).stdout
    const shards = await Promise.all([2, 0, 1, 0].map((index) => shard(index, 3)))
    expect((await call('fleet merge', { '-': shards.join('') })).stdout).toBe(alone)
    expect(alone.trimEnd().split('\n')).toHaveLength(5)
  })

  it('refuses shards that are missing or cut short, with their place', async () => {
    const whole = await shard(0, 1)
    const short = whole.split('\n').slice(0, -2).join('\n')
    const said = async (text: string) => (await call('fleet merge', { '-': text })).stderr
    expect([await said(await shard(1, 2)), await said(short), await said('{}')]).toEqual([
      'gcplan: shard 0 of 2 is missing\n',
      'gcplan: standard input: line 1: expected 5 lines after it, got 4\n',
      'gcplan: standard input: line 1: expected the first line of a shard, of kind gcplan/fleet-shard, version 1\n',
    ])
  })

  it('counts blank lines where it says at which line a shard is wrong', async () => {
    const said = async (text: string) => (await call('fleet merge', { '-': text })).stderr
    const head = JSON.stringify({ kind: 'gcplan/fleet-shard', version: 1, index: 0, of: 1, members: 2 })
    expect([await said(`\n\n${head}\n{"name":"a"}\n\n{}\n`), await said(`\n${head}\n\n{}\n`)]).toEqual([
      'gcplan: standard input: line 6: expected a row with a name\n',
      'gcplan: standard input: line 2: expected 2 lines after it, got 1\n',
    ])
  })

  it('joins shards without members, wherever they stand and however the last line ends', async () => {
    const head = (index: number, members: unknown): string =>
      JSON.stringify({ kind: 'gcplan/fleet-shard', version: 1, index, of: 2, members })
    const joined = async (...lines: ReadonlyArray<string>) => {
      const { stdout, exitCode } = await call('fleet merge', { '-': lines.join('\n') })
      return [stdout, exitCode]
    }
    const [some, none] = [[head(1, 1), '{"name":"a"}'], head(0, 0)]
    expect(await joined(none, ...some)).toEqual(['{"name":"a"}\n', 0])
    expect(await joined(...some, none)).toEqual(['{"name":"a"}\n', 0])
    for (const members of [undefined, -1, 0.5, '0', null])
      expect(await joined(...some, head(0, members))).toEqual(['', 1])
    const { stderr } = await call('fleet merge', { '-': head(0, 0.5) })
    expect(stderr).toContain('members: expected how many lines are after it, got 0.5')
  })

  it('refuses a shard that is none before it reads anything', async () => {
    const { stderr, exitCode } = await call('fleet plan --index 2 --of 2 nowhere')
    expect([stderr.includes('index: expected a whole number from 0 to 1, got 2'), exitCode]).toEqual([true, 1])
  })
})
