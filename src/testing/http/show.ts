/**
 * How objects are shown: whole, by their metadata alone, or as rows of a table, as the client accepts it.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go doTransformObject
 */
import type { Scope } from '../../apiserver/scope.js'
import { type Fields, fieldsOf } from './body.js'
import { type Failure, failure } from './failure.js'
import type { Resource } from './resources.js'
import type { ApiState, Entry } from './state.js'
import type { HttpTarget } from './target.js'
import { type IncludeObject, columnsOf, rowOf } from './table.js'

/** A form in which objects are shown. */
export type Form =
  | { readonly _tag: 'Whole' }
  | { readonly _tag: 'Metadata' }
  | { readonly _tag: 'Table'; readonly include: IncludeObject }

/** A form that the answer cannot take; it is refused once the request has been carried out. */
export interface Unfit {
  readonly _tag: 'Unfit'
  readonly failure: Failure
}

const unfit = (code: number, reason: string, message: string): Unfit => ({
  _tag: 'Unfit',
  failure: failure(code, reason, message),
})

const whole: Form = { _tag: 'Whole' }

/** Forms that an answer may take. */
export interface Forms {
  readonly isList: boolean
  readonly hasTable: boolean
  readonly isBuiltIn: boolean
}

/** The forms of what a request names. */
export const formsOf = (
  { rules: { switches } }: ApiState,
  { resource, subresource }: HttpTarget,
  isList: boolean,
): Forms => {
  const isBuiltIn = resource.scope.strategicMergePatch
  return {
    ...{ isList, isBuiltIn },
    hasTable: subresource === undefined || (subresource === 'status' && (!isBuiltIn || switches.tableOfStatus)),
  }
}

/** The form that a client wants most, of those that there are; it may refuse all. */
export const formOf = (
  accept: string | undefined,
  query: Readonly<Record<string, string>>,
  { isList, hasTable, isBuiltIn }: Forms,
): Form | Unfit | Failure => {
  const given = accept?.trim() ?? ''
  if (given === '') return whole
  for (const clause of given.split(',')) {
    const [type = '', ...parameters] = clause.split(';').map((part) => part.trim())
    if (!['application/json', 'application/*', '*/*'].includes(type)) continue
    const as = parameters.find((one) => one.startsWith('as='))?.slice(3)
    const group = parameters.find((one) => one.startsWith('g='))?.slice(2)
    const isMeta = group === 'meta.k8s.io' && parameters.some((one) => one === 'v=v1' || one === 'v=v1beta1')
    if (as === undefined) return whole
    if (as === 'Table' && isMeta && hasTable) {
      const include = query['includeObject'] ?? 'Metadata'
      if (include !== 'None' && include !== 'Metadata' && include !== 'Object')
        return unfit(400, 'BadRequest', `unrecognized includeObject value: "${include}"`)
      return { _tag: 'Table', include }
    }
    if (isMeta && metadataForms.has(as))
      return as.endsWith('List') === isList
        ? { _tag: 'Metadata' }
        : !isList && !isBuiltIn
          ? unfit(500, '', 'content is not a list')
          : unfit(
              406,
              'NotAcceptable',
              `you requested ${as}, but the requested object is ${isList ? 'a' : 'not a'} list`,
            )
  }
  return failure(406, 'NotAcceptable', 'only the following media types are accepted: application/json')
}

const metadataForms: ReadonlySet<string> = new Set(['PartialObjectMetadata', 'PartialObjectMetadataList'])

/** The body of an object in the version that is asked for. */
export const bodyOf = ({ apiVersion, kind }: Scope, { body }: Pick<Entry, 'body'>): Fields =>
  body['apiVersion'] === apiVersion && body['kind'] === kind ? body : { ...body, apiVersion, kind }

/** One object in a form. */
export const shown = (resource: Resource, form: Form, entry: Entry, at: Date): Fields => {
  switch (form._tag) {
    case 'Whole':
      return bodyOf(resource.scope, entry)
    case 'Metadata':
      return metadataAlone(entry)
    case 'Table':
      return tableOf(resource, form.include, [entry], at, { resourceVersion: entry.object.metadata.resourceVersion })
  }
}

/** An object's metadata alone. */
const metadataAlone = ({ body }: Entry): Fields => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata: fieldsOf(body['metadata']),
})

const tableOf = (
  resource: Resource,
  include: IncludeObject,
  entries: ReadonlyArray<Entry>,
  at: Date,
  metadata: Fields,
): Fields => {
  const columns = columnsOf(resource)
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: columns.map(({ name, type, format = '', description = '', priority = 0 }) => ({
      ...{ name, type, format, description, priority },
    })),
    rows: entries.map((entry) => ({
      cells: rowOf(columns, entry, at),
      ...(include === 'None'
        ? {}
        : { object: include === 'Object' ? bodyOf(resource.scope, entry) : metadataAlone(entry) }),
    })),
  }
}

/** A list in a form. Objects of Kubernetes itself are without version and kind within a list, as it has them. */
export const shownList = (
  resource: Resource,
  form: Form,
  entries: ReadonlyArray<Entry>,
  at: Date,
  metadata: Fields,
): Fields => {
  const { apiVersion, kind, strategicMergePatch: isBuiltIn } = resource.scope
  switch (form._tag) {
    case 'Whole':
      return {
        kind: `${kind}List`,
        apiVersion,
        metadata,
        items: entries.map((entry) => (isBuiltIn ? withoutKind(entry.body) : bodyOf(resource.scope, entry))),
      }
    case 'Metadata':
      return {
        kind: 'PartialObjectMetadataList',
        apiVersion: 'meta.k8s.io/v1',
        metadata,
        items: entries.map(metadataAlone),
      }
    case 'Table':
      return tableOf(resource, form.include, entries, at, metadata)
  }
}

const withoutKind = ({ apiVersion: _version, kind: _kind, ...rest }: Fields): Fields => rest
