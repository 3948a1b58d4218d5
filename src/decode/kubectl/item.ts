/**
 * Decoder of one object: its type, from the object or its list, and its metadata.
 */
import { either as E } from 'fp-ts'

import type { Problem } from '../../core/problem.js'
import { show } from '../../core/problem.js'
import { isRecord, own, problemOf } from '../codec.js'
import type { Decoder } from '../codec.js'
import type { ListedObject, ObjectType } from './listing.js'
import { objectMeta } from './metadata.js'

/** The type of an object that has none of its own, and the type it must have. */
export interface Types {
  readonly ofList: ObjectType | undefined
  readonly wanted: ObjectType | undefined
}

/** One object; or its problems, with paths that begin at it. */
export const readItem = (value: unknown, types: Types): E.Either<ReadonlyArray<Problem>, ListedObject> => {
  if (!isRecord(value)) return E.left([{ path: '', expected: 'an object', actual: show(value) }])
  const { apiVersion, kind } = typeOf(value, types)
  const meta = objectMeta.validate(own(value, 'metadata'), [])
  if (isName(apiVersion) && isName(kind) && E.isRight(meta) && isWanted(types.wanted, apiVersion, kind))
    return E.right({
      apiVersion,
      kind,
      metadata: meta.right,
      spec: own(value, 'spec'),
      status: own(value, 'status'),
      body: value,
    })
  return E.left([...typeProblems({ apiVersion, kind }, types.wanted), ...problemsIn(meta, 'metadata', objectMeta.name)])
}

/** Problems of a reader's answer; at the value itself, the reader's name is what was expected. */
export const problemsIn = <A>(
  read: ReturnType<Decoder<A>['validate']>,
  path: string,
  expected: string,
): ReadonlyArray<Problem> =>
  E.isRight(read)
    ? []
    : read.left.map((error) => {
        const problem = problemOf(error)
        return {
          path: joinPath(path, problem.path),
          expected: error.context.length === 0 ? expected : problem.expected,
          actual: problem.actual,
        }
      })

/** A path with a further one; either may be empty. */
export const joinPath = (path: string, further: string): string =>
  path === '' || further === '' || further.startsWith('[') ? path + further : `${path}.${further}`

/** True for metadata-only objects, whose type is not that of the object. */
export const isMetadataAlone = (apiVersion: unknown, kind: unknown): boolean =>
  typeof kind === 'string' && metadataKinds.has(kind) && typeof apiVersion === 'string' && metaGroup.test(apiVersion)

const metadataKinds: ReadonlySet<string> = new Set(['PartialObjectMetadata', 'PartialObjectMetadataList'])
const metaGroup = /^meta\.k8s\.io\//

const typeOf = (
  value: Readonly<Record<string, unknown>>,
  { ofList, wanted }: Types,
): { readonly apiVersion: unknown; readonly kind: unknown } => {
  const given = ofList ?? wanted
  const apiVersion = own(value, 'apiVersion')
  const kind = own(value, 'kind')
  return isMetadataAlone(apiVersion, kind)
    ? { apiVersion: given?.apiVersion, kind: given?.kind }
    : { apiVersion: apiVersion ?? given?.apiVersion, kind: kind ?? given?.kind }
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isWanted = (wanted: ObjectType | undefined, apiVersion: string, kind: string): boolean =>
  wanted === undefined || (wanted.apiVersion === apiVersion && wanted.kind === kind)

const typeProblems = (
  found: { readonly apiVersion: unknown; readonly kind: unknown },
  wanted: ObjectType | undefined,
): ReadonlyArray<Problem> =>
  (['apiVersion', 'kind'] as const).flatMap((field) => {
    const value = found[field]
    if (isName(value) && (wanted === undefined || wanted[field] === value)) return []
    const expected = wanted === undefined ? 'a string, not empty' : show(wanted[field])
    return [{ path: field, expected, actual: value === undefined ? 'nothing' : show(value) }]
  })
