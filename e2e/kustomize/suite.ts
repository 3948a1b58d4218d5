/**
 * What kubectl makes of the kustomizations of the examples: all of it is created by a server that knows nothing else, in the namespace that
 * the kustomization names, and what a pod refers to is there.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { load, loadAll } from 'js-yaml'

import { isRecord, ownField } from '../../src/internal/lists.js'
import { servedCluster } from '../../src/testing/http/index.js'
import type { Suite, Tally } from '../suites.js'

const examples = join(process.cwd(), 'examples')

const foldersOf = (): ReadonlyArray<string> =>
  existsSync(examples)
    ? readdirSync(examples)
        .map((name) => join(examples, name, 'deploy'))
        .filter((folder) => existsSync(join(folder, 'kustomization.yaml')))
    : []

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((holder, step) => ownField(holder, step), value)

const textAt = (value: unknown, ...path: ReadonlyArray<string>): string => {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : ''
}

const listAt = (value: unknown, ...path: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

const nameOf = (object: unknown): string => `${textAt(object, 'kind')} ${textAt(object, 'metadata', 'name')}`

/** What a fresh server says of the objects, created one after the other. */
const refusalsOf = (objects: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const cluster = servedCluster([], { collectors: 'off' })
  return objects.flatMap((object) => {
    const [apiVersion, kind] = [textAt(object, 'apiVersion'), textAt(object, 'kind')]
    const scope = cluster.state().served.table.find(apiVersion, kind)
    if (scope === undefined) return [`${nameOf(object)} is not served`]
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
    const space = scope.namespaced ? `/namespaces/${textAt(object, 'metadata', 'namespace')}` : ''
    const answer = cluster.handle({ method: 'POST', path: `${root}${space}/${scope.resource}`, body: object })
    const isMade = answer._tag === 'Reply' && answer.status === 201
    return isMade ? [] : [`${nameOf(object)}: ${answer._tag === 'Reply' ? JSON.stringify(answer.body) : answer._tag}`]
  })
}

/** What pods would look for in vain. */
const missingIn = (objects: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const there = new Set(objects.map(nameOf))
  return objects.flatMap((object) => {
    const pod = at(object, 'spec', 'template', 'spec')
    if (!isRecord(pod)) return []
    const wanted = [
      ...listAt(pod, 'volumes').map((volume) => textAt(volume, 'configMap', 'name')),
      ...listAt(pod, 'containers').flatMap((container) =>
        listAt(container, 'envFrom').map((from) => textAt(from, 'configMapRef', 'name')),
      ),
    ].filter((name) => name !== '')
    const names = [`ServiceAccount ${textAt(pod, 'serviceAccountName')}`, ...wanted.map((name) => `ConfigMap ${name}`)]
    return names.filter((name) => !there.has(name)).map((name) => `${nameOf(object)} needs ${name}`)
  })
}

/** What is wrong with one folder. */
const faultsIn = (folder: string): ReadonlyArray<string> => {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8', timeout: 60_000 })
  if (status !== 0) return [stderr.trim()]
  const kustomization = load(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
  const stated = listAt(kustomization, 'resources').flatMap((file) =>
    loadAll(readFileSync(join(folder, String(file)), 'utf8')),
  )
  const objects = loadAll(stdout)
  const made = listAt(kustomization, 'configMapGenerator').length
  const namespace = textAt(kustomization, 'namespace')
  const elsewhere = objects.filter(
    (object) => !['', namespace].includes(textAt(object, 'metadata', 'namespace')) || nameOf(object).endsWith(' '),
  )
  return [
    ...(objects.length === stated.length + made ? [] : [`${stated.length + made} objects became ${objects.length}`]),
    ...elsewhere.map((object) => `${nameOf(object)} is not in ${namespace}`),
    ...missingIn(objects),
    ...refusalsOf(objects),
  ]
}

const onExamples = (): Tally => {
  const folders = foldersOf()
  if (folders.length === 0) return { passed: 0, failed: 1, skipped: 0, said: `no kustomization in ${examples}` }
  const { status } = spawnSync('kubectl', ['kustomize', '--help'], { encoding: 'utf8' })
  if (status !== 0) return { passed: 0, failed: 0, skipped: 1, said: 'skipped: no kubectl that has kustomize' }
  const faults = folders.map((folder) => faultsIn(folder))
  const failed = faults.filter(({ length }) => length > 0).length
  return {
    passed: folders.length - failed,
    failed,
    skipped: 0,
    said: faults.flat().join('; ') || `${folders.length} kustomizations: as they should be`,
  }
}

/** Manifests of the examples. */
export const kustomizeSuites: ReadonlyArray<Suite> = [
  { name: 'kustomize', worlds: 1, run: () => Promise.resolve(onExamples()) },
]
