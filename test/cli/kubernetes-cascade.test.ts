import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { call } from './call.js'

const folder = 'captures/kubectl'
const before = `${folder}/cluster-before.all.json ${folder}/cluster-before.clusterroles.json`
const cascadeOf = (mode: string): string =>
  `cascade delete deploy/d-${mode} --cascade ${mode} ${folder}/cascade-${mode}.0-before.json -A`

interface Named {
  readonly kind: string
  readonly name: string
}
interface Document {
  readonly requests: ReadonlyArray<{ readonly said: string; readonly answer: { readonly _tag: string } }>
  readonly waves: ReadonlyArray<{
    readonly by: string
    readonly changes: ReadonlyArray<{
      readonly _tag: string
      readonly target: Named
      readonly calls: ReadonlyArray<{ readonly _tag: string }>
      readonly reasons: ReadonlyArray<{ readonly explained: string }>
    }>
  }>
  readonly fates: Readonly<Record<'gone' | 'terminating' | 'changed' | 'untouched', ReadonlyArray<Named>>>
  readonly orphaned: ReadonlyArray<{ readonly target: Named }>
  readonly stuck: ReadonlyArray<{ readonly target: Named }>
}

const documentOf = async (argv: string): Promise<Document> =>
  JSON.parse((await call(`${argv} -o json`)).stdout) as Document

/** Objects of one captured stage, and whether they are being deleted. */
const captured = (mode: string, stage: string): ReadonlyArray<string> =>
  (
    JSON.parse(readFileSync(`${folder}/cascade-${mode}.${stage}.json`, 'utf8')) as {
      items: { kind: string; metadata: { name: string; deletionTimestamp?: string } }[]
    }
  ).items
    .map(({ kind, metadata }) => `${metadata.deletionTimestamp === undefined ? '' : 'going '}${kind} ${metadata.name}`)
    .toSorted()

/** The same by a document: after all waves up to the first of those that are to come after the stage. */
const planned = (
  document: Document,
  mode: string,
  ends: (by: string, index: number) => boolean,
): ReadonlyArray<string> => {
  const objects = new Map(captured(mode, '0-before').map((named) => [named, named]))
  for (const [index, { by, changes }] of document.waves.entries()) {
    if (ends(by, index)) break
    for (const { _tag, target } of changes) {
      const named = `${target.kind} ${target.name}`
      if (_tag === 'Removed') objects.delete(named)
      if (_tag === 'Marked') objects.set(named, `going ${named}`)
    }
  }
  return [...objects.values()].toSorted()
}

const first = (text: string): string => text.split('\n')[0] ?? ''

describe.each(['background', 'foreground', 'orphan'])('gcplan cascade delete, captured: %s', (mode) => {
  it('goes through the captured stages', async () => {
    const document = await documentOf(cascadeOf(mode))
    expect(planned(document, mode, (by) => by === 'kubelets')).toEqual(captured(mode, '2-waiting-for-pods'))
    expect(planned(document, mode, () => false)).toEqual(captured(mode, '3-final'))
  })
  it('asks the server for what the recorded collector asked for', async () => {
    const calls = (await documentOf(cascadeOf(mode))).waves
      .filter(({ by }) => by === 'collector')
      .flatMap(({ changes }) =>
        changes.map((change) => `${change.calls[0]?._tag.toLowerCase() ?? ''} ${change.target.name}`),
      )
    const recorded = readFileSync(`${folder}/cascade-${mode}.audit.jsonl`, 'utf8')
      .split('\n')
      .filter((line) => line.includes(':generic-garbage-collector'))
      .map((line) => JSON.parse(line) as { verb: string; objectRef: { name: string } })
      .map(({ verb, objectRef }) => `${verb} ${objectRef.name}`)
    expect(calls.toSorted()).toEqual(recorded.toSorted())
  })
})

describe('gcplan cascade delete', () => {
  it('prints waves as a tree, from a pipe', async () => {
    const text = readFileSync(`${folder}/cascade-foreground.0-before.json`, 'utf8')
    const { stdout, stderr, exitCode } = await call('cascade delete deploy/d-foreground --cascade foreground -A', {
      '-': text,
    })
    expect(exitCode).toBe(2)
    expect(stderr).toBe(
      'gcplan: incomplete input: list the missing kinds too, and state what was listed in full with -A, --listed-in, --covers or --whole-cluster\n',
    )
    expect(stdout).toContain(`delete Deployment cascade/d-foreground with policy Foreground: 200, its deletion begins

requests
└─ Deployment cascade/d-foreground gets deletionTimestamp: its deletion was requested
collector
├─ ReplicaSet cascade/d-foreground-d6c75c947 is removed: its owner Deployment d-foreground is being deleted and waits for its dependents
`)
    expect(stdout).toMatch(/\nin all: 5 gone, 0 still being deleted, 0 changed, 0 others\n$/)
  })
  it('leaves dependents behind, and then nothing goes but what was asked for', async () => {
    const { stdout, exitCode } = await call(cascadeOf('orphan'))
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^left behind\n├─ ReplicaSet cascade\/d-orphan-\S+, by Deployment cascade\/d-orphan$/m)
  })
  it('takes a bare request to the API to leave the pods of a Job behind, and kubectl not to', async () => {
    const job = `cascade delete jobs/done-no-ttl ${before} --whole-cluster`
    expect((await documentOf(`${job} --raw`)).orphaned.map(({ target }) => target.kind)).toEqual(['Pod'])
    expect((await documentOf(job)).orphaned).toEqual([])
    expect((await documentOf(`${job} --propagation-policy Background`)).orphaned).toEqual([])
    expect((await documentOf(`${job} --raw`)).requests[0]?.said).toBe('delete Job batch/done-no-ttl without a policy')
  })
  it('empties a namespace and says what hangs on what', async () => {
    const { stdout, exitCode } = await call(`cascade delete ns/shop ${before} --whole-cluster`)
    expect(exitCode).toBe(2)
    // A pod with a finalizer keeps everything else.
    expect(stdout).toContain(`├─ Namespace shop
│  └─ it contains 56 objects, including Pod shop/unscheduled-terminating-2
`)
    expect(stdout).toContain('without any request controllers delete or change 7 objects; see gcplan plan')
  })
  it('begins with what others have to do, and lists what goes once they have', async () => {
    const { stdout } = await call(`cascade delete ns/shop ${before} --whole-cluster`)
    expect(first(stdout)).toBe(
      'this ends only when others act: Pod shop/unscheduled-terminating-2 waits for the controller of example.com to remove example.com/hold (and 3 more)',
    )
    expect(stdout).toContain(
      'goes later, deleted by the namespace controller once the pods of the namespace are gone:\n',
    )
    expect(stdout).toMatch(/\n {2}and \d+ more\n/)
  })
  it('empties a namespace that the lists do not hold', async () => {
    const list = `cascade delete ns/cascade ${folder}/cascade-background.0-before.json --whole-cluster`
    const { stdout, exitCode } = await call(list)
    expect([first(stdout), stdout.split('\n')[2], exitCode]).toEqual([
      '6 objects go in this plan, and no volume loses its data',
      'delete Namespace cascade with policy Background: the lists hold its content but not the Namespace; it is deleted as if it were listed',
      2,
    ])
    expect(stdout).toMatch(/\nin all: 6 gone, 0 still being deleted, 0 changed, 0 others\n$/)
  })
  it('tells when the content of a namespace goes, be the Namespace listed or not', async () => {
    const metadata = { namespace: 'shop', name: 'web', uid: 'web' }
    const spec = { nodeName: 'n1', terminationGracePeriodSeconds: 30, containers: [] }
    const content = [
      { apiVersion: 'v1', kind: 'Pod', metadata, spec, status: { phase: 'Running' } },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, uid: 'settings' } },
    ]
    const shop = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', uid: 'shop' },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    }
    const wavesOf = async (items: ReadonlyArray<unknown>) => {
      const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
      const { stdout } = await call('cascade delete ns/shop a.json --whole-cluster', { 'a.json': list })
      return stdout.split('\n').slice(stdout.split('\n').indexOf('requests'))
    }
    const unlisted = await wavesOf(content)
    expect(unlisted).toEqual(await wavesOf([...content, shop]))
    expect(unlisted.filter((line) => line.includes('after'))).toEqual([
      'namespace-controller, after 5 s',
      'kubelets, after 5 s',
      'namespace-controller, after 10 s',
    ])
  })
  it('follows the objects of a definition that is deleted', async () => {
    const { stdout, stderr } = await call(`cascade delete crd/caches.shop.example.com ${before} --whole-cluster`)
    expect(stderr).toBe('')
    expect(stdout).toContain('its CustomResourceDefinition caches.shop.example.com is being deleted')
  })
  it('warns that objects of a definition that is deleted are only followed where they are listed', async () => {
    const { stderr } = await call(`cascade delete crd/caches.shop.example.com ${before} -A`)
    expect(stderr).toContain(
      'gcplan: with CustomResourceDefinition caches.shop.example.com the API server deletes all its objects; only those that are listed are simulated\n',
    )
  })
  it('deletes several objects, one after the other', async () => {
    const { stdout } = await call(`cascade delete deploy/web sts/cart ${before} -A`)
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      '17 objects go in this plan, and no volume loses its data, as far as the lists show',
      '',
      'delete Deployment shop/web with policy Background: 200, it is gone at once',
      'delete StatefulSet shop/cart with policy Background: 200, it is gone at once',
    ])
  })
  it('begins with data of which nothing is known where claims were not listed', async () => {
    const { stdout } = await call(`cascade delete ns/shop ${before} --covers pods`)
    expect(stdout.split('\n')[0]).toBe(
      'whether data is lost is unknown: the PersistentVolumeClaims of namespace shop were not listed',
    )
  })
  it('says when the server refuses a second request', async () => {
    const { stdout, exitCode } = await call(`cascade delete deploy/web deployments.apps/web ${before} -A`)
    expect(exitCode).toBe(3)
    expect(stdout).toMatch(/^delete Deployment shop\/web with policy Background: refused with 404 NotFound: /m)
  })
  it.each(['deploy/web', 'deployment/web', 'Deployment/web', 'deployments.apps/web', 'deployments.v1.apps/web'])(
    'finds %s',
    async (word) => {
      expect((await call(`cascade delete ${word} ${before}`)).stdout).toMatch(/^delete Deployment shop\/web /m)
    },
  )
  it('takes a uid, and a file of any name behind -f', async () => {
    const { stdout } = await call('cascade delete 2a682c76-e8d7-4ca6-b327-e113dc13f14f -f list', {
      list: readFileSync(`${folder}/cluster-before.all.json`, 'utf8'),
    })
    expect(stdout).toMatch(/^delete Deployment shop\/web /m)
  })
  it.each([
    ['deploy/webs', 'the lists hold no Deployment webs; did you mean web?'],
    ['deploy/web -n batch', 'the lists hold no Deployment web in namespace batch, but Deployment shop/web'],
    ['deploy/wbe -n batch', 'the lists hold no Deployment in namespace batch'],
    ['deplyo/web', 'no kind is called "deplyo"; did you mean deploy?'],
    ['lists/pods', 'no kind is called "lists"; if it is a file, name it with -f lists/pods'],
    ['ns/shopp', 'the lists hold nothing from namespace shopp; did you mean shop?'],
    ['sc/x', 'the lists hold no StorageClass'],
    ['00000000-0000-0000-0000-000000000000', 'no object in the lists has the uid 00000000-0000-0000-0000-000000000000'],
    [
      'sa/default',
      'sa/default may be ServiceAccount batch/default or ServiceAccount default/default or ServiceAccount kube-node-lease/default or 3 more; say which with -n',
    ],
  ])('does not find %s, and says why', async (word, message) => {
    expect(await call(`cascade delete ${word} ${before}`)).toEqual({
      stdout: '',
      stderr: `gcplan: ${message}\n`,
      exitCode: 1,
    })
  })
  it.each([
    ['', 'expected an object: KIND/NAME'],
    ['job x', 'expected KIND/NAME, such as job/backup, or a file that ends in .json, got "job"; -f names any file'],
    ['job/x --cascade true', '--cascade: expected background, foreground, orphan, got "true"'],
    ['job/x --cascade orphan --raw', '--cascade and --raw: expected one of them, got both'],
    [
      'job/x --propagation-policy orphan',
      '--propagation-policy: expected Background, Foreground or Orphan, got "orphan"',
    ],
    ['job/x -o svg', '--output: expected text, table, wide, json, yaml, dot, mermaid, got "svg"'],
  ])('refuses %s before it reads a file', async (args, message) => {
    expect(first((await call(`cascade delete ${args}`)).stderr)).toBe(`gcplan cascade delete: ${message}`)
  })
  it('prints one line per change as a table, and what is left below', async () => {
    const { stdout } = await call(`${cascadeOf('orphan')} -o table`)
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 4))).toEqual([
      ['WAVE', 'AFTER', 'BY', 'WHAT'],
      ['1', '0 s', 'requests', 'marked'],
      ['2', '0 s', 'collector', 'patched'],
      ['2', '0 s', 'collector', 'patched'],
      ['2', '0 s', 'collector', 'removed'],
      ['', 'left behind', expect.stringMatching(/^ReplicaSet/), expect.anything()],
      ['', 'left behind', expect.stringMatching(/^ReplicaSet/), expect.anything()],
      ['', 'race', expect.stringMatching(/^dependents/)],
      ['', 'unknown', expect.stringMatching(/^1 object in namespace cascade \(Deployment/)],
      [''],
    ])
  })
  it('draws what goes and what stays', async () => {
    const dot = await call(`${cascadeOf('orphan')} -o dot`)
    expect(first(dot.stdout)).toBe('digraph gcplan {')
    expect(dot.stdout).toMatch(/Deployment.*d-orphan/)
    expect([dot.exitCode, first((await call(`${cascadeOf('orphan')} -o mermaid`)).stdout)]).toEqual([0, 'flowchart LR'])
  })
  it('prints the same document as YAML as in JSON', async () => {
    const at = '--at 2026-11-21T03:00:00Z'
    const yaml: unknown = parse((await call(`${cascadeOf('background')} ${at} -o yaml`)).stdout)
    expect(yaml).toEqual(await documentOf(`${cascadeOf('background')} ${at}`))
    expect(yaml).toMatchObject({
      kind: 'gcplan/cascade',
      version: 1,
      requests: [{ answer: { _tag: 'Gone', code: 200 } }],
    })
  })
})

describe('gcplan cascade delete --holders', () => {
  const row = {
    finalizer: 'shop.example.com/cleanup',
    party: 'the shop operator',
    when: 'soon',
    needs: [],
    certainty: 'source',
  }
  const asked = (holders: unknown) =>
    call(`cascade delete cache/dying -n shop --holders holders.json ${before} -A`, {
      'holders.json': JSON.stringify(holders),
    })
  it('names who removes a finalizer', async () => {
    expect((await asked([row])).stdout).toContain(
      'Cache shop/dying waits for the shop operator to remove shop.example.com/cleanup, which happens soon',
    )
  })
  it('refuses what is no list of rows', async () => {
    const { stderr, exitCode } = await asked([{ ...row, certainty: 'sure' }])
    expect([stderr, exitCode]).toEqual([
      'gcplan: holders.json: [0].certainty: expected "source" or "documentation" or "general knowledge", got "sure"\n',
      1,
    ])
  })
})

describe('gcplan cascade vanish', () => {
  it('takes after an owner what depends on it alone', async () => {
    const { stdout, exitCode } = await call(`cascade vanish cache/main -n shop ${before} -A`)
    expect([stdout.split('\n').includes('Cache shop/main vanishes'), exitCode]).toEqual([true, 2])
    expect(stdout).toContain('Secret shop/cache-main-auth is removed: its owner Cache main does not exist')
    expect(stdout).toMatch(/^stuck\n└─ ClusterRole namespaced-owner$/m)
  })
  it('takes nothing after an object on which nothing depends', async () => {
    expect((await call(`cascade vanish cm/web-config ${before} -A`)).exitCode).toBe(0)
  })
})

describe('gcplan diagnose', () => {
  it('names what holds an object, what is behind it, and who has to act', async () => {
    const { stdout, exitCode } = await call(`diagnose cache/dying ${before} --whole-cluster`)
    expect([stdout, exitCode]).toEqual([
      `Cache shop/dying is being deleted
├─ the finalizer shop.example.com/cleanup holds it until the controller of shop.example.com removes it
├─ it waits for 1 dependent: ConfigMap shop/dying-child-blocking
└─ next steps
   ├─ the garbage collector acts next
   └─ the controller of shop.example.com has to remove the finalizer shop.example.com/cleanup
`,
      2,
    ])
  })
  it.each([
    ['cm/web-config', 'stays', 0],
    ['cm/dangling', 'is about to go', 2],
    ['pod/terminating-on-node', 'is being deleted', 2],
    ['cm/unknown-kind', 'is stuck', 3],
    ['clusterrole/namespaced-owner', 'stays', 0],
  ])('says of %s that it %s', async (word, state, exitCode) => {
    const said = await call(`diagnose ${word} ${before} --whole-cluster`)
    expect([first(said.stdout).endsWith(` ${state}`), said.exitCode]).toEqual([true, exitCode])
  })
  describe('of a namespace', () => {
    const list = (names: number): string =>
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: [
          {
            apiVersion: 'v1',
            kind: 'Namespace',
            metadata: { name: 'shop', uid: 'ns', deletionTimestamp: '2026-01-01T11:00:00Z' },
            spec: { finalizers: ['kubernetes'] },
            status: {
              phase: 'Terminating',
              conditions: [
                {
                  type: 'NamespaceFinalizersRemaining',
                  status: 'True',
                  lastTransitionTime: '2026-01-01T11:00:05Z',
                  message:
                    'Some content in the namespace has finalizers remaining: finalizers.fluxcd.io in 1 resource instances',
                },
              ],
            },
          },
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: {
              namespace: 'shop',
              name: 'c',
              uid: 'c',
              deletionTimestamp: '2026-01-01T11:00:05Z',
              finalizers: ['finalizers.fluxcd.io'],
            },
          },
          ...Array.from({ length: names }, (_, at) => ({
            apiVersion: 'v1',
            kind: 'Pod',
            metadata: { namespace: 'shop', name: `p${at}`, uid: `p${at}` },
            spec: { nodeName: 'n' },
          })),
        ],
      })
    const diagnosed = (input: string, more = '') =>
      call(`diagnose ns/shop ns.json --whole-cluster --at 2026-01-01T12:00:00Z ${more}`, { 'ns.json': input })
    it('prints what it reports, its pods and finalizers, and the next sweep', async () => {
      const { stdout, exitCode } = await diagnosed(list(0))
      expect([stdout, exitCode]).toEqual([
        `Namespace shop is being deleted
├─ it is already being deleted (deletionTimestamp 2026-01-01T11:00:00.000Z)
├─ it contains 1 object: ConfigMap shop/c
├─ reported by its controller
│  └─ NamespaceFinalizersRemaining since 2026-01-01T11:00:05.000Z: Some content in the namespace has finalizers remaining: finalizers.fluxcd.io in 1 resource instances
├─ finalizers on its content
│  └─ finalizers.fluxcd.io on 1 object: ConfigMap shop/c
├─ the next sweep comes by 2026-01-01T12:00:08.000Z; when the last one was is not recorded
├─ what holds those that it waits for
│  └─ ConfigMap shop/c
│     └─ the finalizer finalizers.fluxcd.io holds it until Flux's source-controller removes it
├─ waits for others
│  └─ ConfigMap shop/c waits for Flux's source-controller to remove finalizers.fluxcd.io, which happens after it has removed its artifacts
└─ next steps
   ├─ Flux's source-controller has to remove the finalizer finalizers.fluxcd.io
   └─ the namespace controller has to find the namespace empty
`,
        2,
      ])
    })
    it('names ten pods and counts the others', async () => {
      const { stdout } = await diagnosed(list(12))
      expect(stdout).toContain('│  ├─ Pod shop/p9\n│  └─ and 2 others\n')
    })
    it('has the same in its document', async () => {
      const { diagnoses } = JSON.parse((await diagnosed(list(1), '-o json')).stdout) as {
        readonly diagnoses: readonly [{ readonly waits: unknown; readonly namespace: unknown }]
      }
      expect(diagnoses[0].namespace).toMatchObject({
        reported: [{ type: 'NamespaceFinalizersRemaining', since: '2026-01-01T11:00:05.000Z' }],
        pods: [{ name: 'p0' }],
        finalizers: [{ finalizer: 'finalizers.fluxcd.io', objects: 1, first: { name: 'c' } }],
        nextSweep: { because: 'BackOff', explained: expect.stringContaining('back-off') as unknown },
      })
      expect(diagnoses[0].waits).toMatchObject([{ finalizer: 'finalizers.fluxcd.io' }])
    })
  })
  it('goes through all that is being deleted when nothing is named', async () => {
    const { stdout, exitCode } = await call(`diagnose ${before} --whole-cluster -o table`)
    expect(exitCode).toBe(2)
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/)[1])).toEqual([
      'OBJECT',
      'Pod shop/terminating-on-node',
      'Pod shop/unscheduled-terminating-2',
      'ConfigMap shop/held',
      'Cache shop/dying',
      undefined,
    ])
    const none = await call(`diagnose -n default ${before}`)
    expect(none).toEqual({ stdout: 'nothing is being deleted\n', stderr: '', exitCode: 0 })
  })
  it('prints diagnoses as documents', async () => {
    const { stdout } = await call(`diagnose cm/held ${before} -o json`)
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'gcplan/diagnosis',
      diagnoses: [{ state: 'terminating', actors: [{ _tag: 'FinalizerController', finalizer: 'example.com/hold' }] }],
    })
    const yaml = await call(`diagnose cm/held ${before} -o yaml`)
    expect(parse(yaml.stdout)).toEqual(JSON.parse(stdout))
  })
})

describe('gcplan cascade delete --release', () => {
  const at = { apiVersion: 'v1', metadata: { namespace: 'shop' } }
  const named = (kind: string, name: string) => ({ ...at, kind, metadata: { ...at.metadata, name, uid: name } })
  const items = [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', uid: 'shop' },
      spec: { finalizers: ['kubernetes'] },
    },
    { ...named('Pod', 'web'), spec: { nodeName: 'worker' }, status: { phase: 'Running' } },
    named('ConfigMap', 'settings'),
  ]
  const text = JSON.stringify({ kind: 'List', apiVersion: 'v1', items })
  const asked = (release: string) =>
    call(`cascade delete namespace/shop cluster.json --whole-cluster ${release} -o wide`, { 'cluster.json': text })
  const order = ({ stdout }: { readonly stdout: string }) =>
    stdout.split('\n').flatMap((line) => /(pod|configmap)\S*\s/i.exec(line)?.[1]?.toLowerCase() ?? [])

  it('plays the controllers of a release', async () => {
    expect(order(await asked('--release 1.32'))).not.toEqual(order(await asked('--release 1.33')))
    expect(order(await asked('--release 1.36'))).toEqual(order(await asked('')))
  })

  it('refuses a release that it does not know', async () => {
    const { stderr, exitCode } = await asked('--release 1.12')
    expect(stderr).toContain('--release: expected 1.20, 1.26, 1.31, 1.32, 1.33, 1.34, 1.35, 1.36, got "1.12"')
    expect(exitCode).toBe(1)
  })
})
