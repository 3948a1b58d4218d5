/**
 * Decoder of one object: its type, from the object or its list, and its metadata.
 */
import { apply, either as E, function as F, readonlyArray } from 'fp-ts'
import type * as t from 'io-ts'

import type { ObjectMeta } from '../../apiserver/object.js'
import { type Problem, show } from '../../core/problem.js'
import { type Decoder, own, problemOf } from '../codec.js'
import { name } from '../leaf.js'
import type { ListedObject, ObjectType } from './listing.js'
import { isRecord } from '../../internal/lists.js'

/** The type of an object that has none of its own, the type it must have, and the reader of its metadata. */
export interface Expected {
  readonly ofList: ObjectType | undefined
  readonly wanted: ObjectType | undefined
  readonly objectMeta: Decoder<ObjectMeta>
}

/** One object; or its problems, with paths that begin at it. */
export const readItem = (value: unknown, expected: Expected): E.Either<ReadonlyArray<Problem>, ListedObject> => {
  if (!isRecord(value)) return E.left([{ path: '', expected: 'an object', actual: show(value) }])
  const { apiVersion, kind } = typeOf(value, expected)
  const metadata = expected.objectMeta.decode(own(value, 'metadata'))
  // Every object of a cluster is made here: putting its parts together in one record of Eithers costs as much as reading them,
  // and only says more where one is refused.
  return F.pipe(
    E.flatMap(apiVersion, (version) =>
      E.flatMap(kind, (ofKind) => E.map((meta: ObjectMeta) => listed(value, version, ofKind, meta))(metadata)),
    ),
    E.orElse(() =>
      F.pipe(
        all({ apiVersion, kind, metadata: E.mapLeft(problemsAt('metadata'))(metadata) }),
        E.map((read) => listed(value, read.apiVersion, read.kind, read.metadata)),
      ),
    ),
  )
}

/** Written out: spreads are slow (`site/bench/drop.bench.ts`). */
const listed = (body: ListedObject['body'], apiVersion: string, kind: string, metadata: ObjectMeta): ListedObject => ({
  apiVersion,
  kind,
  metadata,
  spec: own(body, 'spec'),
  status: own(body, 'status'),
  body,
})

const all = apply.sequenceS(E.getApplicativeValidation(readonlyArray.getSemigroup<Problem>()))

/** What a codec refuses, as problems of the value that lies at a path. */
export const problemsAt =
  (path: string) =>
  (errors: t.Errors): ReadonlyArray<Problem> =>
    errors.map(problemOf).map((problem) => ({ ...problem, path: joinPath(path, problem.path) }))

/** A path with a further one; either may be empty. */
export const joinPath = (path: string, further: string): string =>
  path === '' || further === '' || further.startsWith('[') ? path + further : `${path}.${further}`

/** True for metadata-only objects: their own type does not say what they describe. */
export const isMetadataAlone = (apiVersion: unknown, kind: unknown): boolean =>
  typeof kind === 'string' && metadataKinds.has(kind) && typeof apiVersion === 'string' && metaGroup.test(apiVersion)

const metadataKinds: ReadonlySet<string> = new Set(['PartialObjectMetadata', 'PartialObjectMetadataList'])
const metaGroup = /^meta\.k8s\.io\//

type Part = E.Either<ReadonlyArray<Problem>, string>

const typeOf = (
  value: Readonly<Record<string, unknown>>,
  { ofList, wanted }: Expected,
): { readonly apiVersion: Part; readonly kind: Part } => {
  const given = ofList ?? wanted
  const apiVersion = own(value, 'apiVersion')
  const kind = own(value, 'kind')
  const isAlone = isMetadataAlone(apiVersion, kind)
  return {
    apiVersion: part('apiVersion', wanted)(isAlone ? given?.apiVersion : (apiVersion ?? given?.apiVersion)),
    kind: part('kind', wanted)(isAlone ? given?.kind : (kind ?? given?.kind)),
  }
}

const part = (field: keyof ObjectType, wanted: ObjectType | undefined): ((value: unknown) => Part) =>
  E.fromPredicate(
    (value): value is string => name.is(value) && (wanted === undefined || wanted[field] === value),
    (value) => [
      {
        path: field,
        expected: wanted === undefined ? name.name : show(wanted[field]),
        actual: value === undefined ? 'nothing' : show(value),
      },
    ],
  )
