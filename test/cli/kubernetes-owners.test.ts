import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { auditedCalls } from './audit-log.js'
import { call } from './call.js'

const folder = 'captures/kubectl'
const before = `${folder}/cluster-before.all.json ${folder}/cluster-before.clusterroles.json`

const first = (text: string): string => text.split('\n')[0] ?? ''
const decided = (word: string, text: string): ReadonlyArray<string> =>
  text.split('\n').flatMap((line) => {
    const [decision, kind, name] = line.trim().split(/ +/)
    return decision === word ? [`${kind ?? ''} ${name ?? ''}`] : []
  })

/** What the collector of the captured cluster then did, by the audit log of its server. */
const recorded = (verb: string): ReadonlyArray<string> => [
  ...new Set(
    auditedCalls(verb, 'generic-garbage-collector').map(
      ({ resource, namespace, name }) => `${resource} ${namespace ?? ''}/${name}`,
    ),
  ),
]

describe('gcplan plan kubernetes-owners', () => {
  it('plans what the recorded collector did at its start', async () => {
    const { stdout, exitCode } = await call(`plan kubernetes-owners ${before} -A`)
    expect(exitCode).toBe(2)
    const resource = (named: string): string => named.replace('ConfigMap', 'configmaps')
    expect(decided('remove', stdout).map(resource)).toEqual([
      'configmaps shop/cross-namespace',
      'configmaps shop/dangling',
      'configmaps shop/dying-child-blocking',
      'configmaps shop/dying-child-free',
      'configmaps shop/stale-uid',
    ])
    expect(recorded('delete')).toEqual(expect.arrayContaining(decided('remove', stdout).map(resource)))
    expect(decided('amend', stdout).map(resource)).toEqual(
      recorded('patch').filter((named) => named.startsWith('configmaps')),
    )
  })
  it('keeps what rests on lists of which nothing is stated, and says what to state', async () => {
    const { stdout, stderr, exitCode } = await call(`plan kubernetes-owners ${before} --only remove`)
    expect(decided('remove', stdout)).toEqual([
      'ConfigMap shop/dying-child-blocking',
      'ConfigMap shop/dying-child-free',
    ])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(
      'gcplan: unknown, so what depends on it is kept: unlisted owners of kind ConfigMap, Deployment: state with -A, --listed-in or --covers what was listed in full\n',
    )
  })
  it('reads several lists as one, from a pipe as well', async () => {
    const all = readFileSync(`${folder}/cluster-before.all.json`, 'utf8')
    const whole = await call(`plan kubernetes-owners ${before} -A --at 2026-11-21T03:00:00Z`)
    const piped = await call(
      `plan kubernetes-owners - -f ${folder}/cluster-before.clusterroles.json -A --at 2026-11-21T03:00:00Z`,
      { '-': all },
    )
    expect(piped.stdout.split('\n').toSorted()).toEqual(whole.stdout.split('\n').toSorted())
    const pages = await call('plan kubernetes-owners -A --only remove', { '-': all })
    expect(decided('remove', pages.stdout)).toHaveLength(5)
  })
  it.each([
    ['--covers deploy,cm', 5],
    ['--covers deployments.apps', 4],
    ['--covers all', 4],
    ['--covers configmaps', 3],
    ['--listed-in batch', 2],
    ['--listed-in shop,batch', 5],
    ['--whole-cluster', 5],
    ['--uncovered absent', 5],
  ])('removes with %s what that leaves without owners', async (stated, count) => {
    const { stdout } = await call(`plan kubernetes-owners ${before} ${stated} --only remove`)
    expect(decided('remove', stdout)).toHaveLength(count)
  })
  it('covers a kind that is not listed only where it is named', async () => {
    const pods = `plan kubernetes-owners ${folder}/raw-podlist.json --at 2026-11-21T03:00:00Z`
    expect((await call(`${pods} -A`)).stderr).toContain('of kind Job: state with')
    const { stdout, stderr } = await call(`${pods} --covers jobs`)
    expect(stderr).toBe(
      `gcplan: ${folder}/raw-podlist.json: a list of Pod is incomplete (it has a continue token); unlisted objects are unknown\n`,
    )
    expect(stdout).toContain('assumes: coverage')
    expect((await call(`${pods} --covers pods,jobs`)).stderr).toBe(
      'gcplan: --covers: expected all pages of the list of Pod, got a list that continues\n',
    )
  })
  it('learns how custom resources are served from their table and from their definitions', async () => {
    const ghost = /no resource serves Ghost/
    expect((await call(`plan kubernetes-owners ${before} -A`)).stdout).toMatch(ghost)
    const table = `NAME SHORTNAMES APIVERSION NAMESPACED KIND VERBS CATEGORIES
ghosts gh gone.example.com/v1 true Ghost get,list
`
    const served = await call(`plan kubernetes-owners ${before} -A --api-resources table --covers gh`, { table })
    expect(decided('remove', served.stdout)).toContain('ConfigMap shop/unknown-kind')
    const names = { kind: 'Ghost', plural: 'ghosts', shortNames: ['boo'] }
    const definition = JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'ghosts.gone.example.com', uid: 'u-1' },
      spec: { group: 'gone.example.com', scope: 'Namespaced', names, versions: [{ name: 'v1', served: true }] },
    })
    const defined = await call(`plan kubernetes-owners ${before} -A definition.json --covers boo`, {
      'definition.json': definition,
    })
    expect(decided('remove', defined.stdout)).toContain('ConfigMap shop/unknown-kind')
  })
  it('follows the rules of the release that is named', async () => {
    const deletes = async (preset: string): Promise<string> =>
      (await call(`plan kubernetes-owners ${before} -A --preset ${preset} -o json`)).stdout
    const insisting = /"preconditions": \{[^}]*"resourceVersion"/
    expect(await deletes('kubernetes_1_36')).toMatch(insisting)
    expect(await deletes('kubernetes_1_26')).not.toMatch(insisting)
  })
  it('heads objects in tables', async () => {
    const { stdout } = await call(`plan kubernetes-owners ${before} -A -o table`)
    expect(first(stdout)).toMatch(/^DECISION +PASS +OBJECT +REASON$/)
  })
  it.each([
    ['rs.txt', 'this is a table of kubectl get, not kubectl get KINDS -A -o json; run kubectl get KINDS -A -o json'],
    ['raw-table.json', 'this is a Table of the API server, which shows no owners'],
    ['raw-partialobjectmetadatalist.json', 'this is metadata of Kubernetes objects that does not say of which kind'],
    ['cluster-actions.audit.jsonl', 'this is an audit log of the API server'],
  ])('refuses %s and says what to run', async (file, message) => {
    const { stdout, stderr, exitCode } = await call(`plan kubernetes-owners ${folder}/${file}`)
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toContain(`gcplan: ${folder}/${file}: ${message}`)
    expect(stderr).toContain('; run kubectl get KINDS -A -o json\n')
  })
  it.each([
    ['-A --listed-in shop', '--all-namespaces and --listed-in: expected one of them, got both'],
    ['--covers deploymnets', '--covers: no kind is called "deploymnets"; did you mean deployments?'],
  ])('refuses %s', async (args, message) => {
    expect((await call(`plan kubernetes-owners ${before} ${args}`)).stderr).toBe(`gcplan: ${message}\n`)
  })
  it.each([
    [
      '--preset kubernetes_1_19',
      '--preset: expected kubernetes_1_20, kubernetes_1_26, kubernetes_1_31, kubernetes_1_32, kubernetes_1_33, kubernetes_1_34, kubernetes_1_35, kubernetes_1_36, got "kubernetes_1_19"',
    ],
    ['--uncovered no', '--uncovered: expected keep, absent, got "no"'],
    ['--only next', '--only: expected remove, amend, keep, got "next"'],
    ['-o dot', '--output: expected text, table, wide, json, yaml, got "dot"'],
  ])('refuses %s before it reads a file', async (args, message) => {
    expect(first((await call(`plan kubernetes-owners none.json ${args}`)).stderr)).toBe(
      `gcplan plan kubernetes-owners: ${message}`,
    )
  })
  it('names the files of two lists that contradict each other', async () => {
    const pod = (uid: string): string =>
      JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'a', name: 'p', uid } })
    const { stderr } = await call('plan kubernetes-owners one.json two.json', {
      'one.json': pod('u-1'),
      'two.json': pod('u-2'),
    })
    expect(stderr).toBe('gcplan: two.json: objects[0].metadata.uid: expected one uid for "Pod a/p", got "u-2"\n')
  })
  it('asks for a list where only a table of kinds is given', async () => {
    expect((await call(`plan kubernetes-owners ${folder}/api-resources.txt`)).stderr).toBe(
      'gcplan: no list of objects given: run kubectl get KINDS -A -o json\n',
    )
  })
})

describe('gcplan lint owners', () => {
  it('finds what was wrong in the captured cluster', async () => {
    const { stdout, stderr, exitCode } = await call(`lint owners ${before} -A`)
    expect([stderr, exitCode]).toEqual(['', 2])
    expect(stdout.split('\n').map((line) => line.split(/ {2}|: /)[1])).toEqual([
      'ConfigMap shop/cross-namespace',
      'ConfigMap shop/stale-uid',
      'ConfigMap shop/unknown-kind',
      'ClusterRole namespaced-owner',
      undefined,
    ])
  })
  it('finds nothing in a sound namespace', async () => {
    const { stdout, exitCode } = await call(`lint owners ${folder}/cascade-background.0-before.json`)
    expect([stdout, exitCode]).toEqual(['nothing found\n', 0])
  })
  it('prints findings as documents', async () => {
    const { findings } = JSON.parse((await call(`lint owners ${before} -A -o json`)).stdout) as {
      findings: { _tag: string; object: { name: string } }[]
    }
    expect(findings.map(({ _tag, object }) => `${_tag} ${object.name}`)[0]).toBe(
      'OwnerInOtherNamespace cross-namespace',
    )
  })
})
