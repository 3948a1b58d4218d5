import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Coverage } from '../../../../src/apiserver/scope.js'
import type { ReferenceRow } from '../../../../src/controllers/lifecycle/index.js'
import type { Source } from '../../../../src/controllers/lifecycle/usage/vote.js'
import { sourcesByTarget, unlistedContent, unlistedSource } from '../../../../src/controllers/lifecycle/usage/vote.js'
import { everything, scopes } from '../build.js'

const Build = { group: 'example.com', kind: 'Build' }
const Env = { group: 'example.com', kind: 'Env' }
const Secret = { group: '', kind: 'Secret' }

const row = (more: Partial<ReferenceRow> = {}): ReferenceRow => ({
  source: Build,
  target: Secret,
  path: 'spec.secret',
  ...more,
})

const sourcesOf = (...rows: ReadonlyArray<ReferenceRow>): ReadonlyArray<Source> | undefined =>
  sourcesByTarget(rows, []).get('Secret')

/** Everything of these kinds, in all namespaces or in the named ones. */
const listing = (
  ...resources: ReadonlyArray<readonly [string, string, ('all' | ReadonlyArray<string>)?]>
): Coverage => ({
  _tag: 'Resources',
  resources: resources.map(([group, kind, namespaces = 'all']) => ({ group, kind, namespaces })),
})

describe('the kinds that may refer to a kind', () => {
  it('stay within their namespace where a row says nothing else', () => {
    expect(sourcesOf(row())).toEqual([{ source: Build, crosses: false }])
  })

  it.each<readonly [string, Partial<ReferenceRow>]>([
    ['of what is in the cluster', { lives: 'cluster' }],
    ['of a namespace that stands beside the name', { lives: { beside: 'namespace' } }],
    ['of parameters that name secrets', { form: 'secret-parameters' }],
  ])('come from any namespace for a row %s', (_what, more) => {
    expect(sourcesOf(row(more))).toEqual([{ source: Build, crosses: true }])
  })

  it('come from any namespace where one of their rows says so, whichever comes first', () => {
    const crossing = row({ lives: 'cluster', path: 'spec.other' })
    expect(sourcesOf(row(), crossing)).toEqual([{ source: Build, crosses: true }])
    expect(sourcesOf(crossing, row())).toEqual([{ source: Build, crosses: true }])
    expect(sourcesOf(row(), row({ path: 'spec.other' }))).toEqual([{ source: Build, crosses: false }])
  })

  it('are those of an extractor, from any namespace', () => {
    const extractor = { source: Env, targets: [Secret, Build], references: () => E.right([]) }
    const sources = sourcesByTarget([], [extractor])
    expect([...sources.keys()]).toEqual(['Secret', 'Build.example.com'])
    expect(sources.get('Build.example.com')).toEqual([{ source: Env, crosses: true }])
  })

  it('are all that carry a pod where the pod refers', () => {
    const kinds = sourcesOf(row({ source: 'PodSpec' }))?.map(({ source }) => source.kind)
    expect(kinds).toContain('Pod')
    expect(kinds).toContain('CronJob')
    expect(kinds).not.toContain('Build')
  })
})

describe('a kind that was not all listed', () => {
  const within: Source = { source: Build, crosses: false }
  const crossing: Source = { source: Env, crosses: true }

  it('is the first of the sources that the listing leaves out', () => {
    const ask = unlistedSource(listing(['example.com', 'Build']), scopes)
    expect(ask([within], 'ns')).toBeNull()
    expect(ask([within, crossing], 'ns')).toEqual(Env)
    expect(unlistedSource(everything, scopes)([within, crossing], 'ns')).toBeNull()
  })

  it('matters only in the namespace of what it refers to, unless it refers across namespaces', () => {
    const ask = unlistedSource(listing(['example.com', 'Build', ['ns']], ['example.com', 'Env', ['ns']]), scopes)
    expect(ask([within], 'ns')).toBeNull()
    expect(ask([within], 'elsewhere')).toEqual(Build)
    expect(ask([crossing], 'ns')).toEqual(Env)
  })

  it('matters everywhere for what is in no namespace', () => {
    const nowhere = listing(['example.com', 'Build', ['']])
    expect(unlistedSource(nowhere, scopes)([within], '')).toEqual(Build)
  })

  it('has to be listed as a whole where its objects are in no namespace', () => {
    const source: Source = { source: { group: 'storage.k8s.io', kind: 'StorageClass' }, crosses: false }
    expect(unlistedSource(listing(['storage.k8s.io', 'StorageClass']), scopes)([source], 'ns')).toBeNull()
    expect(unlistedSource(listing(['storage.k8s.io', 'StorageClass', ['ns']]), scopes)([source], 'ns')).toEqual(
      source.source,
    )
  })

  it('does not matter where its group is one that a cluster may lack, and it is not served', () => {
    const source: Source = { source: { group: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot' }, crosses: true }
    const served = [
      {
        apiVersion: 'snapshot.storage.k8s.io/v1',
        kind: 'VolumeSnapshot',
        resource: 'volumesnapshots',
        namespaced: true,
      },
    ] as const
    expect(unlistedSource(listing(), [])([source], 'ns')).toBeNull()
    expect(
      unlistedSource(
        listing(),
        served.map((scope) => ({ ...scope, strategicMergePatch: false })),
      )([source], 'ns'),
    ).toEqual(source.source)
    expect(unlistedSource(listing(), [])([within], 'ns')).toEqual(Build)
  })

  it('are listed where their group could not be discovered only if the coverage names them', () => {
    const content = { group: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshotContent' }
    const rows = [{ source: content, crosses: true }]
    const down = [content.group]
    expect(unlistedSource(listing(), [], down)(rows, 'ns')).toEqual(content)
    expect(unlistedSource(everything, [], down)(rows, 'ns')).toEqual(content)
    expect(unlistedSource(listing([content.group, content.kind]), [], down)(rows, 'ns')).toBeNull()
    expect(unlistedContent(everything, scopes, down)('ns')).toEqual({ group: content.group, kind: '*' })
  })
})

describe('the content of a namespace', () => {
  const two = scopes.filter(({ kind }) => kind === 'Build' || kind === 'Env' || kind === 'Node')

  it('was all listed where everything was, whatever is served', () => {
    expect(unlistedContent(everything, two)('ns')).toBeNull()
    expect(unlistedContent(everything, [])('ns')).toBeNull()
  })

  it('was all listed where every kind in namespaces was; kinds of the cluster do not matter', () => {
    const listed = listing(['example.com', 'Build', ['ns']], ['example.com', 'Env'])
    expect(unlistedContent(listed, two)('ns')).toBeNull()
    expect(unlistedContent(listed, two)('elsewhere')).toEqual(Build)
    expect(unlistedContent(listing(['example.com', 'Build']), two)('ns')).toEqual(Env)
  })

  it('is unknown where no kind in namespaces is served at all', () => {
    const nodes = two.filter(({ namespaced }) => !namespaced)
    expect(unlistedContent(listing(), nodes)('ns')).toEqual({ group: '', kind: 'Namespace' })
  })
})
