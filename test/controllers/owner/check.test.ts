import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Snapshot } from '../../../src/controllers/owner/index.js'
import { defaultPolicy, plan } from '../../../src/controllers/owner/index.js'
import { clusterOf, everything, object, scopes, to } from './build.js'

/** Where a snapshot is not what its type says. */
const places = (snapshot: unknown): ReadonlyArray<string> => {
  const planned = plan(defaultPolicy)(snapshot as Snapshot)
  return E.isLeft(planned) ? planned.left.problems.map(({ path }) => path) : []
}

const sound = clusterOf([object('a'), object('b', [to('a')])])
const [scope] = scopes
const withCoverage = (coverage: unknown): unknown => ({ ...sound, coverage })
const covering = (resource: object): unknown =>
  withCoverage({ _tag: 'Resources', resources: [{ group: '', kind: 'Pod', namespaces: 'all', ...resource }] })

describe('a snapshot', () => {
  it('is taken where it is what its type says', () => {
    expect(places(sound)).toEqual([])
    expect(places(withCoverage({ ...everything, because: 'taken with -A' }))).toEqual([])
    expect(places(covering({ because: 'taken with -A' }))).toEqual([])
    expect(places(covering({ namespaces: [] }))).toEqual([])
  })

  it.each([
    ['null', null, ['']],
    ['text', 'snapshot', ['']],
    ['no instant', { ...sound, at: new Date(Number.NaN) }, ['at']],
    ['a text for an instant', { ...sound, at: '2026-01-01T12:00:00Z' }, ['at']],
    ['no list of objects', { ...sound, objects: {} }, ['objects']],
    ['a hole in its list', { ...sound, objects: [object('a'), undefined] }, ['objects[1]']],
    ['an object without metadata', { ...sound, objects: [{ apiVersion: 'v1', kind: 'Pod' }] }, ['objects[0].metadata']],
    ['one uid twice', clusterOf([object('a'), object('b'), object('a')]), ['objects[2].metadata.uid']],
    ['no scopes', { ...sound, scopes: undefined }, ['scopes']],
    ['half a scope', { ...sound, scopes: [{ ...scope, namespaced: 'yes' }] }, ['scopes[0].namespaced']],
    ['a scope without a resource', { ...sound, scopes: [{ ...scope, resource: '' }] }, ['scopes[0].resource']],
    ['no coverage', withCoverage(undefined), ['coverage']],
    ['another coverage', withCoverage({ _tag: 'Some' }), ['coverage']],
    ['a coverage without resources', withCoverage({ _tag: 'Resources' }), ['coverage.resources']],
    ['no namespaces', covering({ namespaces: 'ns' }), ['coverage.resources[0].namespaces']],
    ['a namespace that is none', covering({ namespaces: ['ns', 7] }), ['coverage.resources[0].namespaces']],
    ['a ground that is no text', covering({ because: 7 }), ['coverage.resources[0].because']],
    ['such a ground for everything', withCoverage({ ...everything, because: true }), ['coverage.because']],
  ])('with %s is refused, and where is said', (_, snapshot, paths) => {
    expect(places(snapshot)).toEqual(paths)
  })
})

describe('a refusal', () => {
  it('names what was read', () => {
    expect(plan(defaultPolicy)({ ...sound, objects: null } as unknown as Snapshot)).toEqual(
      E.left({
        _tag: 'InvalidInput',
        source: 'Kubernetes snapshot',
        problems: [{ path: 'objects', expected: 'an array', actual: 'null' }],
      }),
    )
  })
})
