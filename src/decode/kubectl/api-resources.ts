/**
 * Decoder of API discovery: the kinds that a server serves, from `kubectl api-resources -o wide` or the resource list
 * of one group version.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import { groupOf } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'
import { scopes_1_36 } from '../../apiserver/scopes.js'
import { show } from '../../core/problem.js'
import { type Decoder, fields, items, mapped } from '../codec.js'
import type { DecodeError } from '../error.js'
import { type FileDecoder, fileOf } from '../file.js'
import { flag, name, text } from '../leaf.js'
import { readEach } from '../problems.js'

/**
 * Reads which kinds a server serves.
 *
 * Shape: the text of `kubectl api-resources -o wide`, which shows one version of each group, or the APIResourceList of
 * `kubectl get --raw /apis/GROUP/VERSION`. Omits kinds without `get`, and subresources. Kinds outside Kubernetes' own
 * groups are assumed to reject strategic merge patches.
 * Order: as listed. Fails as {@link decodeKubectlObjects} does; a table without verbs is rejected.
 *
 * @example
 * ```ts
 * import { decodeApiResources } from 'gcplan/decode'
 *
 * const table = [
 *   'NAME    SHORTNAMES  APIVERSION           NAMESPACED  KIND   VERBS     CATEGORIES',
 *   'caches              shop.example.com/v1  true        Cache  get,list',
 * ]
 * const decoded = decodeApiResources(table.join('\n'))
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.resource) // caches
 * ```
 */
export const decodeApiResources: FileDecoder<ReadonlyArray<Scope>> = (input) =>
  typeof input === 'string' && /^\s*NAME +SHORTNAMES +APIVERSION +NAMESPACED +KIND/.test(input)
    ? readTable(input.trimStart().split(/\r?\n/))
    : readList(input)

const source = 'kubectl api-resources -o wide'

const readTable = ([header = '', ...rows]: ReadonlyArray<string>): E.Either<DecodeError, ReadonlyArray<Scope>> => {
  if (!/ KIND +VERBS( |$)/.test(header)) {
    const found = 'the table of kubectl api-resources without verbs'
    return E.left({ _tag: 'WrongFile', source, found, instead: `run ${source}` })
  }
  const lines = rows.map((row, index) => ({ row, path: `line ${index + 2}` })).filter(({ row }) => row.trim() !== '')
  const expected = 'a name, short names or none, a version, true or false, a kind, verbs'
  return F.pipe(
    lines,
    readEach(source)(({ row, path }) => E.fromOption(() => [{ path, expected, actual: show(row) }])(readRow(row))),
    E.map((scopes) => scopes.flat()),
  )
}

/** Columns are told apart by what stands in them: a resource has no short names, one, or several with commas. */
const readRow = (row: string): O.Option<ReadonlyArray<Scope>> => {
  const words = row.trim().split(/\s+/)
  const at = words[2] === 'true' || words[2] === 'false' ? 2 : 3
  const [resource, apiVersion, namespaced, kind, verbs] = [words[0], ...words.slice(at - 1, at + 3)]
  if (resource === undefined || apiVersion === undefined || kind === undefined || verbs === undefined) return O.none
  if (namespaced !== 'true' && namespaced !== 'false') return O.none
  const isReadable = verbs.split(',').includes('get')
  return O.some(isReadable ? [scopeOf({ apiVersion, kind, resource, namespaced: namespaced === 'true' })] : [])
}

const resource = fields({ name, kind: name, namespaced: flag, verbs: items(text) })

const resourceList: Decoder<ReadonlyArray<Scope>> = mapped(
  fields({ groupVersion: name, resources: items(resource) }),
  ({ groupVersion, resources }) =>
    resources
      .filter((each) => !each.name.includes('/') && each.verbs.includes('get'))
      .map(({ name: plural, kind, namespaced }) =>
        scopeOf({ apiVersion: groupVersion, kind, resource: plural, namespaced }),
      ),
)

const readList = fileOf('ApiResources', source, resourceList)

const scopeOf = (scope: Omit<Scope, 'strategicMergePatch'>): Scope => ({
  ...scope,
  strategicMergePatch: builtIn.has(groupOf(scope.apiVersion)),
})

const builtIn: ReadonlySet<string> = new Set(scopes_1_36.scopes.map(({ apiVersion }) => groupOf(apiVersion)))
